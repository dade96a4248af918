//! An export as the first release made them. The file and its key are never made again: whoever kept one from then has the
//! right to see it verified for ever. If this test fails, the program is wrong.

use super::{found, hold};
use audit::{Against, TrustedKey, Verdict};
use evidence::Hash;

const EXPORT: &[u8] = include_bytes!("../../fixtures/export-v1.ndjson");
const KEY: &str = include_str!("../../fixtures/export-v1.vkey");

#[test]
fn the_first_export_is_verified_for_ever() {
    let key = KEY.trim_end().parse().unwrap();
    let retired_at = None;
    let against = Against {
        keys: vec![TrustedKey { key, retired_at }],
        ..Against::default()
    };
    let report = hold(EXPORT, against);
    assert_eq!(found(&report), (Verdict::Sound, None, vec![]));
    assert_eq!((report.entries_read, report.entries_signed), (30, 30));
    assert_eq!(report.counts.hands, 5);
    assert_eq!(report.counts.corrections, 2);
    assert_eq!(report.counts.settlements, 1);
    assert!(report.checked.contains(&audit::Check::InDirectory));
}

#[test]
fn nobody_made_it_again() {
    let hash = "fa5c4d8b8fdb61899940da79d50b3547e904667e653559dc311280f33ee574c0";
    assert_eq!(Hash::of(EXPORT).to_string(), hash);
}
