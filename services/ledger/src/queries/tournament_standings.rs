//! The standings of a tournament, as of some entry.

use crate::club_heads::ClubHead;
use crate::match_results::MatchResults;
use crate::queries::match_history::{AsOfEntry, result_until};
use crate::queries::open_balances::names;
use crate::queries::tournaments::{self as tournaments_of, told};
use crate::tables::last_entries::last_hashes;
use crate::tables::player_merges::PlayerMerges;
use crate::tables::tournaments::Row;
use crate::tables::{Sql, clubs, players, tournaments};
use crate::transaction::Transaction;
use crate::{
    ClubId, Entry, Error, Hash, Ledger, MatchId, Party, Player, PlayerId, Result, TournamentError,
    TournamentId, TournamentRoundError,
};
use evidence::{Counts, Tournament, TournamentCut, tournament_cut};
use futures_util::future::try_join4;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use tally::{TournamentMatch, TournamentStandings};

/// The standings of a tournament.
#[derive(Debug, Clone, PartialEq)]
pub struct TournamentResult {
    /// The tournament as it stands.
    pub tournament: Tournament,
    /// The standings that were asked for.
    pub result: TournamentStandingsAsOf,
    /// The standings as of the last entry, if no entry was asked for, and the tournament was closed and its standings would be others by
    /// now.
    pub since_closing: Option<TournamentStandingsAsOf>,
    /// Who shares the last place that plays on after the cut, as the ranks are now; none if the next round is not after one, or nothing can be said.
    pub cut: Option<TournamentCut>,
    /// Everybody in them, each under the name of whom they count for.
    pub names: HashMap<PlayerId, Player>,
}

/// The standings of a tournament as of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TournamentStandingsAsOf {
    /// The entry.
    pub seq: u64,
    /// The standings.
    pub standings: TournamentStandings,
}

impl Ledger {
    /// The standings of a tournament as of an entry; none: as of the one that closed it, or of the last one of a tournament that goes on. They
    /// are added up from its matches as the entries up to that one tell them. [`TournamentError::TooManyEarlierMatches`] where more than
    /// [`MAX_EARLIER_MATCHES`](crate::MAX_EARLIER_MATCHES) changed after the entry that is asked for; [`Error::BeyondLedger`] as of an entry
    /// that there is not. A tournament that had not been opened by then is not found.
    pub async fn tournament_standings(
        &self,
        club: ClubId,
        id: TournamentId,
        as_of_seq: Option<u64>,
    ) -> Result<TournamentResult> {
        let known = self.match_results();
        self.run_late_read(club, async move |tx: Transaction| {
            let of = (&*known, club, id);
            tx.read(club, async { read(tx.sql()?, of, as_of_seq).await })
                .await
        })
        .await
    }
}

async fn read(
    sql: Sql<'_>,
    (known, club, id): (&MatchResults, ClubId, TournamentId),
    as_of_seq: Option<u64>,
) -> Result<TournamentResult> {
    let (entries, head, rows, merges) = try_join4(
        tournaments::entries_of(sql, club, id),
        clubs::head(sql, club),
        tournaments::matches(sql, club, id),
        PlayerMerges::read(sql, club),
    )
    .await?;
    let tournament = told(entries.clone())?;
    let ClubHead { tree, .. } = head.ok_or(Error::NotFound("club"))?;
    let last = tree.size();
    if as_of_seq.is_some_and(|seq| seq > last) {
        return Err(Error::BeyondLedger { size: last });
    }
    let closed = tournament.closed.map(|closed| closed.seq);
    let as_of = as_of_seq.or(closed).unwrap_or(last);
    let matches = TournamentMatches {
        sql,
        club,
        rows,
        known,
    };
    let then = up_to(entries, as_of)?;
    let as_of = AsOfEntry {
        seq: as_of,
        is_chosen: as_of_seq.is_some(),
    };
    let result = matches.standings(&then, &merges, as_of).await?;
    let since_closing = match as_of_seq.is_none() && closed.is_some() {
        true => {
            let now = matches.standings(&tournament, &merges, AsOfEntry::given(last));
            Some(now.await?).filter(|now| now.standings != result.standings)
        }
        false => None,
    };
    let cut = match as_of_seq {
        None => cut(&matches, &tournament, (&merges, last)).await?,
        Some(_) => None,
    };
    let mut players: Vec<PlayerId> = cut.iter().flat_map(|cut| cut.tied.clone()).collect();
    for of in [Some(&result), since_closing.as_ref()]
        .into_iter()
        .flatten()
    {
        players.extend(of.standings.players.iter().map(|one| one.player));
    }
    let names = names(sql, club, players.into_iter().map(Party::Player)).await?;
    Ok(TournamentResult {
        tournament,
        result,
        since_closing,
        cut,
        names,
    })
}

