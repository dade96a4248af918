//! Standings and statistics. No hand is looked at: what matches come to was added up before.

use crate::tables::tally_sums::Wanted;
use crate::tables::{Sql, players, ratings, tallies, tally_sums};
use crate::transaction::Transaction;
use crate::{ClubId, Error, Ledger, Period, Player, PlayerId, Result};
use futures_util::TryStreamExt;
use futures_util::future::{try_join, try_join3};
use serde::Serialize;
use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};
use std::pin::pin;
use tally::{Figures, Rating, Span, Totals, cover};
use time::Date;

/// Up to where figures follow the ledger. They are added up in the background, mostly within a second.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = LedgerPosition))]
pub struct StandingsProgress {
    /// The sequence number of the last entry that is in the figures; 0 before there are any.
    pub seq: u64,
    /// That of the last entry there is. Where it is larger, more is on its way: ask again.
    pub head_seq: u64,
}

/// What the matches of a period come to for everybody who played.
#[derive(Debug, Clone, PartialEq)]
pub struct Standings {
    /// Up to where they follow the ledger.
    pub reflected: StandingsProgress,
    /// Who gained most comes first.
    pub rows: Vec<StandingsRow>,
}

/// What they come to for one player.
#[derive(Debug, Clone, PartialEq)]
pub struct StandingsRow {
    /// Who.
    pub player: Player,
    /// What the matches come to.
    pub totals: Totals,
    /// What is thought of their strength at the end of the period, whatever the variant; none before they finished a match.
    pub rating: Option<Rating>,
}

/// What the matches of a period come to for one player, in full.
#[derive(Debug, Clone, PartialEq)]
pub struct Statistics {
    /// Up to where they follow the ledger.
    pub reflected: StandingsProgress,
    /// Who; somebody who was merged is who they count for.
    pub player: Player,
    /// What the matches come to.
    pub figures: Figures,
    /// What is thought of their strength at the end of the period, whatever the variant; none before they finished a match.
    pub rating: Option<Rating>,
    /// Those they played with.
    pub others: HashMap<PlayerId, Player>,
}

impl Ledger {
    /// The standings of a period.
    pub async fn standings(&self, club: ClubId, period: Period) -> Result<Standings> {
        self.run_late_read(club, async move |tx: Transaction| {
            tx.read(club, async { standings(tx.sql()?, club, &period).await })
                .await
        })
        .await
    }

    /// The statistics of a player over a period.
    pub async fn statistics(
        &self,
        club: ClubId,
        player: PlayerId,
        period: Period,
    ) -> Result<Statistics> {
        self.run_late_read(club, async move |tx: Transaction| {
            let reads = async { statistics(tx.sql()?, club, player, &period).await };
            tx.read(club, reads).await
        })
        .await
    }
}

async fn standings(sql: Sql<'_>, club: ClubId, period: &Period) -> Result<Standings> {
    let (reflected, spans) = try_join(reflected(sql, club), spans(sql, club, period)).await?;
    let wanted = Wanted {
        variant_id: period.variant_id.as_deref(),
        spans: &spans,
    };
    let sums = sums(sql, club, wanted).await?;
    let played: Vec<PlayerId> = sums.keys().copied().collect();
    let (names, ratings) = try_join(
        players::names(sql, club, played.iter().map(|player| player.0).collect()),
        ratings::at_end_of(sql, club, &played, last_day(period)),
    )
    .await?;
    let mut rows = Vec::new();
    for (id, totals) in sums {
        let player = names.get(&id.0).cloned();
        rows.push(StandingsRow {
            player: player.ok_or(Error::impossible("player of a match"))?,
            totals,
            rating: ratings.get(&id).copied(),
        });
    }
    rows.sort_by_key(|row| (Reverse(row.totals.half_points), row.player.id));
    Ok(Standings { reflected, rows })
}

/// What some spans come to for everybody who played in them.
pub(super) async fn sums(
    sql: Sql<'_>,
    club: ClubId,
    wanted: Wanted<'_>,
) -> Result<HashMap<PlayerId, Totals>> {
    let mut sums: HashMap<PlayerId, Totals> = HashMap::new();
    let mut totals = pin!(tally_sums::totals(sql, club, wanted).await?);
    while let Some((player, later)) = totals.try_next().await? {
        let so_far = sums.entry(player).or_default();
        *so_far = std::mem::take(so_far).then(later);
    }
    Ok(sums)
}

async fn statistics(
    sql: Sql<'_>,
    club: ClubId,
    player: PlayerId,
    period: &Period,
) -> Result<Statistics> {
    let (reflected, spans, player) = try_join3(
        reflected(sql, club),
        spans(sql, club, period),
        counted_for(sql, club, player),
    )
    .await?;
    let wanted = Wanted {
        variant_id: period.variant_id.as_deref(),
        spans: &spans,
    };
    let figures = async {
        let of_spans = tally_sums::of_player(sql, club, player.id, wanted).await?;
        let add = async |so_far: Figures, later| Ok(so_far.then(later));
        of_spans.try_fold(Figures::default(), add).await
    };
    let (figures, ratings) = try_join(
        figures,
        ratings::at_end_of(sql, club, &[player.id], last_day(period)),
    )
    .await?;
    let others: BTreeSet<_> = figures.detail.against.keys().map(|id| id.0).collect();
    let names = players::names(sql, club, others.into_iter().collect()).await?;
    Ok(Statistics {
        reflected,
        rating: ratings.get(&player.id).copied(),
        others: names
            .into_iter()
            .map(|(id, other)| (PlayerId(id), other))
            .collect(),
        player,
        figures,
    })
}

pub(super) async fn reflected(sql: Sql<'_>, club: ClubId) -> Result<StandingsProgress> {
    let progress = tallies::progress(sql, club).await?;
    let (seq, head_seq) = progress.ok_or(Error::NotFound("club"))?;
    Ok(StandingsProgress { seq, head_seq })
}

/// The spans that make up a period, no longer than something was played.
pub(super) async fn spans(
    sql: Sql<'_>,
    club: ClubId,
    period: &Period,
) -> Result<Vec<(Span, Date)>> {
    let years = tally_sums::years(sql, club, period.variant_id.as_deref()).await?;
    let Some((first, last)) = years else {
        return Ok(Vec::new());
    };
    let from = period.from.map_or(first, |from| from.max(first));
    let last = Span::Year.end(last);
    let until = period.until.map_or(last, |until| until.min(last));
    Ok(cover(from, until))
}

/// The last day of a period; of one that does not end, the last there is.
pub(super) fn last_day(period: &Period) -> Date {
    period.until.unwrap_or(Date::MAX)
}

/// A player, or who they were merged into.
pub(super) async fn counted_for(sql: Sql<'_>, club: ClubId, player: PlayerId) -> Result<Player> {
    let found = players::find(sql, club, player).await?;
    let found = found.ok_or(Error::NotFound("player"))?;
    let Some(into) = found.merged_into else {
        return Ok(found);
    };
    let into = players::find(sql, club, into).await?;
    into.ok_or(Error::NotFound("player"))
}
