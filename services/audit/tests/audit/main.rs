//! The auditor accepts a small honest ledger, and refuses every change to it with an error that names the change; and what
//! the matches of a ledger come to.
#![cfg(test)]

mod corrections;
mod honest;
mod order;
mod outcomes;
mod pace;
mod released;
mod tally;
mod verify;
mod what_if;

use audit::{Auditor, EntryError};
use evidence::{Body, Entry, leaf_hash};

fn check(auditor: &mut Auditor, entry: &Entry) -> Result<Entry, EntryError> {
    let leaf = entry.to_bytes().unwrap();
    auditor.entry(&leaf, leaf_hash(&leaf))
}

/// An auditor that has read the honest ledger before an entry, and this entry.
fn before(seq: u64) -> (Auditor, Entry) {
    let mut auditor = Auditor::default();
    for entry in honest::ledger() {
        if entry.seq == seq {
            return (auditor, entry);
        }
        check(&mut auditor, &entry).unwrap();
    }
    panic!("the honest ledger has no entry {seq}")
}

/// The error of an honest entry after a change.
fn found(seq: u64, change: impl FnOnce(&mut Body)) -> String {
    let (mut auditor, honest) = before(seq);
    let mut tampered = honest.clone();
    change(&mut tampered.body);
    assert_ne!(tampered, honest, "nothing was changed");
    let error = check(&mut auditor, &tampered).unwrap_err();
    error.to_string()
}

#[test]
fn an_honest_ledger_is_believed() {
    let mut auditor = Auditor::default();
    let ledger = honest::ledger();
    assert_eq!(ledger.len(), 20);
    assert_eq!(auditor.club(), None);
    for entry in &ledger {
        assert_eq!(&check(&mut auditor, entry).unwrap(), entry);
    }
    let founded = (ledger[0].time, "Asia/Hong_Kong");
    assert_eq!(auditor.club(), Some(founded));
}
