//! The sums over all rescored matches.

use std::collections::BTreeMap;

use evidence::Party;

/// The gain or loss of every party in half points: as played, and under the other variant.
pub type Totals = BTreeMap<Party, (i64, i64)>;

/// The sums over rescored matches.
#[derive(Default)]
pub struct Sum {
    /// The number of matches.
    pub matches: u64,
    /// The number of outcomes.
    pub outcomes: u64,
    /// The number of outcomes that were declared without tiles.
    pub declared: u64,
    /// The number of outcomes with another result.
    pub differing: u64,
    /// The gain or loss of every party.
    pub totals: Totals,
}
