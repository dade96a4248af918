//! A club with webhooks, and dispatchers.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use ledger::test_database::{TestDatabase, all_entries};
use ledger::{
    ChangeWebhook, ClubId, DeliveriesPage, Delivery, FoundClub, Hash, Ledger, MakeWebhook,
    NewDelivery, Role, SignUp, StoredEntry, UserId, Webhook, Write,
};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio::time::sleep;
use webhooks::{Reach, WebhookKeys};

use super::super::resolve::System;
use super::super::{Ready, Sender};

/// How long a receiver may take, and a dispatcher that stops: no test waits for the end of it.
pub(super) const HOUR: Duration = Duration::from_secs(3_600);
/// How long to wait before something is looked at again, and how often at most.
const PAUSE: Duration = Duration::from_millis(20);
const LOOKS: u32 = 6_000;

pub(super) const KEY: &str = "77777777777777777777777777777777777777777777777777777777777777fa";

pub(super) struct Scene {
    pub(super) database: TestDatabase,
    pub(super) ledger: Ledger,
    pub(super) owner: UserId,
    pub(super) club: ClubId,
    key: AtomicU64,
}

/// A dispatcher at work; it is cut off when this is dropped.
pub(super) struct Dispatching {
    stop: oneshot::Sender<()>,
    task: JoinHandle<()>,
}

impl Dispatching {
    /// Asks it to stop, and waits until it has.
    pub(super) async fn stop(self) {
        self.stop.send(()).unwrap();
        self.task.await.unwrap();
    }
}

pub(super) fn keys() -> WebhookKeys {
    WebhookKeys::new(KEY, None).unwrap()
}

/// This machine.
pub(super) fn here() -> Reach {
    Reach::and(vec!["127.0.0.0/8".parse().unwrap()])
}

impl Scene {
    pub(super) async fn new() -> Scene {
        let database = TestDatabase::create().await;
        let ledger = database.ledger().await;
        let new = SignUp {
            email: "east@club.example".to_owned(),
            password_hash: "$argon2id$".to_owned(),
            display_name: "East".to_owned(),
        };
        let owner = ledger.sign_up(new).await.unwrap().id;
        let mut scene = Scene {
            database,
            ledger,
            owner,
            club: ClubId(owner.0),
            key: AtomicU64::new(0),
        };
        scene.club = scene.found_club().await;
        scene
    }

    fn fresh(&self) -> String {
        self.key.fetch_add(1, Ordering::Relaxed).to_string()
    }

    pub(super) async fn found_club(&self) -> ClubId {
        let key = self.fresh();
        let new = FoundClub {
            actor: self.owner,
            route: "clubs",
            fingerprint: Hash::of(key.as_bytes()).0,
            key,
            name: "Club".to_owned(),
            time_zone: "Asia/Hong_Kong".to_owned(),
        };
        self.ledger.found_club(new).await.unwrap().value.id
    }

    fn write(&self, club: ClubId) -> Write {
        let key = self.fresh();
        Write {
            club,
            actor: self.owner,
            role: Role::Owner,
            api_key: None,
            session: None,
            route: "any",
            fingerprint: Hash::of(key.as_bytes()).0,
            key,
        }
    }

    /// Makes an entry.
    pub(super) async fn enrol(&self) {
        self.enrol_in(self.club).await;
    }

    pub(super) async fn enrol_in(&self, club: ClubId) {
        let write = self.write(club);
        let name = write.key.clone();
        self.ledger.enrol_player(write, name).await.unwrap();
    }

    /// Makes an entry of so many bytes, as none of these clubs comes to one.
    pub(super) async fn enrol_at_length(&self, club: ClubId, bytes: usize) {
        let entry = format!(
            "ALTER TABLE clubs DROP CONSTRAINT IF EXISTS clubs_tree_is_of_last_seq;
            INSERT INTO entries (club_id, seq, kind, time, leaf, leaf_hash)
                SELECT club_id, last_seq + 1, 'player_enrolled', now(), leaf, sha256('\\x00'::bytea || leaf)
                FROM clubs, convert_to('{{\"kind\":\"player_enrolled\",\"name\":\"' || repeat('x', {bytes}) || '\",\"time\":\"2026-11-21T09:30:00.000001Z\"}}', 'UTF8') AS leaf WHERE club_id = '{club}';
            UPDATE clubs SET last_seq = last_seq + 1 WHERE club_id = '{club}'; NOTIFY faan_dispatcher"
        );
        self.sql(&entry).await;
    }

