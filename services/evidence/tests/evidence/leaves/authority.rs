//! `LEAF.md` states who may enter what as the code does.

use super::examples;
use evidence::{Authority, Body, Exception};
use serde_json::Value;
use std::fs;
use std::path::Path;

/// The rows under the heading, without the head of the table: kind, roles, who else.
fn stated() -> Vec<[String; 3]> {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("LEAF.md");
    let page = fs::read_to_string(page).unwrap();
    let (_, section) = page.split_once("### Who may enter what\n").unwrap();
    let (section, _) = section.split_once("\n## ").unwrap();
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    let cells = |row: &str| {
        let cells: Vec<&str> = row.trim_matches('|').split('|').collect();
        let [kind, roles, also] = cells[..] else {
            panic!("{row}");
        };
        [kind, roles, also].map(|cell| cell.trim().to_owned())
    };
    rows.map(cells).collect()
}

fn written((kind, authority): &(&str, Authority)) -> [String; 3] {
    let roles = authority.roles.iter().map(|role| format!("`{role}`"));
    let roles: Vec<String> = roles.collect();
    let also = match authority.exception {
        Some(Exception::NotMember) => "somebody who is no member",
        Some(Exception::OwnMembership) => "a member whom the entry is about",
        Some(Exception::OwnPlayer) => "a member whose own player the entry is about",
        None => "–",
    };
    let roles = match roles.is_empty() {
        true => "–".to_owned(),
        false => roles.join(", "),
    };
    [format!("`{kind}`"), roles, also.to_owned()]
}

#[test]
fn the_page_states_the_table() {
    let table: Vec<_> = Authority::TABLE.iter().map(written).collect();
    assert_eq!(stated(), table);
}

/// A row's word is the word of its kind.
#[test]
fn every_kind_has_its_own_row() {
    assert_eq!(Authority::TABLE.map(|(kind, _)| kind), Body::KINDS);
    for (name, entry) in examples::all() {
        let by_word = Authority::of(entry.body.kind());
        assert_eq!(by_word, Some(entry.body.authority()), "{name}");
    }
    assert_eq!(Authority::of("hand_recorded"), None);
}

/// A leaf has it as its `user`.
#[test]
fn an_entry_is_about_the_account_that_its_leaf_names() {
    for (name, entry) in examples::all() {
        let leaf: Value = serde_json::from_slice(&entry.to_bytes().unwrap()).unwrap();
        let account = entry.body.account().map(|user| user.to_string());
        assert_eq!(account.as_deref(), leaf["user"].as_str(), "{name}");
    }
}
