//! A club's export: everything that was signed of its ledger, for whoever checks it without this service.

use crate::{ClubId, Error, Ledger, Result};
use evidence::ExportHeader;

/// How an export begins, and how long it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Export {
    /// The first line, without its line feed.
    pub header: Vec<u8>,
    /// How many entries follow, each in a line of its own.
    pub size: u64,
}

impl Ledger {
    /// The export of what was signed last of a club's ledger; `None` before anything was. The entries are read by
    /// [`Ledger::entries`]: they never change, so that it does not matter when.
    pub async fn export(&self, club: ClubId) -> Result<Option<Export>> {
        let Some(signed) = self.checkpoint(club, None).await? else {
            return Ok(None);
        };
        let header = ExportHeader {
            club,
            checkpoint: signed.note,
            directory: Some(self.in_directory(signed.head_index).await?),
        };
        let header = header.to_line();
        let header = header.map_err(|contradiction| Error::Bug(contradiction.to_string()))?;
        let size = signed.size;
        Ok(Some(Export { header, size }))
    }
}
