//! What was released is read for ever: leaves of every kind of version 1, as they were written when it was released.
//!
//! The files of `tests/fixtures/leaf-v1` are **never written again**, whatever the program writes by now, since leaves like
//! them are in ledgers that nobody can change. Whoever finds this test red has broken the format: it is the program that
//! has to be put right. A kind that is added gets files of its own.

use evidence::{Body, Entry, Hash, VERSION, leaf_hash};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The list of the hashes of all leaves.
const LIST: &str = "leaf-hashes.txt";

/// The hash of the list. It changes if, and only if, a leaf is added.
const HASH_OF_LIST: &str = "2e34dfe8a0704671a12c3691d8fa8556bbbc0523936e01a8bbd755534bd11275";

/// The leaves by the names of their files, and the hashes that are listed for them. A file is a leaf and a line feed.
fn released() -> (BTreeMap<String, Vec<u8>>, BTreeMap<String, Hash>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/leaf-v1");
    let mut leaves = BTreeMap::new();
    for file in fs::read_dir(&folder).unwrap() {
        let file = file.unwrap();
        let name = file.file_name().into_string().unwrap();
        if name.ends_with(".json") {
            let line = fs::read(file.path()).unwrap();
            leaves.insert(name, line.strip_suffix(b"\n").unwrap().to_vec());
        }
    }
    (leaves, listed(&folder.join(LIST)))
}

/// The hashes of a list, by the names of the files.
fn listed(list: &Path) -> BTreeMap<String, Hash> {
    let listed = fs::read_to_string(list).unwrap();
    let listed = listed.lines().map(|line| {
        let (hash, name) = line.split_once("  ").unwrap();
        (name.to_owned(), hash.parse().unwrap())
    });
    listed.collect()
}

#[test]
fn what_was_released_is_read_for_ever() {
    let (leaves, listed) = released();
    assert!(leaves.keys().eq(listed.keys()));
    for (name, leaf) in &leaves {
        assert_eq!(leaf_hash(leaf), listed[name], "{name}");
        let entry = Entry::parse(leaf).unwrap();
        assert_eq!(entry.to_bytes().unwrap(), *leaf, "{name}");
        assert_eq!(entry.body.kind(), name.split('.').next().unwrap());
    }
}

/// The list itself was not changed: its hash is here.
#[test]
fn the_fixtures_are_those_of_the_release() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/leaf-v1");
    let list = fs::read(folder.join(LIST)).unwrap();
    assert_eq!(Hash::of(&list).to_string(), HASH_OF_LIST);
    assert_eq!(VERSION, 1);
}

#[test]
fn every_kind_has_a_fixture() {
    let (leaves, _) = released();
    let kinds: BTreeSet<&str> = leaves
        .keys()
        .filter_map(|name| name.split('.').next())
        .collect();
    assert_eq!(kinds, BTreeSet::from(Body::KINDS));
}

/// A program of the version that knows another kind writes a leaf of it, which this one cannot judge.
#[test]
fn a_kind_that_came_later_is_unknown_and_nothing_else() {
    let (leaves, _) = released();
    let leaf = String::from_utf8(leaves["member_removed.json"].clone()).unwrap();
    let later = leaf.replace("member_removed", "member_suspended");
    let refusal = Entry::parse(later.as_bytes()).unwrap_err();
    assert!(matches!(refusal, evidence::Refusal::Kind(kind) if kind == "member_suspended"));
}
