//! What the ledger stores and answers, without SQL: the types that tables, commands and queries share. Those that REST answers with have `Serialize`
//! and, with the feature `openapi`, a schema: whatever they hold is told to callers.

mod access_log;
mod api_key;
mod audit;
mod audit_snapshot;
mod checkpoint;
mod club;
mod directory;
mod entry;
mod freshness;
mod idempotency;
mod identity;
mod import_error;
mod invitation;
mod limits;
mod match_limits;
mod match_record;
mod match_view;
mod match_with_history;
mod player;
mod player_match;
mod round_table;
mod sealed_entry;
mod session;
mod tree;
mod user;
mod variant;
mod webhook;
mod webhook_queue;
mod won_hand;

pub use access_log::{
    AccessEvent, AccessKind, AccessLog, AccessPlace, AccountAccess, AccountEvent,
};
pub use api_key::{
    ApiKey, ApiKeyHolder, ApiKeyScope, ApiKeyStatus, ApiKeys, ApiKeysPage, MakeApiKey,
};
pub use audit::{
    Audit, AuditRequest, AuditState, AuditVerdict, Audits, AuditsPage, ClaimedAudit,
    UnfinishedAudits, WhatIf, WhatIfRequest,
};
pub use audit_snapshot::{
    AuditPage, DirectoryPage, ProjectedRow, UncheckedCheckpoint, UncheckedCosignature,
    UncheckedDirectoryCheckpoint, UncheckedHead, UncheckedKeys,
};
pub use checkpoint::{
    ClubHead, Dispute, LogKey, NewCheckpoint, Refusal, SignedCheckpoint, SignedRound, SignerState,
    SignerWord,
};
pub use club::{Club, Member, Membership};
pub use directory::{DirectoryCheckpoint, StoredHead};
pub use entry::{EntriesPage, HashedEntry, StoredEntry};
pub use freshness::Freshness;
pub use idempotency::{IdempotencyKey, PriorWrite, Write, Written};
pub use identity::{Identity, IdentityError, Subject};
pub use import_error::ImportError;
pub use invitation::{Invitation, InvitationStatus, InvitationsPage, OfferedInvitation};
pub(crate) use limits::MAX_MEMBERSHIPS;
pub use limits::{
    ClubLimit, KEPT_FOR_OFFICIALS, MAX_CORRECTION_BYTES, MAX_CORRECTIONS,
    MAX_CORRECTIONS_BY_GUESTS, MAX_LEAF_BYTES, MAX_MATCH_PLAYERS, MAX_OUTCOMES, MAX_PAYMENTS,
    MAX_PAYMENTS_OF_TRANSFER,
};
pub(crate) use match_limits::MatchLimits;
pub use match_record::{NewOutcome, OpenMatch, RecordedOutcome};
pub use match_view::{Extent, MatchFilter, MatchPosition, MatchView, Matches, Page, VoidMatch};
pub use match_with_history::{AsOf, MatchAt, MatchWithHistory};
pub use player::{NewName, Player, PlayerFilter};
pub use player_match::{Period, PlayedBefore, PlayerMatch};
pub use round_table::{PlayingTable, TableNow, TableState, TablesNow};
pub(crate) use sealed_entry::{SealedEntry, leaf_to_write};
pub use session::{SessionId, SignedIn};
pub(crate) use tree::Log;
pub use tree::TreeHead;
pub use user::{Credentials, SignUp, User};
pub use variant::{ClubVariant, ClubVariants};
pub use webhook::{
    ChangeWebhook, Deliveries, DeliveriesPage, Delivery, DisabledReason, MakeWebhook, SecretId,
    Webhook, WebhookState,
};
pub use webhook_queue::{
    Attempt, AttemptResult, ClaimedWebhook, NextDeliveries, NextEntry, RequestedDelivery,
    WebhookQueueCounts,
};
pub use won_hand::{
    BestDayRecord, LongestDealRecord, LongestStreakRecord, WonHand, WonHandFilter, WonHandOrder,
    WonHandPlace,
};
