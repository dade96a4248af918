use std::fs::{self, DirBuilder, File};
use std::io::{self, ErrorKind, Write as _};
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::Path;

use crate::account::Account;
use crate::error::{Doing as _, Error};
use crate::leftovers;
use crate::programs::Programs;

/// The cluster's superuser, reachable through the socket only, with a password only.
pub(crate) const ADMIN: &str = "faan_admin";

/// The major version that made the cluster in `data`; none if there is no cluster yet.
pub(crate) fn version_of(data: &Path) -> Option<u32> {
    fs::read_to_string(data.join("PG_VERSION"))
        .ok()?
        .trim()
        .parse()
        .ok()
}

/// Creates the cluster beside `data` and renames it, so that what is called `data` is always whole.
pub(crate) fn create(
    programs: &Programs,
    account: &Account,
    data: &Path,
    password: &str,
    sync: bool,
) -> Result<(), Error> {
    let side = data.with_extension("new");
    let password_file = data.with_extension("password");
    leftovers::end_workers(account, &side)?;
    absent(fs::remove_dir_all(&side)).doing("cannot remove", &side)?;
    DirBuilder::new()
        .mode(0o700)
        .create(&side)
        .doing("cannot make", &side)?;
    account.give(&side)?;
    write_password(account, &password_file, password)?;
    let made = run(programs, account, &side, &password_file, sync);
    fs::remove_file(&password_file).doing("cannot remove", &password_file)?;
    made?;
    fs::rename(&side, data).doing("cannot rename", &side)?;
    let parent = data.parent().unwrap_or(data);
    File::open(parent)
        .and_then(|folder| folder.sync_all())
        .doing("cannot sync", parent)
}

fn run(
    programs: &Programs,
    account: &Account,
    side: &Path,
    password_file: &Path,
    sync: bool,
) -> Result<(), Error> {
    let initdb = programs.initdb();
    let mut command = account.command(&initdb)?;
    command
        .arg("--pgdata")
        .arg(side)
        .arg("--pwfile")
        .arg(password_file);
    command.args([
        "--username",
        ADMIN,
        "--auth",
        "scram-sha-256",
        "--encoding",
        "UTF8",
        "--locale",
        "C",
    ]);
    if !sync {
        command.arg("--no-sync");
    }
    let output = command.output().doing("cannot run", &initdb)?;
    if output.status.success() {
        return Ok(());
    }
    Err(Error::Initdb {
        output: String::from_utf8_lossy(&output.stderr)
            .trim_end()
            .to_owned(),
    })
}

fn write_password(account: &Account, path: &Path, password: &str) -> Result<(), Error> {
    absent(fs::remove_file(path)).doing("cannot remove", path)?;
    let file = File::options()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path);
    file.and_then(|mut file| writeln!(file, "{password}"))
        .doing("cannot write", path)?;
    account.give(path)
}

/// What was never there need not be removed.
fn absent(removed: io::Result<()>) -> io::Result<()> {
    match removed {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        other => other,
    }
}
