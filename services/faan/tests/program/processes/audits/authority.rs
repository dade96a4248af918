//! The application's login makes a player an owner, who enters that themselves and then demotes the founder. The audit names the row,
//! and once the row agrees with the entries it names the first of them.

use std::fs;

use ledger::test_database::TestDatabase;
use reqwest::Method;
use serde_json::{Value, json};

use super::{Scene, codes};
use crate::owner::Owner;
use crate::running::{Folder, connect, faan};

/// Somebody else, who became a player of the club.
async fn player(owner: &Owner, at: &str) -> (Owner, String) {
    let player = Owner::signs_up(&owner.url, "player@example.org").await;
    let account = player.read_json("/v1/users/me").await;
    let invitation = json!({ "role": "player" });
    let invitation = owner.write(&format!("{at}/invitations"), invitation).await;
    let token = json!({ "token": invitation["token"] });
    player.write("/v1/invitations:accept", token).await;
    (player, account["id"].as_str().unwrap().to_owned())
}

/// Makes a member an owner as somebody can who has the application's login.
async fn make_owner(database: &TestDatabase, at: &str, user: &str) {
    let client = connect(&database.url()).await;
    let club = at.rsplit('/').next().unwrap();
    client
        .batch_execute(&format!("SET faan.club = '{club}'"))
        .await
        .unwrap();
    let edit = format!("UPDATE members SET role = 'owner' WHERE user_id = '{user}'");
    assert_eq!(client.execute(&edit, &[]).await.unwrap(), 1);
}

/// What `faan audit verify` says of the club's export, with the directory.
async fn verified(reader: &Owner, at: &str) -> (Option<i32>, Value) {
    let folder = Folder::new();
    let keys = reader.read_json("/.well-known/log-keys").await;
    for (file, path) in [
        ("club.ndjson", format!("{at}/ledger/export")),
        ("directory.ndjson", "/v1/ledger/directory/export".to_owned()),
    ] {
        fs::write(folder.0.join(file), reader.read(&path).await).unwrap();
    }
    let mut command = faan();
    command.args(["audit", "verify", "club.ndjson", "--json"]);
    command.args(["--directory", "directory.ndjson", "--key"]);
    command.arg(keys["keys"][0]["verifier_key"].as_str().unwrap());
    let output = command.current_dir(&folder.0).output().unwrap();
    let report = serde_json::from_slice(&output.stdout).unwrap();
    (output.status.code(), report)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_entry_by_an_edited_role_is_named() {
    let Scene {
        database,
        owner,
        at,
        ..
    } = &Scene::new().await;
    let founder = owner.read_json("/v1/users/me").await;
    let founder = founder["id"].as_str().unwrap();
    let (player, user) = player(owner, at).await;

    make_owner(database, at, &user).await;
    let report = owner.audited(at, json!({})).await;
    assert_eq!(report["verdict"], "tampered");
    assert_eq!(codes(&report), Vec::<&str>::new(), "{report:#}");
    let row = &report["projections"]["first"][0];
    assert_eq!(report["projections"]["differing"], 1, "{report:#}");
    assert_eq!(
        (&row["table"], &row["field"], &row["stored"]),
        (&json!("members"), &json!("role"), &json!("owner"))
    );

    for (member, role) in [(user.as_str(), "owner"), (founder, "auditor")] {
        let path = format!("{at}/members/{member}");
        let role = Some(json!({ "role": role }));
        let (status, said) = player.ask(Method::PUT, &path, role).await;
        assert_eq!(status, 200, "{said}");
    }
    let report = owner.audited(at, json!({})).await;
    let seq = report["entries"].as_u64().unwrap() - 1;
    let sentence = format!(
        "entry {seq}: its actor {user} had the role player, and only the role owner may enter this member_set"
    );
    let doubt = json!({
        "code": "not_permitted",
        "verdict": "tampered",
        "seq": seq,
        "detail": sentence,
        "actor": user,
        "role": "player",
        "permitted_roles": ["owner"],
    });
    assert_eq!(report["verdict"], "tampered");
    assert_eq!(report["first_bad_entry"], seq, "{report:#}");
    assert_eq!(report["doubts"], json!([doubt]), "{report:#}");

    owner.checkpoint(at).await;
    let (exit, report) = verified(owner, at).await;
    assert_eq!((exit, &report["verdict"]), (Some(1), &json!("tampered")));
    assert_eq!(report["first_bad_entry"], doubt["seq"]);
    assert_eq!(report["doubts"], json!([doubt]), "{report:#}");
}
