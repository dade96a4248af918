//! What a webhook is told.

use ledger::{ClubId, DeliveryId, MatchId, StoredEntry, Timestamp};
use serde::{Deserialize, Serialize};
use serde_json::Error;
use utoipa::ToSchema;

use crate::entry::Entry;

/// Something that a webhook is told: as it is signed and sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// The same however often it is sent, and to whomever.
    pub id: String,
    /// JSON.
    pub body: String,
}

impl Event {
    /// The most bytes that it has, and the entry beside it while it is made, for each byte of the entry: JSON writes a byte of a leaf, which
    /// is JSON itself, as two at most.
    pub const MADE_OF: u64 = 3;
    /// The most bytes of the body beside those of the leaf.
    const HEAD: usize = 1024;

    /// An entry was made.
    pub fn of_entry(club: ClubId, stored: StoredEntry) -> Result<Self, Error> {
        let id = id_of_entry(club, stored.seq);
        // At once as large as it can become, so that it is not moved while it grows.
        let mut body = Vec::with_capacity(stored.leaf.len() * 2 + Self::HEAD);
        serde_json::to_writer(&mut body, &WebhookEvent::of_entry(club, stored)?)?;
        body.shrink_to_fit();
        let body = String::from_utf8(body).map_err(<Error as serde::ser::Error>::custom)?;
        Ok(Self { id, body })
    }

    /// Somebody tries whether something arrives.
    pub fn test(club: ClubId, delivery: DeliveryId, now: Timestamp) -> Result<Self, Error> {
        Ok(Self {
            id: id_of_test(delivery),
            body: serde_json::to_string(&WebhookEvent::test(club, now))?,
        })
    }
}

/// What an event is called that tells of an entry.
pub fn id_of_entry(club: ClubId, seq: u64) -> String {
    format!("evt_{}_{seq}", club.0.simple())
}

/// What an event is called that tells of none.
pub fn id_of_test(delivery: DeliveryId) -> String {
    format!("test_{}", delivery.0.simple())
}

/// The type of a test.
pub const TEST: &str = "webhook.test";

/// The type of what was sent: that of an entry's kind, or of a test.
pub fn type_of(kind: Option<&str>) -> String {
    kind.map_or_else(|| TEST.to_owned(), event_type)
}

/// The type of the event that tells of an entry of this kind.
pub fn event_type(kind: &str) -> String {
    kind.replacen('_', ".", 1)
}

/// What is sent to a webhook. The header `webhook-id` names the event, the same one however often it is sent: whoever received one
/// with the same id before may forget it. `webhook-timestamp` and `webhook-signature` are those of Standard Webhooks.
#[derive(Serialize, ToSchema)]
pub struct WebhookEvent {
    /// One of `EventType`, or `webhook.test`. Later versions may add to them.
    #[serde(rename = "type")]
    #[schema(examples("outcome.recorded"))]
    kind: String,
    /// When it was entered.
    #[schema(value_type = String, format = DateTime)]
    timestamp: Timestamp,
    data: WebhookData,
}

/// What an event tells.
#[derive(Serialize, ToSchema)]
pub struct WebhookData {
    #[schema(value_type = Uuid)]
    club: ClubId,
    /// The match that the entry is about, if it is about one.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Uuid, required = false)]
    match_id: Option<MatchId>,
    /// The entry, as `GET /v1/clubs/{club}/ledger/entries` shows it; absent from a test.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false)]
    entry: Option<Entry>,
}

/// What of an entry is told beside it.
#[derive(Deserialize)]
struct About {
    kind: String,
    time: Timestamp,
    #[serde(rename = "match")]
    match_id: Option<MatchId>,
}

impl WebhookEvent {
    /// What tells of an entry.
    ///
    /// # Errors
    /// The stored entry is not JSON.
    pub fn of_entry(club: ClubId, stored: StoredEntry) -> Result<Self, Error> {
        let about: About = serde_json::from_slice(&stored.leaf)?;
        let match_id = about.match_id;
        let entry = Entry::try_from(stored).map_err(<Error as serde::de::Error>::custom)?;
        Ok(Self {
            kind: event_type(&about.kind),
            timestamp: about.time,
            data: WebhookData {
                club,
                match_id,
                entry: Some(entry),
            },
        })
    }

    /// What tells whether something arrives.
    pub fn test(club: ClubId, now: Timestamp) -> Self {
        Self {
            kind: TEST.to_owned(),
            timestamp: now,
            data: WebhookData {
                club,
                match_id: None,
                entry: None,
            },
        }
    }
}
