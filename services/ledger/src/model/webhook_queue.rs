//! What a dispatcher takes from the queue of webhooks, and what became of it.

use crate::{ClubId, DeliveryId, DisabledReason, SecretId, WebhookId};
use std::time::Duration;
use uuid::Uuid;

/// A webhook that a dispatcher took up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimedWebhook {
    /// Of which club.
    pub club: ClubId,
    /// Which.
    pub id: WebhookId,
    /// Where the receiver is.
    pub url: String,
    /// The kinds of entries that it is told of; `None`: all.
    pub kinds: Option<Vec<String>>,
    /// The secrets that sign, the newest first.
    pub secrets: Vec<SecretId>,
    /// Whether it is its turn to be told of entries; otherwise only what somebody asked for is sent.
    pub is_active: bool,
    /// It was told of all entries up to this one.
    pub delivered_seq: u64,
    /// How often in a row it could not be told of the next one.
    pub failures: u32,
    pub(crate) lease: Uuid,
}

/// An entry that a webhook is told of next, without its bytes: whoever sends it first makes room for them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NextEntry {
    /// Its sequence number.
    pub seq: u64,
    /// Its kind.
    pub kind: String,
    /// The number of its bytes.
    pub bytes: u64,
}

/// Something that somebody asked to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestedDelivery {
    /// Which.
    pub id: DeliveryId,
    /// The entry that it tells of; `None`: it is a test.
    pub entry: Option<NextEntry>,
}

/// What a webhook is to be told next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NextDeliveries {
    /// What somebody asked for.
    pub waiting: Vec<RequestedDelivery>,
    /// The entries after those it was told of, in order; not all of them.
    pub entries: Vec<NextEntry>,
    /// Once it was told of these, it was told of all entries up to this one; `None`: more are left, or it is not its turn.
    pub told_up_to: Option<u64>,
}

/// What became of sending something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Attempt {
    /// How long it took.
    pub duration: Duration,
    /// The status that was answered.
    pub status: Option<u16>,
    /// What went wrong, in a word.
    pub error: Option<&'static str>,
}

/// What follows from an attempt at telling of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AttemptResult {
    /// It was told: the next entry is next.
    Delivered,
    /// It is tried again after this time.
    Retry(Duration),
    /// Nothing is sent any more.
    Disabled(DisabledReason),
}

/// How webhooks stand, of all clubs together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WebhookQueueCounts {
    /// Those that have something coming which is due, and that no dispatcher is at.
    pub waiting: u64,
    /// Those that could not be told the last time, and are tried again.
    pub failing: u64,
}

impl ClaimedWebhook {
    /// One that nobody took up: for tests of those who send.
    #[cfg(feature = "test-database")]
    pub fn to((club, id): (ClubId, WebhookId), url: String, secrets: Vec<SecretId>) -> Self {
        Self {
            club,
            id,
            url,
            kinds: None,
            secrets,
            is_active: true,
            delivered_seq: 0,
            failures: 0,
            lease: Uuid::nil(),
        }
    }
}
