//! Receivers of all kinds: nobody has to wait for any of them but themselves.

use std::time::Duration;

use futures_util::future::join_all;
use ledger::{DisabledReason, Webhook, WebhookState};

use super::receiver::{Does, Receiver};
use super::scene::Scene;

fn says(text: &str) -> Does {
    Does::Says(text.to_owned())
}

/// Webhooks at bad receivers, and one at a good one: this one gets everything while the others are at it, and while some never answer.
/// Answers what is written down of each bad one's first attempt: its status, or what went wrong.
async fn beside_a_good_one(does: Vec<Does>) -> Vec<String> {
    let scene = Scene::new().await;
    let silent = [Does::Hangs, Does::Dribbles].map(Receiver::that);
    for silent in join_all(silent).await {
        scene.webhook(&silent.url).await;
    }
    let mut troubled = Vec::new();
    for does in does {
        let bad = Receiver::that(does).await;
        troubled.push((scene.webhook(&bad.url).await, bad));
    }
    let mut good = Receiver::that(Does::Answers(200)).await;
    let webhook = scene.webhook(&good.url).await;
    let _dispatcher = scene.dispatch().await;
    for _ in 0..3 {
        scene.enrol().await;
    }
    for seq in 1..=3 {
        let got = good.next().await.json();
        assert_eq!(got["data"]["entry"]["seq"], webhook.delivered_seq + seq);
    }
    let mut noted = Vec::new();
    for (webhook, mut bad) in troubled {
        bad.next().await;
        noted.push(first_attempt(&scene, &webhook).await);
    }
    noted
}

/// What is written down of the first attempt, once it is.
async fn first_attempt(scene: &Scene, webhook: &Webhook) -> String {
    let is_noted = |now: &Webhook| now.failures > 0 || now.delivered_seq > webhook.delivered_seq;
    scene.until(webhook, is_noted).await;
    let first = scene.deliveries(webhook).await.pop().unwrap();
    let status = first.status.map(|status| status.to_string());
    status.or(first.error).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_answer_in_time_is_given_up() {
    let scene = Scene::new().await;
    let silent = join_all([Does::Hangs, Does::Dribbles].map(Receiver::that)).await;
    let deadline = Duration::from_secs(1);
    let _dispatcher = scene.dispatch_trusting(None, deadline).await;
    for silent in &silent {
        let webhook = scene.webhook(&silent.url).await;
        scene.enrol().await;
        assert_eq!(first_attempt(&scene, &webhook).await, "timeout");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whatever_a_receiver_does_others_are_told() {
    let endless = format!("HTTP/1.1 200 OK\r\nx: {}\r\n\r\n", "a".repeat(1 << 20));
    let cases = [
        // What stands below the head does not matter, nor whether it is true.
        (Does::Floods, "200"),
        (
            says("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nno"),
            "200",
        ),
        (
            says("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\nmore than that"),
            "200",
        ),
        (
            says("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n"),
            "200",
        ),
        (
            says("HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n"),
            "answer_unreadable",
        ),
        (
            says("garbage\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n"),
            "answer_unreadable",
        ),
        (says(&endless), "answer_unreadable"),
        (says(""), "answer_unreadable"),
        (Does::Answers(500), "500"),
        (Does::Answers(404), "404"),
        (Does::Answers(304), "304"),
    ];
    // A club has ten webhooks.
    for cases in cases.chunks(7) {
        let does = cases.iter().map(|(does, _)| does.clone()).collect();
        for (got, (does, expected)) in beside_a_good_one(does).await.iter().zip(cases) {
            let said: String = format!("{does:?}").chars().take(80).collect();
            assert_eq!(got, expected, "{said}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_follows_a_redirect() {
    let mut inside = Receiver::that(Does::Answers(200)).await;
    let redirects = [301, 302, 303, 307, 308];
    let does = redirects.map(|status| {
        let head = format!(
            "HTTP/1.1 {status} Elsewhere\r\nlocation: {}\r\n",
            inside.url
        );
        says(&(head + "content-length: 0\r\n\r\n"))
    });
    let noted = beside_a_good_one(does.to_vec()).await;
    assert_eq!(noted, redirects.map(|status| status.to_string()));
    assert!(inside.is_silent());
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_gone_is_told_nothing_more_at_once() {
    let scene = Scene::new().await;
    let mut gone = Receiver::that(Does::Answers(410)).await;
    let mut good = Receiver::that(Does::Answers(200)).await;
    let webhook = scene.webhook(&gone.url).await;
    scene.webhook(&good.url).await;
    let _dispatcher = scene.dispatch().await;
    scene.enrol().await;
    gone.next().await;
    let now = scene
        .until(&webhook, |now| now.state == WebhookState::Disabled)
        .await;
    assert_eq!(now.disabled.unwrap().0, DisabledReason::Gone);
    scene.enrol().await;
    for _ in 0..2 {
        good.next().await;
    }
    assert!(gone.is_silent());
}

#[tokio::test(flavor = "multi_thread")]
async fn who_asks_to_be_left_alone_is() {
    let scene = Scene::new().await;
    let answer = says("HTTP/1.1 429 Later\r\nretry-after: 7200\r\ncontent-length: 0\r\n\r\n");
    let receiver = Receiver::that(answer).await;
    let webhook = scene.webhook(&receiver.url).await;
    let _dispatcher = scene.dispatch().await;
    scene.enrol().await;
    let now = scene.until(&webhook, |now| now.failures == 1).await;
    let wait = now.next_attempt_at.unwrap().moment() - now.failing_since.unwrap().moment();
    assert!((7200..7260).contains(&wait.whole_seconds()), "{wait}");
}

#[tokio::test(flavor = "multi_thread")]
async fn where_nobody_listens_it_is_tried_again() {
    let scene = Scene::new().await;
    let webhook = scene.webhook("http://127.0.0.1:1/hook").await;
    let _dispatcher = scene.dispatch().await;
    scene.enrol().await;
    scene.until(&webhook, |now| now.failures == 1).await;
    let first = scene.deliveries(&webhook).await.pop().unwrap();
    assert_eq!(first.error.as_deref(), Some("connection_failed"));
    assert!(first.next_attempt_at.is_some());
}
