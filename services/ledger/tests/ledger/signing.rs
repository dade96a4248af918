//! What tells the signer to sign now.

use crate::heard::Heard;
use crate::scene::Scene;
use crate::table::agreed;
use ledger::evidence::Outcome;
use ledger::{SettlementScope, WorkNotifications};

#[tokio::test(flavor = "multi_thread")]
async fn the_end_of_a_match_and_a_settlement_are_signed_at_once_and_a_hand_is_not() {
    let scene = Scene::new().await;
    let view = scene.open_match("m").await;
    let mut heard = Heard::of(&scene).await;
    scene.happens(view.id, &[agreed([2, -2, 0, 0])]).await;
    heard.beside_entry_of(scene.club).await;
    let none = |told: Vec<String>| !told.contains(&"faan_signer".to_owned());
    assert!(none(heard.so_far().await));
    // Who is told of an entry may be told after the commit, so entries are not counted here.
    scene.happens(view.id, &[Outcome::EarlyEnd {}]).await;
    heard.until_told("faan_signer").await;
    scene
        .settle("s", SettlementScope::Match(view.id))
        .await
        .unwrap();
    heard.until_told("faan_signer").await;
    assert!(none(heard.so_far().await));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_signer_is_woken_and_notices_a_lost_connection() {
    let scene = Scene::new().await;
    let url = scene.database.signer_url();
    let mut wakes = WorkNotifications::of_signer(&url).await.unwrap();
    scene.wake_signer().await.unwrap();
    assert_eq!(wakes.next().await, Some(()));
    let kill = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'faan_test_signer' AND datname = current_database()";
    scene.admin().await.batch_execute(kill).await.unwrap();
    assert_eq!(wakes.next().await, None, "a lost connection is noticed");
}
