//! Signed checkpoints, the keys that sign them, and who disputes them.

use crate::{ClubId, Hash, Timestamp, TreeHead};
use evidence::{Frontier, SignedNote, Subtree, VerifierKey};

/// A checkpoint of a club's ledger, as it was signed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedCheckpoint {
    /// How many entries it is over.
    pub size: u64,
    /// The root of the tree over them.
    pub root: Hash,
    /// The signed note.
    pub note: SignedNote,
    /// The place of its head in the directory, counted from 0.
    pub head_index: u64,
    /// When it was signed.
    pub signed_at: Timestamp,
}

/// A key that signs checkpoints, or once did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogKey {
    /// Its public half, under the service's name.
    pub key: VerifierKey,
    /// When it was first used.
    pub first_used_at: Timestamp,
    /// Since when it no longer signs.
    pub retired_at: Option<Timestamp>,
}

/// A log that the signer does not sign, since it is not what was signed before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// `directory`, or `clubs/` and the club's hash.
    pub log: String,
    /// What is wrong with it.
    pub reason: String,
    /// Since when.
    pub refused_at: Timestamp,
}

/// A witness who saw another directory than the one that is here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dispute {
    /// The witness, as its verifier key.
    pub witness: String,
    /// What it says.
    pub reason: String,
    /// Since when.
    pub disputed_at: Timestamp,
}

/// The head of a club, and how far it was signed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClubHead {
    /// The club.
    pub club: ClubId,
    /// The tree over all its entries.
    pub head: TreeHead,
    /// That of its latest checkpoint.
    pub signed: Option<TreeHead>,
}

/// A checkpoint to be stored.
#[derive(Debug, Clone)]
pub struct NewCheckpoint {
    /// Of which club.
    pub club: ClubId,
    /// Of which tree.
    pub head: TreeHead,
    /// The signed note.
    pub note: SignedNote,
    /// The place of its head in the directory.
    pub head_index: u64,
}

/// What was signed together: checkpoints of clubs, and the directory with their heads in it.
#[derive(Debug, Clone)]
pub struct SignedRound {
    /// The place of the first of the heads in the directory.
    pub first_head: u64,
    /// The heads, in order, as canonical bytes.
    pub heads: Vec<Vec<u8>>,
    /// The subtrees of the directory that they complete.
    pub completes: Vec<Subtree>,
    /// The tree over the directory with them in it.
    pub tree: Frontier,
    /// The directory's checkpoint, signed.
    pub note: SignedNote,
    /// The checkpoints of the clubs.
    pub checkpoints: Vec<NewCheckpoint>,
}
