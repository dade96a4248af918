//! The standings of a season, as of some entry.

use crate::club_heads::ClubHead;
use crate::match_results::MatchResults;
use crate::queries::match_history::{AsOfEntry, result_until};
use crate::queries::open_balances::names;
use crate::tables::last_entries::last_hashes;
use crate::tables::player_merges::PlayerMerges;
use crate::tables::seasons::Row;
use crate::tables::{Sql, clubs, seasons};
use crate::transaction::Transaction;
use crate::{
    ClubId, Error, Hash, Ledger, MAX_SEASON_MATCHES, MatchId, Party, Player, PlayerId, Result,
    SeasonError, SeasonId,
};
use evidence::{MatchHistory, Season, SeasonOpened};
use futures_util::future::try_join;
use std::collections::HashMap;
use tally::{SeasonMatch, SeasonStandings};
use time::Date;
use tokio::task::yield_now;

/// Which standings of a season.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SeasonAt {
    /// As of which entry. None: as of the one that closed the season, or of the last one of a season that goes on.
    pub as_of_seq: Option<u64>,
    /// Only matches that were played on this day or earlier. None: all.
    pub until: Option<Date>,
}

/// The standings of a season.
#[derive(Debug, Clone, PartialEq)]
pub struct SeasonResult {
    /// The season.
    pub season: Season,
    /// The standings that were asked for.
    pub result: StandingsAsOf,
    /// The standings as of the last entry, if no entry was asked for, and the season was closed and its standings would be others by
    /// now. None too if the season has too many matches by now.
    pub since_closing: Option<StandingsAsOf>,
    /// Everybody in them, each under the name of whom they count for.
    pub names: HashMap<PlayerId, Player>,
}

/// The standings of a season as of an entry.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StandingsAsOf {
    /// The entry.
    pub seq: u64,
    /// The standings.
    pub standings: SeasonStandings,
}

impl Ledger {
    /// The standings of a season, added up from its matches as the entries up to one tell them. [`SeasonError::TooManyMatches`] beyond
    /// [`MAX_SEASON_MATCHES`], and [`SeasonError::TooManyEarlierMatches`] where more than [`MAX_EARLIER_MATCHES`](crate::MAX_EARLIER_MATCHES)
    /// changed after the entry that is asked for; [`Error::BeyondLedger`] as of an entry that there is not. A season that had not been
    /// opened by then is not found.
    pub async fn season_standings(
        &self,
        club: ClubId,
        id: SeasonId,
        at: SeasonAt,
    ) -> Result<SeasonResult> {
        let known = self.match_results();
        self.run_late_read(club, async move |tx: Transaction| {
            let of = (&*known, club, id);
            tx.read(club, async { read(tx.sql()?, of, at).await }).await
        })
        .await
    }
}

async fn read(
    sql: Sql<'_>,
    (known, club, id): (&MatchResults, ClubId, SeasonId),
    at: SeasonAt,
) -> Result<SeasonResult> {
    let (found, head) = try_join(seasons::find(sql, club, id), clubs::head(sql, club)).await?;
    let (season, _) = found.ok_or(Error::NotFound("season"))?;
    let ClubHead { tree, .. } = head.ok_or(Error::NotFound("club"))?;
    let last = tree.size();
    if at.as_of_seq.is_some_and(|seq| seq > last) {
        return Err(Error::BeyondLedger { size: last });
    }
    let closed = season.closed.map(|closed| closed.seq);
    let as_of = at.as_of_seq.or(closed).unwrap_or(last);
    if as_of < season.opened.seq {
        return Err(Error::NotFound("season"));
    }
    let both = at.as_of_seq.is_none() && closed.is_some();
    let until = (at, if both { last } else { as_of });
    let matches = SeasonMatches::read(sql, (known, club), &season, until).await?;
    let as_of = AsOfEntry {
        seq: as_of,
        is_chosen: at.as_of_seq.is_some(),
    };
    let result = matches.standings(as_of).await?;
    let since_closing = match both {
        true => matches.standings_of_now(last).await?,
        false => None,
    };
    let since_closing = since_closing.filter(|now| now.standings != result.standings);
    let mut players = Vec::new();
    for of in [Some(&result), since_closing.as_ref()]
        .into_iter()
        .flatten()
    {
        players.extend(of.standings.players.iter().map(|one| one.player));
    }
    let names = names(sql, club, players.into_iter().map(Party::Player)).await?;
    Ok(SeasonResult {
        season,
        result,
        since_closing,
        names,
    })
}

