//! Audits of several clubs at once.

use serde_json::json;

use super::{Scene, admin, settled_club};
use crate::owner::{Owner, is_sound};
use crate::running::eventually;

/// The audit of the first club does not come to its end before that of the second one, which was asked for later.
#[tokio::test(flavor = "multi_thread")]
async fn a_long_audit_of_one_club_does_not_hold_up_that_of_another() {
    let scene = Scene::with(true).await;
    let Scene {
        database,
        owner,
        at,
        ..
    } = &scene;
    let other = Owner::signs_up(&owner.url, "other@club.example").await;
    let at_other = settled_club(&other).await;
    let (admin, watch) = (admin(database).await, admin(database).await);
    // Whoever audits the first club waits at its first entry until the admin lets it.
    let id = at.rsplit('/').next().unwrap();
    let hold = format!(
        "CREATE FUNCTION held(club uuid) RETURNS boolean LANGUAGE plpgsql AS $$ BEGIN
            IF club = '{id}' THEN PERFORM pg_advisory_xact_lock_shared(39); END IF;
            RETURN true;
        END $$;
        CREATE POLICY held ON entries AS RESTRICTIVE FOR SELECT TO faan_auditor USING (held(club_id));
        SELECT pg_advisory_lock(39)"
    );
    admin.batch_execute(&hold).await.unwrap();
    let asked = owner.write(&format!("{at}/audits"), json!({})).await;
    let path = format!("{at}/audits/{}", asked["id"].as_str().unwrap());
    let waits = async || {
        let sql = "SELECT count(*) FROM pg_locks WHERE NOT granted AND locktype = 'advisory' AND objid = 39";
        watch.query_one(sql, &[]).await.unwrap().get::<_, i64>(0) > 0
    };
    eventually("the auditor is at the first club", waits).await;

    let asked = other.write(&format!("{at_other}/audits"), json!({})).await;
    let small = format!("{at_other}/audits/{}", asked["id"].as_str().unwrap());
    let ended = async || {
        // An auditor that waits too long is put off, which counts as an attempt.
        let begun_once =
            "UPDATE audits SET attempts = least(attempts, 1) WHERE state <> 'finished'";
        watch.execute(begun_once, &[]).await.unwrap();
        other.read_json(&small).await["state"] == "finished"
    };
    eventually("the audit of the other club has ended", ended).await;
    is_sound(&other.read_json(&small).await["report"]);
    let long = owner.read_json(&path).await;
    assert_ne!(long["state"], "finished", "{long}");
    admin
        .batch_execute("SELECT pg_advisory_unlock(39)")
        .await
        .unwrap();
    is_sound(&owner.audit_at_its_end(&path).await["report"]);
}
