//! The metrics of audits.

use std::time::{Duration, Instant};

use ledger::{AuditVerdict, AuditorLedger};
use metrics::{Unit, counter, describe_counter, describe_gauge, gauge};

/// How often the number of waiting audits is queried.
const EVERY: Duration = Duration::from_secs(5);

const OPEN: &str = "faan_audits";
const FINISHED: &str = "faan_audits_finished_total";

/// Describes the metrics.
pub(super) fn describe() {
    describe_gauge!(
        OPEN,
        Unit::Count,
        "Audits that wait or are carried out, of all auditors together."
    );
    describe_counter!(
        FINISHED,
        Unit::Count,
        "Audits that this auditor finished; tampered is an alarm."
    );
    for verdict in [
        AuditVerdict::Sound,
        AuditVerdict::Incomplete,
        AuditVerdict::Tampered,
    ] {
        counter!(FINISHED, "verdict" => verdict.as_str()).increment(0);
    }
}

/// Counts a finished audit.
pub(super) fn finished(verdict: AuditVerdict) {
    counter!(FINISHED, "verdict" => verdict.as_str()).increment(1);
}

/// Queries the number of unfinished audits from time to time.
#[derive(Default)]
pub(super) struct Queue(Option<Instant>);

impl Queue {
    /// Queries the number, if the last query is long enough ago.
    pub(super) async fn look(&mut self, ledger: &AuditorLedger) -> ledger::Result<()> {
        if self.0.is_some_and(|last| last.elapsed() < EVERY) {
            return Ok(());
        }
        let open = ledger.open().await?;
        self.0 = Some(Instant::now());
        for (state, count) in [("queued", open.queued), ("running", open.running)] {
            let count = u32::try_from(count).unwrap_or(u32::MAX);
            gauge!(OPEN, "state" => state).set(f64::from(count));
        }
        Ok(())
    }
}
