//! What all matches come to together.

use std::collections::BTreeMap;

use evidence::Party;

use super::OtherMatch;

/// What everybody gained or lost in half points: as played, and by the other rules.
pub type Totals = BTreeMap<Party, (i64, i64)>;

/// Matches, added up.
#[derive(Default)]
pub struct Sum {
    /// How many.
    pub matches: u64,
    /// Their outcomes.
    pub outcomes: u64,
    /// Those of them that the table declared.
    pub declared: u64,
    /// Those of them that are different by the other rules.
    pub differing: u64,
    /// What everybody gained or lost.
    pub totals: Totals,
}

impl Sum {
    /// Adds a match.
    pub fn add(&mut self, other: &OtherMatch) {
        self.matches += 1;
        self.outcomes += other.outcomes;
        self.declared += other.declared;
        self.differing += other.different.len() as u64;
        for (party, (before, after)) in &other.totals {
            let total = self.totals.entry(*party).or_default();
            total.0 = total.0.saturating_add(*before);
            total.1 = total.1.saturating_add(*after);
        }
    }
}
