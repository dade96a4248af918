//! The leaves of version 1, byte for byte: what is written here is what clubs have stored.

use super::examples;
use evidence::{Entry, leaf_hash};

#[test]
fn leaves_are_written_as_ever() {
    let mut golden = String::new();
    for (name, entry) in examples::all() {
        let leaf = entry.to_bytes().unwrap();
        assert_eq!(Entry::parse(&leaf).unwrap(), entry, "{name}");
        golden += &format!(
            "{name}\n{}\n{}\n\n",
            leaf_hash(&leaf),
            String::from_utf8(leaf).unwrap()
        );
    }
    insta::assert_snapshot!(golden);
}
