//! A `faan up` with its private PostgreSQL, in a temporary folder.

use std::collections::BTreeMap;
use std::fs::{self, DirBuilder};
use std::io::{BufRead as _, BufReader};
use std::os::unix::fs::DirBuilderExt as _;
use std::path::{Path, PathBuf};
use std::process::{self, Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use tokio::time::sleep;
use tokio_postgres::{Client, NoTls};

use crate::processes::{cpu_of, cpu_of_family};
use crate::setting;

/// The database of the service.
const DATABASE: &str = "faan";

/// A folder that is removed at the end. The user that PostgreSQL runs as under root may enter it.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        let name = format!("faan-bench-{}", process::id());
        let folder = std::env::temp_dir().join(name);
        create_public(&folder);
        Folder(fs::canonicalize(folder).unwrap())
    }

    /// A new folder for the data of a service.
    pub(crate) fn data(&self, name: &str) -> PathBuf {
        let data = self.0.join(name);
        create_public(&data);
        data
    }
}

fn create_public(folder: &Path) {
    let mut public = DirBuilder::new();
    public.mode(0o755).create(folder).unwrap();
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).ok();
    }
}

/// The program that is measured.
pub(crate) fn faan() -> String {
    let built = || env!("CARGO_BIN_EXE_faan").to_owned();
    setting("FAAN_BENCH_BINARY").unwrap_or_else(built)
}

/// What PostgreSQL executed.
pub(crate) struct Executed {
    pub(crate) count: f64,
    pub(crate) unit: &'static str,
    /// Whether idle connections add to the count only after some seconds.
    pub(crate) is_delayed: bool,
}

/// The service while it runs.
pub(crate) struct Service {
    child: Child,
    // Without a reader, it could not write.
    _stdout: BufReader<ChildStdout>,
    data: PathBuf,
    /// Of the gateway, as host and port.
    pub(crate) address: String,
    /// PostgreSQL's.
    postmaster: u32,
}

impl Service {
    /// Starts it. With `FAAN_BENCH_STATEMENTS`, PostgreSQL counts the statements, if it has `pg_stat_statements`.
    pub(crate) async fn start(data: &Path) -> Service {
        let service = Service::run(data);
        if setting("FAAN_BENCH_STATEMENTS").is_none() {
            return service;
        }
        let client = service.connect("postgres").await;
        let extension = "SELECT FROM pg_available_extensions WHERE name = 'pg_stat_statements'";
        if client.query(extension, &[]).await.unwrap().is_empty() {
            println!("pg_stat_statements is not installed: statements are not counted");
            return service;
        }
        let preload = "ALTER SYSTEM SET shared_preload_libraries = 'pg_stat_statements'";
        client.batch_execute(preload).await.unwrap();
        let create = "CREATE EXTENSION pg_stat_statements";
        client.batch_execute(create).await.unwrap();
        drop(client);
        drop(service);
        Service::run(data)
    }

    fn run(data: &Path) -> Service {
        let mut child = Command::new(faan())
            .env_remove("FAAN_DATABASE_URL")
            .env_remove("FAAN_ADMIN_DATABASE_URL")
            .args(["up", "--data-dir"])
            .arg(data)
            .args(["--engine-listen", "127.0.0.1:0"])
            .args(["--gateway-listen", "127.0.0.1:0"])
            // All requests come from one address.
            .args(["--anonymous-rate", "1000000"])
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let mut said = String::new();
        while !said.ends_with("Ctrl-C stops everything.\n") {
            let read = stdout.read_line(&mut said).unwrap();
            assert_ne!(read, 0, "faan up ended after: {said}");
        }
        let (_, url) = said.split_once("REST    http://").unwrap();
        let address = url.split_whitespace().next().unwrap().to_owned();
        let pid_file = fs::read_to_string(data.join("postgres/postmaster.pid")).unwrap();
        Service {
            child,
            _stdout: stdout,
            data: data.to_path_buf(),
            address,
            postmaster: pid_file.lines().next().unwrap().parse().unwrap(),
        }
    }

    /// The CPU time of gateway, engine and workers so far.
    pub(crate) fn cpu(&self) -> Duration {
        cpu_of(self.child.id())
    }

    /// The CPU time of all processes of PostgreSQL so far.
    pub(crate) fn postgres_cpu(&self) -> Duration {
        cpu_of_family(self.postmaster)
    }

    /// The first process of PostgreSQL.
    pub(crate) const fn postmaster(&self) -> u32 {
        self.postmaster
    }