/// The matches of a season.
struct SeasonMatches<'a> {
    sql: Sql<'a>,
    club: ClubId,
    terms: SeasonOpened,
    rows: Vec<Row>,
    merges: PlayerMerges,
    /// What those came to of which only the entries say it.
    known: &'a MatchResults,
}

impl<'a> SeasonMatches<'a> {
    async fn read(
        sql: Sql<'a>,
        (known, club): (&'a MatchResults, ClubId),
        season: &Season,
        (at, as_of): (SeasonAt, u64),
    ) -> Result<Self> {
        let terms = season.terms.up_to(at.until);
        let limit = MAX_SEASON_MATCHES.saturating_add(1);
        let rows = seasons::matches(sql, club, &terms, (as_of, limit));
        let (rows, merges) = try_join(rows, PlayerMerges::read(sql, club)).await?;
        Ok(Self {
            sql,
            club,
            terms,
            rows,
            merges,
            known,
        })
    }

    /// The standings as the entries up to one tell them, if not too many matches changed after it.
    async fn standings(&self, as_of: AsOfEntry) -> Result<StandingsAsOf> {
        let opened = self.rows.iter().filter(|row| row.is_opened(as_of.seq));
        let opened: Vec<&Row> = opened.collect();
        if opened.len() > usize::try_from(MAX_SEASON_MATCHES).unwrap_or(usize::MAX) {
            return Err(SeasonError::TooManyMatches.into());
        }
        let told = opened.iter().filter(|row| !is_known(row, as_of.seq));
        let told: Vec<MatchId> = told.map(|row| row.match_id()).collect();
        if told.len() > as_of.most_earlier() {
            return Err(SeasonError::TooManyEarlierMatches.into());
        }
        let hashes = last_hashes(self.sql, self.club, (&told, as_of.seq)).await?;
        let mut matches = Vec::new();
        for row in opened {
            // They can be many: whoever waits for this thread goes first.
            yield_now().await;
            let hash = hashes.get(&row.match_id());
            matches.push(self.one(row, (as_of, hash)).await?);
        }
        Ok(StandingsAsOf {
            seq: as_of.seq,
            standings: SeasonStandings::of(&self.terms, matches, self.merges.counts_for(as_of.seq)),
        })
    }

    /// The same as of the last entry; none of a season that has too many matches by then. Those who write cannot take its final
    /// standings away from those who read.
    async fn standings_of_now(&self, last: u64) -> Result<Option<StandingsAsOf>> {
        match self.standings(AsOfEntry::given(last)).await {
            Err(Error::Season(SeasonError::TooManyMatches)) => Ok(None),
            standings => standings.map(Some),
        }
    }

    /// A match, as it stands if that is what the entries told by then; else as they told it.
    async fn one(
        &self,
        row: &Row,
        (as_of, hash): (AsOfEntry, Option<&Hash>),
    ) -> Result<SeasonMatch> {
        let variant_id = row.variant_id.clone();
        if is_known(row, as_of.seq) {
            return Ok(SeasonMatch {
                played_on: row.played_on,
                variant_id,
                counts: row.counts()?,
                half_points: row.of_players().collect(),
            });
        }
        let of = (self.club, row.match_id(), as_of);
        let result = |history: &MatchHistory| SeasonMatch::of(history, variant_id);
        result_until(self.sql, &self.known.of_seasons, of, (hash, result)).await
    }
}

/// Whether what a match comes to now is what the entries up to one told.
fn is_known(row: &Row, as_of: u64) -> bool {
    row.stands(as_of) && !row.is_uncertain
}
