//! Notes and receipts, and the keys and paths of tiles that are texts too.

use evidence::{Checkpoint, Receipt, SignedNote, TileId, VerifierKey};

use super::machine::{Target, change_text, fuzz};
use super::signed::{club, note, receipt, service, witness};

const WORDS: &[&str] = &[
    "\n",
    "\n\n",
    "\r",
    "\0",
    " ",
    "+",
    "=",
    "\u{2014} ",
    "\u{3000}",
    "AAAA",
    "/directory",
    "/clubs/",
    "c2sp.org/tlog-proof@v1\n",
    "extra ",
    "index ",
    "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n",
];

#[test]
fn notes() {
    let target = Target {
        name: "notes",
        inputs: 20_000,
        seeds: vec![note().to_string().into()],
        words: WORDS,
        change: change_text,
    };
    let keys = [service().for_club(club()).public()];
    let witnesses = [witness().public()];
    fuzz(target, |input| {
        let Ok(note) = SignedNote::parse(input) else {
            return;
        };
        assert_eq!(note.to_string().as_bytes(), input);
        if let Ok(signers) = note.verify(&keys, &witnesses) {
            assert_eq!(note.text(), super::signed::note().text(), "{signers:?}");
        }
        if let Ok(checkpoint) = note.text().parse::<Checkpoint>() {
            assert_eq!(checkpoint.to_string(), note.text());
        }
    });
}

#[test]
fn receipts() {
    let target = Target {
        name: "receipts",
        inputs: 20_000,
        seeds: vec![receipt().to_string().into()],
        words: WORDS,
        change: change_text,
    };
    let (service, proven) = (service().public(), receipt());
    fuzz(target, |input| {
        let Ok(receipt) = Receipt::parse(input) else {
            return;
        };
        assert_eq!(receipt.to_string().as_bytes(), input);
        if receipt.check(&service, club()).is_ok() {
            // The two leaves are the same: the index alone may be another.
            assert_eq!(receipt.leaf_hash, proven.leaf_hash);
            assert_eq!(receipt.note.text(), proven.note.text());
            assert!(receipt.index < 2);
        }
    });
}

#[test]
fn keys_and_tiles() {
    let key = service().public().to_string();
    let tiles = ["tile/0/x001/x234/067.p/112", "tile/7/000.p/128"];
    let target = Target {
        name: "keys_and_tiles",
        inputs: 100_000,
        seeds: [&key[..]]
            .into_iter()
            .chain(tiles)
            .map(Into::into)
            .collect(),
        words: &["tile/", "/x001", ".p/", "+", "0", "256", "AQ"],
        change: change_text,
    };
    fuzz(target, |input| {
        let Ok(text) = str::from_utf8(input) else {
            return;
        };
        if let Ok(tile) = text.parse::<TileId>() {
            assert_eq!(tile.to_string(), text);
            assert_eq!(tile.hashes().count(), usize::from(tile.width()));
        }
        if let Ok(read) = text.parse::<VerifierKey>() {
            assert_eq!(read.to_string(), text);
        }
    });
}
