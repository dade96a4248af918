//! Matches and the variants they are played under.

use crate::club_heads::ClubHead;
use crate::page;
use crate::tables::{Sql, clubs, declarations, matches, players, round_tables, variants};
use crate::transaction::Transaction;
use crate::{
    ClubId, Error, Extent, Hash, Ledger, MatchFilter, MatchId, MatchView, Matches, Page, Result,
};
use futures_util::future::try_join;
use std::collections::HashMap;

impl Ledger {
    /// How many matches of a club there are, and up to which entry.
    pub async fn extent_of_matches(&self, club: ClubId, filter: MatchFilter) -> Result<Extent> {
        self.run_late_read(club, async move |tx: Transaction| {
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
        self.run_late_read(club, async move |tx: Transaction| {
            tx.read(club, async { list(tx.sql()?, club, &filter, page).await })
                .await
        })
        .await
    }

    /// The how-manieth match of its day each of some is, in the order in which they were opened: later matches do not change that.
    pub async fn numbers_of_day(
        &self,
        club: ClubId,
        ids: Vec<MatchId>,
    ) -> Result<HashMap<MatchId, u64>> {
        self.run_late_read(club, async move |tx: Transaction| {
            let reads = async { round_tables::numbers_of_day(tx.sql()?, club, ids).await };
            tx.read(club, reads).await
        })
        .await
    }

    /// A match as it stands.
    pub async fn match_view(&self, club: ClubId, match_id: MatchId) -> Result<MatchView> {
        self.run_late_read(club, async move |tx: Transaction| {
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
    let ClubHead { tree, .. } = head.ok_or(Error::NotFound("club"))?;
    Ok(Extent {
        seq: tree.size(),
        count,
    })
}

/// A match with its players' names.
pub(crate) async fn one(sql: Sql<'_>, club: ClubId, match_id: MatchId) -> Result<MatchView> {
    let view = find(sql, club, match_id).await?;
    view.ok_or(Error::NotFound("match"))
}

/// The same; none if the club has no such match.
pub(crate) async fn find(
    sql: Sql<'_>,
    club: ClubId,
    match_id: MatchId,
) -> Result<Option<MatchView>> {
    let (row, names) = try_join(
        matches::find(sql, club, match_id),
        players::names_in(sql, club, match_id),
    )
    .await?;
    let declarations = declarations::of_matches(sql, club, row.as_slice()).await?;
    row.map(|row| row.view(&names, &declarations)).transpose()
}

async fn list(sql: Sql<'_>, club: ClubId, filter: &MatchFilter, page: Page) -> Result<Matches> {
    let rows = matches::list(sql, club, filter, page).await?;
    let (rows, next) = page::cut(rows, page.limit, matches::Row::opened_seq);
    let seated = rows
        .iter()
        .flat_map(matches::Row::players)
        .map(|player| player.0)
        .collect();
    let (names, declarations) = try_join(
        players::names(sql, club, seated),
        declarations::of_matches(sql, club, &rows),
    )
    .await?;
    let matches = rows
        .into_iter()
        .map(|row| row.view(&names, &declarations))
        .collect::<Result<Vec<_>>>()?;
    let next = next.transpose()?;
    Ok(Matches { matches, next })
}
