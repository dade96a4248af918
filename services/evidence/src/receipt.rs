//! Receipts (c2sp.org/tlog-proof): that an entry is in a club's log, to be kept and checked by anybody offline.

use crate::note::{base64, decimal, hash_from_base64};
use crate::{
    BadCheckpoint, BadNote, BadProof, Checkpoint, ClubId, Hash, SignedNote, VerifierKey,
    verify_inclusion,
};

/// The first line.
const FORMAT: &str = "c2sp.org/tlog-proof@v1";
/// The most hashes a proof has: that of a tree of 2^63 leaves.
const MAX_PROOF: usize = 63;

/// A proof that an entry is in a log, with the checkpoint it leads to. Proves nothing before [`Receipt::check`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Receipt {
    /// The entry's leaf hash, carried as the proof's `extra`. Whoever has the entry's bytes compares their hash.
    pub leaf_hash: Hash,
    /// The leaf's index: the entry's sequence number − 1.
    pub index: u64,
    /// The inclusion proof, the leaf's sibling first.
    pub proof: Vec<Hash>,
    /// The signed checkpoint.
    pub note: SignedNote,
}

/// What a receipt proves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Checked {
    /// The club.
    pub club: ClubId,
    /// The entry's sequence number: 1, 2, 3, …
    pub seq: u64,
    /// The hash of its leaf.
    pub leaf_hash: Hash,
    /// How many entries the log had when this was said.
    pub size: u64,
    /// The root of the tree over them.
    pub root: Hash,
}

/// A text that is no receipt, or one that proves nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadReceipt {
    /// Not the lines of a receipt.
    #[error(
        "a receipt is the line “{FORMAT}”, “extra” with the leaf hash in Base64, “index” with a number, up to {MAX_PROOF} \
         hashes in Base64, an empty line, and a signed checkpoint"
    )]
    Form,
    /// What follows the empty line is no note.
    #[error("the checkpoint: {0}")]
    Note(#[from] BadNote),
    /// The checkpoint is not one of this club's log, signed by the service.
    #[error("the checkpoint: {0}")]
    Checkpoint(#[from] BadCheckpoint),
    /// The entry is not in the log as it is said to be.
    #[error("the proof: {0}")]
    Proof(#[from] BadProof),
}

impl Receipt {
    /// Reads a receipt. Accepts exactly what this type writes.
    pub fn parse(bytes: &[u8]) -> Result<Self, BadReceipt> {
        let text = str::from_utf8(bytes).map_err(|_| BadReceipt::Form)?;
        let (proof, note) = text.split_once("\n\n").ok_or(BadReceipt::Form)?;
        let (leaf_hash, index, proof) = lines(proof).ok_or(BadReceipt::Form)?;
        let note = SignedNote::parse(note.as_bytes())?;
        Ok(Self {
            leaf_hash,
            index,
            proof,
            note,
        })
    }

    /// Checks it with the key of the service, for the club it should be of.
    pub fn check(&self, service: &VerifierKey, club: ClubId) -> Result<Checked, BadReceipt> {
        let Checkpoint { size, root, .. } = Checkpoint::open(&self.note, &service.for_club(club))?;
        let Self {
            leaf_hash, index, ..
        } = *self;
        verify_inclusion(leaf_hash, index, size, &self.proof, root)?;
        Ok(Checked {
            club,
            seq: index + 1,
            leaf_hash,
            size,
            root,
        })
    }
}

/// What the lines above the empty one say.
fn lines(text: &str) -> Option<(Hash, u64, Vec<Hash>)> {
    let mut lines = text.split('\n');
    if lines.next()? != FORMAT {
        return None;
    }
    let leaf_hash = hash_from_base64(lines.next()?.strip_prefix("extra ")?)?;
    let index = decimal(lines.next()?.strip_prefix("index ")?)?;
    let proof: Vec<Hash> = lines.map(hash_from_base64).collect::<Option<_>>()?;
    (proof.len() <= MAX_PROOF).then_some((leaf_hash, index, proof))
}

/// As it is stored and passed on.
impl std::fmt::Display for Receipt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (extra, index) = (base64(&self.leaf_hash.0), self.index);
        writeln!(f, "{FORMAT}\nextra {extra}\nindex {index}")?;
        for hash in &self.proof {
            writeln!(f, "{}", base64(&hash.0))?;
        }
        write!(f, "\n{}", self.note)
    }
}
