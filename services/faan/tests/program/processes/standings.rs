//! What is kept of the standings is damaged, and whoever runs the service has it made anew.

use rustix::process::Signal;
use serde_json::{Value, json};

use crate::owner::Owner;
use crate::running::{Folder, Running, answered, connect, eventually, faan, stderr};

async fn standings(mei: &Owner, club: &str) -> Value {
    mei.read_json(&format!("{club}/standings")).await
}

/// That of whoever administers the private database.
fn password(folder: &Folder) -> String {
    let password = std::fs::read_to_string(folder.0.join("faan_admin.password"));
    password.unwrap().trim_end().to_owned()
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
    let admin = postgres::url(&folder.0, "faan_admin", &password(&folder), "faan");
    connect(&admin).await.batch_execute(damage).await.unwrap();
    assert_ne!(standings(&mei, &club).await, before);
    let rebuild = || {
        let mut command = faan();
        command.args(["rebuild-standings", "--data-dir"]);
        answered(command.arg(&folder.0))
    };
    let output = rebuild();
    assert!(output.status.success(), "{}", stderr(&output));
    eventually("the standings are made anew", settled).await;
    assert_eq!(standings(&mei, &club).await, before);
    service.end(Signal::TERM);

    let refused = rebuild();
    assert!(!refused.status.success());
    assert!(
        stderr(&refused).contains("no connection to the database"),
        "{}",
        stderr(&refused)
    );
}
