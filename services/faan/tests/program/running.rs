//! A `faan up` of a test's own, and a folder for it.

use std::fs::{self, DirBuilder, File};
use std::os::unix::fs::{DirBuilderExt as _, MetadataExt as _};
use std::path::{Path, PathBuf};
use std::process::{self, Command, ExitStatus, Output, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use ledger::test_database::TestDatabase;
use reqwest::Method;
use rustix::process::{Pid, Signal, kill_process, test_kill_process};
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::client::PATIENCE;
use crate::owner::Owner;
use crate::part::Part;

/// The program, without the settings that would lead it to a database of somebody's.
pub(crate) fn faan() -> Command {
    // Whoever starts it asks it by a client, which cannot be made before.
    tls::install_crypto_providers();
    let mut command = Command::new(env!("CARGO_BIN_EXE_faan"));
    command
        .env_remove("FAAN_DATABASE_URL")
        .env_remove("FAAN_ADMIN_DATABASE_URL")
        .stdin(Stdio::null());
    command
}

/// `faan up` on a database of the test's.
pub(crate) fn up_on(database: &TestDatabase, data: &Path) -> Command {
    let mut command = faan();
    command
        .args(["up", "--data-dir"])
        .arg(data)
        .env("FAAN_DATABASE_URL", database.url())
        .env("FAAN_ADMIN_DATABASE_URL", database.admin_url())
        .env("FAAN_SIGNER_DATABASE_URL", database.signer_url());
    command
}

/// A folder that is gone at the end of the test. The user that PostgreSQL runs as under root may pass.
pub(crate) struct Folder(pub(crate) PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("faan-process-{}-{number}", process::id());
        let folder = std::env::temp_dir().join(name);
        DirBuilder::new().mode(0o755).create(&folder).unwrap();
        Folder(folder)
    }

    /// One in which `faan up` has run before: its database is made and migrated, its keys are there.
    pub(crate) fn prepared() -> Folder {
        let folder = Folder::new();
        prepare(&folder.0);
        folder
    }
}

/// Makes a folder as `faan up` leaves it behind when it has run once, as a copy: making a database takes seconds.
pub(crate) fn prepare(data: &Path) {
    let made = made_once();
    fs::create_dir_all(data).unwrap();
    copy(&made.join("."), data);
}

/// The folder that is copied. Whichever test needs it first makes it, in whatever process; the others wait, and share it.
fn made_once() -> PathBuf {
    let binary = fs::metadata(env!("CARGO_BIN_EXE_faan")).unwrap();
    let name = format!("data-{}-{}", binary.mtime(), binary.mtime_nsec());
    let all = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let made = all.join(&name);
    if !made.exists() {
        let lock = File::create(all.join("data.lock")).unwrap();
        lock.lock().unwrap();
        if !made.exists() {
            make(all, &made);
        }
    }
    made
}

fn make(all: &Path, made: &Path) {
    // The user that PostgreSQL runs as under root may not pass to the place where it is kept.
    let folder = Folder::new();
    let (status, _) = Running::start(&folder.0).end(Signal::TERM);
    assert!(status.success());
    forget_older(all);
    let side = made.with_extension("new");
    fs::remove_dir_all(&side).ok();
    fs::create_dir(&side).unwrap();
    copy(&folder.0.join("."), &side);
    fs::rename(&side, made).unwrap();
}

/// Removes the folders that other binaries made.
fn forget_older(all: &Path) {
    let day = Duration::from_secs(24 * 60 * 60);
    for entry in fs::read_dir(all).unwrap().flatten() {
        let is_data = entry.file_name().to_string_lossy().starts_with("data-");
        let age = entry.metadata().and_then(|data| data.modified());
        if is_data && age.is_ok_and(|made| made.elapsed().is_ok_and(|age| age > day)) {
            fs::remove_dir_all(entry.path()).ok();
        }
    }
}

/// With owners and permissions, which PostgreSQL insists on.
fn copy(from: &Path, to: &Path) {
    let copied = Command::new("cp").arg("-a").args([from, to]).status();
    assert!(copied.unwrap().success());
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).ok();
    }
}

/// A service that said it runs. Dropping it kills it.
pub(crate) struct Running {
    part: Part,
    pub(crate) url: String,
    /// Where its metrics are, if it serves them.
    pub(crate) metrics: Option<String>,
}

