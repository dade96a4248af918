//! Everything SQL: what a club's ledger remembers, and the commands that add to it.
//!
//! A [`Ledger`] is a handle on a PostgreSQL database. Each command (`commands/`) is one transaction: under the
//! club's row lock it checks the idempotency key, the match's version and the hand's number, gives the entry
//! its sequence number and time, and stores the entry's bytes together with what follows from them. What was
//! decided elsewhere (scores, payments, the next deal) it stores as given; it checks only that the sums hold.
//!
//! Every command and read runs to its end on the ledger's own runtime, even if its caller goes away.
#![warn(missing_docs)]

pub use evidence;
pub use evidence::{
    AccessEventId, ApiKeyId, AuditId, ClubId, DeliveryId, EveningId, IdentityId, InvitationId,
    MatchId, OutcomeId, Party, PaymentId, PlayerId, SeasonId, SettlementId, TournamentId, UserId,
    WebhookId,
};
pub use evidence::{Body, Entry, Hash, Opening, Role, Timestamp};
pub use tally;

mod auditor;
mod bootstrap;
mod caller;
mod clock_and_ids;
mod club_heads;
mod commands;
mod connect;
mod connections;
mod connector;
mod database_url;
mod diagnosis;
mod dispatcher;
mod error;
mod heartbeat;
mod kept_turns;
mod lock_order;
mod match_results;
mod measure;
mod migrate;
mod model;
mod notifications;
mod notifier;
mod open_read;
mod page;
mod queries;
mod replica;
mod retention;
mod schema;
mod signer;
mod standings_updater;
mod startup_checks;
mod tables;
#[cfg(feature = "test-database")]
pub mod test_database;
mod transaction;
mod turns;

pub use auditor::{AUDITS_AT_ONCE, AuditSnapshot, AuditorLedger, NotCompared, Projection};
pub use bootstrap::{Logins, bootstrap};
pub use caller::{Caller, CallerAccount};
pub use commands::*;
pub use connect::{Config, Ledger};
pub use diagnosis::{
    DatabaseLogin, Diagnosis, Replication, ReplicationSlot, Server, Standby, diagnose,
};
pub use dispatcher::DispatcherLedger;
pub use error::{
    AtOneTime, DrawRemedy, EntrantList, Error, EveningError, MAX_EARLIER_MATCHES,
    MAX_EVENING_CHANGES, MAX_SEASON_MATCHES, MAX_TOURNAMENT_CHANGES, MatchError, PeopleError,
    Place, RankedPlayer, Result, Retry, SeasonError, SettlementError, TournamentError,
    TournamentRoundError,
};
pub use migrate::migrate;
pub use model::*;
pub use notifications::{
    AuditNotifications, EntryNotifications, Notifications, Subscription, WorkNotifications,
};
pub use queries::*;
pub use replica::{ReplicaConfig, ReplicaStatus};
pub use retention::TokenRetention;
pub use signer::{SignerLedger, UncosignedDirectory};
pub use standings_updater::{StandingsStep, StandingsUpdater, rebuild_standings};
pub use turns::{Turn, Turns};
