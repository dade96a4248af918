//! What webhooks are sent, by which secrets it is signed, and at which addresses they may be. The gateway and the dispatcher both use it.
#![warn(missing_docs)]

mod entry;
mod event;
mod keys;
mod reach;

pub use entry::Entry;
pub use event::{
    Event, TEST, WebhookData, WebhookEvent, event_type, id_of_entry, id_of_test, type_of,
};
pub use keys::{BadWebhookKey, WebhookKeys, WebhookSecret};
pub use reach::{BadUrl, Reach};
