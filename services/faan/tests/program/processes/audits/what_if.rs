//! What matches would have come to by other rules, worked out by a real auditor: the same as `faan audit what-if` says of the export.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use super::{Scene, admin, codes};
use crate::owner::{Owner, is_sound};
use crate::running::faan;

/// Plays another match in the club, in which somebody won with tiles; answers its id.
async fn play(owner: &Owner, at: &str) -> String {
    let players = owner.list(&format!("{at}/players"), "players").await;
    let players: Vec<Value> = players.iter().map(|player| player["id"].clone()).collect();
    let earlier = json!({ "played_on": "2026-11-20" });
    let at_match = owner.open_match(at, &players, earlier).await;
    let (_, id) = at_match.rsplit_once('/').unwrap();
    let melds = ["222s", "444s", "666s"].map(|tiles| json!({ "kind": "pung", "tiles": tiles }));
    let won = json!({
        "kind": "win", "won_by": "discard", "from_chair": 2,
        "winners": [{ "chair": 4, "hand": {
            "concealed": "88s WW", "winning_tile": "8s", "bonus_tiles": "1f", "melds": melds,
        }}],
    });
    let hands = json!({ "number": 1, "outcomes": [won, { "kind": "goulash" }, won] });
    owner.write(&format!("{at_match}/hands:batch"), hands).await;
    id.to_owned()
}

/// What `faan audit what-if` says of the club's export, as data.
async fn told_of_the_export(owner: &Owner, at: &str, folder: &Path, asked: &[&str]) -> Value {
    owner.checkpoint(at).await;
    let export = folder.join("club.ndjson");
    fs::write(&export, owner.read(&format!("{at}/ledger/export")).await).unwrap();
    let mut command = faan();
    command.args(["audit", "what-if", "--json"]).arg(&export);
    let output = command.args(asked).output().unwrap();
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_audit_tells_what_other_rules_would_have_come_to() {
    let Scene {
        folder, owner, at, ..
    } = &Scene::new().await;
    let id = play(owner, at).await;
    let modern = json!({ "id": "hong-kong-new-style" });
    let report = owner
        .audited(at, json!({ "what_if": { "variant": modern } }))
        .await;
    is_sound(&report);
    let asked = ["--variant", "hong-kong-new-style"];
    let told = told_of_the_export(owner, at, &folder.0, &asked).await;
    assert_eq!(report["what_if"], told);
    let matches = told["matches"].as_array().unwrap();
    // The one that was played first comes first.
    assert_eq!((matches.len(), &matches[0]["match"]), (2, &json!(id)));
    assert_eq!(
        (&matches[0]["differing"], &matches[1]["differing"]),
        (&json!(2), &json!(0))
    );
    assert_eq!(
        (&told["sum"]["outcomes"], &told["doubt"]),
        (&json!(5), &Value::Null)
    );

    // One match of a range, in which are its last two outcomes.
    let entries = format!("{at}/ledger/entries?limit=200");
    let entries = owner.read_json(&entries).await;
    let last = entries["entries"].as_array().unwrap().len().to_string();
    let from = (last.parse::<u64>().unwrap() - 1).to_string();
    let part = json!({
        "from_seq": from.parse::<u64>().unwrap(), "to_seq": last.parse::<u64>().unwrap(),
        "what_if": { "variant": modern, "match": id },
    });
    let report = owner.audited(at, part).await;
    let range = ["--match", &id, "--from", &from, "--until", &last];
    let told = told_of_the_export(owner, at, &folder.0, &[&asked[..], &range].concat()).await;
    assert_eq!(report["what_if"], told);
    assert_eq!(
        (&told["sum"]["outcomes"], &told["sum"]["differing"]),
        (&json!(2), &json!(1))
    );

    // Without being asked nothing is told.
    let report = owner.audited(at, json!({})).await;
    assert_eq!(report.get("what_if"), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_entries_that_are_not_believed_nothing_is_worked_out() {
    let Scene {
        database,
        owner,
        at,
        ..
    } = &Scene::new().await;
    play(owner, at).await;
    let admin = admin(database).await;
    let change = "
        ALTER TABLE entries DISABLE TRIGGER entries_are_final;
        ALTER TABLE entries DROP CONSTRAINT entries_leaf_hash_is_of_leaf;
        UPDATE entries SET leaf_hash = sha256(leaf) WHERE seq = 3";
    admin.batch_execute(change).await.unwrap();
    let variant = json!({ "id": "hong-kong-new-style" });
    let report = owner
        .audited(at, json!({ "what_if": { "variant": variant } }))
        .await;
    assert_eq!(codes(&report), ["hash"]);
    assert_eq!(report.get("what_if"), Some(&Value::Null));
}
