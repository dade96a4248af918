//! What is written is read by everybody: the verifiers' half of this is `long_lines.rs` of the tests of `audit`.

use super::SealedEntry;
use crate::{Error, MAX_LEAF_BYTES};
use evidence::{
    Body, Checkpoint, ClubId, Entry, ExportHeader, Frontier, SignerKey, UserId, VariantAdded,
    club_origin, read_export,
};
use proptest::prelude::*;
use uuid::Uuid;

const SERVICE: &str = "faan.example";
const CLUB: ClubId = ClubId(Uuid::from_u128(1));

/// An entry with so many bytes of text in it.
fn entry(text: usize) -> Entry {
    let document = format!("\"{}\"", "x".repeat(text));
    Entry {
        club: CLUB,
        seq: 2,
        time: "2026-11-21T09:30:00.000002Z".parse().unwrap(),
        actor: UserId(Uuid::from_u128(2)),
        body: Body::VariantAdded(VariantAdded::from_document(document.as_bytes()).unwrap()),
    }
}

/// A tree in which it is the second entry.
fn tree() -> Frontier {
    let mut tree = Frontier::EMPTY;
    tree.push(evidence::leaf_hash(b"the first entry"));
    tree
}

/// An export of the first entry and this one.
fn export(sealed: &SealedEntry) -> Vec<u8> {
    let checkpoint = Checkpoint {
        origin: club_origin(SERVICE, CLUB),
        size: sealed.tree.size(),
        root: sealed.tree.root(),
    };
    let key = SignerKey::new(SERVICE, &[7; 32]).unwrap().for_club(CLUB);
    let header = ExportHeader {
        club: CLUB,
        checkpoint: checkpoint.sign(&key).unwrap(),
        directory: None,
    };
    let header = header.to_line().unwrap();
    [&header[..], b"the first entry", &sealed.leaf, b""].join(&b'\n')
}

/// It is sealed if it has as many bytes as may be, and what is sealed is read from an export, and by a service to which the club moves.
fn check(text: usize) {
    let entry = entry(text);
    let bytes = entry.to_bytes().unwrap().len();
    let sealed = match SealedEntry::new(entry, tree()) {
        Ok(sealed) => sealed,
        Err(Error::EntryTooLarge { bytes: found }) => {
            assert!(found == bytes && bytes > MAX_LEAF_BYTES, "{bytes} bytes");
            return;
        }
        Err(error) => panic!("{bytes} bytes: {error}"),
    };
    assert!(bytes <= MAX_LEAF_BYTES, "{bytes} bytes");
    let export = export(&sealed);
    let (_, leaves) = read_export(&export[..]).unwrap();
    let leaves: Vec<_> = leaves.map(|leaf| leaf.unwrap().1).collect();
    let moved = SealedEntry::of_leaf(leaves[1].clone(), tree()).unwrap();
    assert_eq!(moved.leaf, sealed.leaf);
}

#[test]
fn no_entry_is_sealed_that_is_longer_than_half_of_what_readers_take() {
    let head = entry(0).to_bytes().unwrap().len();
    for bytes in [MAX_LEAF_BYTES, MAX_LEAF_BYTES + 1, evidence::MAX_LINE + 1] {
        check(bytes - head);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4))]

    #[test]
    fn what_is_sealed_is_read(text in 0..2 * MAX_LEAF_BYTES) {
        check(text);
    }
}
