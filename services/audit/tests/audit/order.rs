//! Entries in their order: what a reader of the bytes alone would find.

use crate::honest::{added, ledger};
use crate::{before, check, found};
use audit::{Auditor, EntryError};
use evidence::{Body, ClubId, Hash, MatchId, leaf_hash};
use uuid::Uuid;

#[test]
fn bytes_have_the_hash_they_are_said_to_have() {
    let (mut auditor, next) = before(2);
    let leaf = next.to_bytes().unwrap();
    let other = auditor.entry(&leaf, Hash::of(&leaf));
    assert!(matches!(other, Err(EntryError::Hash)));
    let mut spaced = leaf.clone();
    spaced.push(b' ');
    let malformed = auditor.entry(&spaced, leaf_hash(&spaced));
    assert!(matches!(malformed, Err(EntryError::Malformed(_))));
    // The auditor continues after the last entry that it accepted.
    assert!(auditor.entry(&leaf, leaf_hash(&leaf)).is_ok());
}

#[test]
fn entries_follow_each_other() {
    let entries = ledger();
    let mut auditor = Auditor::default();
    let skipped = check(&mut auditor, &entries[1]);
    assert!(matches!(
        skipped,
        Err(EntryError::Sequence {
            expected: 1,
            found: 2
        })
    ));
    check(&mut auditor, &entries[0]).unwrap();
    let twice = check(&mut auditor, &entries[0]);
    assert!(matches!(
        twice,
        Err(EntryError::Sequence {
            expected: 2,
            found: 1
        })
    ));

    let mut at_once = entries[1].clone();
    at_once.time = entries[0].time;
    assert!(matches!(
        check(&mut auditor, &at_once),
        Err(EntryError::Time)
    ));
    let mut foreign = entries[1].clone();
    foreign.club = ClubId(Uuid::nil());
    assert!(matches!(
        check(&mut auditor, &foreign),
        Err(EntryError::OtherClub)
    ));
    check(&mut auditor, &entries[1]).unwrap();
}

#[test]
fn variants_and_matches_are_introduced_once() {
    let twice = found(3, |body| *body = added("hkos-fan-laak"));
    let founded =
        |what| format!("it speaks of a {what} that the entries before it do not agree with");
    assert_eq!(twice, founded("variant"));
    let document = br#"{"id":"nonsense"}"#;
    let unsound = found(3, |body| {
        *body = Body::VariantAdded(evidence::VariantAdded::from_document(document).unwrap());
    });
    assert!(
        unsound.starts_with("the variant's document is not sound"),
        "{unsound}"
    );
    let unknown = found(10, |body| {
        if let Body::MatchOpened(opened) = body {
            opened.variant_hash = Hash::of(b"unknown");
        }
    });
    assert_eq!(unknown, founded("variant"));

    let (_, opened) = before(10);
    let again = found(11, |body| *body = opened.body);
    assert_eq!(again, founded("match"));
    let outcome = found(11, |body| {
        if let Body::OutcomeRecorded(recorded) = body {
            recorded.match_id = MatchId(Uuid::nil());
        }
    });
    assert_eq!(outcome, founded("match"));
}
