//! The work that an auditor tells of, by which whoever carries out several audits has them take turns.

use crate::honest;
use audit::{Auditor, Pace};
use evidence::{Body, Entry, Hash, VariantAdded};
use rules::{MatchState, StepBudget, TableOptions, Variant, plays_within};
use std::cell::Cell;
use std::rc::Rc;
use std::slice;

/// The rules of the honest match, with house patterns that take many steps and that no hand has.
fn with_dear_patterns(count: usize) -> Variant {
    let expression = "!tiles.all(a, tiles.all(b, a.rank > 9 || b.rank > 9 || true))";
    let pattern = |place| {
        format!(
            r#""house:dear_{place}": {{"name": {{"english": "Dear"}}, "expression": "{expression}", "value": 1}}"#
        )
    };
    let patterns: Vec<String> = (0..count).map(pattern).collect();
    let patch = format!(
        r#"{{"id": "dear", "house_patterns": {{{}}}}}"#,
        patterns.join(", ")
    );
    let base = Variant::built_in("old-hong-kong").unwrap();
    base.derive(patch.as_bytes()).unwrap()
}

/// The honest ledger until its win, with other rules for its match.
fn until_the_win(variant: &Variant) -> Vec<Entry> {
    let mut entries = honest::ledger();
    entries.truncate(usize::try_from(honest::WIN).unwrap());
    let (hash, base) = (Hash(variant.hash()), honest::added("old-hong-kong"));
    for entry in &mut entries {
        if entry.body == base {
            let added = VariantAdded::from_document(variant.document());
            entry.body = Body::VariantAdded(added.unwrap());
        } else if let Body::MatchOpened(opened) = &mut entry.body {
            opened.variant_hash = hash;
        } else if let Body::OutcomeRecorded(recorded) = &mut entry.body {
            recorded.variant_hash = hash;
        }
    }
    entries
}

/// The steps of the win.
fn steps(variant: &Variant) -> u64 {
    let outcome = rules::read_outcome(&honest::win()).unwrap();
    let (options, budget) = (
        TableOptions { minimum_fan: None },
        StepBudget::of(u64::MAX - 1),
    );
    let outcomes = slice::from_ref(&outcome);
    let played = plays_within(variant, &options, &MatchState::start(), outcomes, &budget);
    assert_eq!(played.flatten().flatten().count(), 1);
    budget.spent()
}

#[test]
fn ten_thousand_steps_of_house_patterns_are_as_much_work_as_a_hand() {
    let mut most = 0;
    for count in [0, 1, 5] {
        let variant = with_dear_patterns(count);
        let told = Rc::new(Cell::new(0));
        let counted = Rc::clone(&told);
        let pace = Pace::new(move |units| counted.set(counted.get() + units));
        let mut auditor = Auditor::default().with_pace(pace);
        for entry in &until_the_win(&variant) {
            told.set(0);
            crate::check(&mut auditor, entry).unwrap();
        }
        // The entry, and the hand.
        let expected = 2 + steps(&variant) / 10_000;
        assert_eq!(told.get(), expected, "{count} patterns");
        most = expected;
    }
    assert!(most > 2, "the patterns are not dear: {most} units");
}
