//! Checkpoints that somebody kept from earlier exports.

use super::bundle::{Bundle, another_text, key, other_key};
use super::{found, verify_against};
use crate::honest::WIN;
use audit::{Against, Check, Report, Unchecked, Verdict};
use evidence::SignedNote;

fn with(export: &[u8], kept_checkpoints: Vec<SignedNote>) -> Report {
    let against = Against {
        kept_checkpoints,
        ..Against::default()
    };
    verify_against(export, against)
}

#[test]
fn a_ledger_grows_out_of_what_it_was() {
    let bundle = Bundle::honest();
    let kept = [1, 7, 16, 20].map(|size| bundle.first(size).note(&key()));
    let report = with(&bundle.export(), kept.to_vec());
    assert_eq!(found(&report), (Verdict::Sound, None, vec![]));
    assert!(report.checked.contains(&Check::Kept));
    assert!(!report.unchecked.contains(&Unchecked::OtherHistories));
}

#[test]
fn a_past_that_was_written_anew_is_found() {
    let honest = Bundle::honest();
    let mut anew = honest.clone();
    anew.rewrite(4, another_text);
    let kept = [3, 9].map(|size| honest.first(size).note(&key()));
    let report = with(&anew.export(), kept.to_vec());
    assert_eq!(found(&report), (Verdict::Tampered, None, vec!["root"]));
    assert_eq!(report.entries_signed, 20, "the service signed both");
    let kept = vec![honest.note(&key())];
    let report = with(&anew.export(), kept);
    let two = vec!["two_histories"];
    assert_eq!(found(&report), (Verdict::Tampered, None, two));
}

#[test]
fn the_checkpoint_narrows_down_what_was_changed() {
    let honest = Bundle::honest();
    let mut changed = honest.clone();
    changed.rewrite(WIN - 1, |leaf| {
        leaf.replace("\"starting_points\":0", "\"starting_points\":9")
    });
    let kept = vec![honest.first(9).note(&key())];
    let report = with(&changed.under(&honest.header(&key())), kept);
    assert_eq!(found(&report), (Verdict::Tampered, None, vec!["root"]));
    assert_eq!(report.entries_signed, 9);
}

#[test]
fn an_old_export_is_not_the_newest() {
    let bundle = Bundle::honest();
    let report = with(&bundle.first(15).export(), vec![bundle.note(&key())]);
    let older = (Verdict::Incomplete, None, vec!["older_than_known"]);
    assert_eq!(found(&report), older);
    assert_eq!(report.entries_signed, 15);
}

#[test]
fn a_deleted_tail_is_missed() {
    let bundle = Bundle::honest();
    let cut = bundle.first(18).under(&bundle.header(&key()));
    let report = with(&cut, vec![bundle.first(12).note(&key())]);
    let missing = (Verdict::Incomplete, None, vec!["cut_off"]);
    assert_eq!(found(&report), missing);
    assert_eq!(report.entries_signed, 12);
}

#[test]
fn a_checkpoint_of_nobody_known_shows_nothing() {
    let bundle = Bundle::honest();
    let report = with(&bundle.export(), vec![bundle.first(9).note(&other_key())]);
    let unknown = (Verdict::Incomplete, None, vec!["unknown_key"]);
    assert_eq!(found(&report), unknown);
}
