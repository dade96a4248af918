//! A scored hand with what is shown of it.

use rules::{ScoredHand, Variant, Win};

/// A hand, scored: everything that is told of it.
pub(super) struct Told<'a> {
    pub(super) variant: &'a Variant,
    pub(super) win: &'a Win,
    pub(super) scored: ScoredHand,
    /// The readings that do not count, best first, if they were asked for.
    pub(super) others: Option<Vec<rules::Score>>,
}
