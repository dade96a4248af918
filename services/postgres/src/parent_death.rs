//! `faan tether PARENT PROGRAM …`: become PROGRAM, and be asked to stop when the thread that started us is gone.
//!
//! A signal on the parent's death can be asked for only by the child itself, and only once it is the user it will stay.
//! Doing that between fork and exec takes unsafe code; a second start of our own binary takes none.

use std::ffi::OsString;
use std::io;
use std::os::unix::process::{CommandExt as _, parent_id};
use std::process::{self, Command};

/// The command that becomes `program` under a tether to the calling thread.
pub(crate) fn command(program: &std::path::Path) -> io::Result<Command> {
    let mut command = Command::new(ourselves()?);
    command
        .arg("tether")
        .arg(process::id().to_string())
        .arg(program);
    Ok(command)
}

/// Never returns unless `program` cannot be run.
pub fn run(parent: u32, program: &OsString, arguments: &[OsString]) -> io::Error {
    if let Err(error) = ask_for_the_signal() {
        return error;
    }
    if parent_id() != parent {
        return io::Error::other("the process that started this one is already gone");
    }
    Command::new(program).args(arguments).exec()
}

/// SIGINT is PostgreSQL's fast shutdown: sessions are ended, everything is written.
#[cfg(target_os = "linux")]
fn ask_for_the_signal() -> io::Result<()> {
    rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::INT))?;
    Ok(())
}

/// Elsewhere an orphan stays until the next start ends it (see `leftovers`).
#[cfg(not(target_os = "linux"))]
fn ask_for_the_signal() -> io::Result<()> {
    Ok(())
}

/// The file behind this process: on Linux even if it was replaced by a newer build or lies where the server's user may not look.
fn ourselves() -> io::Result<std::path::PathBuf> {
    if cfg!(target_os = "linux") {
        Ok("/proc/self/exe".into())
    } else {
        std::env::current_exe()
    }
}
