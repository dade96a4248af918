//! What was released is read for ever: leaves of every kind of version 1, as they were written when it was released.
//!
//! The files of `tests/fixtures/leaf-v1` are **never written again**, whatever the program writes by now, since leaves like
//! them are in ledgers that nobody can change. Whoever finds this test red has broken the format: it is the program that
//! has to be put right. A kind that is added gets files of its own.

use evidence::{Body, Entry, Hash, VERSION, leaf_hash};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The lists of hashes, each with its own: the kinds of the first release, and those that were added later.
const LISTS: [(&str, &str); 7] = [
    (
        "leaf-hashes.txt",
        "1a4e361f695cf4dfbd61286657735817990577b1e5f3806071674d9fac8e34cd",
    ),
    (
        "leaf-hashes-evenings.txt",
        "dee97df77a00923a1b7f43cd42e9248a4abf9cea39aacef80b59dbd581ee6094",
    ),
    (
        "leaf-hashes-seasons.txt",
        "4c6f1ace5f64d6c7f47f641d60eb1cbdc621dd744034f3e425031ddb591ca9cd",
    ),
    (
        "leaf-hashes-tournaments.txt",
        "4de43a53a63514945fb0191b4bb370bae20fe117c778e4fad3746aa2f466ca74",
    ),
    (
        "leaf-hashes-void.txt",
        "dc2df2364ec135b0231f9e63266a453d1fcc30258ece26c4657fc36dce3a10e0",
    ),
    (
        "leaf-hashes-reasons.txt",
        "08e4f7a168ad1d27326375e01e1b62f023a52fcac9cf4d5cfe4a8ad0baf3afe4",
    ),
    (
        "leaf-hashes-unmerged.txt",
        "94074034d8acf9266e260dc517a659c080ccdbe158ffdc4656afafc0a89f97a4",
    ),
];

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
    let listed = LISTS
        .iter()
        .flat_map(|(list, _)| listed(&folder.join(list)));
    (leaves, listed.collect())
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

/// The lists themselves were not changed: their hashes are here.
#[test]
fn the_fixtures_are_those_of_the_release() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/leaf-v1");
    for (list, of_the_release) in LISTS {
        let all: String = listed(&folder.join(list))
            .iter()
            .map(|(name, hash)| format!("{hash}  {name}\n"))
            .collect();
        assert_eq!(
            Hash::of(all.as_bytes()).to_string(),
            of_the_release,
            "{list}"
        );
    }
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
