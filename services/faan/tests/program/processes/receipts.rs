//! Receipts, from a running service to somebody who has nothing but the file and the key.

use std::fs;
use std::path::Path;

use reqwest::Method;
use serde_json::{Value, json};

use crate::owner::Owner;
use crate::running::{Folder, Running, eventually, faan, keygen};

impl Owner {
    /// A club in which a match of twenty dead hands was played.
    async fn club_with_a_match(&self) -> String {
        let (at, players) = self.found_club().await;
        let at_match = self.open_match(&at, &players, json!({})).await;
        let hands = json!({ "number": 1, "outcomes": vec![json!({ "kind": "goulash" }); 20] });
        self.write(&format!("{at_match}/hands:batch"), hands).await;
        at
    }
}

/// How `faan audit receipt` exits, and what it prints.
fn audit(folder: &Path, arguments: &[&str]) -> (i32, String) {
    let mut command = faan();
    let output = command
        .args(["audit", "receipt"])
        .args(arguments)
        .current_dir(folder)
        .output();
    let output = output.unwrap();
    let printed = [output.stdout, output.stderr].concat();
    (
        output.status.code().unwrap(),
        String::from_utf8(printed).unwrap(),
    )
}

#[tokio::test]
async fn every_entry_of_a_match_has_a_receipt_that_needs_no_service() {
    let folder = Folder::prepared();
    let service = Running::start(&folder.0);
    let owner = Owner::of(&service).await;
    let at = owner.club_with_a_match().await;
    let note = owner.checkpoint(&at).await;
    assert!(note.starts_with("faan.localhost/clubs/"), "{note}");
    let entries = owner.read_json(&format!("{at}/ledger/entries")).await;
    let entries = entries["entries"].as_array().unwrap().clone();
    assert_eq!(entries.len(), 27);
    assert_eq!(note.lines().nth(1).unwrap(), "27");
    for entry in &entries {
        let seq = &entry["seq"];
        let receipt = owner
            .read(&format!("{at}/ledger/entries/{seq}/receipt"))
            .await;
        fs::write(folder.0.join(format!("{seq}.receipt")), receipt).unwrap();
        let leaf = entry["leaf"].as_str().unwrap();
        fs::write(folder.0.join(format!("{seq}.json")), leaf).unwrap();
    }
    let keys = owner.read_json("/.well-known/log-keys").await;
    let key = keys["keys"][0]["verifier_key"].as_str().unwrap().to_owned();
    drop(service);

    for seq in 1..=entries.len() {
        let (receipt, entry) = (format!("{seq}.receipt"), format!("{seq}.json"));
        let arguments = [&receipt, "--entry", &entry, "--key", &key];
        let (status, printed) = audit(&folder.0, &arguments);
        assert_eq!(status, 0, "{printed}");
        let said =
            format!("SOUND: the ledger had this entry, number {seq}, when it had 27 entries.\n");
        assert!(printed.starts_with(&said), "{printed}");
    }
    let club = at.rsplit('/').next().unwrap();
    let (status, printed) = audit(
        &folder.0,
        &["7.receipt", "--json", "--key", &key, "--club", club],
    );
    let found: Value = serde_json::from_str(&printed).unwrap();
    assert_eq!(
        (status, &found["verdict"], &found["seq"]),
        (0, &"sound".into(), &7.into())
    );
    assert_eq!(
        (&found["leaf_hash"], &found["entry"]),
        (&entries[6]["leaf_hash"], &Value::Null)
    );
    check_refusals(&folder.0, &key);
}

/// What is not what it is said to be, by the seventh and the eighth receipt.
fn check_refusals(folder: &Path, key: &str) {
    let receipt = fs::read_to_string(folder.join("7.receipt")).unwrap();
    fs::write(
        folder.join("index"),
        receipt.replace("\nindex 6\n", "\nindex 5\n"),
    )
    .unwrap();
    fs::write(folder.join("size"), receipt.replace("\n27\n", "\n28\n")).unwrap();
    fs::write(folder.join("none"), "no receipt").unwrap();
    keygen(&folder.join("other"), &["--log-name", "faan.localhost"]);
    let other = fs::read_to_string(folder.join("other")).unwrap();
    let other: ledger::evidence::SignerKey = other.trim_end().parse().unwrap();
    let other = other.public().to_string();
    for (arguments, expected, said) in [
        (vec!["index", "--key", key], 1, "TAMPERED"),
        (vec!["size", "--key", key], 1, "is false"),
        (vec!["none", "--key", key], 1, "a receipt is the line"),
        (
            vec!["7.receipt", "--entry", "8.json", "--key", key],
            1,
            "the entry is another one",
        ),
        (
            vec![
                "7.receipt",
                "--club",
                "00000000-0000-0000-0000-000000000001",
                "--key",
                key,
            ],
            1,
            "it is of the club",
        ),
        (vec!["7.receipt", "--key", &other], 2, "INCOMPLETE"),
        (vec!["7.receipt", "--key", &other, "--key", key], 0, "SOUND"),
        (vec!["nothing", "--key", key], 3, "nothing cannot be read"),
    ] {
        let (status, printed) = audit(folder, &arguments);
        assert_eq!(status, expected, "{arguments:?}: {printed}");
        assert!(printed.contains(said), "{arguments:?}: {printed}");
    }
}

#[tokio::test]
async fn the_end_of_a_match_is_signed_without_being_asked() {
    let folder = Folder::prepared();
    let mut command = faan();
    command
        .arg("up")
        .arg("--data-dir")
        .arg(&folder.0)
        .args(["--sign-every", "240"]);
    let service = Running::start_with(&mut command);
    let owner = Owner::of(&service).await;
    let at = owner.club_with_a_match().await;
    let matches = owner.list(&format!("{at}/matches"), "matches").await;
    let game = matches[0]["id"].as_str().unwrap();
    let end = format!("{at}/matches/{game}/end");
    owner.change(&end, json!({})).await;
    let signed = async || {
        let path = format!("{at}/ledger/entries/28/receipt");
        owner.ask(Method::GET, &path, None).await.0 == 200
    };
    eventually("the end is signed", signed).await;
}
