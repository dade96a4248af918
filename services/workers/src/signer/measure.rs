//! The metrics of the signer. They have two kinds of logs, and do not show the clubs.

use std::time::{SystemTime, UNIX_EPOCH};

use ledger::{ClubHead, Timestamp};
use metrics::{Unit, counter, describe_counter, describe_gauge, gauge};

const ENTRIES: &str = "faan_log_entries";
const LOGS: &str = "faan_logs";
const REFUSED: &str = "faan_logs_refused";
const REFUSALS: &str = "faan_log_refusals_total";
const CHECKPOINT: &str = "faan_checkpoint_timestamp_seconds";
const ROUND: &str = "faan_signer_round_timestamp_seconds";
const COSIGNED: &str = "faan_witness_answers_total";

/// The answer of a witness.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Answered {
    /// It cosigned now or earlier.
    Cosigned,
    /// It was not available, or its answer was malformed.
    Failed,
    /// It reports that it cosigned another directory.
    Disputed,
}

/// Describes the metrics.
pub(super) fn describe() {
    describe_gauge!(
        ENTRIES,
        Unit::Count,
        "Entries of the directory, and of all clubs together, as the signer last saw them."
    );
    describe_gauge!(LOGS, Unit::Count, "Clubs whose logs the signer last saw.");
    describe_gauge!(
        REFUSED,
        Unit::Count,
        "Logs that the signer refused when it last went through all of them: an alarm unless 0."
    );
    describe_counter!(
        REFUSALS,
        Unit::Count,
        "How often the signer refused a log, in every round again: an alarm when it grows."
    );
    describe_gauge!(
        CHECKPOINT,
        Unit::Seconds,
        "When the directory was last signed, in seconds since 1970. It is signed when a club has grown."
    );
    describe_gauge!(
        ROUND,
        Unit::Seconds,
        "When the signer last went through all logs, in seconds since 1970."
    );
    describe_counter!(
        COSIGNED,
        Unit::Count,
        "How witnesses answered; disputed is an alarm."
    );
    counter!(REFUSALS).increment(0);
    for answered in [Answered::Cosigned, Answered::Failed, Answered::Disputed] {
        count(answered, 0);
    }
}

/// Sets the number of entries of the directory.
pub(super) fn directory(entries: u64) {
    gauge!(ENTRIES, "log" => "directory").set(float(entries));
}

/// Sets the numbers of logs and entries of all clubs.
pub(super) fn clubs(heads: &[ClubHead]) {
    let entries = heads.iter().map(|club| club.head.size).sum();
    gauge!(ENTRIES, "log" => "clubs").set(float(entries));
    gauge!(LOGS).set(float(u64::try_from(heads.len()).unwrap_or(u64::MAX)));
}

/// Sets the time of the last signature of the directory to now.
pub(super) fn signed() {
    gauge!(CHECKPOINT).set(unix_seconds());
}

/// Sets the time of the last signature of the directory.
pub(super) fn signed_at(then: Timestamp) {
    let seconds = u64::try_from(then.moment().unix_timestamp());
    gauge!(CHECKPOINT).set(float(seconds.unwrap_or_default()));
}

/// Counts the refused logs of a round. `all` means that the round checked all logs.
pub(super) fn round(all: bool, refused: usize) {
    let refused = u64::try_from(refused).unwrap_or(u64::MAX);
    counter!(REFUSALS).increment(refused);
    if all {
        gauge!(REFUSED).set(float(refused));
        gauge!(ROUND).set(unix_seconds());
    }
}

/// Counts the answer of a witness.
pub(super) fn witness(answered: Answered) {
    count(answered, 1);
}

fn count(answered: Answered, times: u64) {
    let outcome = match answered {
        Answered::Cosigned => "cosigned",
        Answered::Failed => "failed",
        Answered::Disputed => "disputed",
    };
    counter!(COSIGNED, "outcome" => outcome).increment(times);
}

/// The time in seconds since 1970.
#[expect(
    clippy::disallowed_methods,
    reason = "a metric of a moment shows how long ago it was"
)]
fn unix_seconds() -> f64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0.0, |since| since.as_secs_f64())
}

/// A metric is a float, exact up to 2^53.
fn float(count: u64) -> f64 {
    count as f64
}
