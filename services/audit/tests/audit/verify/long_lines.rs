//! Entries as long as a line may be. The ledger seals none that is longer than half of that, so that whatever it accepts is read by every
//! reader; the writer's half of this is in the tests of its sealed entries.

use super::bundle::Bundle;
use super::{found, verify_against};
use crate::honest::WIN;
use audit::{Against, Archive as _, Report, SeekableExport, Verdict};
use evidence::MAX_LINE;
use proptest::prelude::*;
use std::io::Cursor;

/// How the two pages and the verifier in Python, which has it from them, state the most bytes of a line; and LEAF.md half of them.
const STATED: [(&str, &str); 3] = [
    ("LEAF.md", include_str!("../../../../evidence/LEAF.md")),
    ("FORMAT.md", include_str!("../../../../evidence/FORMAT.md")),
    ("verify.py", include_str!("../../../python/verify.py")),
];

/// The honest export, in which the win's leaf has so many bytes: for a verifier that does not have the rules, any id is that of a pattern.
fn export(bytes: usize) -> Vec<u8> {
    let mut bundle = Bundle::honest();
    bundle.rewrite(WIN, |leaf| {
        let more = "x".repeat(bytes - leaf.len());
        leaf.replacen("\"half_flush\"", &format!("\"half_flush{more}\""), 1)
    });
    bundle.export()
}

/// What both verifiers find, without the rules.
fn verified(export: &[u8]) -> Report {
    let against = Against {
        skip_rescoring: true,
        ..Against::default()
    };
    verify_against(export, against)
}

fn thousands(number: usize, separator: &str) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev();
    let groups = groups.map(|group| std::str::from_utf8(group).unwrap());
    groups.collect::<Vec<_>>().join(separator)
}

#[test]
fn every_page_states_the_same_length() {
    for (name, text) in STATED {
        let most = thousands(MAX_LINE, ",");
        assert!(text.contains(&most), "{name} does not state {most}");
    }
    let [(_, leaf), _, (_, python)] = STATED;
    assert!(leaf.contains(&thousands(MAX_LINE / 2, ",")));
    let constant = format!("LONGEST_LINE = {}\n", thousands(MAX_LINE, "_"));
    assert!(python.contains(&constant), "{constant}");
}

#[test]
fn a_line_that_is_too_long_is_incomplete() {
    let longest = export(MAX_LINE);
    assert_eq!(found(&verified(&longest)), (Verdict::Sound, None, vec![]));
    let longer = export(MAX_LINE + 1);
    let report = verified(&longer);
    assert_eq!(
        found(&report),
        (Verdict::Incomplete, None, vec!["line_too_long"])
    );
    assert_eq!(report.entries_read, WIN - 1);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4))]

    #[test]
    fn what_a_service_may_write_is_read_by_all(bytes in 8192..=MAX_LINE / 2) {
        let export = export(bytes);
        prop_assert_eq!(found(&verified(&export)), (Verdict::Sound, None, vec![]));
        let mut again = SeekableExport::new(Cursor::new(export));
        prop_assert_eq!(again.leaf(WIN).unwrap().len(), bytes);
    }
}
