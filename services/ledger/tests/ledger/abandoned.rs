//! Callers that go away.

use crate::scene::{Scene, on_one_connection, until};
use crate::table::next_hand;
use ledger::test_database::with_parameters;
use ledger::{Error, Retry};
use std::time::Duration;

const NONE_OPEN: &str = "SELECT count(*) = 0 FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND state LIKE 'idle in transaction%'";

#[tokio::test(flavor = "multi_thread")]
async fn a_dropped_request_leaves_no_transaction_open() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    for delay in 0..40 {
        let key = format!("abandoned {delay}");
        let hand = next_hand(&view, [4, -4, 0, 0]);
        let recording = scene.record_outcomes(scene.write("hands", &key), hand);
        // The first of these goes before it sent anything, the last after it was answered.
        drop(tokio::time::timeout(Duration::from_micros(100 * delay), recording).await);
        drop(
            tokio::time::timeout(
                Duration::from_micros(100 * delay),
                scene.players(scene.club),
            )
            .await,
        );
    }
    let admin = scene.admin().await;
    // In the test cluster the server itself would end such a transaction much later than anybody waits here.
    until(&admin, NONE_OPEN).await;
    // Whatever was sent ran to its end: the hand is there, once.
    assert_eq!(scene.match_history(view.id).await.history.outcomes.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_club_that_is_locked_too_long_is_unavailable_for_now() {
    let scene = Scene::new().await;
    let admin = scene.admin().await;
    let lock = "BEGIN; SELECT FROM clubs FOR UPDATE";
    admin.batch_execute(lock).await.unwrap();
    let soon = "connect_timeout=60&options=-c%20lock_timeout%3D100";
    let ledger = on_one_connection(with_parameters(&scene.database.url(), soon)).await;
    let write = scene.write("players", "Eng");
    let error = ledger.enrol_player(write.clone(), "Eng".to_owned()).await;
    let error = error.unwrap_err();
    let is_for_now = matches!(
        error,
        Error::Unavailable {
            retry: Retry::Now,
            ..
        }
    );
    assert!(is_for_now, "{error}");
    admin.batch_execute("ROLLBACK").await.unwrap();
    let written = scene.enrol_player(write, "Eng".to_owned()).await;
    assert!(!written.unwrap().replayed);
}
