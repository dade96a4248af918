//! Webhooks and their deliveries.

use crate::{DeliveryId, UserId, WebhookId};
use evidence::Timestamp;
use std::time::Duration;

/// A new webhook.
#[derive(Debug, Clone)]
pub struct MakeWebhook {
    /// What it is for.
    pub name: String,
    /// Where the receiver is.
    pub url: String,
    /// The kinds of entries that it is to be told of; `None`: all.
    pub kinds: Option<Vec<String>>,
    /// The id of the key that its secret follows from.
    pub key_id: [u8; 8],
}

/// What is to change of a webhook.
#[derive(Debug, Clone)]
pub enum ChangeWebhook {
    /// What is given: its name, its URL, the kinds of entries that it is told of.
    Edit {
        /// What it is for.
        name: Option<String>,
        /// Where the receiver is.
        url: Option<String>,
        /// Some kinds, or all of them.
        kinds: Option<Option<Vec<String>>>,
    },
    /// It is told of nothing until it is enabled.
    Disable,
    /// It is told again, of everything that it was not told of.
    Enable,
    /// Another secret signs, and for some time the one before as well.
    Rotate {
        /// The id of the key that the new secret follows from.
        key_id: [u8; 8],
        /// How long the one before signs as well.
        overlap: time::Duration,
    },
    /// It is told again of all entries from this one on, or of none before it.
    ReplayFrom(u64),
}

/// Where a club wants to be told of its entries.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Webhook {
    /// Which.
    pub id: WebhookId,
    /// What it is for, in its maker's words.
    pub name: String,
    /// Where the receiver is.
    pub url: String,
    /// The kinds of entries that it is told of; `None`: all.
    pub kinds: Option<Vec<String>>,
    /// The secret that signs.
    pub secret: SecretId,
    /// The secret before, which signs as well until then.
    pub previous: Option<(SecretId, Timestamp)>,
    /// Who made it.
    pub made_by: UserId,
    /// When.
    pub made_at: Timestamp,
    /// Whether it is told of anything.
    pub state: WebhookState,
    /// Why it is not, and since when.
    pub disabled: Option<(DisabledReason, Timestamp)>,
    /// It was told of all entries up to this one, as far as it wants to be.
    pub delivered_seq: u64,
    /// How often in a row it could not be told of the next one.
    pub failures: u32,
    /// When that began.
    pub failing_since: Option<Timestamp>,
    /// When it is tried again.
    pub next_attempt_at: Option<Timestamp>,
}

/// Which secret of a webhook. The secret itself is not kept: it follows from this and from a key that the database does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SecretId {
    /// The first, second, … of its webhook.
    pub number: u32,
    /// The id of the key that it follows from.
    pub key_id: [u8; 8],
}

mahjong::string_enum! {
    /// Whether a webhook is told of anything. `active`: it is told of what is entered. `disabled`: it is not, until an owner enables it.
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    pub enum WebhookState {
        /// It is.
        Active = "active",
        /// It is not, until an owner wants it again.
        Disabled = "disabled",
    }
}

mahjong::string_enum! {
    /// Why a webhook is told of nothing. `owner`: an owner wanted it so, or whoever made it or changed it last is no owner any more. `gone`: the
    /// receiver answered 410. `failing`: it could not be told of an entry for three days.
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    pub enum DisabledReason {
        /// An owner wanted it so, or its owner is none any more.
        Owner = "owner",
        /// The receiver said that it is gone for good.
        Gone = "gone",
        /// It could not be told of an entry, for days.
        Failing = "failing",
    }
}

/// Something that was sent to a webhook, or waits to be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    /// Which.
    pub id: DeliveryId,
    /// The entry it tells of, and that entry's kind; `None`: it is a test.
    pub entry: Option<(u64, String)>,
    /// The how manieth attempt at telling of it.
    pub attempt: u32,
    /// Who asked for it; `None`: it was its turn.
    pub asked_by: Option<UserId>,
    /// When it was sent; `None`: it waits.
    pub sent_at: Option<Timestamp>,
    /// How long that took.
    pub duration: Option<Duration>,
    /// The status that the receiver answered.
    pub status: Option<u16>,
    /// What went wrong, in a word.
    pub error: Option<String>,
    /// When it is tried again.
    pub next_attempt_at: Option<Timestamp>,
}

/// Which deliveries of a webhook.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeliveriesPage {
    /// Only those that were written down before this one: the `next` of the page before.
    pub before: Option<DeliveryId>,
    /// How many at most.
    pub limit: u32,
}

/// A page of deliveries, the last first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deliveries {
    /// The deliveries.
    pub deliveries: Vec<Delivery>,
    /// Where the next page begins; none after the last one.
    pub next: Option<DeliveryId>,
}
