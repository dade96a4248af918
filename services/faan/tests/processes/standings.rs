//! What is kept of the standings is damaged, and whoever runs the service has it made anew.

use rustix::process::Signal;
use serde_json::{Value, json};

use crate::owner::Owner;
use crate::running::{Folder, Running, eventually, faan, stderr};

async fn standings(mei: &Owner, club: &str) -> Value {
    serde_json::from_str(&mei.read(&format!("{club}/standings")).await).unwrap()
}

/// An administrator's connection to the private database.
async fn admin(folder: &Folder) -> tokio_postgres::Client {
    let password = std::fs::read_to_string(folder.0.join("faan_admin.password")).unwrap();
    let mut config = tokio_postgres::Config::new();
    config
        .host_path(folder.0.join("socket"))
        .dbname("faan")
        .user("faan_admin");
    let connected = config
        .password(password.trim())
        .connect(tokio_postgres::NoTls);
    let (client, connection) = connected.await.unwrap();
    tokio::spawn(connection);
    client
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operator_has_the_standings_made_anew() {
    let folder = Folder::prepared();
    let service = Running::start(&folder.0);
    let mei = Owner::of(&service).await;
    let (club, players) = mei.found_club().await;
    let at = mei.open_match(&club, &players, json!({})).await;
    let goulash = json!({ "number": 1, "outcome": { "kind": "goulash" } });
    mei.write(&format!("{at}/hands"), goulash).await;
    let settled = async || {
        let standings = standings(&mei, &club).await;
        standings["seq"] == standings["head_seq"]
    };
    eventually("the standings follow", settled).await;
    let before = standings(&mei, &club).await;

    let damage = "TRUNCATE tally_sums; UPDATE tallies SET totals = totals || '{\"hands\": 7}'";
    admin(&folder).await.batch_execute(damage).await.unwrap();
    assert_ne!(standings(&mei, &club).await, before);
    let mut command = faan();
    let output = command
        .arg("rebuild-standings")
        .arg("--data-dir")
        .arg(&folder.0)
        .output();
    let output = output.unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    eventually("the standings are made anew", settled).await;
    assert_eq!(standings(&mei, &club).await, before);
    service.end(Signal::TERM);

    let refused = faan()
        .arg("rebuild-standings")
        .arg("--data-dir")
        .arg(&folder.0)
        .output();
    let refused = refused.unwrap();
    assert!(!refused.status.success());
    assert!(
        stderr(&refused).contains("no connection to the database"),
        "{}",
        stderr(&refused)
    );
}
