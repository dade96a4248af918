//! The first line of an export.

use crate::canonical::{self, Refusal};
use crate::{
    BadCheckpoint, BadProof, Checkpoint, ClubId, Hash, Head, SignedNote, VerifierKey, club_origin,
    directory_origin, verify_inclusion,
};
use serde::{Deserialize, Serialize};

const VERSION: u64 = 1;
const CLUB: &str = "faan.export";
const DIRECTORY: &str = "faan.directory";

/// The first line of the export of a club's log. As many leaves follow as its checkpoint says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExportHeader {
    /// The club.
    pub club: ClubId,
    /// A checkpoint of its log.
    pub checkpoint: SignedNote,
    /// That the directory has this checkpoint; absent if it does not have it yet.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub directory: Option<InDirectory>,
}

/// A proof that the directory has a club's checkpoint.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct InDirectory {
    /// A checkpoint of the directory.
    pub checkpoint: SignedNote,
    /// The index there of the club's [`Head`].
    pub head_index: u64,
    /// Its inclusion proof.
    pub proof: Vec<Hash>,
}

/// The first line of the export of the directory. As many leaves follow as its checkpoint says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DirectoryHeader {
    /// A checkpoint of the directory.
    pub checkpoint: SignedNote,
}

/// What the header of a club's export says. It is true if the header was checked, and otherwise only free of contradictions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claims {
    /// The club's log.
    pub checkpoint: Checkpoint,
    /// The directory that has this checkpoint.
    pub directory: Option<Checkpoint>,
}

/// A line that is no header, or one that says what is not so.
#[derive(Debug, thiserror::Error)]
pub enum BadHeader {
    /// Not the JSON of a header.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The club's checkpoint.
    #[error("the checkpoint: {0}")]
    Checkpoint(#[source] BadCheckpoint),
    /// The checkpoint of the directory.
    #[error("the directory's checkpoint: {0}")]
    Directory(#[source] BadCheckpoint),
    /// The checkpoint is of another log than the header says.
    #[error("a checkpoint of the log {0} does not belong here")]
    Origin(String),
    /// The directory does not have the club's checkpoint where it is said to.
    #[error("the directory's proof: {0}")]
    Proof(#[from] BadProof),
}

impl ExportHeader {
    /// The line, without its line feed; refused if it contradicts itself.
    pub fn to_line(&self) -> Result<Vec<u8>, BadHeader> {
        self.claims()?;
        Ok(canonical::write_as(CLUB, VERSION, self)?)
    }

    /// Reads what [`ExportHeader::to_line`] wrote, and nothing else.
    pub fn parse(line: &[u8]) -> Result<Self, BadHeader> {
        let header: Self = canonical::read_as(CLUB, VERSION, line)?;
        header.claims()?;
        Ok(header)
    }

    /// What it says, whoever signed it.
    pub fn claims(&self) -> Result<Claims, BadHeader> {
        let checkpoint = stated(&self.checkpoint).map_err(BadHeader::Checkpoint)?;
        let service = service_of(&checkpoint, &club_origin("", self.club))?;
        let directory = self.directory.as_ref().map(|directory| {
            let found = stated(&directory.checkpoint).map_err(BadHeader::Directory)?;
            if found.origin != directory_origin(service) {
                return Err(BadHeader::Origin(found.origin));
            }
            Ok(found)
        });
        let directory = directory.transpose()?;
        self.proven(checkpoint, directory)
    }

    /// What it proves to whoever knows the key of the service.
    pub fn check(&self, service: &VerifierKey) -> Result<Claims, BadHeader> {
        let key = service.for_club(self.club);
        let checkpoint = Checkpoint::open(&self.checkpoint, &key).map_err(BadHeader::Checkpoint)?;
        let open = |directory: &InDirectory| {
            Checkpoint::open(&directory.checkpoint, &service.for_directory())
        };
        let directory = self.directory.as_ref().map(open).transpose();
        self.proven(checkpoint, directory.map_err(BadHeader::Directory)?)
    }

    /// That the directory has the checkpoint, if it is said to.
    fn proven(
        &self,
        checkpoint: Checkpoint,
        directory: Option<Checkpoint>,
    ) -> Result<Claims, BadHeader> {
        let hash = Head::of(self.club, &checkpoint).leaf_hash()?;
        if let (Some(stated), Some(Checkpoint { size, root, .. })) = (&self.directory, &directory) {
            verify_inclusion(hash, stated.head_index, *size, &stated.proof, *root)?;
        }
        Ok(Claims {
            checkpoint,
            directory,
        })
    }
}

impl DirectoryHeader {
    /// The line, without its line feed; refused if it contradicts itself.
    pub fn to_line(&self) -> Result<Vec<u8>, BadHeader> {
        self.claims()?;
        Ok(canonical::write_as(DIRECTORY, VERSION, self)?)
    }

    /// Reads what [`DirectoryHeader::to_line`] wrote, and nothing else.
    pub fn parse(line: &[u8]) -> Result<Self, BadHeader> {
        let header: Self = canonical::read_as(DIRECTORY, VERSION, line)?;
        header.claims()?;
        Ok(header)
    }

    /// What it says, whoever signed it.
    pub fn claims(&self) -> Result<Checkpoint, BadHeader> {
        let checkpoint = stated(&self.checkpoint).map_err(BadHeader::Directory)?;
        service_of(&checkpoint, &directory_origin(""))?;
        Ok(checkpoint)
    }

    /// What it proves to whoever knows the key of the service.
    pub fn check(&self, service: &VerifierKey) -> Result<Checkpoint, BadHeader> {
        Checkpoint::open(&self.checkpoint, &service.for_directory()).map_err(BadHeader::Directory)
    }
}

/// The checkpoint in a note, whoever signed it.
fn stated(note: &SignedNote) -> Result<Checkpoint, BadCheckpoint> {
    note.text().parse()
}

/// The service that a log is of, if its name ends as it should.
fn service_of<'a>(checkpoint: &'a Checkpoint, end: &str) -> Result<&'a str, BadHeader> {
    let service = checkpoint.origin.strip_suffix(end);
    service
        .filter(|service| !service.is_empty())
        .ok_or_else(|| BadHeader::Origin(checkpoint.origin.clone()))
}
