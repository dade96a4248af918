//! What is counted of the pools of connections. Their names are groups of roles: a list in the code.

use diesel_async::AsyncPgConnection;
use diesel_async::pooled_connection::deadpool::Pool;
use metrics::{
    Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram,
};
use std::time::{Duration, Instant};
use tokio::task::JoinHandle;
use tokio::time::sleep;

/// How often a pool is looked at.
const EVERY: Duration = Duration::from_secs(1);

const MAX: &str = "faan_database_connections_max";
const OPEN: &str = "faan_database_connections_open";
const IN_USE: &str = "faan_database_connections_in_use";
const WAITING: &str = "faan_database_commands_waiting";
const WAIT: &str = "faan_database_wait_seconds";
const LATE_READS: &str = "faan_database_late_reads_total";
const REPLICA_LAG: &str = "faan_database_replica_lag_seconds";

/// Looks at a pool now and then, until it is dropped.
pub(crate) struct Watch(JoinHandle<()>);

impl Watch {
    /// Watches a pool under this name. Several pools of one name are told of as one.
    pub(crate) fn over(pool: Pool<AsyncPgConnection>, name: &'static str) -> Self {
        describe();
        Self(tokio::spawn(async move {
            let mut told = Told::nothing(name);
            loop {
                let now = pool.status();
                let in_use = now.size.saturating_sub(now.available);
                told.set([now.max_size, now.size, in_use, now.waiting]);
                sleep(EVERY).await;
            }
        }))
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Notes how long a command waited for a connection, whether it then got one or not.
pub(crate) fn waited(name: &'static str, since: Instant) {
    histogram!(WAIT, "pool" => name).record(since.elapsed());
}

/// Which server answered a read that may be late: the replica, or the primary and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LateReadAnswer {
    /// The replica.
    Replica,
    /// The primary: the replica lacks something of the club that the primary had when the caller was authorized.
    Behind,
    /// The primary: the replica is later than it may be.
    TooLate,
    /// The primary: the replica does not answer, or is none.
    Unavailable,
    /// The primary: the replica answered with an error, which may be that something does not exist.
    Failed,
}

impl LateReadAnswer {
    const ALL: [Self; 5] = [
        Self::Replica,
        Self::Behind,
        Self::TooLate,
        Self::Unavailable,
        Self::Failed,
    ];

    fn labels(self) -> (&'static str, &'static str) {
        match self {
            Self::Replica => ("replica", "current"),
            Self::Behind => ("primary", "behind"),
            Self::TooLate => ("primary", "late"),
            Self::Unavailable => ("primary", "unavailable"),
            Self::Failed => ("primary", "failed"),
        }
    }
}

/// Counts reads that may be late.
pub(crate) fn late_reads(answer: LateReadAnswer, times: u64) {
    let (server, replica) = answer.labels();
    counter!(LATE_READS, "server" => server, "replica" => replica).increment(times);
}

/// Notes how late the replica is.
pub(crate) fn replica_lag(lag: Duration) {
    gauge!(REPLICA_LAG).set(lag.as_secs_f64());
}

/// What a pool has added to the gauges of its name.
struct Told {
    name: &'static str,
    values: [(&'static str, usize); 4],
}

impl Told {
    fn nothing(name: &'static str) -> Self {
        let values = [(MAX, 0), (OPEN, 0), (IN_USE, 0), (WAITING, 0)];
        Self { name, values }
    }

    fn set(&mut self, now: [usize; 4]) {
        for ((metric, before), now) in self.values.iter_mut().zip(now) {
            let gauge = gauge!(*metric, "pool" => self.name);
            gauge.increment(float(now) - float(*before));
            *before = now;
        }
    }
}

/// A pool that is gone has no connections.
impl Drop for Told {
    fn drop(&mut self) {
        self.set([0; 4]);
    }
}

fn float(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}

fn describe() {
    describe_gauge!(
        MAX,
        Unit::Count,
        "Connections to the database that the pool may open."
    );
    describe_gauge!(
        OPEN,
        Unit::Count,
        "Connections to the database that are open, in use or not."
    );
    describe_gauge!(
        IN_USE,
        Unit::Count,
        "Connections to the database that commands are using."
    );
    describe_gauge!(
        WAITING,
        Unit::Count,
        "Commands that wait for a connection to the database."
    );
    describe_histogram!(
        WAIT,
        Unit::Seconds,
        "How long a command waited for a connection to the database."
    );
}

/// Says what is counted of reads that may be late, where there is a replica.
pub(crate) fn describe_late_reads() {
    describe_counter!(
        LATE_READS,
        Unit::Count,
        "Reads that may be late, by the server that answered and how the replica was."
    );
    describe_gauge!(
        REPLICA_LAG,
        Unit::Seconds,
        "How late the replica is: it has everything that the primary had so long ago."
    );
    for answer in LateReadAnswer::ALL {
        late_reads(answer, 0);
    }
}