    /// The milliseconds that each statement took so far; none if PostgreSQL does not count them.
    pub(crate) async fn statement_times(&self) -> BTreeMap<String, f64> {
        let times = "SELECT left(regexp_replace(query, '\\s+', ' ', 'g'), 100), sum(total_exec_time)::float8
            FROM pg_stat_statements JOIN pg_database ON oid = dbid WHERE datname = $1 GROUP BY 1";
        let client = self.connect("postgres").await;
        let rows = client.query(times, &[&DATABASE]).await.unwrap_or_default();
        rows.iter().map(|row| (row.get(0), row.get(1))).collect()
    }

    /// The folder of PostgreSQL's programs, if it is known.
    pub(crate) fn postgres_programs(&self) -> Option<PathBuf> {
        let program = fs::read_link(format!("/proc/{}/exe", self.postmaster)).ok()?;
        Some(program.parent()?.to_path_buf())
    }

    /// Waits until neither the service nor PostgreSQL works in the background any more, half a minute at most.
    pub(crate) async fn wait_until_idle(&self) {
        const WHILE: Duration = Duration::from_millis(500);
        let cpu = || self.cpu() + self.postgres_cpu();
        for _ in 0..60 {
            let before = cpu();
            sleep(WHILE).await;
            if cpu().saturating_sub(before) <= WHILE / 20 {
                return;
            }
        }
        println!("(it still works in the background after 30 s)");
    }

    /// Waits until the standings of all clubs have everything that was recorded.
    pub(crate) async fn wait_for_standings(&self) {
        let behind = "SELECT FROM clubs LEFT JOIN tally_heads USING (club_id) WHERE last_seq > coalesce(seq, 0) LIMIT 1";
        let client = self.connect(DATABASE).await;
        while !client.query(behind, &[]).await.unwrap().is_empty() {
            sleep(Duration::from_secs(1)).await;
        }
    }

    /// The URL of a database of this PostgreSQL, for its superuser.
    pub(crate) fn database_url(&self, database: &str) -> String {
        let password = fs::read_to_string(self.data.join("faan_admin.password")).unwrap();
        postgres::url(&self.data, "faan_admin", password.trim(), database)
    }

    /// A connection of the superuser.
    pub(crate) async fn connect(&self, database: &str) -> Client {
        let url = self.database_url(database);
        let (client, connection) = tokio_postgres::connect(&url, NoTls).await.unwrap();
        // It ends with an error if PostgreSQL stops first.
        tokio::spawn(async move { drop(connection.await) });
        client
    }

    /// Writes everything to the disk, so that the next measurement does not wait for it.
    pub(crate) async fn checkpoint(&self) {
        let client = self.connect("postgres").await;
        client.batch_execute("CHECKPOINT").await.unwrap();
    }

    /// Has the planner know the tables, as it does from the first minute on, when autovacuum has looked at them; the yardstick's tables are known, too.
    pub(crate) async fn analyze(&self) {
        let client = self.connect(DATABASE).await;
        client.batch_execute("ANALYZE").await.unwrap();
    }

    /// The bytes that its database takes on the disk.
    pub(crate) async fn database_size(&self) -> f64 {
        let client = self.connect(DATABASE).await;
        let size = "SELECT pg_database_size(current_database())::float8";
        client.query_one(size, &[]).await.unwrap().get(0)
    }

    /// What PostgreSQL executed for the service so far: statements if it counts them, otherwise transactions.
    pub(crate) async fn executed(&self) -> Executed {
        let client = self.connect("postgres").await;
        let calls = "SELECT sum(calls)::float8 FROM pg_stat_statements JOIN pg_database ON oid = dbid WHERE datname = $1";
        if let Ok(row) = client.query_one(calls, &[&DATABASE]).await {
            return Executed {
                count: row.get::<_, Option<f64>>(0).unwrap_or_default(),
                unit: "statements",
                is_delayed: false,
            };
        }
        let transactions =
            "SELECT (xact_commit + xact_rollback)::float8 FROM pg_stat_database WHERE datname = $1";
        let row = client.query_one(transactions, &[&DATABASE]).await;
        Executed {
            count: row.unwrap().get(0),
            unit: "transactions",
            is_delayed: true,
        }
    }
}

impl Drop for Service {
    /// Stops it in good order.
    fn drop(&mut self) {
        let pid = i32::try_from(self.child.id()).ok().and_then(Pid::from_raw);
        let stopped = pid.is_some_and(|pid| kill_process(pid, Signal::TERM).is_ok());
        if !stopped {
            self.child.kill().ok();
        }
        self.child.wait().ok();
    }
}
