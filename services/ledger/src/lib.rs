//! Everything SQL: what a club's ledger remembers, and the commands that add to it.
//!
//! A [`Ledger`] is a handle on a PostgreSQL database. Each command (`verbs/`) is one transaction: under the
//! club's row lock it checks the idempotency key, the match's version and the hand's number, gives the entry
//! its sequence number and time, and stores the entry's bytes together with what follows from them. What was
//! decided elsewhere (scores, payments, the next deal) it stores as given; it checks only that the sums hold.
//!
//! Every command and read runs to its end on the ledger's own runtime, even if its caller goes away.
#![warn(missing_docs)]

pub use evidence;
pub use evidence::{
    AccessEventId, ApiKeyId, AuditId, ClubId, DeliveryId, IdentityId, InvitationId, MatchId,
    OutcomeId, Party, PaymentId, PlayerId, SettlementId, UserId, WebhookId,
};
pub use evidence::{Body, Entry, Hash, Opening, Role, Timestamp};
pub use tally;

mod auditing;
mod bootstrap;
mod chance;
mod club_limit;
mod connect;
mod connector;
mod database_url;
mod dispatching;
mod error;
mod forgetting;
mod listening;
mod lock_order;
mod measure;
mod migrate;
mod reads;
mod safeguards;
mod schema;
mod signing;
mod tables;
mod tallying;
#[cfg(feature = "test-database")]
pub mod test_database;
mod transaction;
mod verbs;

pub use auditing::{
    AuditorLedger, AuditsOpen, DirectoryLookedAt, KeptCosignature, KeptDirectory, KeptHead, Look,
    LookedAt, NotCompared, ProjectedRow, Projection, StoredCheckpoint, StoredKeys, TakenAudit,
};
pub use bootstrap::{Logins, bootstrap};
pub use club_limit::ClubLimit;
pub use connect::{Config, Ledger};
pub use dispatching::{
    Attempt, DispatcherLedger, Follows, Next, TakenWebhook, ToTell, Waiting, WebhooksStanding,
};
pub use error::{Error, Place, Refused, Retry, Unsettled};
pub use forgetting::Forgetting;
pub use listening::{AuditNews, EntryNews, News, Reader, Wakes};
pub use migrate::migrate;
pub use reads::*;
pub use signing::{ClubHead, NewCheckpoint, SignedRound, SignerLedger, ToCosign};
pub use tallying::{Tallying, rebuild_standings};
pub use verbs::*;

/// What a command of this crate answers.
pub type Result<T> = std::result::Result<T, Error>;
