//! Reads the entries of a club again from the database.

use std::collections::HashMap;
use std::io;

use audit::Archive;
use ledger::{AuditorLedger, ClubId, StoredEntry};
use tokio::runtime::Handle;

/// The archive of a club in the database.
pub(super) struct Database {
    ledger: AuditorLedger,
    club: ClubId,
    runtime: Handle,
    /// The announced entries, which are read with one query.
    announced: HashMap<u64, Vec<u8>>,
}

impl Database {
    pub(super) fn new(ledger: AuditorLedger, club: ClubId, runtime: Handle) -> Self {
        Self {
            ledger,
            club,
            runtime,
            announced: HashMap::new(),
        }
    }

    fn read(&self, seqs: &[u64]) -> Result<Vec<StoredEntry>, ledger::Error> {
        let entries = self.ledger.entries(self.club, seqs.to_vec());
        self.runtime.block_on(entries)
    }
}

impl Archive for Database {
    fn leaf(&mut self, seq: u64) -> io::Result<Vec<u8>> {
        if let Some(leaf) = self.announced.remove(&seq) {
            return Ok(leaf);
        }
        let found = self.read(&[seq]).map_err(io::Error::other)?;
        let found = found.into_iter().next().map(|entry| entry.leaf);
        found.ok_or_else(|| io::ErrorKind::NotFound.into())
    }

    /// Reads the announced entries. After an error, [`Archive::leaf`] reads each entry itself and returns the error.
    fn announce(&mut self, seqs: &[u64]) {
        let found = self.read(seqs).unwrap_or_default();
        self.announced = found
            .into_iter()
            .map(|entry| (entry.seq, entry.leaf))
            .collect();
    }
}
