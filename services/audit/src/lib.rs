//! Verifies ledgers. The [`Auditor`] reads the entries of one club in order. It checks their form, their order and their
//! sums, and scores every hand again under the variant of its match. It checks that the role of every actor permits the
//! entry, and that the state of the club is consistent: the club always has an owner, invitations are open when they are
//! accepted, and players who are merged are merged once and never played together. It computes every settlement and every draw of a
//! round again, and nothing is paid twice.
//!
//! The entries alone do not show whether the last entries are missing, or whether all of them were written anew.
//! [`verify`] reads an export and compares it with the Merkle tree of the ledger and its signed checkpoints.

#![warn(missing_docs)]

mod archive;
mod auditor;
mod club;
mod entry_chain;
mod entry_error;
mod evenings;
mod match_cache;
mod match_summary;
mod not_permitted;
mod pace;
mod played_matches;
mod replayed;
mod rescore;
mod season_standings;
mod seasons;
mod settle;
mod tournament_standings;
mod tournaments;
mod verify;
mod what_if;

pub use archive::{Archive, SeekableExport};
pub use auditor::Auditor;
pub use auditor::queries::ClubVariant;
pub use club::{Invitation, Link, Merged, Player};
pub use entry_error::EntryError;
pub use match_summary::MatchSummary;
pub use not_permitted::NotPermitted;
pub use pace::Pace;
pub use season_standings::{SeasonResult, SeasonSelection, season_standings};
pub use settle::OpenBalance;
pub use tournament_standings::{TournamentResult, TournamentSelection, tournament_standings};
pub use verify::bad_directory::BadDirectory;
pub use verify::checkpoint_source::CheckpointSource;
pub use verify::directory::Directory;
pub use verify::entry_counts::EntryCounts;
pub use verify::json::{report_json, verification_failure_json};
pub use verify::openings::Names;
pub use verify::report::{Check, EntryPosition, Report, Unchecked};
pub use verify::stored::{MatchTransfer, StoredLeaf, StoredLedger, VerifiedEntry};
pub use verify::trust::{SignedBy, TrustedKey};
pub use verify::verdict::Verdict;
pub use verify::verification_failure::VerificationFailure;
pub use verify::witnesses::Witnesses;
pub use verify::{Against, verify};
pub use what_if::json::{Limits, write_what_if};
pub use what_if::rescored_match::{ChangedOutcome, OtherResult, RescoredMatch};
pub use what_if::selection::{MatchSelection, Selection};
pub use what_if::sum::{Sum, Totals};
pub use what_if::{WhatIf, what_if};
