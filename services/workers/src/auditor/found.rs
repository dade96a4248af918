//! The results of audits, and the reasons why an audit stops.

use std::time::Duration;

use audit::{Report, Verdict};
use host::Failure;
use serde_json::Value as Json;

use crate::auditor::compare::Differences;

/// The result of an audit.
pub(super) struct Found {
    /// The number of audited entries and rescored matches.
    pub(super) done: u64,
    pub(super) verdict: Verdict,
    pub(super) report: Json,
}

/// The result of an audit before it is converted to a report.
pub(super) struct AuditRun {
    /// The number of audited entries and rescored matches.
    pub(super) done: u64,
    pub(super) report: Report,
    /// The differences between the projections and the entries; `None` if they were not compared.
    pub(super) differences: Option<Differences>,
    /// Whether all rows were compared, and not only those that follow from the entries before one that is unknown.
    pub(super) compared_all: bool,
    /// The rescored matches, if the audit asked for them; null if an entry failed.
    pub(super) what_if: Option<Json>,
    pub(super) took: Duration,
}

/// Why an audit stopped.
pub(super) enum Stopped {
    /// The stored data cannot be read. Another attempt would fail too.
    Unreadable(String),
    /// Nobody waits for the audit any more, or the database is not available.
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
