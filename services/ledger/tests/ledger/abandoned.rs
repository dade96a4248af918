//! Callers that go away.

use crate::scene::Scene;
use crate::table::next_hand;
use ledger::{Error, Retry};
use std::time::{Duration, Instant};

const OPEN: &str = "SELECT count(*) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND state LIKE 'idle in transaction%'";

#[tokio::test(flavor = "multi_thread")]
async fn a_dropped_request_leaves_no_transaction_open() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    for delay in 0..40 {
        let key = format!("abandoned {delay}");
        let hand = next_hand(&view, [4, -4, 0, 0]);
        let recording = scene
            .ledger
            .record_outcomes(scene.write("hands", &key), hand);
        // The first of these goes before it sent anything, the last after it was answered.
        drop(tokio::time::timeout(Duration::from_micros(100 * delay), recording).await);
        drop(
            tokio::time::timeout(
                Duration::from_micros(100 * delay),
                scene.ledger.players(scene.club),
            )
            .await,
        );
    }
    let admin = scene.admin().await;
    let begun = Instant::now();
    let open = async || admin.query_one(OPEN, &[]).await.unwrap().get::<_, i64>(0);
    while open().await > 0 {
        // The server ends such a transaction itself after half a minute.
        assert!(begun.elapsed() < Duration::from_secs(20), "it stays open");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    // Whatever was sent ran to its end: the hand is there, once.
    assert_eq!(scene.match_history(view.id).await.history.outcomes.len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_club_that_is_locked_too_long_is_unavailable_for_now() {
    let scene = Scene::new().await;
    let admin = scene.admin().await;
    admin
        .batch_execute("BEGIN; SELECT FROM clubs FOR UPDATE")
        .await
        .unwrap();
    let write = scene.write("players", "Eng");
    let error = scene
        .ledger
        .enrol_player(write.clone(), "Eng".to_owned())
        .await
        .unwrap_err();
    assert!(
        matches!(
            error,
            Error::Unavailable {
                retry: Retry::Now,
                ..
            }
        ),
        "{error}"
    );
    admin.batch_execute("ROLLBACK").await.unwrap();
    let written = scene
        .ledger
        .enrol_player(write, "Eng".to_owned())
        .await
        .unwrap();
    assert!(!written.replayed);
}
