//! Webhooks as they are kept: who is told next of what, whoever asks, and whatever happens meanwhile.

use crate::heard::Heard;
use crate::scene::{Scene, assert_refused, connect, found_club, sign_up, write};
use ledger::{
    Attempt, AttemptResult, ChangeWebhook, ClaimedWebhook, ClubId, DeliveriesPage, Delivery,
    DisabledReason, DispatcherLedger, MakeWebhook, Webhook, WebhookQueueCounts, WebhookState,
    WorkNotifications,
};
use std::time::{Duration, SystemTime};

mod owners;
mod requests;

/// One that is told everything.
pub(crate) fn new() -> MakeWebhook {
    MakeWebhook {
        name: "scoreboard".to_owned(),
        url: "https://club.example/hook".to_owned(),
        kinds: None,
        key_id: [7; 8],
    }
}

const TAKEN: Attempt = Attempt {
    duration: Duration::from_millis(3),
    status: Some(204),
    error: None,
};
const FAILED: Attempt = Attempt {
    duration: Duration::from_millis(3),
    status: None,
    error: Some("timeout"),
};

impl Scene {
    async fn dispatcher(&self) -> DispatcherLedger {
        let url = self.database.dispatcher_url();
        DispatcherLedger::connect(&url).await.unwrap()
    }

    async fn make_webhook(&self, key: &str, new: MakeWebhook) -> Webhook {
        let made = self
            .ledger
            .make_webhook(self.write("make_webhook", key), new);
        made.await.unwrap().value
    }

    async fn change(&self, key: &str, webhook: &Webhook, change: ChangeWebhook) -> Webhook {
        let write = self.write("change_webhook", key);
        let changed = self.ledger.change_webhook(write, webhook.id, change).await;
        changed.unwrap().value.webhook
    }

    /// What was sent to it, the first first.
    async fn log(&self, webhook: &Webhook) -> Vec<Delivery> {
        let page = DeliveriesPage {
            before: None,
            limit: 10,
        };
        let log = self.ledger.deliveries(self.club, webhook.id, page).await;
        log.unwrap().deliveries.into_iter().rev().collect()
    }

    async fn webhook(&self, webhook: &Webhook) -> Webhook {
        self.ledger.webhook(self.club, webhook.id).await.unwrap()
    }
}

/// Notes that it was told of an enrolled player; answers whether it still is this dispatcher's.
async fn note(
    dispatcher: &DispatcherLedger,
    taken: &ClaimedWebhook,
    seq: u64,
    (attempt, follows): (Attempt, AttemptResult),
) -> bool {
    let entry = (seq, "player_enrolled".to_owned());
    dispatcher
        .note(taken, entry, attempt, follows)
        .await
        .unwrap()
}

async fn one(dispatcher: &DispatcherLedger) -> ClaimedWebhook {
    let mut taken = dispatcher.take(false, 10).await.unwrap();
    assert_eq!(taken.len(), 1);
    taken.remove(0)
}

