//! Audits of a ledger.

use crate::{AuditId, ClubId, Hash, MatchId, UserId};
use evidence::Timestamp;
use uuid::Uuid;

/// An audit that this auditor took up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClaimedAudit {
    /// Of which club.
    pub club: ClubId,
    /// Which.
    pub id: AuditId,
    /// The first entry whose hands are to be scored again.
    pub from_seq: u64,
    /// The last one; `None`: all from the first on.
    pub to_seq: Option<u64>,
    /// Whether the matches of the range are to be worked out by other rules, too.
    pub what_if: Option<WhatIfRequest>,
    /// How often it was taken up, from 1: before, nobody brought it to its end.
    pub attempt: u32,
    pub(crate) auditor: Uuid,
}

/// How many audits are not finished, of all clubs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct UnfinishedAudits {
    /// Nobody has taken them up.
    pub queued: u64,
    /// An auditor is at them, or was.
    pub running: u64,
}

/// An audit to ask for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditRequest {
    /// The first entry whose hands are to be scored again, from 1.
    pub from_seq: u64,
    /// The last one; `None`: all from the first on.
    pub to_seq: Option<u64>,
    /// Whether the matches of the range are to be worked out by other rules, too.
    pub what_if: Option<WhatIfRequest>,
}

/// Other rules, to be worked out by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WhatIfRequest {
    /// Which, and of what.
    pub what_if: WhatIf,
    /// The variant's document, canonical JSON.
    pub variant_document: Vec<u8>,
}

/// An audit of a club's ledger.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Audit {
    /// Which.
    pub id: AuditId,
    /// Who asked for it.
    pub asked_by: UserId,
    /// When.
    pub asked_at: Timestamp,
    /// The first entry whose hands are scored again.
    pub from_seq: u64,
    /// The last one; `None`: whatever is the last when it is read.
    pub to_seq: Option<u64>,
    /// By which other rules the matches of the range are worked out, too.
    pub what_if: Option<WhatIf>,
    /// Where it stands.
    pub state: AuditState,
    /// Grows with everything that is told of it.
    pub version: u64,
    /// How many entries were read so far, and how many matches worked out by other rules after that.
    pub done: u64,
    /// Of how many, as far as that is known; 0 before it has begun.
    pub of: u64,
    /// What is to be thought of the ledger; once it is finished.
    pub verdict: Option<AuditVerdict>,
    /// What was found, as JSON; once it is finished. A list of audits has none.
    pub report: Option<String>,
    /// When it was finished.
    pub finished_at: Option<Timestamp>,
}

/// By which other rules matches are worked out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WhatIf {
    /// What the variant was called when it was chosen; only a label.
    pub variant_id: String,
    /// The content hash of the variant: SHA-256 of its document.
    pub variant_hash: Hash,
    /// The match; `None`: all of the range.
    pub match_id: Option<MatchId>,
}

mahjong::string_enum! {
    /// Where an audit stands. `queued`: nobody has taken it up. `running`. `finished`: there is a report.
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    pub enum AuditState {
        /// No auditor has taken it up.
        Queued = "queued",
        /// An auditor is at it.
        Running = "running",
        /// There is a report.
        Finished = "finished",
    }
}

mahjong::string_enum! {
    /// What is to be thought of a ledger. `sound`: everything that was checked is right. `incomplete`: nothing is wrong, but something that would
    /// show it could not be checked. `tampered`: something is wrong.
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    pub enum AuditVerdict {
        /// Everything that was checked is right.
        Sound = "sound",
        /// Nothing is wrong, but not everything could be checked.
        Incomplete = "incomplete",
        /// Something is wrong.
        Tampered = "tampered",
    }
}

/// Which audits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AuditsPage {
    /// Only those that were asked for before this one: the `next` of the page before.
    pub before: Option<AuditId>,
    /// How many at most.
    pub limit: u32,
}

/// A page of audits, the last asked for first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Audits {
    /// The audits.
    pub audits: Vec<Audit>,
    /// Where the next page begins; none after the last one.
    pub next: Option<AuditId>,
}
