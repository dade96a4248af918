//! `faan doctor`, of services that are well and of some that are not.

use std::cell::RefCell;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::{Command, Output};

use ledger::test_database::TestDatabase;
use serde_json::Value;

use crate::processes::certificates::Authority;
use crate::processes::gateway::Gateway;
use crate::running::{Folder, Running, connect, eventually, faan, keygen, stderr};

/// What it says of each check, as its status and its words.
pub(crate) fn findings(output: &Output) -> Vec<(String, String, String)> {
    let report: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|_| panic!("no JSON; {}", stderr(output)));
    let findings = report["findings"].as_array().unwrap().iter();
    let text = |finding: &Value, name: &str| finding[name].as_str().unwrap_or_default().to_owned();
    findings
        .map(|finding| {
            (
                text(finding, "check"),
                text(finding, "status"),
                text(finding, "found") + &text(finding, "advice"),
            )
        })
        .collect()
}

pub(crate) fn doctor() -> Command {
    let mut command = faan();
    command.args(["doctor", "--json"]);
    command
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_runs_everything_on_one_machine_is_told_that_it_is_well() {
    let folder = Folder::prepared();
    let service = Running::start(&folder.0);
    let asked = |command: &mut Command| {
        let command = command.arg("--data-dir").arg(&folder.0);
        command
            .args(["--gateway-url", &service.url])
            .output()
            .unwrap()
    };
    // It finds, too, that the signer has not come to its first round, or that something stands still.
    let is_well = async || asked(&mut doctor()).status.success();
    eventually("all is well", is_well).await;
    finds(WELL, || asked(&mut doctor())).await;

    let words = String::from_utf8(asked(faan().arg("doctor")).stdout).unwrap();
    assert!(words.contains("ok           gateway.ready"), "{words}");
    assert!(words.contains("WARNING      database.archive"), "{words}");
}

/// What is looked at, how it is, and a word of what is told.
type Expected = (&'static str, &'static str, &'static str);

const WELL: &[Expected] = &[
    ("database.app.connection", "ok", ""),
    ("database.app.safeguards", "ok", ""),
    ("database.writes", "ok", ""),
    ("database.clock", "ok", ""),
    ("database.connections", "ok", ""),
    ("gateway.clock", "ok", ""),
    ("gateway.ready", "ok", ""),
    ("gateway.signer", "ok", ""),
    // Nothing else protects the private database.
    ("database.archive", "warning", ""),
];

/// Asks until all of that is found: what stands still for a while is found to be away.
async fn finds(expected: &[Expected], ask: impl Fn() -> Output) {
    let are_found = async || {
        let found = findings(&ask());
        let is_found = |(check, status, word): &&Expected| {
            let mut found = found.iter();
            found.any(|(name, is, words)| name == check && is == status && words.contains(word))
        };
        let missing: Vec<_> = expected.iter().filter(|one| !is_found(one)).collect();
        println!("{missing:?} are not in {found:?}");
        missing.is_empty()
    };
    eventually("all is found", are_found).await;
}

const FAULTS: &[Expected] = &[
    (
        "database.app.safeguards",
        "error",
        "not forced on the table matches",
    ),
    ("database.auditor.connection", "ok", "PostgreSQL"),
    ("database.auditor.safeguards", "error", "matches"),
    ("database.signer.connection", "error", "deploy/README.md"),
    ("database.admin.safeguards", "ok", ""),
    ("database.writes", "error", "default_transaction_read_only"),
    ("database.standbys", "warning", "no standby"),
    ("database.replication_slots", "ok", ""),
    ("gateway.ready", "error", "503"),
    ("key.token", "error", "token.pem"),
    ("key.log", "error", "--log-name"),
    ("disk.signer_record", "error", "nowhere"),
    ("certificate.gateway", "ok", "good until"),
    ("certificate.engine", "error", "expired"),
];

/// Takes safeguards of a database away; the name of the database.
async fn break_down(database: &TestDatabase) -> String {
    let name = database.url().rsplit('/').next().unwrap().to_owned();
    let name = name.split('?').next().unwrap().to_owned();
    let admin = connect(&database.admin_url()).await;
    let faults = format!(
        "ALTER TABLE matches NO FORCE ROW LEVEL SECURITY; ALTER DATABASE {name} SET default_transaction_read_only = on"
    );
    admin.batch_execute(&faults).await.unwrap();
    name
}

#[tokio::test(flavor = "multi_thread")]
async fn every_fault_of_a_deployment_is_told() {
    let (folder, database) = (Folder::new(), TestDatabase::create().await);
    let files = [
        "token.pem",
        "certificate.pem",
        "key.pem",
        "old.pem",
        "old-key.pem",
    ];
    let [token_key, certificate, key, old, old_key] = files.map(|name| folder.0.join(name));
    keygen(&token_key, &[]);
    let gateway = Gateway::start(&database, &token_key, None);
    let name = break_down(&database).await;
    fs::set_permissions(&token_key, fs::Permissions::from_mode(0o644)).unwrap();
    let authority = Authority::new();
    authority.issue("faan.example.org", &certificate, &key);
    authority.issue_of("engine.example.org", (1975, 1980), &old, &old_key);
    let log_key = folder.0.join("log-key");
    fs::write(&log_key, "not a key\n").unwrap();
    fs::set_permissions(&log_key, fs::Permissions::from_mode(0o600)).unwrap();

    let wrong = database.signer_url().replacen(&name, "nowhere", 1);
    let mut asked = doctor();
    asked
        .env("FAAN_DATABASE_URL", database.url())
        .env("FAAN_AUDITOR_DATABASE_URL", database.auditor_url())
        .env("FAAN_SIGNER_DATABASE_URL", wrong)
        .env("FAAN_ADMIN_DATABASE_URL", database.admin_url())
        .env("FAAN_TOKEN_KEY", &token_key)
        .env("FAAN_LOG_KEY", &log_key)
        .env("FAAN_SIGNER_RECORD", folder.0.join("nowhere"))
        .env("FAAN_GATEWAY_CERT", &certificate)
        .env("FAAN_GATEWAY_KEY", &key)
        .env("FAAN_ENGINE_CERT", &old)
        .env("FAAN_ENGINE_KEY", &old_key)
        .args(["--gateway-url", &gateway.url]);
    let asked = RefCell::new(asked);
    let ask = || {
        let output = asked.borrow_mut().output().unwrap();
        assert!(!output.status.success());
        output
    };
    finds(FAULTS, ask).await;
}

#[test]
fn it_changes_nothing() {
    let folder = Folder::new();
    let nowhere = folder.0.join("nowhere");
    let output = doctor().arg("--data-dir").arg(&nowhere).output().unwrap();
    let found = findings(&output);
    assert!(!output.status.success());
    assert!(found[0].2.contains("no data folder at"), "{found:?}");
    assert!(!nowhere.exists());
}
