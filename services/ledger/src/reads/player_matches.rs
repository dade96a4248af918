//! The matches of a player, one by one. No hand is looked at here either.

use super::page;
use super::standings::{Period, Reflected, counted_for, last_day, reflected};
use crate::tables::{Sql, player_matches, players};
use crate::{ClubId, Hash, Ledger, MatchId, Player, PlayerId, Result};
use futures_util::future::try_join;
use tally::Totals;
use time::Date;

/// A page of the matches of a player, the last played first.
#[derive(Debug, Clone, PartialEq)]
pub struct PlayerMatches {
    /// Up to where they follow the ledger.
    pub reflected: Reflected,
    /// Who; somebody who was merged is who they count for.
    pub player: Player,
    /// The matches.
    pub matches: Vec<PlayerMatch>,
    /// Where the next page begins; none after the last one.
    pub next: Option<PlayedBefore>,
}

/// What a match came to for a player.
#[derive(Debug, Clone, PartialEq)]
pub struct PlayerMatch {
    /// Which.
    pub match_id: MatchId,
    /// The day it is played on.
    pub played_on: Date,
    /// The sequence number of the entry that opened it.
    pub opened_seq: u64,
    /// What its variant was called when it was chosen; only a label.
    pub variant_id: String,
    /// The content hash of its variant.
    pub variant_hash: Hash,
    /// Where the player finished, 1 first; who gained the same shares the better place. None while it goes on.
    pub place: Option<usize>,
    /// What the player gained (positive) or lost, in minor units of the currency.
    pub amount_cents: i64,
    /// ISO 4217 code of the money.
    pub currency: String,
    /// What it comes to for them.
    pub totals: Totals,
}

/// A place in the list: before the match that was played on this day and opened by the entry with this sequence number.
pub type PlayedBefore = (Date, u64);

impl Ledger {
    /// A page of the matches that a player, or anybody who was merged into them, took part in; at most so many.
    pub async fn player_matches(
        &self,
        club: ClubId,
        player: PlayerId,
        period: Period,
        (before, limit): (Option<PlayedBefore>, u32),
    ) -> Result<PlayerMatches> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
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
