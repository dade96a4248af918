//! `faan test-cluster`: a PostgreSQL that lasts as long as one command.

use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::os::unix::process::ExitStatusExt as _;
use std::path::{Path, PathBuf};
use std::process::{self, ExitCode, ExitStatus};
use std::time::Duration;

use host::{Failure, Lock, Signals, make_private_folder, secret};
use rustix::process::{Pid, Signal, geteuid, kill_process};
use tokio::process::{Child, Command};
use tokio::signal::unix::SignalKind;

use crate::{Cluster, Kind, remove};

/// What the command is told: the superuser's URL and the database that each test copies. Only tests read them.
const DATABASE_URL: &str = "FAAN_TEST_DATABASE_URL";
const TEMPLATE: &str = "FAAN_TEST_TEMPLATE";

/// How long tests wait for the server. Hundreds at once may keep a login waiting for longer than a server that is there takes otherwise, and
/// no test fails because the machine stops a process for a while.
const PATIENCE: &str = "connect_timeout=60&options=-c%20statement_timeout%3D300s%20-c%20lock_timeout%3D300s\
    %20-c%20idle_in_transaction_session_timeout%3D300s";

/// The migrated database that each test's own is a copy of.
const TEMPLATE_DATABASE: &str = "faan_template";

/// Runs a command with a cluster of its own, and answers with the command's exit code. `prepare` is given the superuser's URL and the
/// name of the database to make, which each test copies.
///
/// # Errors
/// The cluster does not start, `prepare` fails, or the command cannot be run.
pub async fn run(
    words: &[OsString],
    programs: Option<&Path>,
    prepare: impl AsyncFnOnce(&str, &str) -> Result<(), Failure>,
) -> Result<ExitCode, Failure> {
    let mut signals = Signals::listen()?;
    let place = Place::make()?;
    let start = Cluster::start(&place.folder, programs, secret::password(), Kind::Throwaway);
    let cluster = tokio::select! {
        cluster = start => cluster?,
        _ = signals.next() => return Ok(ExitCode::FAILURE),
    };
    let admin_url = cluster.admin_url("postgres");
    prepare(&admin_url, TEMPLATE_DATABASE).await?;
    let status = supervise(command(words, &admin_url)?, &mut signals).await;
    drop(cluster);
    drop(place);
    Ok(exit_code(status?))
}

fn command(words: &[OsString], admin_url: &str) -> Result<Child, Failure> {
    let (program, arguments) = words.split_first().ok_or("no command")?;
    let mut command = Command::new(program);
    let patient_url = format!("{admin_url}?{PATIENCE}");
    command
        .args(arguments)
        .env(DATABASE_URL, patient_url)
        .env(TEMPLATE, TEMPLATE_DATABASE);
    // Tests must not find their way to a database that anybody cares for.
    command
        .env_remove("FAAN_DATABASE_URL")
        .env_remove("FAAN_ADMIN_DATABASE_URL");
    command
        .spawn()
        .map_err(|error| format!("cannot run {}: {error}", program.display()).into())
}

/// Waits for the command. Ctrl-C reaches it from the terminal by itself; other signals are passed on.
async fn supervise(mut child: Child, signals: &mut Signals) -> std::io::Result<ExitStatus> {
    loop {
        tokio::select! {
            status = child.wait() => return status,
            signal = signals.next() => pass_on(&child, signal)?,
        }
    }
}

fn pass_on(child: &Child, signal: SignalKind) -> std::io::Result<()> {
    let pid = child
        .id()
        .and_then(|id| i32::try_from(id).ok())
        .and_then(Pid::from_raw);
    match pid {
        Some(pid) if signal != SignalKind::interrupt() => Ok(kill_process(pid, Signal::TERM)?),
        Some(_) | None => Ok(()),
    }
}

/// The command's own code, or what a shell makes of the signal that ended it.
fn exit_code(status: ExitStatus) -> ExitCode {
    let code = status
        .code()
        .or_else(|| Some(128 + status.signal()?))
        .and_then(|code| u8::try_from(code).ok());
    code.map_or(ExitCode::FAILURE, ExitCode::from)
}

/// A folder of this run's own, removed when dropped. What killed runs left is removed when one is made.
struct Place {
    folder: PathBuf,
    _lock: Lock,
}

impl Place {
    fn make() -> Result<Place, Failure> {
        let temporary = fs::canonicalize(std::env::temp_dir())?;
        let name = |word| format!("faan-{word}-{}-", geteuid().as_raw());
        remove_leftovers(&temporary, &name("test"))?;
        // It gets the name that other runs look for only once it is locked.
        let unlocked = temporary.join(name("new") + &process::id().to_string());
        make_private_folder(&unlocked)?;
        let lock = Lock::take(&unlocked.join("lock"), Duration::ZERO)?;
        let folder = temporary.join(name("test") + &process::id().to_string());
        fs::rename(&unlocked, &folder)?;
        Ok(Place {
            folder,
            _lock: lock,
        })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        if let Err(error) = remove(&self.folder) {
            eprintln!("faan: {error}");
        }
    }
}

/// A folder whose lock is free belongs to a run that was killed.
fn remove_leftovers(temporary: &Path, prefix: &str) -> Result<(), Failure> {
    for entry in fs::read_dir(temporary)? {
        let entry = entry?;
        let is_ours = entry.file_name().to_string_lossy().starts_with(prefix)
            && entry.metadata()?.uid() == geteuid().as_raw();
        if is_ours && Lock::take(&entry.path().join("lock"), Duration::ZERO).is_ok() {
            remove(&entry.path())?;
        }
    }
    Ok(())
}
