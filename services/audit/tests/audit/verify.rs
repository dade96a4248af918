//! Exports as a service makes them, and what is found in those that somebody changed.

mod authority;
pub(crate) mod bundle;
mod directory;
mod draws;
mod evening;
mod flips;
mod kept;
mod long_lines;
pub(crate) mod many;
mod openings;
mod python;
mod released;
pub(crate) mod reread;
mod seasons;
mod stored;
mod tampering;
mod tournaments;
mod witnesses;

use crate::honest;
use audit::{Against, Check, Report, Unchecked, Verdict};
use bundle::{Bundle, key, trusted};
use evidence::{Entry, OutcomeKind};
use python::Given;

/// What is found with the service's key alone.
#[track_caller]
fn verify(export: &[u8]) -> Report {
    verify_against(export, Against::default())
}

/// What is found with the service's key by the rules, which the verifier in Python does not have.
fn verify_by_rules(export: &[u8]) -> Report {
    let keys = vec![trusted(&key())];
    let against = Against {
        keys,
        ..Against::default()
    };
    audit::verify(export, against, |_, _| ())
}

/// What is found with the service's key, and with something else.
#[track_caller]
fn verify_against(export: &[u8], against: Against<'_>) -> Report {
    let keys = vec![trusted(&key())];
    hold(export, Against { keys, ..against })
}

/// What is found with some keys and whatever else; the verifier in Python has to find the same.
#[track_caller]
fn hold(export: &[u8], against: Against<'_>) -> Report {
    let skip_rescoring = against.skip_rescoring;
    let given = Given::of(against);
    python::agrees(export, &given);
    audit::verify(export, given.against(skip_rescoring), |_, _| ())
}

/// The verdict, the first entry that something is wrong with, and the words for all that is.
fn found(report: &Report) -> (Verdict, Option<u64>, Vec<&'static str>) {
    let codes = report
        .failures
        .iter()
        .map(audit::VerificationFailure::code)
        .collect();
    (report.verdict(), report.first_bad_entry(), codes)
}

/// The words for what is found if the text of an entry of a ledger is changed, which is the first that is bad then.
fn found_if_changed(entries: &[Entry], seq: u64, from: &str, to: &str) -> Vec<&'static str> {
    let mut bundle = Bundle::of(entries);
    bundle.rewrite(seq, |leaf| leaf.replace(from, to));
    let report = verify(&bundle.export());
    let (verdict, first, codes) = found(&report);
    assert_eq!(
        (verdict, first),
        (Verdict::Tampered, Some(seq)),
        "{from} → {to}"
    );
    codes
}

#[test]
fn an_honest_export_is_sound() {
    let bundle = Bundle::honest();
    let mut progress = Vec::new();
    let against = Against {
        keys: vec![trusted(&key())],
        ..Against::default()
    };
    let report = audit::verify(&bundle.export()[..], against, |read, all| {
        progress.push((read, all));
    });
    assert_eq!(found(&report), (Verdict::Sound, None, vec![]));
    assert_eq!((report.entries_read, report.entries_signed), (20, 20));
    assert_eq!(progress.len(), 20);
    assert_eq!(progress.last(), Some(&(20, 20)));
    assert_eq!(report.last_verified.unwrap().seq, 20);
    let signer = key().for_club(bundle::club()).public().signer();
    let by: Vec<_> = report.signed_by.iter().map(|by| &by.signer).collect();
    assert_eq!(by, [&signer]);
    assert_eq!(report.counts.matches, 1);
    assert_eq!(report.counts.corrections, 2);
    assert_eq!(report.counts.players, 6);
    let sum: i128 = report
        .open_balances
        .iter()
        .map(|open| open.unsettled_cents)
        .sum();
    assert_eq!(sum, 0);
    assert_ne!(report.open_balances, vec![]);
    use Check::{Club, Matches, Order, Scores, Settlements, Signatures, Tree};
    let all = [Signatures, Tree, Order, Club, Matches, Scores, Settlements];
    assert_eq!(report.checked, all);
    use Unchecked::{Declared, Directory, Later, Names, OtherHistories};
    let not = [Later, Declared, OtherHistories, Directory, Names];
    assert_eq!(report.unchecked, not);
}

#[test]
fn each_kind_of_outcome_is_sound() {
    for kind in OutcomeKind::ALL {
        let entries = honest::of_kind(kind);
        let report = verify(&Bundle::of(&entries).export());
        assert_eq!(found(&report), (Verdict::Sound, None, vec![]), "{kind}");
    }
}

#[test]
fn whatever_honest_people_do_is_sound() {
    let entries = evening::ledger();
    let report = verify(&Bundle::of(&entries).export());
    assert_eq!(found(&report), (Verdict::Sound, None, vec![]));
    assert_eq!(report.last_verified.unwrap().seq, 30);
    assert_eq!((report.counts.settlements, report.counts.payments), (1, 2));
    // All is settled, and only the largest transfer is paid.
    assert!(
        report
            .open_balances
            .iter()
            .all(|open| open.unsettled_cents == 0)
    );
    assert!(
        report
            .open_balances
            .iter()
            .any(|open| open.unpaid_cents != 0)
    );
}

#[test]
fn hands_are_not_rescored_if_that_is_asked_for() {
    let mut bundle = Bundle::honest();
    bundle.rewrite(super::honest::WIN, |leaf| {
        leaf.replace("\"fan\":7", "\"fan\":8")
    });
    let export = bundle.export();
    let against = Against {
        skip_rescoring: true,
        ..Against::default()
    };
    let report = verify_against(&export, against);
    assert_eq!(found(&report), (Verdict::Sound, None, vec![]));
    assert!(!report.checked.contains(&Check::Scores));
    assert!(report.unchecked.contains(&Unchecked::Scores));
    let report = verify(&export);
    let bad = Some(super::honest::WIN);
    assert_eq!(found(&report), (Verdict::Tampered, bad, vec!["differs"]));
    assert_eq!(report.entries_signed, 20);
}
