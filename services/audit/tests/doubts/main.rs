//! A small honest ledger is believed; one that states anything else is not, and the finding says what.
#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test that goes wrong stops there"
)]

mod corrections;
mod honest;
mod order;
mod outcomes;
mod released;
mod verify;
mod what_if;

use audit::{Auditor, Finding};
use evidence::{Body, Entry, leaf_hash};

fn believe(auditor: &mut Auditor, entry: &Entry) -> Result<Entry, Finding> {
    let leaf = entry.to_bytes().unwrap();
    auditor.entry(&leaf, leaf_hash(&leaf))
}

/// An auditor who has read the honest ledger up to an entry, which is the next one.
fn before(seq: u64) -> (Auditor, Entry) {
    let mut auditor = Auditor::default();
    for entry in honest::ledger() {
        if entry.seq == seq {
            return (auditor, entry);
        }
        believe(&mut auditor, &entry).unwrap();
    }
    panic!("the honest ledger has no entry {seq}")
}

/// What is found in an entry that would be honest but for a change.
fn found(seq: u64, change: impl FnOnce(&mut Body)) -> String {
    let (mut auditor, honest) = before(seq);
    let mut tampered = honest.clone();
    change(&mut tampered.body);
    assert_ne!(tampered, honest, "nothing was changed");
    let finding = believe(&mut auditor, &tampered).unwrap_err();
    finding.to_string()
}

#[test]
fn an_honest_ledger_is_believed() {
    let mut auditor = Auditor::default();
    let ledger = honest::ledger();
    assert_eq!(ledger.len(), 20);
    for entry in &ledger {
        assert_eq!(&believe(&mut auditor, entry).unwrap(), entry);
    }
}
