//! The rules by which one player pays for all three, as a variant plays them.

use super::document::OtherDiscard;
use crate::{LiabilityRule, PatternSet};

/// A rule by which one player pays for all three.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Liability {
    /// When a player is liable.
    pub rule: LiabilityRule,
    /// The winning hands that it punishes: those that show one of these patterns. With none here and no limit hands
    /// either, it punishes whatever hand won.
    pub hands: PatternSet,
    /// Whether it punishes every limit hand too.
    pub limit_hands: bool,
    /// The least fan of a hand that it punishes; a limit hand has always enough.
    pub from_fan: u32,
    /// Whether it also punishes who declares a kong that the winner robs.
    pub robbed_kong: bool,
    /// The least the liable player pays in all, in points; `None`: just what all three would have paid.
    pub at_least: Option<u32>,
    /// Who pays if another player than the liable one then discards the winning tile.
    pub other_discard: OtherDiscard,
}

impl Liability {
    /// Whether it punishes a hand that shows these patterns, and perhaps is a limit hand.
    pub(crate) fn punishes(&self, shown: PatternSet, limit: bool) -> bool {
        let whatever = self.hands.is_empty() && !self.limit_hands;
        whatever || (self.limit_hands && limit) || !(self.hands & shown).is_empty()
    }
}

/// Whether a rule punishes the discard that wins, and not a meld that was fed before.
pub(crate) const fn is_of_the_discard(rule: LiabilityRule) -> bool {
    matches!(rule, LiabilityRule::NineTiles | LiabilityRule::FiveTiles)
}
