//! The directory: a log of the checkpoints of all clubs, so that no club can be left out unseen.

use crate::canonical::{self, Refusal};
use crate::{Checkpoint, ClubId, Hash, leaf_hash};
use serde::{Deserialize, Serialize};

const FORMAT: &str = "faan.head";
const VERSION: u64 = 1;

/// An entry of the directory: a club's log had this root at this size. One is appended with every checkpoint of a club.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// Which club: [`club_hash`] of its id.
    pub club_hash: Hash,
    /// How many entries its log has: 1 to 2^53 − 1.
    pub size: u64,
    /// The root of the tree over them.
    pub root: Hash,
}

/// SHA-256 of the text of a club's id. Ids are random: it tells the club only to those who know it anyway.
pub fn club_hash(club: ClubId) -> Hash {
    Hash::of(club.to_string().as_bytes())
}

impl Head {
    /// The head that a club's checkpoint makes.
    pub fn of(club: ClubId, checkpoint: &Checkpoint) -> Self {
        Self {
            club_hash: club_hash(club),
            size: checkpoint.size,
            root: checkpoint.root,
        }
    }

    /// The leaf: canonical JSON.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Refusal> {
        self.check()?;
        canonical::write_as(FORMAT, VERSION, self)
    }

    /// The hash of the leaf.
    pub fn leaf_hash(&self) -> Result<Hash, Refusal> {
        Ok(leaf_hash(&self.to_bytes()?))
    }

    /// Reads a leaf back: exactly what [`Head::to_bytes`] writes.
    pub fn parse(bytes: &[u8]) -> Result<Self, Refusal> {
        let head: Self = canonical::read_as(FORMAT, VERSION, bytes)?;
        head.check()?;
        Ok(head)
    }

    fn check(&self) -> Result<(), Refusal> {
        if self.size == 0 {
            return Err(Refusal::Contradiction(
                "a club's log has at least the entry that founds it",
            ));
        }
        Ok(())
    }
}
