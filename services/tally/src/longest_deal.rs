//! How long somebody dealt without a break.

use evidence::{MatchHistory, MatchId, OutcomeId, PlayerId};
use std::collections::BTreeMap;

/// The most hands that a player dealt in a row without the deal passing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LongestDeal {
    /// So many hands, the first one and those that repeated the deal; at least 1.
    pub hands: u32,
    /// The match.
    pub match_id: MatchId,
    /// The first of the hands.
    pub first: OutcomeId,
}

/// The longest deal of everybody who dealt in a match; of equal ones the first. Who sat down for somebody in the middle of a deal begins
/// anew.
pub(crate) fn longest_deals(
    history: &MatchHistory,
    counts_for: impl Fn(PlayerId) -> PlayerId,
) -> BTreeMap<PlayerId, LongestDeal> {
    let mut longest: BTreeMap<PlayerId, LongestDeal> = BTreeMap::new();
    let mut running: Option<(PlayerId, LongestDeal)> = None;
    for current in &history.outcomes {
        let result = &current.now.result;
        if result.number.is_none() {
            continue;
        }
        let dealer = counts_for(result.deal.dealer.of(result.legs.chairs()).player);
        let deal = match running {
            Some((player, deal)) if player == dealer && result.deal.extra > 0 => LongestDeal {
                hands: deal.hands.saturating_add(1),
                ..deal
            },
            _ => LongestDeal {
                hands: 1,
                match_id: history.terms.match_id,
                first: current.outcome_id,
            },
        };
        running = Some((dealer, deal));
        let best = longest.entry(dealer).or_insert(deal);
        if deal.hands > best.hands {
            *best = deal;
        }
    }
    longest
}
