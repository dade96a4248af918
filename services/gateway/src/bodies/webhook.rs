//! Webhooks, what they are told, and what was sent.

use ledger::{
    Body, ClubId, DeliveryId, DisabledReason, Timestamp, UserId, WebhookId, WebhookState,
};
use serde::{Deserialize, Serialize};
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};
use webhooks::{event_type, id_of_entry, id_of_test, type_of};

use crate::bodies::field::{Text, Whole};
use crate::bodies::schema;

/// A webhook to make.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewWebhook {
    /// What it is for, so that you know it again.
    #[schema(value_type = String, min_length = 1, max_length = 100, examples("scoreboard in the hall"))]
    pub(crate) name: Text<100>,
    /// Where the receiver is: an `https://` address that anybody on the internet can reach, without a name or password in it.
    #[schema(max_length = 2048, examples("https://club.example/faan"))]
    pub(crate) url: String,
    /// What it is told of; empty or absent: everything, also what later versions add.
    #[serde(default)]
    #[schema(required = false, max_items = 24)]
    pub(crate) types: Vec<EventType>,
}

/// What is to change of a webhook; what is absent stays.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct WebhookChange {
    #[schema(value_type = Option<String>, min_length = 1, max_length = 100)]
    pub(crate) name: Option<Text<100>>,
    /// As when it was made. Whatever failed before is tried there at once.
    #[schema(max_length = 2048)]
    pub(crate) url: Option<String>,
    /// Empty: everything.
    #[schema(max_items = 24)]
    pub(crate) types: Option<Vec<EventType>>,
}

/// How the secret is to change.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Rotation {
    /// How many hours the secret of before signs as well, 24 unless you say otherwise; 0: not any more.
    #[schema(value_type = Option<u32>, minimum = 0, maximum = 168)]
    pub(crate) overlap_hours: Option<Whole<0, 168>>,
}

/// From where on a webhook is to be told.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Replay {
    /// The first entry it is told of next: an earlier one, or a later one to skip what it does not take.
    #[schema(value_type = u64, minimum = 1, maximum = 9_007_199_254_740_991_i64)]
    pub(crate) from_seq: Whole<1, 9_007_199_254_740_991>,
}

/// A webhook.
#[derive(Serialize, ToSchema)]
pub(crate) struct Webhook {
    #[schema(value_type = Uuid)]
    id: WebhookId,
    /// What it is for.
    name: String,
    /// Where the receiver is.
    url: String,
    /// What it is told of; absent: everything.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Vec<EventType>, required = false)]
    types: Option<Vec<String>>,
    /// The account that made it.
    #[schema(value_type = Uuid)]
    made_by: UserId,
    #[schema(value_type = String, format = DateTime)]
    made_at: Timestamp,
    state: WebhookState,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    disabled_reason: Option<DisabledReason>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, format = DateTime, required = false)]
    disabled_at: Option<Timestamp>,
    /// It was told of all entries up to this one, as far as it wants to be.
    #[schema(minimum = 0)]
    delivered_seq: u64,
    /// How often in a row it could not be told of the next one.
    #[schema(minimum = 0)]
    failures: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, format = DateTime, required = false)]
    failing_since: Option<Timestamp>,
    /// When it is tried again.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, format = DateTime, required = false)]
    next_attempt_at: Option<Timestamp>,
    /// Until when the secret of before signs as well.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, format = DateTime, required = false)]
    previous_secret_until: Option<Timestamp>,
    /// By which you check signatures. Shown when it is made, and to a repetition of that request, and never again.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, pattern = "^whsec_", required = false)]
    secret: Option<String>,
}

/// The webhooks of a club.
#[derive(Serialize, ToSchema)]
pub(crate) struct Webhooks {
    /// The last made first.
    pub(crate) webhooks: Vec<Webhook>,
}

/// The type of an event: the kind of the entry it tells of, with a dot.
#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct EventType {
    /// The kind of the entries.
    pub(crate) kind: String,
}

impl TryFrom<String> for EventType {
    type Error = &'static str;

    fn try_from(word: String) -> Result<Self, Self::Error> {
        let known = Body::KINDS
            .into_iter()
            .find(|kind| event_type(kind) == word);
        let kind = known.map(str::to_owned);
        kind.map(|kind| Self { kind })
            .ok_or("this is not the type of an event such as `outcome.recorded`")
    }
}

