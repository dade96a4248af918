//! The metrics of webhooks, without the clubs they belong to.

use std::time::{Duration, Instant};

use ledger::{AttemptResult, DisabledReason, DispatcherLedger};
use metrics::{Unit, counter, describe_counter, describe_gauge, gauge};

/// How often the states of webhooks are queried.
const EVERY: Duration = Duration::from_secs(5);

const STANDING: &str = "faan_webhooks";
const ATTEMPTS: &str = "faan_webhook_attempts_total";
const DISABLED: &str = "faan_webhooks_disabled_total";
const UNDERWAY: &str = "faan_webhooks_in_flight";

/// Describes the metrics.
pub(super) fn describe() {
    describe_gauge!(
        STANDING,
        Unit::Count,
        "Webhooks that wait for a dispatcher, and those that failed last time, of all dispatchers together."
    );
    describe_counter!(
        ATTEMPTS,
        Unit::Count,
        "Attempts of this dispatcher at telling webhooks of entries, and whether they were told."
    );
    describe_counter!(
        DISABLED,
        Unit::Count,
        "Webhooks that this dispatcher disabled, since they were gone or failing."
    );
    describe_gauge!(
        UNDERWAY,
        Unit::Count,
        "Webhooks that this dispatcher is at just now."
    );
    for outcome in ["delivered", "failed"] {
        counter!(ATTEMPTS, "outcome" => outcome).increment(0);
    }
    for reason in [DisabledReason::Gone, DisabledReason::Failing] {
        counter!(DISABLED, "reason" => reason.as_str()).increment(0);
    }
    gauge!(UNDERWAY).increment(0.0);
}

/// Counts an attempt to send an entry.
pub(super) fn attempted(follows: AttemptResult) {
    let outcome = match follows {
        AttemptResult::Delivered => "delivered",
        AttemptResult::Retry(_) | AttemptResult::Disabled(_) => "failed",
    };
    counter!(ATTEMPTS, "outcome" => outcome).increment(1);
    if let AttemptResult::Disabled(reason) = follows {
        counter!(DISABLED, "reason" => reason.as_str()).increment(1);
    }
}

/// Queries the states of webhooks from time to time.
#[derive(Default)]
pub(super) struct Standing(Option<Instant>);

impl Standing {
    /// Queries the states, if the last query is long enough ago.
    pub(super) async fn look(&mut self, ledger: &DispatcherLedger) -> ledger::Result<()> {
        if self.0.is_some_and(|last| last.elapsed() < EVERY) {
            return Ok(());
        }
        let now = ledger.queue_counts().await?;
        self.0 = Some(Instant::now());
        for (state, count) in [("waiting", now.waiting), ("failing", now.failing)] {
            let count = u32::try_from(count).unwrap_or(u32::MAX);
            gauge!(STANDING, "state" => state).set(f64::from(count));
        }
        Ok(())
    }
}

/// Counts a webhook as active until this value is dropped.
pub(super) struct Underway;

impl Underway {
    pub(super) fn begins() -> Underway {
        gauge!(UNDERWAY).increment(1.0);
        Underway
    }
}

impl Drop for Underway {
    fn drop(&mut self) {
        gauge!(UNDERWAY).decrement(1.0);
    }
}
