//! The whole service against yardsticks of the same work: `cargo bench --workspace --bench load`, or `make bench` for all benchmarks.
//!
//! A `faan up` with its private PostgreSQL runs in a temporary folder. For each line, clients use it, and then the yardstick does the same
//! work, in three rounds after a short one that is not counted. Arguments select lines (`D1 D7`). Settings:
//!
//! - `FAAN_BENCH_SECONDS`: the duration of each measurement, 6 by default.
//! - `FAAN_BENCH_STORED`: the hands that are stored for N1, 100,000 by default.
//! - `FAAN_BENCH_BINARY`: another `faan` to measure.
//! - `FAAN_BENCH_STATEMENTS=1`: counts statements with `pg_stat_statements`, which makes PostgreSQL a little slower, and says which take
//!   most time. Without it, transactions are counted.

#![expect(
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a benchmark fails by panicking"
)]

mod club_client;
mod echo;
mod http_client;
mod http_lines;
mod load;
mod pgbench;
mod phases;
mod played_club;
mod processes;
mod reading;
mod recording;
mod report;
mod service;
mod stored_hands;

use std::path::Path;
use std::time::Duration;

use pgbench::Pgbench;
use service::{Folder, Service};

/// How often Faan and the yardstick take their turns.
const ROUNDS: usize = 3;
/// So many connections send requests at once.
const CONNECTIONS: usize = 8;

/// What all lines need.
struct Bench {
    // Dropped before its folder.
    service: Service,
    pgbench: Option<Pgbench>,
    folder: Folder,
    /// The duration of each measurement.
    seconds: u64,
    /// The lines to measure; empty for all.
    selected: Vec<String>,
}

fn main() {
    // Cargo adds a flag of its own.
    let arguments = std::env::args().skip(1);
    let arguments: Vec<String> = arguments.filter(|one| !one.starts_with("--")).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [echo::SERVE, folder] => echo::serve(Path::new(folder)),
        _ => {
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build();
            runtime.unwrap().block_on(async {
                // Then, too, the service stops and its folder is removed.
                tokio::select! {
                    () = measure(arguments) => (),
                    _ = tokio::signal::ctrl_c() => println!("interrupted"),
                }
            });
        }
    }
}

async fn measure(selected: Vec<String>) {
    let known: Vec<&str> = [
        http_lines::IDS,
        recording::IDS,
        reading::IDS,
        stored_hands::IDS,
    ]
    .concat();
    let unknown = selected.iter().find(|id| !known.contains(&id.as_str()));
    assert_eq!(unknown, None, "the lines are {}", known.join(" "));
    let seconds = setting("FAAN_BENCH_SECONDS").map_or(6, |seconds| seconds.parse().unwrap());
    report::print_head(ROUNDS, seconds);

    let folder = Folder::new();
    let service = Service::start(&folder.data("data")).await;
    let pgbench = Pgbench::prepare(&service, folder.0.join("pgbench")).await;
    if pgbench.is_none() {
        println!("pgbench is not here: no yardstick for the lines of the database");
    }
    let bench = Bench {
        service,
        pgbench,
        folder,
        seconds,
        selected,
    };
    http_lines::measure(&bench).await;
    recording::measure(&bench).await;
    reading::measure(&bench).await;
    stored_hands::measure(&bench).await;
}

impl Bench {
    /// Whether one of these lines is measured.
    fn wants(&self, ids: &[&str]) -> bool {
        self.selected.is_empty() || self.selected.iter().any(|id| ids.contains(&id.as_str()))
    }

    /// The seconds of each measurement of a round. The first warms up.
    fn seconds_of(&self, round: usize) -> u64 {
        if round == 0 { 1 } else { self.seconds }
    }

    fn time_of(&self, round: usize) -> Duration {
        Duration::from_secs(self.seconds_of(round))
    }
}

#[expect(clippy::disallowed_methods, reason = "settings of the benchmark")]
fn setting(name: &str) -> Option<String> {
    std::env::var(name).ok()
}