impl PartialSchema for EventType {
    fn schema() -> RefOr<Schema> {
        let words = Body::KINDS.iter().map(|kind| event_type(kind));
        let of_kinds = "The kind of the ledger's entry that the event tells of, with a dot after its first word.";
        let object = ObjectBuilder::new()
            .schema_type(Type::String)
            .description(Some(of_kinds))
            .enum_values(Some(words));
        Schema::Object(object.build()).into()
    }
}

impl ToSchema for EventType {}

/// Something that was sent to a webhook, or waits to be.
#[derive(Serialize, ToSchema)]
pub(crate) struct Delivery {
    #[schema(value_type = Uuid)]
    id: DeliveryId,
    /// The `webhook-id` it is sent with.
    event_id: String,
    /// One of `EventType`, or `webhook.test`.
    #[serde(rename = "type")]
    kind: String,
    /// The entry it tells of; absent from a test.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = u64, minimum = 1, required = false)]
    seq: Option<u64>,
    /// The how manieth attempt at telling of it.
    #[schema(minimum = 1)]
    attempt: u32,
    /// `waiting` to be sent, `delivered` (the receiver answered 2xx), or `failed`.
    #[schema(value_type = schema::DeliveryStatus)]
    state: &'static str,
    /// The account that asked for it; absent: it was its turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Uuid, required = false)]
    asked_by: Option<UserId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, format = DateTime, required = false)]
    sent_at: Option<Timestamp>,
    /// How long it took, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = u64, minimum = 0, required = false)]
    duration_ms: Option<u64>,
    /// The HTTP status that the receiver answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = u16, required = false)]
    status: Option<u16>,
    /// What went wrong where there is no status: `address_refused` (its name leads to where webhooks may not be), `name_unresolved`,
    /// `connection_failed`, `certificate_refused` (of a CA that is not trusted, for another name, or of another time), `tls_failed`, `timeout`, `answer_unreadable`, `url_refused`, or `secret_unavailable` (the service lacks the key).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false, examples("timeout"))]
    error: Option<String>,
    /// When it is tried again, if it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, format = DateTime, required = false)]
    next_attempt_at: Option<Timestamp>,
}

/// A page of what was sent.
#[derive(Serialize, ToSchema)]
pub(crate) struct Deliveries {
    /// The last first.
    pub(crate) deliveries: Vec<Delivery>,
    /// The `cursor` of the next page; null on the last one.
    pub(crate) next_cursor: Option<String>,
}

impl Delivery {
    pub(crate) fn of(club: ClubId, delivery: ledger::Delivery) -> Self {
        let was_taken = delivery.status.is_some_and(|status| status / 100 == 2);
        let state = match delivery.sent_at {
            None => "waiting",
            Some(_) if was_taken => "delivered",
            Some(_) => "failed",
        };
        let (seq, kind) = delivery.entry.unzip();
        let event_id = seq.map_or_else(|| id_of_test(delivery.id), |seq| id_of_entry(club, seq));
        Self {
            id: delivery.id,
            event_id,
            kind: type_of(kind.as_deref()),
            seq,
            attempt: delivery.attempt,
            state,
            asked_by: delivery.asked_by,
            sent_at: delivery.sent_at,
            duration_ms: delivery
                .duration
                .map(|spent| u64::try_from(spent.as_millis()).unwrap_or(u64::MAX)),
            status: delivery.status,
            error: delivery.error,
            next_attempt_at: delivery.next_attempt_at,
        }
    }
}

impl Webhook {
    pub(crate) fn with_secret(self, secret: Option<String>) -> Self {
        Self { secret, ..self }
    }
}

impl From<ledger::Webhook> for Webhook {
    fn from(webhook: ledger::Webhook) -> Self {
        let types = |kinds: Vec<String>| kinds.iter().map(|kind| event_type(kind)).collect();
        let (reason, disabled_at) = webhook.disabled.unzip();
        Self {
            id: webhook.id,
            name: webhook.name,
            url: webhook.url,
            types: webhook.kinds.map(types),
            made_by: webhook.made_by,
            made_at: webhook.made_at,
            disabled_reason: reason,
            disabled_at,
            delivered_seq: webhook.delivered_seq,
            failures: webhook.failures,
            failing_since: webhook.failing_since,
            next_attempt_at: match webhook.state {
                WebhookState::Active => webhook.next_attempt_at,
                WebhookState::Disabled => None,
            },
            state: webhook.state,
            previous_secret_until: webhook.previous.map(|(_, until)| until),
            secret: None,
        }
    }
}
