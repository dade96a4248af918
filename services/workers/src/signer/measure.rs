//! What is counted of the signing. A log is one of two kinds here: which club's it is, nobody is told.

use host::unix_seconds as now;
use ledger::{ClubHead, Timestamp};
use metrics::{Unit, counter, describe_counter, describe_gauge, gauge};

const ENTRIES: &str = "faan_log_entries";
const LOGS: &str = "faan_logs";
const REFUSED: &str = "faan_logs_refused";
const REFUSALS: &str = "faan_log_refusals_total";
const CHECKPOINT: &str = "faan_checkpoint_timestamp_seconds";
const ROUND: &str = "faan_signer_round_timestamp_seconds";
const COSIGNED: &str = "faan_witness_answers_total";

/// How a witness answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Answered {
    /// It cosigned, or had already.
    Cosigned,
    /// It was away, or its answer was none.
    Failed,
    /// It says that it cosigned another directory.
    Disputed,
}

/// Says what is counted, once somebody counts.
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

/// The directory has so many entries.
pub(super) fn directory(entries: u64) {
    gauge!(ENTRIES, "log" => "directory").set(float(entries));
}

/// These are the logs of all clubs.
pub(super) fn clubs(heads: &[ClubHead]) {
    let entries = heads.iter().map(|club| club.head.size).sum();
    gauge!(ENTRIES, "log" => "clubs").set(float(entries));
    gauge!(LOGS).set(float(u64::try_from(heads.len()).unwrap_or(u64::MAX)));
}

/// The directory was signed just now.
pub(super) fn signed() {
    gauge!(CHECKPOINT).set(now());
}

/// The directory was signed then.
pub(super) fn signed_at(then: Timestamp) {
    let seconds = u64::try_from(then.moment().unix_timestamp());
    gauge!(CHECKPOINT).set(float(seconds.unwrap_or_default()));
}

/// A round is over in which so many logs were refused; `all`: it went through all of them.
pub(super) fn round(all: bool, refused: usize) {
    let refused = u64::try_from(refused).unwrap_or(u64::MAX);
    counter!(REFUSALS).increment(refused);
    if all {
        gauge!(REFUSED).set(float(refused));
        gauge!(ROUND).set(now());
    }
}

/// A witness answered.
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

/// A metric is a float, exact up to 2^53.
fn float(count: u64) -> f64 {
    count as f64
}
