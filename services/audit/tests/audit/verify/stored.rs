//! A stored ledger: its entries page by page, with the stored checkpoints.

use super::bundle::{Bundle, club, key, other_key, trusted};
use super::{evening, found};
use crate::honest;
use audit::{
    Archive, Auditor, Check, MatchTransfer, Report, StoredLeaf, StoredLedger, Unchecked, Verdict,
};
use evidence::{Entry, Hash, leaf_hash};
use std::io;
use std::ops::RangeInclusive;

/// An archive of the leaves in memory.
struct InMemory(Vec<Vec<u8>>);

impl Archive for InMemory {
    fn leaf(&mut self, seq: u64) -> io::Result<Vec<u8>> {
        let leaf = usize::try_from(seq - 1).ok().and_then(|at| self.0.get(at));
        leaf.cloned().ok_or(io::ErrorKind::NotFound.into())
    }
}

fn stored(bundle: &Bundle, scored: RangeInclusive<u64>) -> StoredLedger {
    let archive = Box::new(InMemory(bundle.leaves.clone()));
    let mut stored = StoredLedger::new(club(), scored, Auditor::with_archive(archive));
    stored.trust(vec![trusted(&key())]);
    stored
}

/// Reads a ledger in pages of seven, after checkpoints of some of its sizes.
pub(super) fn read(bundle: &Bundle, notes: &[(String, u64, Hash)]) -> (Report, Vec<MatchTransfer>) {
    let mut stored = stored(bundle, 1..=u64::MAX);
    let mut moved = Vec::new();
    for (page, leaves) in (0..).zip(bundle.leaves.chunks(7)) {
        let (from, until) = (page * 7, page * 7 + 7);
        for (note, size, root) in notes {
            if (from + 1..=until).contains(size) {
                stored.checkpoint(note, *size, *root);
            }
        }
        let entry = |(seq, leaf): (u64, &Vec<u8>)| StoredLeaf {
            seq,
            leaf: leaf.clone(),
            leaf_hash: leaf_hash(leaf),
        };
        let verified = stored.page((from + 1..).zip(leaves).map(entry).collect());
        for (one, leaf) in verified.iter().zip(leaves) {
            let entry = Entry::parse(leaf).unwrap();
            let said = (entry.seq, entry.body.kind(), entry.time);
            assert_eq!((one.seq, one.kind, one.time), said);
        }
        moved.extend(verified.into_iter().filter_map(|one| one.transfer));
    }
    (stored.finish(), moved)
}

fn notes(bundle: &Bundle, sizes: &[usize]) -> Vec<(String, u64, Hash)> {
    let note = |size: &usize| {
        let first = bundle.first(*size);
        let checkpoint = first.checkpoint();
        (
            first.note(&key()).to_string(),
            checkpoint.size,
            checkpoint.root,
        )
    };
    sizes.iter().map(note).collect()
}

#[test]
fn an_honest_ledger_is_sound_where_it_is_kept() {
    let bundle = Bundle::of(&evening::ledger());
    let (report, moved) = read(&bundle, &notes(&bundle, &[3, 7, 21]));
    assert_eq!(found(&report), (Verdict::Sound, None, vec![]));
    assert_eq!((report.entries_read, report.entries_signed), (30, 21));
    assert!(report.checked.contains(&Check::Signatures));
    assert!(report.unchecked.contains(&Unchecked::Unsigned));
    assert!(!report.unchecked.contains(&Unchecked::Scores));
    let of_match: Vec<u64> = moved.iter().map(|moved| moved.seq).collect();
    assert_eq!(of_match, (10..=20).collect::<Vec<_>>());
    for MatchTransfer { chairs, house, .. } in moved {
        assert_eq!(chairs.iter().sum::<i64>() + house, 0);
    }
}

#[test]
fn only_hands_of_the_range_are_scored_again() {
    let mut bundle = Bundle::honest();
    bundle.rewrite(honest::WIN, |leaf| leaf.replace("\"fan\":7", "\"fan\":8"));
    let report = |scored: RangeInclusive<u64>| {
        let mut stored = stored(&bundle, scored);
        let entry = |(seq, leaf): (u64, &Vec<u8>)| StoredLeaf {
            seq,
            leaf: leaf.clone(),
            leaf_hash: leaf_hash(leaf),
        };
        stored.page((1..).zip(&bundle.leaves).map(entry).collect());
        assert_eq!(stored.entries_read(), 20);
        stored.finish()
    };
    let bad = Some(honest::WIN);
    let differs = (Verdict::Tampered, bad, vec!["differs"]);
    assert_eq!(found(&report(honest::WIN..=honest::WIN)), differs);
    let before = report(1..=honest::WIN - 1);
    assert_eq!(found(&before), (Verdict::Sound, None, vec![]));
    assert!(before.unchecked.contains(&Unchecked::Scores));
    assert!(before.checked.contains(&Check::Scores));
    // The scores that were not checked are the base of the later hands, until a correction replays the complete match.
    let after = report(honest::WIN + 1..=u64::MAX);
    assert_eq!(found(&after).2, ["differs"]);
    assert!(after.first_bad_entry() > bad);
}

#[test]
fn stored_checkpoints_are_held_against_the_entries() {
    let bundle = Bundle::of(&evening::ledger());
    let mut changed = bundle.clone();
    changed.rewrite(25, super::bundle::another_text);
    let signed = notes(&bundle, &[20, 26, 27, 30]);
    let (report, _) = read(&changed, &signed);
    assert_eq!(found(&report), (Verdict::Tampered, None, vec!["root"]));
    assert_eq!(report.entries_signed, 20);

    let mut another_root = signed.clone();
    another_root[1].2 = another_root[0].2;
    let (report, _) = read(&bundle, &another_root);
    let misfiled = vec!["misfiled"];
    assert_eq!(found(&report), (Verdict::Tampered, None, misfiled));

    let forged = [(
        bundle.note(&other_key()).to_string(),
        30,
        bundle.checkpoint().root,
    )];
    let (report, _) = read(&bundle, &forged);
    let unknown = vec!["unknown_key"];
    assert_eq!(found(&report), (Verdict::Incomplete, None, unknown));

    let none = [("none".to_owned(), 30, bundle.checkpoint().root)];
    let (report, _) = read(&bundle, &none);
    let signature = vec!["signature"];
    assert_eq!(found(&report), (Verdict::Tampered, None, signature));

    let mut stored = stored(&bundle, 1..=u64::MAX);
    let (note, size, root) = &signed[3];
    stored.checkpoint(note, *size, *root);
    let missing = stored.finish();
    let later = vec!["older_than_known"];
    assert_eq!(found(&missing), (Verdict::Tampered, None, later));
}

#[test]
fn bytes_that_do_not_have_the_stored_hash_are_not_believed() {
    let bundle = Bundle::honest();
    let mut stored = stored(&bundle, 1..=u64::MAX);
    let entry = |(seq, leaf): (u64, &Vec<u8>)| StoredLeaf {
        seq,
        leaf: leaf.clone(),
        leaf_hash: leaf_hash(if seq == 5 { b"other" } else { leaf }),
    };
    stored.page((1..).zip(&bundle.leaves).map(entry).collect());
    assert!(stored.auditor().is_none());
    let report = stored.finish();
    assert_eq!(found(&report), (Verdict::Tampered, Some(5), vec!["hash"]));
}
