//! Receipts.

use super::note::{club, service, signed, witness};
use super::tree::Log;
use evidence::{
    BadCheckpoint, BadNote, BadProof, BadReceipt, Checked, ClubId, Frontier, Hash, ProofPlan,
    Receipt, SignedNote, leaf_hash,
};
use std::iter::successors;
use uuid::Uuid;

/// A receipt of an entry in a log of 700 entries.
fn receipt(seq: u64) -> Receipt {
    let log = Log::of(700);
    let index = seq - 1;
    Receipt {
        leaf_hash: log.leaf_hash(index),
        index,
        proof: log.inclusion(index, 700),
        note: signed(700, log.root())
            .cosigned(&witness(1), 1_800_000_000)
            .unwrap(),
    }
}

fn parse(text: &str) -> Result<Receipt, BadReceipt> {
    Receipt::parse(text.as_bytes())
}

#[test]
fn a_receipt_proves_its_entry() {
    let receipt = receipt(300);
    let again = parse(&receipt.to_string()).unwrap();
    assert_eq!(again, receipt);
    let checked = again.check(&service().public(), club()).unwrap();
    let Checked { seq, size, .. } = checked;
    assert_eq!((seq, size), (300, 700));
    assert_eq!(
        (checked.club, checked.leaf_hash),
        (club(), receipt.leaf_hash)
    );
    assert_eq!(checked.root, Log::of(700).root());
}

#[test]
fn a_receipt_has_the_lines_of_c2sp() {
    let receipt = Receipt {
        leaf_hash: leaf_hash(b""),
        index: 0,
        proof: vec![Hash::of(b"")],
        note: signed(2, Hash::of(b"root")),
    };
    let expected = format!(
        "c2sp.org/tlog-proof@v1\n\
         extra bjQLnP+zepicpUTmu3gKLHiQHT+zNzh2hRGjBhevoB0=\n\
         index 0\n\
         47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n\
         \n\
         faan.example/clubs/00000000-0000-0000-0000-000000000c1b\n\
         2\n\
         {}\n\
         \n\
         {}",
        "SBNJTRN+FjG7owHVrKtue7eqdM4RhdRWVl71HXN2d7I=",
        receipt.note.signatures()[0],
    );
    assert_eq!(receipt.to_string(), expected);
}

#[test]
fn a_receipt_of_something_else_is_refused() {
    let receipt = receipt(300);
    let check = |receipt: &Receipt| receipt.check(&service().public(), club()).map(drop);
    let nobody = Err(BadReceipt::Checkpoint(BadCheckpoint::Note(
        BadNote::NobodyKnown,
    )));
    let other_club = receipt.check(&service().public(), ClubId(Uuid::from_u128(2)));
    assert_eq!(other_club.map(drop), nobody);
    let other_service = evidence::SignerKey::new("faan.example", &[8; 32]).unwrap();
    assert_eq!(
        receipt.check(&other_service.public(), club()).map(drop),
        nobody
    );

    let proof = |result| matches!(result, Err(BadReceipt::Proof(BadProof::Root { .. })));
    let other_leaf = Receipt {
        leaf_hash: Hash::of(b""),
        ..receipt.clone()
    };
    assert!(proof(check(&other_leaf)));
    let other_index = Receipt {
        index: 298,
        ..receipt.clone()
    };
    assert!(proof(check(&other_index)));

    let text = receipt.note.to_string().replace("\n700\n", "\n701\n");
    let forged = Receipt {
        note: SignedNote::parse(text.as_bytes()).unwrap(),
        ..receipt
    };
    let key = service().for_club(club()).public().signer();
    let is_false = BadReceipt::Checkpoint(BadCheckpoint::Note(BadNote::False(key)));
    assert_eq!(check(&forged), Err(is_false));
}

#[test]
fn any_other_text_is_refused() {
    let text = receipt(300).to_string();
    let hash = "\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=";
    for (from, to) in [
        ("@v1", "@v2"),
        ("extra ", ""),
        ("extra ", "extra"),
        ("extra ", "extra A"),
        ("extra ", "index 0\nextra "),
        ("index 299", "index 0299"),
        ("index 299", "index +299"),
        ("index 299", "index 18446744073709551616"),
        ("index 299\n", ""),
        ("index 299\n", "index 299\r\n"),
        ("index 299\n", "index 299\nAAAA\n"),
        ("index 299", &format!("index 299{}", hash.repeat(63))),
        ("c2sp", " c2sp"),
    ] {
        assert!(text.contains(from));
        let result = parse(&text.replacen(from, to, 1));
        assert_eq!(result, Err(BadReceipt::Form), "{from} → {to}");
    }
    assert_eq!(parse(""), Err(BadReceipt::Form));
    assert_eq!(Receipt::parse(b"\xff\n\n"), Err(BadReceipt::Form));
    // One empty line more would be the end of the proof, or belong to the note's text.
    for (from, to) in [("index 299\n", "index 299\n\n"), ("\n\n", "\n\n\n")] {
        let spoiled = parse(&text.replacen(from, to, 1)).unwrap();
        assert!(spoiled.check(&service().public(), club()).is_err());
    }
    assert!(matches!(parse(text.trim_end()), Err(BadReceipt::Note(_))));
}

#[test]
fn every_flipped_bit_shows() {
    let receipt = receipt(300);
    let expected = receipt.check(&service().public(), club()).unwrap();
    let text = receipt.to_string();
    // What the witness says is no part of what the service proves.
    let proven = text.rfind("— witness").unwrap();
    for bit in 0..proven * 8 {
        let mut flipped = text.clone().into_bytes();
        flipped[bit / 8] ^= 1 << (bit % 8);
        let checked = Receipt::parse(&flipped).and_then(|it| it.check(&service().public(), club()));
        assert!(checked.is_err(), "bit {bit}: {checked:?}, not {expected:?}");
    }
}

/// The last hash of each height in a tree whose leaves are all the same, so that one of any size is quickly made.
fn same_leaves(height: usize) -> Hash {
    let node = |hash: &Hash| Some(Hash::of_parts(&[&[1], &hash.0, &hash.0]));
    successors(Some(leaf_hash(b"")), node).nth(height).unwrap()
}

#[test]
fn a_receipt_of_a_million_entries_fits_a_qr_code() {
    /// What a QR code of version 40 holds in byte mode at level L.
    const QR: usize = 2_953;
    let size = 1_000_000_u64;
    let heights = (0..64).rev().filter(|height| size >> height & 1 == 1);
    let roots: Vec<u8> = heights.flat_map(|height| same_leaves(height).0).collect();
    let root = Frontier::from_bytes(size, &roots).unwrap().root();
    let mut note = signed(size, root);
    for number in 1..=3 {
        note = note.cosigned(&witness(number), 1_800_000_000).unwrap();
    }
    let mut longest = 0;
    for index in [0, 524_287, 524_288, 999_423, 999_424, 999_999] {
        let plan = ProofPlan::inclusion(index, size).unwrap();
        let tiles = plan.tiles().into_iter().map(|tile| {
            let hash = same_leaves(8 * usize::from(tile.level()));
            (tile, vec![hash; usize::from(tile.width())])
        });
        let receipt = Receipt {
            leaf_hash: leaf_hash(b""),
            index,
            proof: plan.proof(&tiles.collect()).unwrap(),
            note: note.clone(),
        };
        assert_eq!(
            receipt.check(&service().public(), club()).unwrap().seq,
            index + 1
        );
        longest = longest.max(receipt.to_string().len());
    }
    println!("{longest} of {QR} bytes, with three witnesses");
    assert!(longest <= QR, "{longest} bytes");
}
