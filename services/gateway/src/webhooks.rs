//! What webhooks take besides their routes: the secrets that sign, where they may be, and what they are told. Whoever sends has it
//! from here.

mod event;
mod keys;
mod reach;

pub use event::Event;
pub(crate) use event::{TEST, id_of_entry, id_of_test, type_of};
pub use keys::{BadWebhookKey, WebhookKeys, WebhookSecret};
pub use reach::{BadUrl, Reach};
