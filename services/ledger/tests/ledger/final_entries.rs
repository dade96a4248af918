//! Entries are never changed: not by the application, and not by their owner.

use crate::scene::{Scene, assert_refused, club_tables, connect};
use ledger::AsOf;
use ledger::test_database::all_entries;
use tokio_postgres::error::SqlState;

const CHANGES: [&str; 12] = [
    "UPDATE entries SET kind = 'x'",
    "UPDATE entries SET leaf_hash = leaf_hash WHERE false",
    "DELETE FROM entries",
    "TRUNCATE entries CASCADE",
    "UPDATE subtrees SET hash = hash",
    "DELETE FROM subtrees WHERE false",
    "TRUNCATE subtrees",
    "TRUNCATE clubs CASCADE",
    "UPDATE access_events SET time = now()",
    "DELETE FROM access_events",
    "UPDATE account_events SET kind = kind WHERE false",
    "DELETE FROM account_events",
];

#[tokio::test(flavor = "multi_thread")]
async fn the_application_changes_no_entry_and_deletes_only_what_may_go() {
    let scene = Scene::new().await;
    let app = connect(&scene.database.url()).await;
    app.batch_execute(&format!("SET faan.club = '{}'", scene.club))
        .await
        .unwrap();
    for change in CHANGES {
        let error = app.batch_execute(change).await.unwrap_err();
        assert_eq!(
            error.code(),
            Some(&SqlState::INSUFFICIENT_PRIVILEGE),
            "{change}: {error}"
        );
    }
    for table in club_tables(&app).await {
        let delete = format!("DELETE FROM {table}");
        let update = format!("UPDATE {table} SET club_id = club_id");
        let changes = match table.as_str() {
            // Memberships, what no entry tells, and what is added up anew at will.
            "members" | "webhooks" | "tallies" | "tally_sums" | "ratings" | "won_hands" => {
                vec![update]
            }
            _ => vec![delete, update],
        };
        for change in changes {
            let error = app.batch_execute(&change).await.unwrap_err();
            assert_eq!(
                error.code(),
                Some(&SqlState::INSUFFICIENT_PRIVILEGE),
                "{change}: {error}"
            );
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_owner_and_the_superuser_hit_the_trigger() {
    let scene = Scene::new().await;
    let admin = scene.admin().await;
    for role in [
        "RESET ROLE",
        "SET ROLE faan_owner",
        "SET session_replication_role = replica",
        "SET session_replication_role = replica; SET ROLE faan_owner",
    ] {
        admin
            .batch_execute(&format!(
                "RESET ROLE; {role}; SET faan.club = '{}'",
                scene.club
            ))
            .await
            .unwrap();
        for change in CHANGES {
            let error = admin.batch_execute(change).await.unwrap_err();
            assert_eq!(
                error.code(),
                Some(&SqlState::RESTRICT_VIOLATION),
                "{role}, {change}: {error}"
            );
        }
    }
    assert_eq!(all_entries(&scene.ledger, scene.club, 0).await.len(), 5);
}

/// Whoever got around all that still cannot make a hand say something else: the bytes would not have their hash.
#[tokio::test(flavor = "multi_thread")]
async fn altered_bytes_are_neither_stored_nor_read() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    scene.play(&view, [2, -2, 0, 0]).await;
    let admin = scene.admin().await;
    let alter = "UPDATE entries SET leaf = leaf || 'x'::bytea WHERE kind = 'outcome_recorded'";
    let disabled = "ALTER TABLE entries DISABLE TRIGGER entries_are_final";
    admin.batch_execute(disabled).await.unwrap();
    let error = admin.batch_execute(alter).await.unwrap_err();
    assert_eq!(error.code(), Some(&SqlState::CHECK_VIOLATION), "{error}");
    let unchecked = "ALTER TABLE entries DROP CONSTRAINT entries_leaf_hash_is_of_leaf";
    admin
        .batch_execute(&format!("{unchecked}; {alter}"))
        .await
        .unwrap();
    let read = scene
        .ledger
        .match_history(scene.club, view.id, AsOf::Now)
        .await;
    assert_refused(read, "Damaged");
}
