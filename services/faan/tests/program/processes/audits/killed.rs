//! Auditors that do not come to their end.

use ledger::test_database::TestDatabase;
use serde_json::{Value, json};

use super::{Scene, admin, codes};
use crate::owner::is_sound;
use crate::part::Part;
use crate::running::{eventually, faan};

/// An auditor that has said that it waits for audits.
fn auditor(database: &TestDatabase) -> Part {
    let mut command = faan();
    let url = database.auditor_url();
    let (part, said) = Part::start(command.arg("auditor").env("FAAN_AUDITOR_DATABASE_URL", url));
    assert_eq!(said, "auditor waits for audits");
    part
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_killed_auditor_was_at_another_brings_to_its_end() {
    let Scene {
        database,
        owner,
        at,
        ..
    } = &Scene::with(false).await;
    let (admin, watch) = (admin(database).await, admin(database).await);
    let mut first = auditor(database);
    // It gets as far as this table.
    admin
        .batch_execute("BEGIN; LOCK TABLE match_entries IN ACCESS EXCLUSIVE MODE")
        .await
        .unwrap();
    let asked = owner.write(&format!("{at}/audits"), json!({})).await;
    let path = format!("{at}/audits/{}", asked["id"].as_str().unwrap());
    let waits = async || {
        // The gateway, which works out standings, may wait for the table too.
        let sql = "SELECT count(*) FROM pg_locks JOIN pg_stat_activity USING (pid)
            WHERE NOT granted AND relation = 'match_entries'::regclass AND usename = 'faan_test_auditor'";
        watch.query_one(sql, &[]).await.unwrap().get::<_, i64>(0) > 0
    };
    eventually("the auditor is at it", waits).await;
    first.kill();
    admin.batch_execute("COMMIT").await.unwrap();
    let audit = owner.read_json(&path).await;
    // An auditor that waited too long for the table may have put it back before it was killed.
    let state = audit["state"].as_str().unwrap();
    assert!(["running", "queued"].contains(&state), "{audit}");
    assert_eq!(audit["verdict"], Value::Null);
    let second = auditor(database);
    is_sound(&owner.audit_at_its_end(&path).await["report"]);
    second.stop();
}

#[tokio::test(flavor = "multi_thread")]
async fn what_no_auditor_survives_is_given_up() {
    let Scene {
        database,
        owner,
        at,
        ..
    } = &Scene::with(false).await;
    let (admin, watch) = (admin(database).await, admin(database).await);
    let mut at_it = auditor(database);
    // It gets as far as this table.
    let lock = "BEGIN; LOCK TABLE match_entries IN ACCESS EXCLUSIVE MODE";
    admin.batch_execute(lock).await.unwrap();
    let asked = owner.write(&format!("{at}/audits"), json!({})).await;
    let path = format!("{at}/audits/{}", asked["id"].as_str().unwrap());
    // An auditor that waited too long for the table has begun more than once, or has put it back.
    let leased = async |attempt: i32, until: &str| {
        let sql = format!(
            "UPDATE audits SET state = 'running', auditor = coalesce(auditor, audit_id), leased_until = {until},
                attempts = {attempt} WHERE state <> 'finished'"
        );
        assert_eq!(watch.execute(&sql, &[]).await.unwrap(), 1);
    };
    for attempt in 1..=3 {
        let is_at_it = async || {
            let sql = "SELECT attempts >= $1 AND state = 'running' FROM audits";
            let row = watch.query_one(sql, &[&attempt]).await.unwrap();
            row.get::<_, bool>(0)
        };
        eventually("the auditor is at it", is_at_it).await;
        at_it.kill();
        // Nobody takes it up before the next one finds the table locked, too.
        leased(attempt, "'infinity'").await;
        admin.batch_execute("COMMIT").await.unwrap();
        at_it = auditor(database);
        if attempt < 3 {
            admin.batch_execute(lock).await.unwrap();
        }
        leased(attempt, "clock_timestamp()").await;
    }
    let audit = owner.audit_at_its_end(&path).await;
    assert_eq!(audit["verdict"], "incomplete");
    assert_eq!(codes(&audit["report"]), ["given_up"]);
    let detail = audit["report"]["doubts"][0]["detail"].as_str().unwrap();
    assert!(detail.starts_with("3 times an auditor began"), "{detail}");
    // Another one is another matter.
    is_sound(&owner.audited(at, json!({})).await);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_comes_to_grief_each_time_is_given_up() {
    let Scene {
        database,
        owner,
        at,
        ..
    } = &Scene::with(true).await;
    let admin = admin(database).await;
    // No report on entries can be stored.
    let refuse = "
        ALTER TABLE audits ADD CONSTRAINT refuses CHECK (report IS NULL OR report LIKE '%given_up%')";
    admin.batch_execute(refuse).await.unwrap();
    let asked = owner.write(&format!("{at}/audits"), json!({})).await;
    let path = format!("{at}/audits/{}", asked["id"].as_str().unwrap());
    let audit = owner.audit_at_its_end(&path).await;
    assert_eq!(codes(&audit["report"]), ["given_up"]);
}
