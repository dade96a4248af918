//! What was released is read for ever: leaves of every kind of version 1, as they were written when it was released.
//!
//! The files of `tests/fixtures/leaf-v1` are **never written again**, whatever the program writes by now, since leaves like
//! them are in ledgers that nobody can change. Whoever finds this test red has broken the format: it is the program that
//! has to be put right. A kind that is added gets files of its own.

use evidence::{Body, Entry, Hash, OutcomeKind, Refusal, VERSION, leaf_hash};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// The list of the hashes of all leaves.
const LIST: &str = "leaf-hashes.txt";

/// The hash of the list. It changes if, and only if, a leaf is added.
const HASH_OF_LIST: &str = "3c19eff7b08fb07bb99a908a7027d2388eb6d4d8a3e5c74feaf5eedebc35fa61";

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

#[test]
fn every_kind_of_outcome_has_a_fixture() {
    let (leaves, _) = released();
    let kinds = leaves.values().filter_map(|leaf| {
        let Body::OutcomeRecorded(recorded) = Entry::parse(leaf).unwrap().body else {
            return None;
        };
        Some(recorded.outcome.kind().as_str())
    });
    let kinds: BTreeSet<&str> = kinds.collect();
    assert_eq!(kinds, OutcomeKind::ALL.map(OutcomeKind::as_str).into());
}

/// A program of the version that knows another kind writes a leaf of it, which this one cannot judge.
#[test]
fn a_kind_that_came_later_is_unknown_and_nothing_else() {
    let (leaves, _) = released();
    let leaf = String::from_utf8(leaves["member_removed.json"].clone()).unwrap();
    let later = leaf.replace("member_removed", "member_suspended");
    let refusal = Entry::parse(later.as_bytes()).unwrap_err();
    assert!(matches!(refusal, Refusal::Kind(kind) if kind == "member_suspended"));
}

/// A leaf in which one place has something else.
fn changed(leaf: &Value, at: &str, change: impl FnOnce(&mut Value)) -> Vec<u8> {
    let mut leaf = leaf.clone();
    change(leaf.pointer_mut(at).unwrap());
    serde_json::to_vec(&leaf).unwrap()
}

/// Where the values of a leaf stand, but for those of a document: these are a variant's, and its hash holds them.
fn places(value: &Value, at: &str, places: &mut Vec<String>) {
    places.push(at.to_owned());
    let inner: Vec<(String, &Value)> = match value {
        Value::Object(fields) => fields
            .iter()
            .filter(|(name, _)| *name != "document")
            .map(|(name, value)| (name.clone(), value))
            .collect(),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .map(|(index, value)| (index.to_string(), value))
            .collect(),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => Vec::new(),
    };
    for (name, value) in inner {
        self::places(value, &format!("{at}/{name}"), places);
    }
}

/// The fields that have one of some words.
const WITH_WORDS: [&str; 17] = [
    "draw",
    "ending",
    "kind",
    "last_hand",
    "method",
    "outcomes",
    "payee",
    "reason",
    "role",
    "round_wind",
    "rule",
    "scoring",
    "seat_wind",
    "shape",
    "ties",
    "unfinished",
    "won_by",
];

/// A later program may give any object of any kind one more field, and any field with words one more word.
#[test]
fn a_field_or_a_word_that_came_later_is_unknown_and_nothing_else() {
    let (leaves, _) = released();
    let (mut fields, mut words) = (0, BTreeSet::new());
    for (name, bytes) in &leaves {
        let leaf: Value = serde_json::from_slice(bytes).unwrap();
        let mut all = Vec::new();
        places(&leaf, "", &mut all);
        for at in all {
            let value = leaf.pointer(&at).unwrap();
            if value.is_object() {
                let later = changed(&leaf, &at, |value| value["a_later_field"] = 1.into());
                let refusal = Entry::parse(&later).unwrap_err();
                let is_field = matches!(&refusal, Refusal::Field(name) if name == "a_later_field");
                assert!(is_field, "{name}{at}: {refusal}");
                fields += 1;
            }
            if value.is_string() {
                let later = changed(&leaf, &at, |value| *value = "a_later_word".into());
                if let Err(Refusal::Word(word)) = Entry::parse(&later) {
                    assert_eq!(word, "a_later_word");
                    words.insert(
                        at.rsplit('/')
                            .find(|step| step.parse::<u8>().is_err())
                            .unwrap()
                            .to_owned(),
                    );
                }
            }
        }
    }
    assert!(fields > 250, "{fields}");
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    assert_eq!(words, WITH_WORDS);
}
