//! `faan gateway` alone.

use std::path::Path;
use std::process::Command;

use ledger::test_database::TestDatabase;

use crate::part::Part;
use crate::running::faan;

/// A `faan gateway` that listens.
pub(crate) struct Gateway {
    part: Part,
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
        let (part, said) = Part::start(command.env("FAAN_DATABASE_URL", database.url()));
        let url = said.strip_prefix("gateway listens on ").unwrap().to_owned();
        Self { part, url }
    }

    /// Asks it to stop, and waits until what it was at is done.
    pub(crate) fn stop(self) {
        self.part.stop();
    }
}

/// The command, with nothing that it does not need.
pub(crate) fn gateway(key: &Path) -> Command {
    let mut command = faan();
    command.args(["gateway", "--gateway-listen", "127.0.0.1:0", "--token-key"]);
    command.arg(key);
    command
}
