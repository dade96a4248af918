//! Audits of a club's ledger: what is asked for, and what is told of it.

use ledger::{AuditId, AuditState, AuditVerdict, MatchId, Timestamp, UserId};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::field::Whole;
use super::house_rules::ClubVariantChoice;
use super::variant::PinnedVariant;
use crate::problem::Problem;

/// The largest sequence number.
const LAST: i64 = 9_007_199_254_740_991;

/// An audit to ask for: of everything, with all hands scored again, unless you say otherwise.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewAudit {
    /// The first entry whose hands are scored again. Absent: the first of all.
    #[schema(value_type = Option<u64>, minimum = 1, maximum = 9_007_199_254_740_991_i64)]
    pub(crate) from_seq: Option<Whole<1, LAST>>,
    /// The last one. Absent: whatever is the last when it is read.
    #[schema(value_type = Option<u64>, minimum = 1, maximum = 9_007_199_254_740_991_i64)]
    pub(crate) to_seq: Option<Whole<1, LAST>>,
    /// Other rules, to work out besides what matches would have come to by them.
    pub(crate) what_if: Option<NewWhatIf>,
}

/// What matches would have come to by other rules, each hand as it was dealt: of outcomes that were told first in the range.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewWhatIf {
    /// The rules.
    pub(crate) variant: ClubVariantChoice,
    /// Of one match. Absent: of all.
    #[serde(rename = "match")]
    #[schema(value_type = Option<Uuid>)]
    pub(crate) match_id: Option<MatchId>,
}

/// By which other rules matches are worked out.
#[derive(Serialize, ToSchema)]
pub(crate) struct WhatIf {
    variant: PinnedVariant,
    /// Of which match; null: of all.
    #[serde(rename = "match")]
    #[schema(value_type = Option<Uuid>)]
    match_id: Option<MatchId>,
}

/// An audit of a club's ledger.
#[derive(Serialize, ToSchema)]
pub(crate) struct Audit {
    #[schema(value_type = Uuid)]
    pub(crate) id: AuditId,
    /// Whose account asked for it.
    #[schema(value_type = Uuid)]
    asked_by: UserId,
    #[schema(value_type = String, format = DateTime)]
    asked_at: Timestamp,
    /// The first entry whose hands are scored again.
    from_seq: u64,
    /// The last one; null: whatever is the last when it is read.
    to_seq: Option<u64>,
    /// By which other rules matches are worked out besides; null if by none.
    what_if: Option<WhatIf>,
    #[serde(flatten)]
    progress: AuditProgress,
    #[schema(value_type = Option<String>, format = DateTime)]
    finished_at: Option<Timestamp>,
    /// What was found, once it is finished; not in lists. Its fields are those of `faan audit verify --json`,
    /// `scored`, `projections`, `not_compared` and `seconds`, and with `what_if` one of that name, which is what
    /// `faan audit what-if --json` prints (`services/audit/VERIFY.md`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    report: Option<Box<RawValue>>,
}

/// How far an audit is.
#[derive(Serialize, ToSchema)]
pub(crate) struct AuditProgress {
    state: AuditState,
    /// How many entries were read so far, and with `what_if` how many matches were worked out after that.
    done: u64,
    /// Of how many, as far as that is known; 0 before it has begun.
    of: u64,
    /// What is to be thought of the ledger; null until it is finished.
    verdict: Option<AuditVerdict>,
}

/// A page of audits.
#[derive(Serialize, ToSchema)]
pub(crate) struct Audits {
    /// The last asked for first, without their reports.
    pub(crate) audits: Vec<Audit>,
    /// The `cursor` of the next page; null on the last one.
    pub(crate) next_cursor: Option<String>,
}

impl AuditProgress {
    /// How far an audit is.
    pub(crate) fn of(audit: &ledger::Audit) -> Self {
        Self {
            state: audit.state,
            done: audit.done,
            of: audit.of,
            verdict: audit.verdict,
        }
    }
}

impl WhatIf {
    fn of(asked: &ledger::WhatIf) -> Self {
        Self {
            variant: PinnedVariant {
                id: asked.variant_id.clone(),
                hash: asked.variant_hash,
            },
            match_id: asked.match_id,
        }
    }
}

impl Audit {
    /// Without its report.
    pub(crate) fn brief(audit: &ledger::Audit) -> Self {
        Self {
            id: audit.id,
            asked_by: audit.asked_by,
            asked_at: audit.asked_at,
            from_seq: audit.from_seq,
            to_seq: audit.to_seq,
            what_if: audit.what_if.as_ref().map(WhatIf::of),
            progress: AuditProgress::of(audit),
            finished_at: audit.finished_at,
            report: None,
        }
    }

    /// With its report, byte for byte as the auditor wrote it.
    pub(crate) fn whole(audit: ledger::Audit) -> Result<Self, Problem> {
        let brief = Self::brief(&audit);
        let report = audit.report.map(RawValue::from_string).transpose();
        Ok(Self {
            report: report.map_err(Problem::internal)?,
            ..brief
        })
    }
}
