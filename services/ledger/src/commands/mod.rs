//! The commands, one file each, one transaction each.

mod accept_invitation;
mod add_variant;
mod api_keys;
mod change_club;
mod change_password;
mod correct_match;
mod draw_round;
mod enrol_player;
mod erase_account;
mod erase_player;
mod erase_text;
mod evenings;
mod found_club;
mod hand_over_club;
mod identities;
mod import_ledger;
mod import_matches;
mod invitations;
mod link_player;
mod merge_player;
mod open_match;
mod open_round;
mod payments;
mod record_access;
mod record_outcomes;
mod remove_member;
mod rename_player;
mod request_audit;
mod reset_password;
mod sessions;
mod set_member;
mod settle;
mod sign_up;
mod webhook_deliveries;
mod webhooks;

pub use accept_invitation::AcceptInvitation;
pub use add_variant::AddedVariant;
pub use change_club::ChangeClub;
pub use correct_match::{CorrectMatch, CorrectMatchResult, CorrectedMatch};
pub use draw_round::DrawRound;
pub use evenings::{ChangeAttendance, OpenEvening};
pub use found_club::FoundClub;
pub use hand_over_club::ClubHandover;
pub use import_ledger::{Access, ImportLedger, ImportedOwner, Leaves, OwnersAccount};
pub use import_matches::{
    ImportMatches, ImportMatchesResult, ImportPreview, ImportedMatch, PlayedMatch,
};
pub use invitations::Invite;
pub use open_round::OpenRound;
pub use payments::{RecordPayment, RecordedPayment, ReversePayment};
pub use record_access::ExportKind;
pub use record_outcomes::{RecordOutcomes, Recording};
pub use sessions::NewSession;
pub use settle::Settle;
pub use webhook_deliveries::NewDelivery;
pub use webhooks::ChangedWebhook;
