//! The hands that were won in a club, and its records. No entry is looked at: what matches come to was added up before.

use super::standings::{StandingsProgress, reflected, spans, sums};
use crate::tables::tally_sums::Wanted;
use crate::tables::{Sql, players, tallies, tally_sums, won_hands};
use crate::transaction::Transaction;
use crate::{
    BestDayRecord, ClubId, Error, Ledger, LongestDealRecord, LongestStreakRecord, Period, Player,
    PlayerId, Result, WonHand, WonHandFilter, WonHandOrder, WonHandPlace, page,
};
use futures_util::future::{try_join, try_join4};
use std::cmp::Reverse;

/// A page of the hands that were won.
#[derive(Debug, Clone, PartialEq)]
pub struct WonHands {
    /// Up to where they follow the ledger.
    pub reflected: StandingsProgress,
    /// The hands.
    pub hands: Vec<WonHand>,
    /// Where the next page begins; none after the last one.
    pub next: Option<WonHandPlace>,
}

/// The records of the matches of a period. What did not happen has none.
#[derive(Debug, Clone, PartialEq)]
pub struct Records {
    /// Up to where they follow the ledger.
    pub reflected: StandingsProgress,
    /// The best hand.
    pub best_hand: Option<WonHand>,
    /// The most hands that anybody dealt in a row, if a deal was ever repeated; of equal ones the first.
    pub longest_deal: Option<LongestDealRecord>,
    /// The most that anybody gained on a day; of equal ones the first.
    pub best_day: Option<BestDayRecord>,
    /// The most matches in a row that brought anybody a gain.
    pub longest_streak: Option<LongestStreakRecord>,
    /// How often each pattern counted, the rarest first.
    pub patterns: Vec<(String, u64)>,
}

impl Ledger {
    /// A page of the hands that were won, at most so many.
    pub async fn won_hands(
        &self,
        club: ClubId,
        (filter, order): (WonHandFilter, WonHandOrder),
        (after, limit): (Option<WonHandPlace>, u32),
    ) -> Result<WonHands> {
        self.run_late_read(club, async move |tx: Transaction| {
            let reads = async {
                let sql = tx.sql()?;
                let wanted = (after, page::one_more(limit));
                let hands = won_hands::list(sql, club, (&filter, order), wanted);
                try_join(reflected(sql, club), hands).await
            };
            let (reflected, hands) = tx.read(club, reads).await?;
            let (hands, next) = page::cut(hands, limit, |(_, place)| *place);
            Ok(WonHands {
                reflected,
                hands: hands.into_iter().map(|(hand, _)| hand).collect(),
                next,
            })
        })
        .await
    }

    /// The records of a period.
    pub async fn records(&self, club: ClubId, period: Period) -> Result<Records> {
        self.run_late_read(club, async move |tx: Transaction| {
            tx.read(club, async { records(tx.sql()?, club, period).await })
                .await
        })
        .await
    }
}

async fn records(sql: Sql<'_>, club: ClubId, period: Period) -> Result<Records> {
    let (reflected, spans) = try_join(reflected(sql, club), spans(sql, club, &period)).await?;
    let wanted = Wanted {
        variant_id: period.variant_id.as_deref(),
        spans: &spans,
    };
    let (deal, day, sums, patterns) = try_join4(
        tallies::longest_deal(sql, club, &period),
        tally_sums::best_day(sql, club, &period),
        sums(sql, club, wanted),
        tally_sums::patterns(sql, club, wanted),
    )
    .await?;
    let streak = sums
        .into_iter()
        .map(|(player, totals)| (player, totals.streaks.longest))
        .filter(|(_, matches)| *matches > 0)
        .min_by_key(|(player, matches)| (Reverse(*matches), *player));
    let best = WonHandFilter {
        period,
        ..WonHandFilter::default()
    };
    let best = (&best, WonHandOrder::Best);
    let holders = [
        deal.as_ref().map(|deal| deal.player),
        day.as_ref().map(|day| day.player),
        streak.map(|(player, _)| player),
    ];
    let holders = holders.into_iter().flatten().map(|player| player.0);
    let (hands, names) = try_join(
        won_hands::list(sql, club, best, (None, 1)),
        players::names(sql, club, holders.collect()),
    )
    .await?;
    Ok(Records {
        reflected,
        best_hand: hands.into_iter().next().map(|(hand, _)| hand),
        longest_deal: deal.map(|deal| deal.of(&names)).transpose()?,
        best_day: day.map(|day| day.of(&names)).transpose()?,
        longest_streak: streak
            .map(|(player, matches)| {
                let player = holder(&names, player)?;
                Ok::<_, Error>(LongestStreakRecord { player, matches })
            })
            .transpose()?,
        patterns,
    })
}

impl tallies::LongestDealRow {
    fn of(self, names: &players::Names) -> Result<LongestDealRecord> {
        Ok(LongestDealRecord {
            player: holder(names, self.player)?,
            hands: self.deal.hands,
            match_id: self.deal.match_id,
            first: self.deal.first,
            played_on: self.played_on,
        })
    }
}

impl tally_sums::BestDayRow {
    fn of(self, names: &players::Names) -> Result<BestDayRecord> {
        Ok(BestDayRecord {
            player: holder(names, self.player)?,
            played_on: self.played_on,
            half_points: self.half_points,
            matches: self.matches,
        })
    }
}

fn holder(names: &players::Names, player: PlayerId) -> Result<Player> {
    let player = names.get(&player.0).cloned();
    player.ok_or(Error::impossible("player of a record"))
}