    pub(super) async fn entries(&self, after: u64) -> Vec<StoredEntry> {
        all_entries(&self.ledger, self.club, after).await
    }

    pub(super) async fn webhook(&self, url: &str) -> Webhook {
        self.webhook_of(self.club, url).await
    }

    pub(super) async fn webhook_of(&self, club: ClubId, url: &str) -> Webhook {
        let new = MakeWebhook {
            name: "scoreboard".to_owned(),
            url: url.to_owned(),
            kinds: None,
            key_id: key_id(),
        };
        let made = self.ledger.make_webhook(self.write(club), new).await;
        made.unwrap().value
    }

    pub(super) async fn change(&self, webhook: &Webhook, change: ChangeWebhook) -> Webhook {
        let write = self.write(self.club);
        let changed = self.ledger.change_webhook(write, webhook.id, change).await;
        changed.unwrap().value.webhook
    }

    pub(super) async fn ask(&self, webhook: &Webhook, what: NewDelivery) {
        let write = self.write(self.club);
        let asked = self.ledger.ask_for_delivery(write, webhook.id, what).await;
        asked.unwrap();
    }

    pub(super) async fn now(&self, webhook: &Webhook) -> Webhook {
        self.ledger.webhook(self.club, webhook.id).await.unwrap()
    }

    /// Waits until something holds of a webhook.
    pub(super) async fn until(
        &self,
        webhook: &Webhook,
        holds: impl Fn(&Webhook) -> bool,
    ) -> Webhook {
        for _ in 0..LOOKS {
            let now = self.now(webhook).await;
            if holds(&now) {
                return now;
            }
            sleep(PAUSE).await;
        }
        panic!("never: {:?}", self.now(webhook).await);
    }

    /// Waits until nothing that somebody asked for is left to be sent.
    pub(super) async fn all_noted(&self, webhook: &Webhook) {
        let is_left = |delivery: &Delivery| delivery.sent_at.is_none();
        while self.deliveries(webhook).await.iter().any(is_left) {
            sleep(PAUSE).await;
        }
    }

    /// The last first.
    pub(super) async fn deliveries(&self, webhook: &Webhook) -> Vec<Delivery> {
        let page = DeliveriesPage {
            before: None,
            limit: 1000,
        };
        let log = self.ledger.deliveries(self.club, webhook.id, page).await;
        log.unwrap().deliveries
    }

    /// Changes something as an administrator.
    pub(super) async fn sql(&self, sql: &str) {
        let url = self.database.admin_url();
        let connected = tokio_postgres::connect(&url, tokio_postgres::NoTls).await;
        let (client, connection) = connected.unwrap();
        tokio::spawn(connection);
        client.batch_execute(sql).await.unwrap();
    }

    /// The other side.
    pub(super) fn verifier(&self, webhook: &Webhook) -> standardwebhooks::Webhook {
        let secret = keys().secret(self.club, webhook.id, webhook.secret);
        standardwebhooks::Webhook::new(&secret.unwrap().to_text()).unwrap()
    }

    /// A dispatcher that gives every receiver an hour.
    pub(super) async fn dispatch(&self) -> Dispatching {
        self.dispatch_trusting(None, HOUR).await
    }

    /// One that gives every receiver so much time, and believes a CA.
    pub(super) async fn dispatch_trusting(
        &self,
        ca: Option<&[u8]>,
        deadline: Duration,
    ) -> Dispatching {
        let told = (keys(), here());
        let sender = Sender::that_asks(Arc::new(System), told, ca, deadline).unwrap();
        let url = self.database.dispatcher_url();
        let mut ready = Ready::with(&url, sender).await.unwrap();
        ready.finish = HOUR;
        let (stop, stopped) = oneshot::channel();
        let task = tokio::spawn(async {
            ready.run(async { drop(stopped.await) }).await.unwrap();
        });
        Dispatching { stop, task }
    }
}

/// The id of the key, as the gateway stores it.
pub(super) fn key_id() -> [u8; 8] {
    keys().current_id()
}
