//! Matches and the variants they are played under.

use super::page;
use crate::tables::{Sql, clubs, matches, players, variants};
use crate::{ClubId, Error, Hash, Ledger, MatchId, Player, PlayerId, Result};
use evidence::{MatchState, Timestamp};
use futures_util::future::try_join;
use time::Date;

/// A match as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchView {
    /// Which.
    pub id: MatchId,
    /// What its variant was called when it was chosen; only a label.
    pub variant_id: String,
    /// The content hash of its variant.
    pub variant_hash: Hash,
    /// The players, chair 1 first.
    pub players: [Player; 4],
    /// The least fan a hand needs; none: the variant's own minimum.
    pub minimum_fan: Option<u32>,
    /// Money per point, in minor units.
    pub stake_cents: i64,
    /// ISO 4217 code of the money.
    pub currency: String,
    /// The points everyone started with.
    pub starting_points: i64,
    /// The day it is played on.
    pub played_on: Date,
    /// When it was entered.
    pub opened_at: Timestamp,
    /// The sequence number of the entry that opened it.
    pub opened_seq: u64,
    /// Where it stands.
    pub state: MatchState,
    /// The sequence number of the last entry that changed it.
    pub version: u64,
}

/// Which matches; every condition that is set must hold.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MatchFilter {
    /// In which this player sits, or somebody who was merged into them.
    pub player: Option<PlayerId>,
    /// This one.
    pub match_id: Option<MatchId>,
    /// Under this variant.
    pub variant_hash: Option<Hash>,
    /// Under a variant with this id.
    pub variant_id: Option<String>,
    /// Over, or still going on.
    pub over: Option<bool>,
    /// Played on this day or later.
    pub played_from: Option<Date>,
    /// Played on this day or earlier.
    pub played_until: Option<Date>,
}

/// A page of a list, newest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// Only matches opened before this sequence number: the `next` of the page before.
    pub before: Option<u64>,
    /// How many at most.
    pub limit: u32,
}

/// A page of matches, the last opened first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Matches {
    /// The matches.
    pub matches: Vec<MatchView>,
    /// Where the next page begins; none after the last one.
    pub next: Option<u64>,
}

/// How much there is of something, and when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extent {
    /// The sequence number of the last entry there was.
    pub seq: u64,
    /// How many there were.
    pub count: u64,
}

impl Ledger {
    /// How many matches of a club there are, and up to which entry.
    pub async fn extent_of_matches(&self, club: ClubId, filter: MatchFilter) -> Result<Extent> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            let looks = async {
                let sql = tx.sql()?;
                extent(sql, club, matches::count(sql, club, &filter)).await
            };
            tx.read(club, looks).await
        })
        .await
    }

    /// The matches of a club, the last opened first.
    pub async fn matches(&self, club: ClubId, filter: MatchFilter, page: Page) -> Result<Matches> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            tx.read(club, async { list(tx.sql()?, club, &filter, page).await })
                .await
        })
        .await
    }

    /// A match as it stands.
    pub async fn match_view(&self, club: ClubId, match_id: MatchId) -> Result<MatchView> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            tx.read(club, async { one(tx.sql()?, club, match_id).await })
                .await
        })
        .await
    }

    /// The document of a variant that matches of the club are played under: canonical JSON.
    pub async fn variant_document(&self, club: ClubId, hash: Hash) -> Result<Vec<u8>> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            tx.read(club, async {
                let document = variants::document(tx.sql()?, club, hash).await?;
                document.ok_or(Error::NotFound("variant"))
            })
            .await
        })
        .await
    }
}

/// How many of something there are, and up to which entry.
pub(crate) async fn extent(
    sql: Sql<'_>,
    club: ClubId,
    count: impl Future<Output = Result<u64>>,
) -> Result<Extent> {
    let (head, count) = try_join(clubs::head(sql, club), count).await?;
    let (tree, _) = head.ok_or(Error::NotFound("club"))?;
    Ok(Extent {
        seq: tree.size(),
        count,
    })
}

/// A match with its players' names.
pub(crate) async fn one(sql: Sql<'_>, club: ClubId, match_id: MatchId) -> Result<MatchView> {
    let (row, names) = try_join(
        matches::find(sql, club, match_id),
        players::names_in(sql, club, match_id),
    )
    .await?;
    row.ok_or(Error::NotFound("match"))?.view(&names)
}

async fn list(sql: Sql<'_>, club: ClubId, filter: &MatchFilter, page: Page) -> Result<Matches> {
    let rows = matches::list(sql, club, filter, page).await?;
    let (rows, next) = page::cut(rows, page.limit, matches::Row::opened_seq);
    let seated = rows
        .iter()
        .flat_map(matches::Row::players)
        .map(|player| player.0)
        .collect();
    let names = players::names(sql, club, seated).await?;
    let matches = rows
        .into_iter()
        .map(|row| row.view(&names))
        .collect::<Result<Vec<_>>>()?;
    let next = next.transpose()?;
    Ok(Matches { matches, next })
}
