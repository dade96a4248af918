//! The dispatcher on real databases, and real receivers, good and bad.

mod guard;
mod reach;
mod receiver;
mod scene;
mod secrets;
mod secure;
mod together;
mod trouble;

use std::time::Duration;

use ledger::{ChangeWebhook, DisabledReason, NewDelivery, WebhookState};
use receiver::{Does, Receiver};
use scene::Scene;

#[tokio::test(flavor = "multi_thread")]
async fn every_entry_is_told_in_order_and_signed() {
    let scene = Scene::new().await;
    let mut receiver = Receiver::that(Does::Answers(204)).await;
    let webhook = scene.webhook(&receiver.url).await;
    let _dispatcher = scene.dispatch().await;
    for _ in 0..50 {
        scene.enrol().await;
    }
    let verifier = scene.verifier(&webhook);
    let mut entries = scene.entries(webhook.delivered_seq).await.into_iter();
    for seq in webhook.delivered_seq + 1..=webhook.delivered_seq + 50 {
        let got = receiver.next().await;
        verifier.verify(got.body.as_bytes(), &got.headers).unwrap();
        let expected = format!("evt_{}_{seq}", scene.club.0.simple());
        assert_eq!(got.headers["webhook-id"], expected);
        assert_eq!(got.headers["content-type"], "application/json");
        let (said, entry) = (got.json(), entries.next().unwrap());
        assert_eq!(said["type"], "player.enrolled");
        assert_eq!(said["data"]["club"], scene.club.to_string());
        assert_eq!(said["data"]["entry"]["seq"], seq);
        let leaf = said["data"]["entry"]["leaf"].as_str().unwrap();
        assert_eq!(leaf.as_bytes(), entry.leaf);
        assert_eq!(
            said["data"]["entry"]["leaf_hash"],
            entry.leaf_hash.to_string()
        );
        // Whoever changed a byte is found out.
        let forged = got.body.replace("player", "flayer");
        assert!(verifier.verify(forged.as_bytes(), &got.headers).is_err());
    }
    scene
        .until(&webhook, |now| {
            now.delivered_seq == webhook.delivered_seq + 50
        })
        .await;
    assert!(receiver.is_silent());
}

