//! `faan gateway` alone.

use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use ledger::test_database::TestDatabase;
use rustix::process::Signal;

use crate::running::{faan, signal_to};

/// A `faan gateway` that listens.
pub(crate) struct Gateway {
    child: Child,
    pub(crate) url: String,
}

impl Gateway {
    pub(crate) fn start(database: &TestDatabase, key: &Path, also: Option<&Path>) -> Self {
        let mut command = gateway(key);
        if let Some(also) = also {
            command.arg("--token-key-also").arg(also);
        }
        Self::start_with(database, &mut command)
    }

    pub(crate) fn start_with(database: &TestDatabase, command: &mut Command) -> Self {
        let command = command.env("FAAN_DATABASE_URL", database.url());
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut said = String::new();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        stdout.read_line(&mut said).unwrap();
        let url = said.trim_end().strip_prefix("gateway listens on ");
        let url = url.unwrap_or_else(|| panic!("{said}")).to_owned();
        Self { child, url }
    }

    /// Asks it to stop, and waits until what it was at is done.
    pub(crate) fn stop(mut self) {
        signal_to(self.child.id(), Signal::TERM);
        assert!(self.child.wait().unwrap().success());
    }
}

/// The command, with nothing that it does not need.
pub(crate) fn gateway(key: &Path) -> Command {
    let mut command = faan();
    command.args(["gateway", "--gateway-listen", "127.0.0.1:0", "--token-key"]);
    command.arg(key);
    command
}

impl Drop for Gateway {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}
