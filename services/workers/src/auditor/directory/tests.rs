//! Directories in which something was edited.

use std::io;

use audit::{Archive, Auditor, TrustedKey};
use evidence::{Checkpoint, SignerKey, WitnessSigner, directory_origin};
use uuid::Uuid;

use super::*;

const SERVICE: &str = "faan.example";

fn key() -> SignerKey {
    SignerKey::new(SERVICE, &[7; 32]).unwrap()
}

fn club(number: u128) -> ClubId {
    ClubId(Uuid::from_u128(number))
}

/// No entry is read here.
struct Nothing;

impl Archive for Nothing {
    fn leaf(&mut self, _seq: u64) -> io::Result<Vec<u8>> {
        Err(io::ErrorKind::NotFound.into())
    }
}

fn root(size: u64) -> Hash {
    Hash::of(&size.to_le_bytes())
}

/// Three hundred heads of three clubs, with a checkpoint over each hundred of them.
fn honest() -> DirectoryPage {
    let mut page = DirectoryPage::default();
    let mut tree = Frontier::EMPTY;
    for index in 0..300_u32 {
        let size = u64::from(index / 3 + 1);
        let head = Head {
            club_hash: club_hash(club(u128::from(index % 3))),
            size,
            root: root(size),
        };
        let leaf = head.to_bytes().unwrap();
        let leaf_hash = leaf_hash(&leaf);
        tree.push(leaf_hash);
        page.heads.push(UncheckedHead {
            index: i64::from(index),
            leaf,
            leaf_hash: leaf_hash.0.to_vec(),
        });
        if (index + 1) % 100 == 0 {
            page.checkpoints.push(signed(&tree));
        }
    }
    page
}

fn signed(tree: &Frontier) -> UncheckedDirectoryCheckpoint {
    let checkpoint = Checkpoint {
        origin: directory_origin(SERVICE),
        size: tree.size(),
        root: tree.root(),
    };
    UncheckedDirectoryCheckpoint {
        size: i64::try_from(tree.size()).unwrap(),
        tree: tree.to_bytes(),
        note: checkpoint.sign(&key().for_directory()).unwrap().to_string(),
    }
}

/// The directory, and what is found in it, as `table id field`.
fn read(page: DirectoryPage) -> (Directory, Vec<String>) {
    let mut stored = StoredLedger::new(
        club(1),
        1..=u64::MAX,
        Auditor::with_archive(Box::new(Nothing)),
    );
    stored.trust(vec![TrustedKey {
        key: key().public(),
        retired_at: None,
    }]);
    let (mut directory, mut differences) = (Directory::new(club(1)), Differences::default());
    directory.page(page, &stored, &mut differences);
    directory.end(&mut differences);
    let place = |one: &Json| {
        let words = ["table", "id", "field"].map(|name| one[name].as_str().unwrap_or("-"));
        words.join(" ")
    };
    let found = differences.told.iter().map(place).collect();
    (directory, found)
}

#[track_caller]
fn finds(change: impl FnOnce(&mut DirectoryPage), expected: &[&str]) {
    let mut page = honest();
    change(&mut page);
    assert_eq!(read(page).1, expected);
}

#[test]
fn an_honest_directory_tells_of_the_club() {
    let (directory, found) = read(honest());
    assert_eq!(found, [""; 0]);
    assert!(directory.knows());
    assert_eq!(directory.subtrees().len(), 1);
    let checkpoints: Vec<(String, Json)> = directory.checkpoints().collect();
    assert_eq!(checkpoints.len(), 100);
    let (size, fields) = &checkpoints[41];
    assert_eq!(size, "42");
    assert_eq!(
        fields,
        &json!({ "root": root(42), "head_index": 3 * 41 + 1 })
    );
    let (nothing, found) = read(DirectoryPage::default());
    assert!(!nothing.knows() && found.is_empty());
}

#[test]
fn heads_are_held_against_their_places_and_hashes() {
    finds(|page| drop(page.heads.remove(7)), &["heads 7 -"]);
    let extra = |page: &mut DirectoryPage| {
        let first = page.heads[0].clone();
        page.heads.insert(0, UncheckedHead { index: -1, ..first });
    };
    finds(extra, &["heads -1 -"]);
    let other = |page: &mut DirectoryPage| page.heads[7].leaf = page.heads[8].leaf.clone();
    finds(other, &["heads 7 leaf_hash"]);
    let none = |page: &mut DirectoryPage| page.heads[7].leaf = b"{}".to_vec();
    finds(none, &["heads 7 leaf_hash", "heads 7 leaf"]);
    // With a hash that fits it is the tree that shows it.
    let fits = |page: &mut DirectoryPage| {
        page.heads[207] = UncheckedHead {
            index: 207,
            ..page.heads[208].clone()
        }
    };
    finds(
        fits,
        &[
            "directory_checkpoints 300 tree",
            "directory_checkpoints 300 note",
        ],
    );
}

#[test]
fn checkpoints_are_held_against_the_heads() {
    let gone = |page: &mut DirectoryPage| drop(page.checkpoints.pop());
    finds(gone, &["directory_checkpoints 300 -"]);
    let more = |page: &mut DirectoryPage| drop(page.heads.pop());
    finds(more, &["directory_checkpoints 300 -"]);
    let tree = |page: &mut DirectoryPage| page.checkpoints[1].tree = vec![0; 96];
    finds(tree, &["directory_checkpoints 200 tree"]);
    for note in [
        honest().checkpoints[0].note.clone(),
        "no note".to_owned(),
        honest().checkpoints[1]
            .note
            .replace("\u{2014} ", "\u{2014} other."),
    ] {
        let edit = |page: &mut DirectoryPage| page.checkpoints[1].note = note;
        finds(edit, &["directory_checkpoints 200 note"]);
    }
}

#[test]
fn cosignatures_are_the_witness_s_own() {
    let witness = WitnessSigner::new("witness.example", &[9; 32]).unwrap();
    let cosign = |page: &mut DirectoryPage, size: i64, witness_key: String| {
        let note = SignedNote::parse(page.checkpoints[1].note.as_bytes()).unwrap();
        let note = note.cosigned(&witness, 1_800_000_000).unwrap().to_string();
        let line = note.lines().last().unwrap();
        page.cosignatures.push(UncheckedCosignature {
            size,
            witness: witness_key,
            line: format!("{line}\n"),
        });
    };
    let own = witness.public().to_string();
    let other = WitnessSigner::new("witness.example", &[8; 32]).unwrap();
    let other = other.public().to_string();
    finds(|page| cosign(page, 200, own.clone()), &[]);
    let line = format!("cosignatures 100/{own} line");
    finds(|page| cosign(page, 100, own.clone()), &[&line]);
    let line = format!("cosignatures 200/{other} line");
    finds(|page| cosign(page, 200, other.clone()), &[&line]);
    let row = format!("cosignatures 150/{own} -");
    finds(|page| cosign(page, 150, own.clone()), &[&row]);
    finds(
        |page| cosign(page, 200, "nobody".to_owned()),
        &["cosignatures 200/nobody witness"],
    );
}