/// What the next draw finds at the cut.
async fn cut(
    matches: &TournamentMatches<'_>,
    tournament: &Tournament,
    (merges, last): (&PlayerMerges, u64),
) -> Result<Option<TournamentCut>> {
    let round = tournament.next_round(tournament.can_redraw());
    if tournament.closed.is_some() || !tournament.is_after_cut(round) {
        return Ok(None);
    }
    let ranks = match matches.ranks_before_draw(tournament, merges, last).await {
        Ok(ranks) => ranks,
        // Nobody is drawn by these ranks.
        Err(Error::Tournament(TournamentError::Round(TournamentRoundError::WithoutHands {
            ..
        }))) => return Ok(None),
        Err(error) => return Err(error),
    };
    let ids: BTreeSet<_> = tournaments_of::players(tournament).map(|id| id.0).collect();
    let known = players::names(matches.sql, matches.club, ids.into_iter().collect()).await?;
    Ok(tournament_cut(tournament, &ranks, |player| {
        known.get(&player.0)?.drawn_as()
    }))
}

fn up_to(mut entries: Vec<Entry>, as_of: u64) -> Result<Tournament> {
    entries.retain(|entry| entry.seq <= as_of);
    told(entries)
}

/// The matches of the rounds of a tournament.
pub(crate) struct TournamentMatches<'a> {
    pub(crate) sql: Sql<'a>,
    pub(crate) club: ClubId,
    /// As they stand.
    pub(crate) rows: Vec<Row>,
    /// What those came to of which only the entries say it.
    pub(crate) known: &'a MatchResults,
}

impl TournamentMatches<'_> {
    /// The standings of a tournament as the entries up to one tell it, if not too many of its matches changed after that.
    pub(crate) async fn standings(
        &self,
        tournament: &Tournament,
        merges: &PlayerMerges,
        as_of: AsOfEntry,
    ) -> Result<TournamentStandingsAsOf> {
        let results = self.results(tournament, as_of).await?;
        let result = |id| results.get(&id).copied();
        Ok(TournamentStandingsAsOf {
            seq: as_of.seq,
            standings: TournamentStandings::of(tournament, result, merges.counts_for(as_of.seq)),
        })
    }

    /// The ranks that a draw follows from. Refused while a match without a hand would count in them and not in the standings.
    pub(crate) async fn ranks_before_draw(
        &self,
        tournament: &Tournament,
        merges: &PlayerMerges,
        as_of: u64,
    ) -> Result<BTreeMap<PlayerId, u64>> {
        let results = self.results(tournament, AsOfEntry::given(as_of)).await?;
        for round in tournament.opened_rounds() {
            let counts = |id| results.get(id).map(|one: &TournamentMatch| one.counts);
            let mut matches = round.matches.iter();
            if let Some(place) = matches.position(|id| counts(id) == Some(Counts::ForNothing)) {
                return Err(TournamentRoundError::WithoutHands {
                    round: round.draw.round,
                    table: place.saturating_add(1),
                }
                .into());
            }
        }
        let result = |id| results.get(&id).copied();
        let standings =
            TournamentStandings::before_draw(tournament, result, merges.counts_for(as_of));
        Ok(standings.ranks())
    }

    /// What the matches of the opened rounds come to.
    async fn results(
        &self,
        tournament: &Tournament,
        as_of: AsOfEntry,
    ) -> Result<HashMap<MatchId, TournamentMatch>> {
        let rows: HashMap<MatchId, &Row> =
            self.rows.iter().map(|row| (row.match_id(), row)).collect();
        let rounds = tournament.opened_rounds();
        let tables = rounds.flat_map(|round| round.matches.iter().zip(&round.draw.tables));
        let mut of_tables = Vec::new();
        for (id, table) in tables {
            of_tables.push((*rows.get(id).ok_or(Error::NotFound("match"))?, *table));
        }
        let is_earlier = |(row, _): &&(&Row, [PlayerId; 4])| !row.stands(as_of.seq);
        if of_tables.iter().filter(is_earlier).count() > as_of.most_earlier() {
            return Err(TournamentError::TooManyEarlierMatches.into());
        }
        let is_told = |(row, _): &&(&Row, [PlayerId; 4])| !is_known(row, as_of.seq);
        let told: Vec<MatchId> = of_tables
            .iter()
            .filter(is_told)
            .map(|(row, _)| row.match_id())
            .collect();
        let hashes = last_hashes(self.sql, self.club, (&told, as_of.seq)).await?;
        let mut results = HashMap::new();
        for (row, table) in of_tables {
            let hash = hashes.get(&row.match_id());
            if let Some(result) = self.one(row, table, (as_of, hash)).await? {
                results.insert(row.match_id(), result);
            }
        }
        Ok(results)
    }

    /// A match of a table, as it stands if that is what the entries told by then; else as they told it. A correction may have put its players
    /// on other chairs, which only the entries say.
    async fn one(
        &self,
        row: &Row,
        table: [PlayerId; 4],
        (as_of, hash): (AsOfEntry, Option<&Hash>),
    ) -> Result<Option<TournamentMatch>> {
        if is_known(row, as_of.seq) {
            return row.has_outcomes().then(|| row.result(table)).transpose();
        }
        let of = (self.club, row.match_id(), as_of);
        let known = &self.known.of_tournaments;
        result_until(self.sql, known, of, (hash, TournamentMatch::of)).await
    }
}

/// Whether what a match comes to now is what the entries up to one told.
fn is_known(row: &Row, as_of: u64) -> bool {
    row.stands(as_of) && !row.is_corrected
}
