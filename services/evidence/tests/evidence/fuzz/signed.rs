//! What the targets start from: a club's log of one entry, signed.

use evidence::{
    Checkpoint, ClubId, ExportHeader, Frontier, Head, InDirectory, Receipt, SignedNote, SignerKey,
    WitnessSigner, leaf_hash,
};
use uuid::Uuid;

pub(crate) fn club() -> ClubId {
    ClubId(Uuid::from_u128(0xc1b))
}

pub(crate) fn service() -> SignerKey {
    SignerKey::new("faan.example", &[7; 32]).unwrap()
}

pub(crate) fn witness() -> WitnessSigner {
    WitnessSigner::new("witness.example", &[8; 32]).unwrap()
}

/// A checkpoint of a log of two equal leaves, cosigned.
fn signed(key: &SignerKey, leaf: &[u8]) -> SignedNote {
    let mut log = Frontier::EMPTY;
    log.push(leaf_hash(leaf));
    log.push(leaf_hash(leaf));
    let (origin, size, root) = (key.public().name().to_owned(), log.size(), log.root());
    let note = Checkpoint { origin, size, root }.sign(key).unwrap();
    note.cosigned(&witness(), 1_800_000_000).unwrap()
}

pub(crate) fn note() -> SignedNote {
    signed(&service().for_club(club()), b"leaf")
}

pub(crate) fn receipt() -> Receipt {
    Receipt {
        leaf_hash: leaf_hash(b"leaf"),
        index: 1,
        proof: vec![leaf_hash(b"leaf")],
        note: note(),
    }
}

pub(crate) fn header() -> ExportHeader {
    let checkpoint = note();
    let head = Head::of(club(), &checkpoint.text().parse().unwrap());
    let directory = InDirectory {
        checkpoint: signed(&service().for_directory(), &head.to_bytes().unwrap()),
        head_index: 1,
        proof: vec![head.leaf_hash().unwrap()],
    };
    ExportHeader {
        club: club(),
        checkpoint,
        directory: Some(directory),
    }
}
