//! The yardstick of recording and reading: pgbench does in SQL what the service has to write or read, in another database of the same
//! PostgreSQL.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

use crate::service::Service;

const DATABASE: &str = "yardstick";
const SCHEMA: &str = include_str!("yardstick/schema.sql");

/// A script of pgbench.
#[derive(Clone, Copy)]
pub(crate) struct Script {
    name: &'static str,
    text: &'static str,
    /// What a transaction counts for.
    counts: u32,
}

pub(crate) const RECORD: Script = Script {
    name: "record",
    text: include_str!("yardstick/record.sql"),
    counts: 1,
};
pub(crate) const RECORD_IN_ONE_CLUB: Script = Script {
    name: "record_in_one_club",
    text: include_str!("yardstick/record_in_one_club.sql"),
    counts: 1,
};
pub(crate) const RECORD_BATCH: Script = Script {
    name: "record_batch",
    text: include_str!("yardstick/record_batch.sql"),
    counts: crate::club_client::BATCH,
};
pub(crate) const READ: Script = Script {
    name: "read",
    text: include_str!("yardstick/read.sql"),
    counts: 1,
};

pub(crate) struct Pgbench {
    program: PathBuf,
    /// For scripts and logs.
    folder: PathBuf,
    url: String,
}

/// What its clients did.
pub(crate) struct Run {
    pub(crate) count: f64,
    pub(crate) per_second: f64,
    /// The shortest first.
    pub(crate) latencies: Vec<Duration>,
}

impl Pgbench {
    /// Makes its database. None if the program is neither beside PostgreSQL's others nor on the path.
    pub(crate) async fn prepare(service: &Service, folder: PathBuf) -> Option<Pgbench> {
        let beside = service.postgres_programs().map(|it| it.join("pgbench"));
        let candidates = beside.into_iter().chain([PathBuf::from("pgbench")]);
        let runs = |program: &PathBuf| {
            let version = Command::new(program).arg("--version").output();
            version.is_ok_and(|output| output.status.success())
        };
        let program = candidates.into_iter().find(runs)?;
        let client = service.connect("postgres").await;
        let create = format!("CREATE DATABASE {DATABASE}");
        client.batch_execute(&create).await.unwrap();
        let client = service.connect(DATABASE).await;
        client.batch_execute(SCHEMA).await.unwrap();
        client.batch_execute("VACUUM ANALYZE").await.unwrap();
        fs::create_dir(&folder).unwrap();
        for script in [RECORD, RECORD_IN_ONE_CLUB, RECORD_BATCH, READ] {
            fs::write(folder.join(script.name), script.text).unwrap();
        }
        Some(Pgbench {
            program,
            folder,
            url: service.database_url(DATABASE),
        })
    }

    /// Removes the entries of earlier runs.
    pub(crate) async fn empty(&self, service: &Service) {
        let client = service.connect(DATABASE).await;
        let truncate = "TRUNCATE entry, idempotency_key";
        client.batch_execute(truncate).await.unwrap();
    }

    /// Lets so many clients execute a script for so many seconds.
    pub(crate) fn run(&self, script: Script, clients: usize, seconds: u64) -> Run {
        let logs = self.folder.join("log");
        fs::create_dir(&logs).unwrap();
        let output = Command::new(&self.program)
            .args(["-n", "-M", "prepared", "-j", "2", "-l"])
            .args(["-c", &clients.to_string(), "-T", &seconds.to_string()])
            .arg(format!("--log-prefix={}", logs.join("log").display()))
            .arg("-f")
            .arg(self.folder.join(script.name))
            .arg(&self.url)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        let failed = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "pgbench: {failed}");
        let number_after = |label: &str| -> f64 {
            let (_, rest) = said.split_once(label).unwrap();
            let end = rest.find(|c: char| !c.is_ascii_digit() && c != '.');
            rest[..end.unwrap_or(rest.len())].parse().unwrap()
        };
        let counts = f64::from(script.counts);
        let run = Run {
            count: number_after("transactions actually processed: ") * counts,
            per_second: number_after("tps = ") * counts,
            latencies: read_latencies(&logs),
        };
        fs::remove_dir_all(&logs).unwrap();
        run
    }
}

/// Each line of a log is a transaction, and its third field is the latency in microseconds.
fn read_latencies(logs: &PathBuf) -> Vec<Duration> {
    let mut latencies = Vec::new();
    for log in fs::read_dir(logs).unwrap() {
        let text = fs::read_to_string(log.unwrap().path()).unwrap();
        let third = |line: &str| line.split(' ').nth(2)?.parse().ok();
        latencies.extend(text.lines().filter_map(third).map(Duration::from_micros));
    }
    latencies.sort_unstable();
    latencies
}
