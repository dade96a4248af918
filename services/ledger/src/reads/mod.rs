//! The reads, each in one short transaction that names its club.

mod access_log;
mod api_keys;
mod audits;
pub(crate) mod book;
mod checkpoints;
mod clubs;
mod corrections;
mod directory;
mod entries;
mod export;
mod hands;
mod identities;
mod invitations;
pub(crate) mod matches;
pub(crate) mod open;
mod openings;
pub(crate) mod page;
mod player_matches;
mod sessions;
pub(crate) mod settlements;
mod signer;
mod snapshot;
mod standings;
mod tree;
mod users;
mod variants;
mod webhooks;

pub use access_log::{AccessEvent, AccessLog, AccessPlace, AccountAccess, AccountEvent};
pub use api_keys::{ApiKey, ApiKeyHolder, ApiKeyStatus, ApiKeys, ApiKeysPage};
pub use audits::{Audit, AuditState, AuditVerdict, Audits, AuditsPage, WhatIf};
pub use book::{AsOf, MatchAt, MatchBook, RecordedOutcome};
pub use checkpoints::SignedCheckpoint;
pub use clubs::{AlsoPlayers, Club, Member, Membership, Player};
pub use corrections::{Corrections, CorrectionsPage, ShownCorrection};
pub use directory::{DirectoryCheckpoint, StoredHead};
pub use entries::{EntriesPage, HashedEntry, StoredEntry};
pub use export::Export;
pub use hands::{HandsPage, StandingOutcome};
pub use identities::{Identity, Subject, Unlinked};
pub use invitations::{Invitation, InvitationStatus, InvitationsPage};
pub use matches::{Extent, MatchFilter, MatchView, Matches, Page};
pub use open::{Balance, MatchSettlement, SettlementPreview, ToSettle};
pub use openings::Openings;
pub use player_matches::{PlayedBefore, PlayerMatch, PlayerMatches};
pub use sessions::{SessionId, SignedIn};
pub use settlements::{ClubBalances, PartyBalance, SettlementView, Settlements, Unpaid};
pub use signer::{Dispute, LogKey, Refusal, SignerState};
pub use snapshot::{BookSnapshot, KeyOf, LookAt, Prior, Snapshot};
pub use standings::{Period, Reflected, Standings, StandingsRow, Statistics};
pub use tree::TreeHead;
pub(crate) use tree::{Log, prove, tiles};
pub use users::{Credentials, User};
pub use variants::{ClubVariant, ClubVariants};
pub use webhooks::{
    Deliveries, DeliveriesPage, Delivery, DisabledReason, SecretId, Webhook, WebhookState,
};
