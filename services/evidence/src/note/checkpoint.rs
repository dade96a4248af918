//! Checkpoints: what a log's tree is at a size.

use super::key::{SignerKey, VerifierKey};
use super::signed::{BadNote, SignedNote};
use super::{base64, decimal, hash_from_base64, name};
use crate::{Hash, MAX_SIZE, empty_root};

/// A log's word that its first `size` entries have this root, and always will.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Checkpoint {
    /// Which log: [`club_origin`](crate::club_origin) or [`directory_origin`](crate::directory_origin).
    pub origin: String,
    /// How many entries: 0 to 2^63.
    pub size: u64,
    /// The root of the tree over them.
    pub root: Hash,
}

/// A text that is no checkpoint, or a note that does not vouch for one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadCheckpoint {
    /// The note is none, or not signed by the log's key.
    #[error(transparent)]
    Note(#[from] BadNote),
    /// Not the three lines.
    #[error(
        "a checkpoint is three lines: the log's name, its size in decimal up to 2^63, and the Base64 of its root, which is \
         SHA-256 of nothing if the size is 0"
    )]
    Form,
    /// Of another log.
    #[error("the checkpoint is of the log {found}, not of {expected}")]
    Origin {
        /// The log that the key is for.
        expected: String,
        /// The log it is of.
        found: String,
    },
}

impl Checkpoint {
    /// The checkpoint, signed with the log's key; refused if the key is another log's.
    pub fn sign(&self, key: &SignerKey) -> Result<SignedNote, BadCheckpoint> {
        self.check()?;
        self.check_origin(key.public().name())?;
        Ok(SignedNote::sign(&self.to_string(), key)?)
    }

    /// The checkpoint in a note that the log's key signed. It is of the log that the key is named after.
    pub fn open(note: &SignedNote, key: &VerifierKey) -> Result<Self, BadCheckpoint> {
        note.verify(std::slice::from_ref(key), &[])?;
        let checkpoint: Self = note.text().parse()?;
        checkpoint.check_origin(key.name())?;
        Ok(checkpoint)
    }

    fn check_origin(&self, expected: &str) -> Result<(), BadCheckpoint> {
        if self.origin != expected {
            return Err(BadCheckpoint::Origin {
                expected: expected.to_owned(),
                found: self.origin.clone(),
            });
        }
        Ok(())
    }

    fn check(&self) -> Result<(), BadCheckpoint> {
        let empty = self.size > 0 || self.root == empty_root();
        if !name::is_name(&self.origin) || self.size > MAX_SIZE || !empty {
            return Err(BadCheckpoint::Form);
        }
        Ok(())
    }
}

/// The note's text.
impl std::fmt::Display for Checkpoint {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { origin, size, root } = self;
        writeln!(f, "{origin}\n{size}\n{}", base64(&root.0))
    }
}

/// Reads the note's text; whether anybody vouches for it is another question.
impl std::str::FromStr for Checkpoint {
    type Err = BadCheckpoint;

    fn from_str(text: &str) -> Result<Self, BadCheckpoint> {
        let read = || {
            let mut lines = text.strip_suffix('\n')?.split('\n');
            let (origin, size, root) = (lines.next()?, lines.next()?, lines.next()?);
            let size = decimal(size)?;
            let root = hash_from_base64(root)?;
            let origin = origin.to_owned();
            lines
                .next()
                .is_none()
                .then_some(Self { origin, size, root })
        };
        let checkpoint = read().ok_or(BadCheckpoint::Form)?;
        checkpoint.check()?;
        Ok(checkpoint)
    }
}
