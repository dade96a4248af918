//! What all matches come to together.

use std::collections::BTreeMap;

use audit::OtherMatch;
use evidence::Party;

/// What everybody gained or lost in half points: as played, and by the other rules.
pub(super) type Totals = BTreeMap<Party, (i64, i64)>;

/// Matches, added up.
#[derive(Default)]
pub(super) struct Sum {
    pub(super) matches: u64,
    pub(super) outcomes: u64,
    pub(super) declared: u64,
    pub(super) differing: u64,
    pub(super) totals: Totals,
}

impl Sum {
    pub(super) fn add(&mut self, other: &OtherMatch) {
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
