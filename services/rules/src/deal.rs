//! How a match goes on from one deal to the next.

use mahjong::{Deal, Ending, Wind};

use crate::variant::DealRule;
use crate::{Amounts, Variant};

/// By chair what was reckoned by seat wind.
#[must_use]
pub(crate) fn by_chair(deal: &Deal, by_seat_wind: Amounts) -> Amounts {
    by_seat_wind.turned(4 - deal.dealer.index())
}

/// The next deal once this one passes; `None` after North round's last.
fn passed(deal: Deal) -> Option<Deal> {
    let dealer = deal.dealer.next();
    let round_wind = match (dealer == Deal::FIRST.dealer, deal.round_wind) {
        (false, round_wind) => round_wind,
        (true, Wind::North) => return None,
        (true, round_wind) => round_wind.next(),
    };
    Some(Deal {
        round_wind,
        dealer,
        extra: 0,
    })
}

/// What a hand means for the deal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HandResult {
    DealerWin,
    OtherWin,
    Goulash,
    FalseMahjong { by_dealer: bool },
}

/// The deal of the next hand; `None` if the match is over. Without rounds it never moves, and never ends the match.
pub(crate) fn after(variant: &Variant, deal: Deal, result: HandResult) -> Option<Deal> {
    let DealRule {
        most_hands, rounds, ..
    } = *variant.deal_rule();
    if !rounds {
        return Some(deal);
    }
    let next = passed(deal);
    let played = deal.extra.saturating_add(1);
    if stays(variant.deal_rule(), next.is_none(), result)
        && most_hands.is_none_or(|most| played < most)
    {
        Some(Deal {
            extra: played,
            ..deal
        })
    } else {
        next
    }
}

fn stays(rule: &DealRule, is_last: bool, result: HandResult) -> bool {
    let of_last = rule.last_deal_stays_after.filter(|_| is_last);
    let results = of_last.unwrap_or(rule.stays_after);
    match result {
        HandResult::DealerWin => results.dealer_win,
        HandResult::OtherWin => false,
        HandResult::Goulash => results.goulash,
        HandResult::FalseMahjong { by_dealer: true } => results.dealer_false_mahjong,
        HandResult::FalseMahjong { by_dealer: false } => results.other_false_mahjong,
    }
}

/// Where a match stands between two hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MatchState {
    /// The number of the next hand, from 1.
    pub next_number: u32,
    /// The deal of the next hand; after the last, the deal of that hand.
    pub deal: Deal,
    /// What each chair has gained or lost so far, chair 1 first, and what the house holds.
    pub totals: Amounts,
    /// Whether the match is over, and why.
    pub ending: Option<Ending>,
}

impl MatchState {
    /// The most hands of a match.
    pub const MOST_HANDS: u32 = 100_000;

    /// The start of a match.
    #[must_use]
    pub fn start() -> MatchState {
        MatchState {
            next_number: 1,
            deal: Deal::FIRST,
            totals: Amounts::default(),
            ending: None,
        }
    }
}