#[tokio::test(flavor = "multi_thread")]
async fn two_secrets_sign_while_one_takes_over() {
    let scene = Scene::new().await;
    let mut receiver = Receiver::that(Does::Answers(200)).await;
    let before = scene.webhook(&receiver.url).await;
    let _dispatcher = scene.dispatch().await;
    let rotate = ChangeWebhook::Rotate {
        key_id: before.secret.key_id,
        overlap: time::Duration::hours(1),
    };
    let after = scene.change(&before, rotate).await;
    let (old, new) = (scene.verifier(&before), scene.verifier(&after));
    scene.enrol().await;
    let got = receiver.next().await;
    for verifier in [&old, &new] {
        verifier.verify(got.body.as_bytes(), &got.headers).unwrap();
    }
    scene
        .sql("UPDATE webhooks SET previous_until = now()")
        .await;
    scene.enrol().await;
    let got = receiver.next().await;
    new.verify(got.body.as_bytes(), &got.headers).unwrap();
    assert!(old.verify(got.body.as_bytes(), &got.headers).is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_sent_is_sent_again_to_whoever_asks() {
    let scene = Scene::new().await;
    let mut receiver = Receiver::that(Does::Answers(200)).await;
    let webhook = scene.webhook(&receiver.url).await;
    let _dispatcher = scene.dispatch().await;
    for _ in 0..3 {
        scene.enrol().await;
    }
    let first = receiver.next().await;
    receiver.next().await;
    let third = receiver.next().await;
    scene
        .until(&webhook, |now| {
            now.delivered_seq == webhook.delivered_seq + 3
        })
        .await;
    let oldest = scene.deliveries(&webhook).await.pop().unwrap();
    scene.change(&webhook, ChangeWebhook::Disable).await;
    // One of them, by its delivery; it is disabled all the same.
    scene.ask(&webhook, NewDelivery::Again(oldest.id)).await;
    let again = receiver.next().await;
    assert_eq!(again.headers["webhook-id"], first.headers["webhook-id"]);
    assert_eq!(again.body, first.body);
    // A test.
    scene.ask(&webhook, NewDelivery::Test).await;
    let test = receiver.next().await;
    scene
        .verifier(&webhook)
        .verify(test.body.as_bytes(), &test.headers)
        .unwrap();
    assert_eq!(test.json()["type"], "webhook.test");
    // What is not noted yet would be sent once more by whoever takes up what is changed.
    scene.all_noted(&webhook).await;
    // All from one entry on.
    let from = ChangeWebhook::ReplayFrom(webhook.delivered_seq + 3);
    scene.change(&webhook, from).await;
    scene.change(&webhook, ChangeWebhook::Enable).await;
    let again = receiver.next().await;
    assert_eq!(again.headers["webhook-id"], third.headers["webhook-id"]);
    scene
        .until(&webhook, |now| {
            now.delivered_seq == webhook.delivered_seq + 3
        })
        .await;
    let waits = scene.deliveries(&webhook).await;
    assert!(waits.iter().all(|one| one.status == Some(200)), "{waits:?}");
    assert!(receiver.is_silent());
}

#[tokio::test(flavor = "multi_thread")]
async fn who_was_dead_for_an_hour_gets_everything() {
    let scene = Scene::new().await;
    let mut receiver = Receiver::that(Does::Answers(503)).await;
    let webhook = scene.webhook(&receiver.url).await;
    let _dispatcher = scene.dispatch().await;
    for _ in 0..5 {
        scene.enrol().await;
    }
    let mut ids = Vec::new();
    for attempt in 1..=4 {
        let got = receiver.next().await;
        ids.push(got.headers["webhook-id"].clone());
        let now = scene.until(&webhook, |now| now.failures == attempt).await;
        assert_eq!(now.delivered_seq, webhook.delivered_seq);
        assert!(now.next_attempt_at.unwrap() > now.failing_since.unwrap());
        // An hour goes by.
        scene
            .sql("UPDATE webhooks SET next_attempt_at = now(); NOTIFY faan_dispatcher")
            .await;
    }
    ids.push(receiver.next().await.headers["webhook-id"].clone());
    ids.dedup();
    assert_eq!(ids.len(), 1, "the same one is tried");
    scene.until(&webhook, |now| now.failures == 5).await;
    receiver.now(Does::Answers(200));
    scene
        .sql("UPDATE webhooks SET next_attempt_at = now(); NOTIFY faan_dispatcher")
        .await;
    for seq in webhook.delivered_seq + 1..=webhook.delivered_seq + 5 {
        assert_eq!(receiver.next().await.json()["data"]["entry"]["seq"], seq);
    }
    let now = scene.until(&webhook, |now| now.failures == 0).await;
    assert_eq!(now.state, WebhookState::Active);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_fails_for_days_is_disabled_until_an_owner_wants_it_again() {
    let scene = Scene::new().await;
    let mut receiver = Receiver::that(Does::Answers(500)).await;
    let webhook = scene.webhook(&receiver.url).await;
    scene
        .sql("UPDATE webhooks SET failures = 8, failing_since = now() - interval '3 days'")
        .await;
    let _dispatcher = scene.dispatch().await;
    scene.enrol().await;
    receiver.next().await;
    scene.until(&webhook, |now| now.failures == 9).await;
    scene
        .sql("UPDATE webhooks SET next_attempt_at = now(); NOTIFY faan_dispatcher")
        .await;
    receiver.next().await;
    let now = scene
        .until(&webhook, |now| now.state == WebhookState::Disabled)
        .await;
    assert_eq!(now.disabled.unwrap().0, DisabledReason::Failing);
    scene.enrol().await;
    receiver.now(Does::Answers(200));
    scene.change(&webhook, ChangeWebhook::Enable).await;
    for seq in [1, 2] {
        let got = receiver.next().await.json();
        assert_eq!(got["data"]["entry"]["seq"], webhook.delivered_seq + seq);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_dispatcher_that_stops_finishes_what_it_sends() {
    let scene = Scene::new().await;
    let mut receiver = Receiver::that(Does::Waits(Duration::from_secs(2), 200)).await;
    let webhook = scene.webhook(&receiver.url).await;
    for _ in 0..10 {
        scene.enrol().await;
    }
    let dispatcher = scene.dispatch().await;
    receiver.next().await;
    dispatcher.stop().await;
    let now = scene.now(&webhook).await;
    let sent = now.delivered_seq - webhook.delivered_seq;
    let mut got = 1;
    while !receiver.is_silent() {
        got += 1;
    }
    assert_eq!(sent, got);
    assert!((1..=2).contains(&sent), "{sent}");
    receiver.now(Does::Answers(200));
    // Nobody has to wait for a lease to end.
    let _other = scene.dispatch().await;
    scene
        .until(&webhook, |now| {
            now.delivered_seq == webhook.delivered_seq + 10
        })
        .await;
    assert_eq!(scene.deliveries(&webhook).await.len(), 10);
}
