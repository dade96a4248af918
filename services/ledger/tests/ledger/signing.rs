//! What tells the signer to sign now.

use crate::scene::Scene;
use crate::table::agreed;
use ledger::evidence::Outcome;
use ledger::{SettlementScope, WorkNotifications};
use std::time::Duration;

/// Whether the signer is told something within a time.
async fn woken_within(wakes: &mut WorkNotifications, time: Duration) -> bool {
    let told = tokio::time::timeout(time, wakes.next()).await;
    told.is_ok_and(|told| told.is_some())
}

async fn woken(wakes: &mut WorkNotifications) -> bool {
    woken_within(wakes, Duration::from_secs(30)).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_end_of_a_match_and_a_settlement_are_signed_at_once_and_a_hand_is_not() {
    let scene = Scene::new().await;
    let mut wakes = WorkNotifications::of_signer(&scene.database.signer_url())
        .await
        .unwrap();
    let view = scene.open_match("m").await;
    scene.happens(view.id, &[agreed([2, -2, 0, 0])]).await;
    assert!(!woken_within(&mut wakes, Duration::from_millis(500)).await);
    scene.happens(view.id, &[Outcome::EarlyEnd {}]).await;
    assert!(woken(&mut wakes).await);
    scene
        .settle("s", SettlementScope::Match(view.id))
        .await
        .unwrap();
    assert!(woken(&mut wakes).await);
    scene.ledger.wake_signer().await.unwrap();
    assert!(woken(&mut wakes).await);

    let kill = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'faan_test_signer' AND datname = current_database()";
    scene.admin().await.batch_execute(kill).await.unwrap();
    assert_eq!(wakes.next().await, None, "a lost connection is noticed");
}
