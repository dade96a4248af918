//! The standings of a tournament, as of some entry.

use crate::queries::match_history::{Until, fold};
use crate::queries::open_balances::names;
use crate::queries::tournaments::told;
use crate::tables::player_merges::PlayerMerges;
use crate::tables::tournaments::Row;
use crate::tables::{Sql, clubs, tournaments};
use crate::transaction::Transaction;
use crate::{
    ClubId, Entry, Error, Ledger, MAX_EARLIER_MATCHES, MatchId, Party, Player, PlayerId, Result,
    TournamentError, TournamentId,
};
use evidence::Tournament;
use futures_util::future::try_join4;
use std::collections::HashMap;
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
    /// [`MAX_EARLIER_MATCHES`] changed after the entry that is asked for; [`Error::BeyondLedger`] as of an entry that there is not. A
    /// tournament that had not been opened by then is not found.
    pub async fn tournament_standings(
        &self,
        club: ClubId,
        id: TournamentId,
        as_of_seq: Option<u64>,
    ) -> Result<TournamentResult> {
        self.run_late_read(club, async move |tx: Transaction| {
            tx.read(club, async { read(tx.sql()?, club, id, as_of_seq).await })
                .await
        })
        .await
    }
}

async fn read(
    sql: Sql<'_>,
    club: ClubId,
    id: TournamentId,
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
    let (tree, _) = head.ok_or(Error::NotFound("club"))?;
    let last = tree.size();
    if as_of_seq.is_some_and(|seq| seq > last) {
        return Err(Error::BeyondLedger { size: last });
    }
    let closed = tournament.closed.map(|closed| closed.seq);
    let as_of = as_of_seq.or(closed).unwrap_or(last);
    let matches = TournamentMatches { sql, club, rows };
    // Whoever writes cannot make final standings too dear to read without writing as much.
    let most_earlier = as_of_seq.map_or(usize::MAX, |_| MAX_EARLIER_MATCHES);
    let then = up_to(entries, as_of)?;
    let result = matches.standings(&then, &merges, (as_of, most_earlier));
    let result = result.await?;
    let since_closing = match as_of_seq.is_none() && closed.is_some() {
        true => {
            let now = matches.standings(&tournament, &merges, (last, usize::MAX));
            Some(now.await?).filter(|now| now.standings != result.standings)
        }
        false => None,
    };
    let mut players = Vec::new();
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
        names,
    })
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
}

impl TournamentMatches<'_> {
    /// The standings of a tournament as the entries up to one tell it, if not too many of its matches changed after that.
    pub(crate) async fn standings(
        &self,
        tournament: &Tournament,
        merges: &PlayerMerges,
        (as_of, most_earlier): (u64, usize),
    ) -> Result<TournamentStandingsAsOf> {
        let rows: HashMap<MatchId, &Row> =
            self.rows.iter().map(|row| (row.match_id(), row)).collect();
        let rounds = tournament.opened_rounds();
        let tables = rounds.flat_map(|round| round.matches.iter().zip(&round.draw.tables));
        let mut of_tables = Vec::new();
        for (id, table) in tables {
            of_tables.push((*rows.get(id).ok_or(Error::NotFound("match"))?, *table));
        }
        let is_earlier = |(row, _): &&(&Row, [PlayerId; 4])| !row.stands(as_of);
        if of_tables.iter().filter(is_earlier).count() > most_earlier {
            return Err(TournamentError::TooManyEarlierMatches.into());
        }
        let mut results = HashMap::new();
        for (row, table) in of_tables {
            if let Some(result) = self.one(row, table, as_of).await? {
                results.insert(row.match_id(), result);
            }
        }
        let counts_for = merges.until(as_of);
        let counts_for = |player| counts_for.get(&player).copied().unwrap_or(player);
        let result = |id| results.get(&id).copied();
        Ok(TournamentStandingsAsOf {
            seq: as_of,
            standings: TournamentStandings::of(tournament, result, counts_for),
        })
    }

    /// A match of a table, as it stands if that is what the entries told by then; else as they told it. A correction may have put its players
    /// on other chairs, which only the entries say.
    async fn one(
        &self,
        row: &Row,
        table: [PlayerId; 4],
        as_of: u64,
    ) -> Result<Option<TournamentMatch>> {
        if row.stands(as_of) && !row.is_corrected {
            return row.has_outcomes().then(|| row.result(table)).transpose();
        }
        let until = Until {
            told: as_of,
            known: as_of,
        };
        let of = (self.club, row.match_id());
        let history = fold(self.sql, of, until, |_| false).await?.history;
        Ok(TournamentMatch::of(&history))
    }
}
