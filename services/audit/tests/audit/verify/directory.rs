//! The directory of all clubs.

use super::bundle::{Bundle, Heads, another_text};
use super::{found, verify_against};
use audit::{Against, Check, Directory, Report, Verdict};
use evidence::{ClubId, Head};

/// A directory with the heads of this club at some sizes, and of another club in between.
fn heads(bundle: &Bundle, sizes: &[usize]) -> Heads {
    let mut heads = Vec::new();
    for size in sizes {
        heads.push(bundle.first(*size).head());
        let checkpoint = bundle.first(*size).checkpoint();
        let other = ClubId(crate::honest::id(77));
        heads.push(Head::of(other, &checkpoint).to_bytes().unwrap());
    }
    Heads(heads)
}

fn with(export: &[u8], directory: Directory<'_>) -> Report {
    let against = Against {
        directory: Some(directory),
        ..Against::default()
    };
    verify_against(export, against)
}

fn with_export(export: &[u8], directory: &Heads) -> Report {
    let directory = directory.export();
    with(export, Directory::Export(Box::new(&directory[..])))
}

#[test]
fn an_export_proves_that_the_directory_has_it() {
    let mut bundle = Bundle::honest();
    let heads = heads(&bundle, &[5, 20]);
    bundle.directory = Some(heads.has(2));
    let export = bundle.export();
    let report = with(&export, Directory::Checkpoint(heads.note()));
    assert_eq!(found(&report), (Verdict::Sound, None, vec![]));
    assert!(report.checked.contains(&Check::InDirectory));
    let report = with_export(&export, &heads);
    assert_eq!(found(&report), (Verdict::Sound, None, vec![]));
    assert!(report.checked.contains(&Check::Directory));
}

#[test]
fn a_directory_that_knows_more_shows_that_an_export_is_old() {
    let bundle = Bundle::honest();
    let report = with_export(&bundle.first(9).export(), &heads(&bundle, &[5, 9, 20]));
    let older = (Verdict::Incomplete, None, vec!["older_than_known"]);
    assert_eq!(found(&report), older);
}

#[test]
fn a_directory_holds_the_past_against_the_service() {
    let honest = Bundle::honest();
    let mut anew = honest.clone();
    anew.rewrite(4, another_text);
    let mut known = heads(&honest, &[5]);
    known.0.push(anew.head());
    let report = with_export(&anew.export(), &known);
    assert_eq!(found(&report), (Verdict::Tampered, None, vec!["root"]));
    let report = with_export(&anew.export(), &heads(&honest, &[5, 20]));
    let both = (Verdict::Tampered, None, vec!["two_histories", "root"]);
    assert_eq!(found(&report), both);
}

#[test]
fn a_club_that_was_deleted_from_the_directory_is_missed() {
    let mut bundle = Bundle::honest();
    let before = heads(&bundle, &[5, 20]);
    bundle.directory = Some(before.has(2));
    let mut after = heads(&bundle, &[5, 9, 20]);
    after.0.retain(|head| *head != bundle.head());
    let report = with_export(&bundle.export(), &after);
    assert_eq!(found(&report).0, Verdict::Tampered, "{:?}", report.failures);
    bundle.directory = None;
    let report = with_export(&bundle.export(), &after);
    let absent = (Verdict::Incomplete, None, vec!["directory"]);
    assert_eq!(found(&report), absent);
}

#[test]
fn a_directory_that_does_not_reach_shows_nothing() {
    let mut bundle = Bundle::honest();
    let known = heads(&bundle, &[5, 20]);
    let nothing = (Verdict::Incomplete, None, vec!["directory"]);
    let report = with(&bundle.export(), Directory::Checkpoint(known.note()));
    assert_eq!(found(&report), nothing, "there is no proof");
    bundle.directory = Some(known.has(2));
    let export = bundle.export();
    for sizes in [&[5][..], &[5, 20, 20]] {
        let other = heads(&bundle, sizes).note();
        let report = with(&export, Directory::Checkpoint(other));
        assert_eq!(found(&report), nothing, "{sizes:?}");
    }
    let report = with_export(&export, &heads(&bundle, &[5]));
    assert_eq!(found(&report), nothing);
}

#[test]
fn the_directory_never_goes_back() {
    let bundle = Bundle::honest();
    let report = with_export(&bundle.export(), &heads(&bundle, &[20, 5, 20]));
    let back = (Verdict::Tampered, None, vec!["directory"]);
    assert_eq!(found(&report), back);
}