/// The sequence numbers it is to be told of next.
async fn seqs(dispatcher: &DispatcherLedger, taken: &ClaimedWebhook) -> Vec<u64> {
    let next = dispatcher.next(taken).await.unwrap();
    next.entries.iter().map(|entry| entry.seq).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_webhook_is_told_of_what_comes_after_it_in_order_and_once() {
    let scene = Scene::new().await;
    let dispatcher = scene.dispatcher().await;
    let webhook = scene.make_webhook("k", new()).await;
    let before = webhook.delivered_seq;
    assert!(dispatcher.take(false, 10).await.unwrap().is_empty());
    for name in ["Eng", "Fan", "Gam"] {
        scene.enrol(name).await;
    }
    let taken = one(&dispatcher).await;
    // Nobody else takes it up meanwhile.
    let other = scene.dispatcher().await;
    assert!(other.take(false, 10).await.unwrap().is_empty());
    assert_eq!(
        seqs(&dispatcher, &taken).await,
        [before + 1, before + 2, before + 3]
    );
    let told = (TAKEN, AttemptResult::Delivered);
    assert!(note(&dispatcher, &taken, before + 1, told).await);
    let failed = (FAILED, AttemptResult::Retry(Duration::from_secs(3600)));
    assert!(note(&dispatcher, &taken, before + 2, failed).await);
    // Its turn is over, and comes when it is due.
    for failing in [false, true] {
        assert!(dispatcher.take(failing, 10).await.unwrap().is_empty());
    }
    let due = dispatcher.next_due().await.unwrap().unwrap();
    assert!((3500..=3600).contains(&due.as_secs()), "{due:?}");
    let now = scene.webhook(&webhook).await;
    assert_eq!((now.delivered_seq, now.failures), (before + 1, 1));
    let hour = "UPDATE webhooks SET next_attempt_at = now()";
    scene.admin().await.batch_execute(hour).await.unwrap();
    let mut taken = dispatcher.take(true, 10).await.unwrap().remove(0);
    let next = dispatcher.next(&taken).await.unwrap();
    assert_eq!(next.entries.len(), 2);
    for entry in next.entries {
        assert!(note(&dispatcher, &taken, entry.seq, told).await);
        taken.failures = 0;
    }
    dispatcher.give_back(&taken, next.told_up_to).await.unwrap();
    assert!(dispatcher.take(false, 10).await.unwrap().is_empty());
    let now = scene.webhook(&webhook).await;
    assert_eq!((now.delivered_seq, now.failures), (before + 3, 0));
    let log: Vec<_> = scene.log(&webhook).await;
    let said = |place: usize| {
        let delivery = &log[place];
        let seq = delivery.entry.as_ref().unwrap().0 - before;
        (
            seq,
            delivery.attempt,
            delivery.status,
            delivery.error.as_deref(),
        )
    };
    assert_eq!(said(0), (1, 1, Some(204), None));
    assert_eq!(said(1), (2, 1, None, Some("timeout")));
    assert_eq!(said(2), (2, 2, Some(204), None));
    assert_eq!(said(3), (3, 1, Some(204), None));
    assert!(log[1].next_attempt_at.is_some() && log.len() == 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_webhook_does_not_want_is_passed_over() {
    let scene = Scene::new().await;
    let dispatcher = scene.dispatcher().await;
    let kinds = Some(vec!["match_opened".to_owned()]);
    let webhook = scene
        .make_webhook("k", MakeWebhook { kinds, ..new() })
        .await;
    scene.enrol("Eng").await;
    let taken = one(&dispatcher).await;
    let next = dispatcher.next(&taken).await.unwrap();
    assert!(next.entries.is_empty());
    dispatcher.give_back(&taken, next.told_up_to).await.unwrap();
    assert!(dispatcher.take(false, 10).await.unwrap().is_empty());
    let view = scene.open_match("m").await;
    scene.play(&view, [4, -4, 0, 0]).await;
    let taken = one(&dispatcher).await;
    let next = dispatcher.next(&taken).await.unwrap();
    assert_eq!(next.entries.len(), 1);
    assert_eq!(next.entries[0].kind, "match_opened");
    assert_eq!(next.told_up_to, Some(next.entries[0].seq + 1));
    assert_eq!(
        scene.webhook(&webhook).await.delivered_seq + 2,
        next.entries[0].seq
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_lost_dispatcher_was_at_another_takes_up() {
    let scene = Scene::new().await;
    let dispatcher = scene.dispatcher().await;
    scene.make_webhook("k", new()).await;
    scene.enrol("Eng").await;
    let admin = scene.admin().await;
    let before = admin.query_one("SELECT now()", &[]).await.unwrap();
    let before: SystemTime = before.get(0);
    let lost = one(&dispatcher).await;
    let lasts = "SELECT leased_until BETWEEN $1::timestamptz + interval '1 minute' AND now() + interval '1 minute' FROM webhooks";
    let lasts = admin.query_one(lasts, &[&before]).await.unwrap();
    assert!(lasts.get::<_, bool>(0), "a minute");
    let due = dispatcher.next_due().await.unwrap().unwrap();
    assert!(due.as_secs() <= 60, "{due:?}");
    let minute = "UPDATE webhooks SET leased_until = now() - interval '1 second'";
    admin.batch_execute(minute).await.unwrap();
    let other = scene.dispatcher().await;
    let taken = one(&other).await;
    assert_eq!(seqs(&other, &taken).await.len(), 1);
    // What the first one sent after all, is written down and counts for nothing.
    let told = (lost.delivered_seq + 1, "player_enrolled".to_owned());
    assert!(
        !dispatcher
            .note(&lost, told, TAKEN, AttemptResult::Delivered)
            .await
            .unwrap()
    );
    dispatcher.give_back(&lost, Some(1_000)).await.unwrap();
    assert_eq!(seqs(&other, &taken).await.len(), 1);
    assert!(other.take(false, 10).await.unwrap().is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_changes_a_webhook_takes_it_from_whoever_is_at_it() {
    let scene = Scene::new().await;
    let dispatcher = scene.dispatcher().await;
    let webhook = scene.make_webhook("k", new()).await;
    scene.enrol("Eng").await;
    let first = one(&dispatcher).await;
    let replay = ChangeWebhook::ReplayFrom(1);
    scene.change("1", &webhook, replay).await;
    let told = (first.delivered_seq + 1, "player_enrolled".to_owned());
    assert!(
        !dispatcher
            .note(&first, told.clone(), TAKEN, AttemptResult::Delivered)
            .await
            .unwrap()
    );
    let taken = one(&dispatcher).await;
    assert_eq!(seqs(&dispatcher, &taken).await[..3], [1, 2, 3]);
    let gone = AttemptResult::Disabled(DisabledReason::Gone);
    assert!(
        dispatcher
            .note(&taken, (1, "club_founded".into()), TAKEN, gone)
            .await
            .unwrap()
    );
    let now = scene.webhook(&webhook).await;
    assert_eq!(now.state, WebhookState::Disabled);
    assert_eq!(now.disabled.unwrap().0, DisabledReason::Gone);
    assert!(dispatcher.take(true, 10).await.unwrap().is_empty());
    let now = scene.change("2", &webhook, ChangeWebhook::Enable).await;
    assert_eq!((now.state, now.delivered_seq), (WebhookState::Active, 0));
    assert_eq!(one(&dispatcher).await.delivered_seq, 0);
    let write = scene.write("delete_webhook", "3");
    assert!(
        !scene
            .delete_webhook(write.clone(), webhook.id)
            .await
            .unwrap()
            .replayed
    );
    assert!(
        scene
            .delete_webhook(write, webhook.id)
            .await
            .unwrap()
            .replayed
    );
    // Nothing is left to write it down at.
    assert!(
        !dispatcher
            .note(&taken, told, TAKEN, AttemptResult::Delivered)
            .await
            .unwrap()
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_request_changes_nothing() {
    let scene = Scene::new().await;
    let webhook = scene.make_webhook("k", new()).await;
    assert_eq!(scene.make_webhook("k", new()).await.id, webhook.id);
    let rotate = || ChangeWebhook::Rotate {
        key_id: [8; 8],
        overlap: time::Duration::hours(1),
    };
    for _ in 0..2 {
        let now = scene.change("k", &webhook, rotate()).await;
        assert_eq!((now.secret.number, now.secret.key_id), (2, [8; 8]));
        assert_eq!(now.previous.unwrap().0, webhook.secret);
    }
    let other = scene.write("change_webhook", "k");
    let other = ledger::Write {
        fingerprint: [9; 32],
        ..other
    };
    let reused = scene.change_webhook(other, webhook.id, rotate()).await;
    assert_refused(reused, "IdempotencyKeyReused");
    let beyond = ChangeWebhook::ReplayFrom(webhook.delivered_seq + 2);
    let write = scene.write("change_webhook", "b");
    let beyond = scene.change_webhook(write, webhook.id, beyond).await;
    assert_refused(beyond, "BeyondLedger");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_club_has_ten_webhooks_and_no_other_clubs() {
    let scene = Scene::new().await;
    let mut made = Vec::new();
    for key in 0..10 {
        made.push(scene.make_webhook(&key.to_string(), new()).await);
    }
    let write_eleventh = scene.write("make_webhook", "11");
    let refused = scene.ledger.make_webhook(write_eleventh, new()).await;
    assert_refused(refused, "TooManyWebhooks { most: 10 }");
    let other = sign_up(&scene.ledger, "other@club.example").await;
    let club: ClubId = found_club(&scene.ledger, other, "other").await;
    let theirs = |key| write(club, other, "change_webhook", key);
    let id = made[0].id;
    let change = scene.change_webhook(theirs("1"), id, ChangeWebhook::Disable);
    assert_refused(change.await, "NotFound(webhook)");
    assert!(
        scene
            .delete_webhook(theirs("2"), id)
            .await
            .unwrap()
            .replayed
    );
    assert_refused(scene.ledger.webhook(club, id).await, "NotFound(webhook)");
    assert!(scene.webhooks(club).await.unwrap().is_empty());
    assert_eq!(scene.webhooks(scene.club).await.unwrap().len(), 10);
}

#[tokio::test(flavor = "multi_thread")]
async fn only_who_wants_to_be_told_is_woken_for() {
    let scene = Scene::new().await;
    let url = scene.database.dispatcher_url();
    let mut wakes = WorkNotifications::of_dispatcher(&url).await.unwrap();
    let mut heard = Heard::of(&scene).await;
    let mut told_of = async |name| {
        scene.enrol(name).await;
        heard.beside_entry_of(scene.club).await
    };
    assert!(told_of("Eng").await.is_empty(), "nobody wants to be told");
    let webhook = scene.make_webhook("k", new()).await;
    assert_eq!(told_of("Fan").await, ["faan_dispatcher"]);
    assert_eq!(wakes.next().await, Some(()));
    scene.change("1", &webhook, ChangeWebhook::Disable).await;
    assert!(told_of("Gam").await.is_empty(), "it is disabled");
    scene.change("2", &webhook, ChangeWebhook::Enable).await;
    assert_eq!(heard.so_far().await, ["faan_dispatcher"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_what_was_sent_a_bounded_number_is_kept() {
    let scene = Scene::new().await;
    let dispatcher = scene.dispatcher().await;
    let webhook = scene.make_webhook("k", new()).await;
    scene.enrol("Eng").await;
    let taken = one(&dispatcher).await;
    let admin = connect(&scene.database.admin_url()).await;
    let many = format!(
        "INSERT INTO webhook_deliveries (club_id, webhook_id, delivery_id, seq, kind, attempt, sent_at, duration_ms, status)
        SELECT '{}', '{}', gen_random_uuid(), 1, 'x', 1, now() - make_interval(days => number / 100), 1, 200
        FROM generate_series(0, 2999) AS number",
        scene.club, webhook.id
    );
    admin.batch_execute(&many).await.unwrap();
    dispatcher.give_back(&taken, None).await.unwrap();
    let kept = "SELECT count(*), min(sent_at) > now() - interval '31 days' FROM webhook_deliveries";
    let kept = admin.query_one(kept, &[]).await.unwrap();
    assert!(kept.get::<_, i64>(0) <= 1000 && kept.get::<_, bool>(1));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_waits_and_who_fails_is_counted() {
    let scene = Scene::new().await;
    let dispatcher = scene.dispatcher().await;
    let stand = async |waiting, failing, when: &str| {
        let expected = WebhookQueueCounts { waiting, failing };
        assert_eq!(dispatcher.queue_counts().await.unwrap(), expected, "{when}");
    };
    let webhook = scene.make_webhook("k", new()).await;
    scene.make_webhook("l", new()).await;
    stand(0, 0, "nothing is to be told").await;
    scene.enrol("Eng").await;
    stand(2, 0, "an entry is").await;
    let taken = dispatcher.take(false, 1).await.unwrap().remove(0);
    stand(1, 0, "a dispatcher is at one").await;
    let entry = dispatcher.next(&taken).await.unwrap().entries.remove(0);
    let told = (entry.seq, entry.kind);
    let again = AttemptResult::Retry(Duration::from_secs(60));
    dispatcher.note(&taken, told, FAILED, again).await.unwrap();
    stand(1, 1, "it is tried again in a minute").await;
    scene.change("1", &webhook, ChangeWebhook::Disable).await;
    let now = dispatcher.queue_counts().await.unwrap();
    assert_eq!(now.waiting + now.failing, 1, "one is disabled");
}