impl Running {
    pub(crate) fn start(data: &Path) -> Running {
        Running::start_with(faan().arg("up").arg("--data-dir").arg(data))
    }

    pub(crate) fn start_with(command: &mut Command) -> Running {
        let any = "127.0.0.1:0";
        command.args(["--engine-listen", any, "--gateway-listen", any]);
        let (part, said) = Part::start_until(command, |line| line == "Ctrl-C stops everything.");
        let word_after = |label: &str| {
            let (_, rest) = said.split_once(label)?;
            rest.split_whitespace().next().map(str::to_owned)
        };
        Running {
            url: word_after("REST ").unwrap(),
            metrics: word_after("metrics are at "),
            part,
        }
    }

    pub(crate) fn pid(&self) -> u32 {
        self.part.pid()
    }

    pub(crate) async fn sign_up(&self) -> u16 {
        let account = json!({ "email": EMAIL, "password": PASSWORD, "display_name": "Mei" });
        self.post("/v1/users", account).await
    }

    pub(crate) async fn sign_in(&self) -> u16 {
        let credentials = json!({ "email": EMAIL, "password": PASSWORD });
        self.post("/v1/sessions", credentials).await
    }

    async fn post(&self, path: &str, body: Value) -> u16 {
        let somebody = Owner::nobody(&self.url);
        somebody.ask(Method::POST, path, Some(body)).await.0
    }

    pub(crate) async fn is_ready(&self) -> bool {
        reqwest::get(format!("{}/readyz", self.url))
            .await
            .is_ok_and(|answer| answer.status().is_success())
    }

    /// Sends a signal, and waits: how it ended, and what else it said.
    pub(crate) fn end(mut self, signal: Signal) -> (ExitStatus, String) {
        signal_to(self.pid(), signal);
        self.part.ended()
    }
}

pub(crate) const EMAIL: &str = "mei@example.org";
pub(crate) const PASSWORD: &str = "four winds blow over the table";

/// The process id of the server that works in a data folder. None while a server starts that has not written it yet.
pub(crate) fn postmaster(data: &Path) -> Option<u32> {
    let file = fs::read_to_string(data.join("postgres/postmaster.pid")).ok()?;
    file.lines().next()?.parse().ok()
}

pub(crate) fn signal_to(pid: u32, signal: Signal) {
    kill_process(pid_of(pid), signal).unwrap();
}

/// A zombie answers signals, but is not alive.
pub(crate) fn is_alive(pid: u32) -> bool {
    let is_zombie =
        fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| stat.contains(") Z "));
    test_kill_process(pid_of(pid)).is_ok() && !is_zombie
}

fn pid_of(pid: u32) -> Pid {
    Pid::from_raw(pid.try_into().unwrap()).unwrap()
}

/// Waits for what must come about by itself.
pub(crate) async fn eventually<F: Future<Output = bool>>(what: &str, mut holds: impl FnMut() -> F) {
    let started = Instant::now();
    while !holds().await {
        assert!(started.elapsed() < PATIENCE, "still not: {what}");
        sleep(Duration::from_millis(20)).await;
    }
}

/// What comes of a command that asks a database. While that stands still, the command gives up: it is run again, as by whoever typed it.
pub(crate) fn answered(command: &mut Command) -> Output {
    let begun = Instant::now();
    loop {
        let output = command.output().unwrap();
        let said = stderr(&output);
        let is_put_off = ["no connection became free", "says nothing for"]
            .into_iter()
            .any(|sentence| said.contains(sentence));
        if output.status.success() || !is_put_off {
            return output;
        }
        assert!(begun.elapsed() < PATIENCE, "{said}");
    }
}

/// Makes a key: of tokens, or of what more says.
pub(crate) fn keygen(key: &Path, more: &[&str]) {
    let made = faan().arg("keygen").arg(key).args(more).status();
    assert!(made.unwrap().success());
}

/// A connection to a database.
pub(crate) async fn connect(url: &str) -> tokio_postgres::Client {
    let connected = tokio_postgres::connect(url, tokio_postgres::NoTls).await;
    let (client, connection) = connected.unwrap();
    tokio::spawn(connection);
    client
}

pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}
