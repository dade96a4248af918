//! What a webhook is told.

use ledger::{ClubId, DeliveryId, Timestamp, ToTell};

use crate::bodies::webhook::{WebhookEvent, event_type};

/// Something that a webhook is told: as it is signed and sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// The same however often it is sent, and to whomever.
    pub id: String,
    /// JSON.
    pub body: String,
}

impl Event {
    /// An entry was made.
    pub fn of_entry(club: ClubId, told: &ToTell) -> Result<Self, serde_json::Error> {
        Ok(Self {
            id: id_of_entry(club, told.seq),
            body: serde_json::to_string(&WebhookEvent::of_entry(club, told)?)?,
        })
    }

    /// Somebody tries whether something arrives.
    pub fn test(
        club: ClubId,
        delivery: DeliveryId,
        now: Timestamp,
    ) -> Result<Self, serde_json::Error> {
        Ok(Self {
            id: id_of_test(delivery),
            body: serde_json::to_string(&WebhookEvent::test(club, now))?,
        })
    }
}

/// What an event is called that tells of an entry.
pub(crate) fn id_of_entry(club: ClubId, seq: u64) -> String {
    format!("evt_{}_{seq}", club.0.simple())
}

/// What an event is called that tells of none.
pub(crate) fn id_of_test(delivery: DeliveryId) -> String {
    format!("test_{}", delivery.0.simple())
}

/// The type of a test.
pub(crate) const TEST: &str = "webhook.test";

/// The type of what was sent: that of an entry's kind, or of a test.
pub(crate) fn type_of(kind: Option<&str>) -> String {
    kind.map_or_else(|| TEST.to_owned(), event_type)
}
