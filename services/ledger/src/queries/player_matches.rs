//! The matches of a player, one by one. No hand is looked at here either.

use super::standings::{StandingsProgress, counted_for, last_day, reflected};
use crate::tables::{Sql, player_matches, players};
use crate::transaction::Transaction;
use crate::{ClubId, Ledger, PlayedBefore, Player, PlayerId, PlayerMatch, Result};
use crate::{Period, page};
use futures_util::future::try_join;

/// A page of the matches of a player, the last played first.
#[derive(Debug, Clone, PartialEq)]
pub struct PlayerMatches {
    /// Up to where they follow the ledger.
    pub reflected: StandingsProgress,
    /// Who; somebody who was merged is who they count for.
    pub player: Player,
    /// The matches.
    pub matches: Vec<PlayerMatch>,
    /// Where the next page begins; none after the last one.
    pub next: Option<PlayedBefore>,
}

impl Ledger {
    /// A page of the matches that a player, or anybody who was merged into them, took part in; at most so many.
    pub async fn player_matches(
        &self,
        club: ClubId,
        player: PlayerId,
        period: Period,
        (before, limit): (Option<PlayedBefore>, u32),
    ) -> Result<PlayerMatches> {
        self.run_late_read(club, async move |tx: Transaction| {
            let reads = async { list(tx.sql()?, (club, player), &period, (before, limit)).await };
            tx.read(club, reads).await
        })
        .await
    }
}

async fn list(
    sql: Sql<'_>,
    (club, player): (ClubId, PlayerId),
    period: &Period,
    (before, limit): (Option<PlayedBefore>, u32),
) -> Result<PlayerMatches> {
    let (reflected, player) =
        try_join(reflected(sql, club), counted_for(sql, club, player)).await?;
    let ids = players::ids_of(sql, club, player.id).await?;
    let end = (last_day(period), u64::MAX);
    let before = before.map_or(end, |before| before.min(end));
    let one_more = page::one_more(limit);
    let matches = player_matches::list(sql, club, ids, (period, before), one_more).await?;
    let (matches, next) = page::cut(matches, limit, |last| (last.played_on, last.opened_seq));
    Ok(PlayerMatches {
        reflected,
        player,
        matches,
        next,
    })
}
