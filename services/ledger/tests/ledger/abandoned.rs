//! Callers that go away.

use crate::scene::{Scene, on_one_connection, until};
use crate::table::next_hand;
use ledger::test_database::with_parameters;
use ledger::{Caller, Config, Error, Ledger, Retry};
use std::net::Ipv4Addr;
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

/// Neither limit of the server ends what waits there.
pub(crate) const WITHOUT_LIMITS: &str =
    "connect_timeout=60&options=-c%20lock_timeout%3D0%20-c%20statement_timeout%3D0";
pub(crate) const WAITING: &str = "FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid() AND wait_event_type = 'Lock'";

#[tokio::test(flavor = "multi_thread")]
async fn the_server_gives_up_a_read_for_which_nobody_waits() {
    let scene = Scene::new().await;
    let (admin, watcher) = (scene.admin().await, scene.admin().await);
    let url = with_parameters(&scene.database.url(), WITHOUT_LIMITS);
    let ledger = on_one_connection(url).await;
    let lock = "BEGIN; LOCK TABLE players IN ACCESS EXCLUSIVE MODE";
    admin.batch_execute(lock).await.unwrap();
    let read = {
        let (ledger, club) = (ledger.clone(), scene.club);
        tokio::spawn(async move { ledger.players(club).await })
    };
    until(&watcher, &format!("SELECT count(*) = 1 {WAITING}")).await;
    read.abort();
    until(&watcher, &format!("SELECT count(*) = 0 {WAITING}")).await;
    // The only connection is there for others, the lock as before.
    ledger.club(scene.club).await.unwrap();
}

/// Whoever asks and goes away again and again has no more of the server than who waits.
#[tokio::test(flavor = "multi_thread")]
async fn a_read_that_is_given_up_keeps_its_turn_until_the_server_is_done() {
    let scene = Scene::new().await;
    let (admin, watcher) = (scene.admin().await, scene.admin().await);
    let (url, pool_size) = (scene.database.url(), 8);
    let ledger = Ledger::connect(&Config { url, pool_size }).await.unwrap();
    let lock = "BEGIN; LOCK TABLE players IN ACCESS EXCLUSIVE MODE";
    admin.batch_execute(lock).await.unwrap();
    let caller = Caller {
        address: Ipv4Addr::LOCALHOST.into(),
        account: None,
    };
    let now_waiting = format!("SELECT count(*), max(query_start)::text {WAITING}");
    let (mut most, mut last) = (0, None);
    for _ in 0..20 {
        let (ledger, club) = (ledger.clone(), scene.club);
        let read = tokio::spawn(caller.asks(async move { ledger.players(club).await }));
        // Its statement has begun once a younger one waits than before.
        last = loop {
            let row = watcher.query_one(&now_waiting, &[]).await.unwrap();
            let (waiting, youngest): (i64, Option<String>) = (row.get(0), row.get(1));
            most = most.max(waiting);
            if youngest > last {
                break youngest;
            }
            tokio::task::yield_now().await;
        };
        read.abort();
    }
    assert!((1..=4).contains(&most), "{most} of 8 connections");
}
