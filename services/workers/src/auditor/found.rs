//! What an audit found, or why it did not come to its end.

use std::time::Duration;

use audit::{Report, Verdict};
use host::Failure;
use serde_json::Value as Json;

use crate::auditor::compare::Differences;

/// What an audit found.
pub(super) struct Found {
    /// In so many entries, and matches that were worked out by other rules.
    pub(super) done: u64,
    pub(super) verdict: Verdict,
    pub(super) report: Json,
}

/// What an audit run found, before it is a report.
pub(super) struct AuditRun {
    /// How much was done.
    pub(super) done: u64,
    pub(super) report: Report,
    /// None if what is kept beside the entries was not held against them.
    pub(super) differences: Option<Differences>,
    /// What matches would have come to by other rules, if that was asked for: null if the entries are not believed.
    pub(super) what_if: Option<Json>,
    pub(super) took: Duration,
}

/// Why an audit did not come to its end.
pub(super) enum Stopped {
    /// What is stored cannot be read at all, and will not be the next time.
    Unreadable(String),
    /// Nobody waits for it any more, or the database is away.
    Error(Failure),
}

impl From<ledger::Error> for Stopped {
    fn from(error: ledger::Error) -> Self {
        if matches!(error, ledger::Error::Unavailable { .. }) {
            return Self::Error(error.into());
        }
        Self::Unreadable(error.to_string())
    }
}
