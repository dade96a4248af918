//! Notes, keys and checkpoints: published ones, and the crate signed_note as the other side.

mod checkpoint;
mod published;
mod strict;
mod witness;

use evidence::{Checkpoint, ClubId, Hash, SignedNote, SignerKey, WitnessSigner};
use signed_note::{StandardSigner, StandardVerifier, VerifierList};
use uuid::Uuid;

pub(crate) fn club() -> ClubId {
    ClubId(Uuid::from_u128(0xc1b))
}

/// The service's key.
pub(crate) fn service() -> SignerKey {
    SignerKey::new("faan.example", &[7; 32]).unwrap()
}

pub(crate) fn witness(number: u8) -> WitnessSigner {
    WitnessSigner::new(&format!("witness{number}.example"), &[number; 32]).unwrap()
}

/// A checkpoint of the club, signed.
pub(crate) fn signed(size: u64, root: Hash) -> SignedNote {
    let key = service().for_club(club());
    let origin = key.public().name().to_owned();
    Checkpoint { origin, size, root }.sign(&key).unwrap()
}

#[test]
fn signed_note_reads_what_is_written_here() {
    let note = signed(7, Hash::of(b"root"))
        .cosigned(&witness(1), 1_800_000_000)
        .unwrap();
    let key = service().for_club(club()).public();
    let verifier = StandardVerifier::new(&key.to_string()).unwrap();
    let other = signed_note::Note::from_bytes(note.to_string().as_bytes()).unwrap();
    let (known, unknown) = other
        .verify(&VerifierList::new(vec![Box::new(verifier)]))
        .unwrap();
    assert_eq!(known.len(), 1);
    assert_eq!(
        known[0].name(),
        "faan.example/clubs/00000000-0000-0000-0000-000000000c1b"
    );
    assert_eq!(unknown.len(), 1, "the witness");
    assert_eq!(other.text(), note.text().as_bytes());
}

#[test]
fn what_signed_note_writes_is_read_here() {
    let text = "Some lines.\n\nAnd another behind an empty one.\n";
    for key in [service(), service().for_directory()] {
        let signer = StandardSigner::new(&key.to_secret_text()).unwrap();
        let mut other = signed_note::Note::new(text.as_bytes(), &[]).unwrap();
        other.add_sigs(&[&signer]).unwrap();
        let note = SignedNote::parse(&other.to_bytes()).unwrap();
        assert_eq!(note, SignedNote::sign(text, &key).unwrap());
        let signers = note.verify(&[key.public()], &[]).unwrap();
        assert_eq!(signers.signed, [key.public().signer()]);
    }
}
