//! What is counted of audits.

use std::time::{Duration, Instant};

use ledger::{AuditVerdict, AuditorLedger};
use metrics::{Unit, counter, describe_counter, describe_gauge, gauge};

/// How often it is looked how many audits wait.
const EVERY: Duration = Duration::from_secs(5);

const OPEN: &str = "faan_audits";
const FINISHED: &str = "faan_audits_finished_total";

/// Says what is counted, once somebody counts.
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

/// An audit is finished.
pub(super) fn finished(verdict: AuditVerdict) {
    counter!(FINISHED, "verdict" => verdict.as_str()).increment(1);
}

/// Looks now and then how many audits are not finished.
#[derive(Default)]
pub(super) struct Queue(Option<Instant>);

impl Queue {
    /// Looks, if it is time.
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
