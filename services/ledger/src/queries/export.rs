//! Exports: everything that was signed of a club's ledger, or of the directory, for whoever checks it without this service.

use crate::{ClubId, Error, Ledger, Result};
use evidence::{BadHeader, DirectoryHeader, ExportHeader};

/// How an export begins, and how long it is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Export {
    /// The first line, without its line feed.
    pub header: Vec<u8>,
    /// How many leaves follow, each in a line of its own.
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
        let size = signed.size;
        let header = header.to_line().map_err(contradiction)?;
        Ok(Some(Export { header, size }))
    }

    /// The export of the directory; `None` before anything was signed. The heads are read by [`Ledger::heads`], whenever.
    pub async fn directory_export(&self) -> Result<Option<Export>> {
        let Some(signed) = self.directory_checkpoint().await? else {
            return Ok(None);
        };
        let size = signed.tree.size();
        let checkpoint = signed.note;
        let header = DirectoryHeader { checkpoint }.to_line();
        let header = header.map_err(contradiction)?;
        Ok(Some(Export { header, size }))
    }
}

fn contradiction(found: BadHeader) -> Error {
    Error::Bug(found.to_string())
}
