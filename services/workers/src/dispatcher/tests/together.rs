//! Several dispatchers, and many receivers.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use super::receiver::{Does, Receiver};
use super::scene::Scene;

/// How many entries each who is slow is to be told of. A turn has time for two.
const ENTRIES: u64 = 8;

#[tokio::test(flavor = "multi_thread")]
async fn of_two_dispatchers_one_sends() {
    let scene = Scene::new().await;
    let mut receivers = Vec::new();
    for _ in 0..4 {
        let receiver = Receiver::that(Does::Answers(200)).await;
        let webhook = scene.webhook(&receiver.url).await;
        receivers.push((receiver, webhook));
    }
    let _dispatchers = [scene.dispatch().await, scene.dispatch().await];
    for _ in 0..60 {
        scene.enrol().await;
    }
    for (receiver, webhook) in &mut receivers {
        let last = webhook.delivered_seq + 60;
        scene.until(webhook, |now| now.delivered_seq == last).await;
        let mut seen = BTreeMap::new();
        for place in 1..=60 {
            let seq = receiver.next().await.seq();
            assert_eq!(seq, webhook.delivered_seq + place);
            *seen.entry(seq).or_insert(0) += 1;
        }
        assert!(seen.values().all(|times| *times == 1), "{seen:?}");
        assert!(receiver.is_silent());
    }
}

/// More than may be tried again at once, all of which take all the time they get, which is an hour.
#[tokio::test(flavor = "multi_thread")]
async fn many_who_hang_delay_nobody() {
    let scene = Scene::new().await;
    let mut hanging = Receiver::that(Does::Hangs).await;
    for _ in 0..8 {
        let club = scene.found_club().await;
        for _ in 0..10 {
            scene.webhook_of(club, &hanging.url).await;
        }
        scene.enrol_in(club).await;
    }
    scene
        .sql("UPDATE webhooks SET failures = 1, failing_since = now()")
        .await;
    let mut good = Receiver::that(Does::Answers(200)).await;
    scene.webhook(&good.url).await;
    let _dispatcher = scene.dispatch().await;
    for _ in 0..64 {
        hanging.next().await;
    }
    for _ in 0..10 {
        scene.enrol().await;
        good.next().await;
    }
    // The others wait for their turn, since all who failed last time share what is theirs.
    assert!(hanging.is_silent());
}

/// More than are told at once, each of which answers well and takes its time. Others are told before any of them is told everything.
#[tokio::test(flavor = "multi_thread")]
async fn many_who_are_slow_delay_nobody_for_long() {
    let scene = Scene::new().await;
    let mut slow = Receiver::that(Does::Waits(Duration::from_secs(3), 200)).await;
    for _ in 0..20 {
        let club = scene.found_club().await;
        for _ in 0..10 {
            scene.webhook_of(club, &slow.url).await;
        }
        for _ in 0..ENTRIES {
            scene.enrol_in(club).await;
        }
    }
    let _dispatcher = scene.dispatch().await;
    for _ in 0..192 {
        slow.next().await;
    }
    let mut good = Receiver::that(Does::Answers(200)).await;
    let mut again = Receiver::that(Does::Answers(200)).await;
    scene.webhook(&good.url).await;
    let failed = scene.webhook(&again.url).await;
    let failed = format!(
        "UPDATE webhooks SET failures = 1, failing_since = now() WHERE webhook_id = '{}'",
        failed.id
    );
    scene.sql(&failed).await;
    scene.enrol().await;
    again.next().await;
    good.next().await;
    // The first entry of a club founds it, before it has a webhook.
    while let Some(got) = slow.next_if_any() {
        assert!(got.seq() <= ENTRIES, "somebody was told everything first");
    }
}

/// Receivers of eight clubs never answer, and each is told of an entry of seven megabytes. What is on its way to them stays below 64 MiB, a club
/// has one of it, and others are told of theirs meanwhile.
#[tokio::test(flavor = "multi_thread")]
async fn what_is_on_its_way_is_bounded_by_bytes_and_delays_no_small_entry() {
    let scene = Scene::new().await;
    let mut hanging = Receiver::that(Does::Hangs).await;
    for _ in 0..8 {
        let club = scene.found_club().await;
        for _ in 0..2 {
            scene.webhook_of(club, &hanging.url).await;
        }
        scene.enrol_at_length(club, 7 << 20).await;
    }
    let mut good = Receiver::that(Does::Answers(200)).await;
    scene.webhook(&good.url).await;
    let _dispatcher = scene.dispatch().await;
    let (mut clubs, mut bytes) = (BTreeSet::new(), 0);
    for _ in 0..5 {
        let got = hanging.next().await;
        bytes += got.body.len();
        let club = got.json()["data"]["club"].as_str().unwrap().to_owned();
        assert!(clubs.insert(club), "a club has two of them");
    }
    assert!(bytes < 64 << 20, "{bytes} bytes");
    for _ in 0..10 {
        scene.enrol().await;
        good.next().await;
    }
    assert!(hanging.is_silent(), "more than five are on their way");
}
