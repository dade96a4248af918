//! The commands, one file each, one transaction each.

mod accept_invitation;
mod api_keys;
mod ask_for_audit;
mod change_club;
mod change_password;
mod correct_match;
mod enrol_player;
mod erase_account;
mod erase_player;
mod erase_text;
mod found_club;
mod hand_over_club;
mod identities;
mod import_ledger;
mod import_matches;
mod invitations;
mod keep_variant;
mod link_player;
mod merge_player;
mod note_access;
mod open_match;
mod pay;
mod record_outcomes;
mod remove_member;
mod rename_player;
mod reset_password;
mod sessions;
mod set_member;
mod settle;
mod sign_up;
mod webhook_deliveries;
mod webhooks;

pub use accept_invitation::AcceptInvitation;
pub use api_keys::MakeApiKey;
pub use ask_for_audit::{AskForAudit, AskWhatIf};
pub use change_club::ChangeClub;
pub use correct_match::{CorrectMatch, Correcting, MAX_CORRECTIONS};
pub use found_club::FoundClub;
pub use hand_over_club::HandedOver;
pub use import_ledger::{Access, ImportLedger, ImportedOwner, Leaves, OwnersAccount, Unimportable};
pub use import_matches::{ImportMatches, ImportedMatch, Importing, PlayedMatch, Rehearsed};
pub use invitations::Invite;
pub use keep_variant::AddedVariant;
pub use note_access::Exported;
pub use open_match::OpenMatch;
pub use pay::{RecordPayment, RecordedPayment, ReversePayment};
pub use record_outcomes::{MAX_OUTCOMES, NewOutcome, RecordOutcomes, Recording};
pub use sessions::NewSession;
pub use settle::Settle;
pub use sign_up::SignUp;
pub use webhook_deliveries::AskDelivery;
pub use webhooks::{ChangeWebhook, ChangedWebhook, MakeWebhook};

use crate::{Error, KeyOf, Result};
use evidence::{ApiKeyId, ClubId, Role, UserId};

/// Who writes where, and the key under which the same request is recognised again.
#[derive(Debug, Clone)]
pub struct Write {
    /// The club.
    pub club: ClubId,
    /// Who writes.
    pub actor: UserId,
    /// The role for which the write was allowed: under the club's lock the actor must still have it.
    pub role: Role,
    /// The key that the actor's machine asks with, if it is a machine: under the lock it must still be good.
    pub api_key: Option<ApiKeyId>,
    /// The route, as the caller names it; keys of different routes do not meet.
    pub route: &'static str,
    /// The client's idempotency key, 1–255 bytes.
    pub key: String,
    /// A hash of the request: the same key with another one is refused.
    pub fingerprint: [u8; 32],
}

impl Write {
    /// Whether an owner asks in person: what a machine does with an owner's key is not what the owner says.
    pub(crate) fn is_by_an_owner(&self) -> bool {
        self.role == Role::Owner && self.api_key.is_none()
    }

    /// What its key is looked up by.
    pub fn key_of(&self) -> KeyOf {
        KeyOf {
            actor: self.actor,
            route: self.route,
            key: self.key.clone(),
        }
    }

    /// That it is the request with this fingerprint, which used its key before; a key that was used for another one is refused.
    pub(crate) fn repeats(&self, fingerprint: &[u8; 32]) -> Result<()> {
        let same = self.fingerprint == *fingerprint;
        same.then_some(()).ok_or(Error::IdempotencyKeyReused)
    }
}

/// The answer to a write.
#[derive(Debug, Clone, PartialEq)]
pub struct Written<T> {
    /// What was written.
    pub value: T,
    /// Whether it had been written before, under the same key.
    pub replayed: bool,
}

impl<T> Written<T> {
    pub(crate) fn first(value: T) -> Self {
        Self {
            value,
            replayed: false,
        }
    }

    pub(crate) fn again(value: T) -> Self {
        Self {
            value,
            replayed: true,
        }
    }
}
