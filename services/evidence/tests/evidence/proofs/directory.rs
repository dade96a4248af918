//! Entries of the directory.

use super::note::club;
use evidence::{Checkpoint, Hash, Head, club_hash, leaf_hash};

fn head() -> Head {
    let (origin, root) = ("faan.example/clubs/…".to_owned(), Hash::of(b"root"));
    Head::of(
        club(),
        &Checkpoint {
            origin,
            size: 7,
            root,
        },
    )
}

/// Byte for byte, as FORMAT.md has it.
const LEAF: &str = concat!(
    r#"{"club_hash":"2c730c26b6cab45db64cd97539db9415219166d5a44dee1bb025601d62f90b26","format":"faan.head","#,
    r#""root":"4813494d137e1631bba301d5acab6e7bb7aa74ce1185d456565ef51d737677b2","size":7,"version":1}"#
);

#[test]
fn a_head_is_written_as_ever() {
    let leaf = head().to_bytes().unwrap();
    assert_eq!(String::from_utf8(leaf.clone()).unwrap(), LEAF);
    assert_eq!(Head::parse(&leaf).unwrap(), head());
    assert_eq!(head().leaf_hash().unwrap(), leaf_hash(&leaf));
    assert_eq!(
        head().club_hash,
        Hash::of(b"00000000-0000-0000-0000-000000000c1b")
    );
    assert_eq!(head().club_hash, club_hash(club()));
}

#[test]
fn any_other_head_is_refused() {
    for (from, to, why) in [
        ("faan.head", "faan.entry", "the format is not"),
        (
            r#""version":1"#,
            r#""version":2"#,
            "version 2 of the format is unknown",
        ),
        (r#","version":1"#, "", "canonical"),
        (r#""version":1"#, r#""version":"1""#, "canonical"),
        (r#""size":7"#, r#""size": 7"#, "canonical"),
        (r#""size":7"#, r#""size":7,"size":7"#, "canonical"),
        (r#""size":7"#, r#""size":7,"kind":"x""#, "unknown field"),
        (r#""size":7"#, r#""size":7.0"#, "invalid type"),
        (r#""size":7"#, r#""size":-7"#, "invalid value"),
        (r#""size":7"#, r#""size":0"#, "at least the entry"),
        (r#""size":7"#, r#""size":9007199254740992"#, "beyond"),
        ("48134", "4813", "64 lower-case"),
        ("48134", "4813A", "64 lower-case"),
        (r#""root""#, r#""roots""#, "unknown field"),
        ("}", "} ", "canonical"),
        ("}", "", "EOF"),
    ] {
        let refusal = Head::parse(LEAF.replace(from, to).as_bytes())
            .unwrap_err()
            .to_string();
        assert!(refusal.contains(why), "{from} → {to}: {refusal}");
    }
    assert!(Head { size: 0, ..head() }.to_bytes().is_err());
}
