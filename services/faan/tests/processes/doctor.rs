//! `faan doctor`, of services that are well and of some that are not.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::process::{Command, Output};

use ledger::test_database::TestDatabase;
use serde_json::Value;

use crate::certificates::Authority;
use crate::gateway::Gateway;
use crate::running::{Folder, Running, eventually, faan, stderr};

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
    // The doctor would find a signer that has not come to its first round.
    let signs = async || {
        let answer = reqwest::get(format!("{}/readyz?check=signer", service.url)).await;
        answer.is_ok_and(|answer| answer.status() == 200)
    };
    eventually("the signer signs", signs).await;
    let asked = |command: &mut Command| {
        let command = command.arg("--data-dir").arg(&folder.0);
        command.args(["--gateway-url", &service.url]).output()
    };
    let output = asked(&mut doctor()).unwrap();
    let found = findings(&output);
    assert!(output.status.success(), "{found:?}");
    for check in [
        "database.app.connection",
        "database.app.safeguards",
        "database.writes",
        "database.clock",
        "database.connections",
        "gateway.clock",
        "gateway.ready",
        "gateway.signer",
    ] {
        let finding = found.iter().find(|(name, ..)| name == check);
        let (_, status, words) = finding.unwrap_or_else(|| panic!("no {check}: {found:?}"));
        assert_eq!(status, "ok", "{check}: {words}");
    }
    // Nothing else protects the private database.
    let archive = found.iter().find(|(name, ..)| name == "database.archive");
    assert_eq!(archive.unwrap().1, "warning");

    let words = asked(faan().arg("doctor")).unwrap();
    let words = String::from_utf8(words.stdout).unwrap();
    assert!(words.contains("ok           gateway.ready"), "{words}");
    assert!(words.contains("WARNING      database.archive"), "{words}");
}

/// What is looked at, how it is, and a word of what is told.
const FAULTS: [(&str, &str, &str); 14] = [
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
    let (admin, connection) = tokio_postgres::connect(&database.admin_url(), tokio_postgres::NoTls)
        .await
        .unwrap();
    tokio::spawn(connection);
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
    assert!(
        faan()
            .arg("keygen")
            .arg(&token_key)
            .status()
            .unwrap()
            .success()
    );
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
    let output = doctor()
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
        .args(["--gateway-url", &gateway.url])
        .output()
        .unwrap();
    let found = findings(&output);
    assert!(!output.status.success());
    for (check, status, word) in FAULTS {
        let finding = found.iter().find(|(name, ..)| name == check);
        let (_, is, words) = finding.unwrap_or_else(|| panic!("no {check}: {found:?}"));
        assert_eq!(is, status, "{check}: {words}");
        assert!(words.contains(word), "{check}: {words}");
    }
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
