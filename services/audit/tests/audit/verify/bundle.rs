//! Exports made of the honest ledger, with keys of our own.

use crate::honest;
use audit::TrustedKey;
use evidence::{
    Checkpoint, ClubId, DirectoryHeader, Entry, ExportHeader, Frontier, Hash, Head, InDirectory,
    ProofPlan, SignedNote, SignerKey, Tiles, club_origin, directory_origin, leaf_hash,
};

const SERVICE: &str = "faan.example";

/// The service's key.
pub(crate) fn key() -> SignerKey {
    SignerKey::new(SERVICE, &[7; 32]).unwrap()
}

/// A key of the same name that somebody else has.
pub(crate) fn other_key() -> SignerKey {
    SignerKey::new(SERVICE, &[8; 32]).unwrap()
}

pub(crate) fn trusted(key: &SignerKey) -> TrustedKey {
    TrustedKey {
        key: key.public(),
        retired_at: None,
    }
}

/// A key that was retired when the honest ledger had some entry.
pub(crate) fn retired(key: &SignerKey, seq: u64) -> TrustedKey {
    TrustedKey {
        key: key.public(),
        retired_at: Some(honest::entry((honest::added("old-hong-kong"), seq)).time),
    }
}

pub(crate) fn club() -> ClubId {
    ClubId(honest::id(1))
}

/// A club's leaves. What is made of it is signed as they are, unless somebody keeps the header of before.
#[derive(Clone)]
pub(crate) struct Bundle {
    pub(crate) leaves: Vec<Vec<u8>>,
    pub(crate) directory: Option<InDirectory>,
}

impl Bundle {
    pub(crate) fn honest() -> Self {
        Self::of(&honest::ledger())
    }

    pub(crate) fn of(entries: &[Entry]) -> Self {
        let leaves = entries.iter().map(|entry| entry.to_bytes().unwrap());
        Self {
            leaves: leaves.collect(),
            directory: None,
        }
    }

    /// Its first leaves.
    pub(crate) fn first(&self, size: usize) -> Self {
        Self {
            leaves: self.leaves[..size].to_vec(),
            directory: None,
        }
    }

    /// Changes the text of an entry.
    pub(crate) fn rewrite(&mut self, seq: u64, change: impl FnOnce(String) -> String) {
        let leaf = &mut self.leaves[usize::try_from(seq).unwrap() - 1];
        let before = String::from_utf8(leaf.clone()).unwrap();
        let after = change(before.clone());
        assert_ne!(after, before, "nothing was changed");
        *leaf = after.into_bytes();
    }

    pub(crate) fn checkpoint(&self) -> Checkpoint {
        checkpoint(club_origin(SERVICE, club()), &self.leaves)
    }

    pub(crate) fn note(&self, key: &SignerKey) -> SignedNote {
        self.checkpoint().sign(&key.for_club(club())).unwrap()
    }

    pub(crate) fn header(&self, key: &SignerKey) -> ExportHeader {
        ExportHeader {
            club: club(),
            checkpoint: self.note(key),
            directory: self.directory.clone(),
        }
    }

    /// Signed by the service as it is.
    pub(crate) fn export(&self) -> Vec<u8> {
        self.under(&self.header(&key()))
    }

    /// Its leaves under some header.
    pub(crate) fn under(&self, header: &ExportHeader) -> Vec<u8> {
        lines(&header.to_line().unwrap(), &self.leaves)
    }

    pub(crate) fn head(&self) -> Vec<u8> {
        Head::of(club(), &self.checkpoint()).to_bytes().unwrap()
    }
}

/// An entry that commits to another text, which nobody can tell from the entry itself.
pub(crate) fn another_text(leaf: String) -> String {
    let (before, hash) = leaf.split_once("_commitment\":\"").unwrap();
    let other = match hash.strip_prefix('0') {
        Some(rest) => format!("1{rest}"),
        None => format!("0{}", &hash[1..]),
    };
    format!("{before}_commitment\":\"{other}")
}

/// The directory's leaves.
pub(crate) struct Heads(pub(crate) Vec<Vec<u8>>);

impl Heads {
    pub(crate) fn checkpoint(&self) -> Checkpoint {
        checkpoint(directory_origin(SERVICE), &self.0)
    }

    pub(crate) fn note(&self) -> SignedNote {
        self.checkpoint().sign(&key().for_directory()).unwrap()
    }

    pub(crate) fn export(&self) -> Vec<u8> {
        let checkpoint = self.note();
        let header = DirectoryHeader { checkpoint };
        lines(&header.to_line().unwrap(), &self.0)
    }

    /// The proof that a head is in it.
    pub(crate) fn has(&self, head_index: u64) -> InDirectory {
        let plan = ProofPlan::inclusion(head_index, self.0.len() as u64).unwrap();
        let hashes: Vec<Hash> = self.0.iter().map(|leaf| leaf_hash(leaf)).collect();
        let tiles: Tiles = plan
            .tiles()
            .into_iter()
            .map(|id| (id, hashes.clone()))
            .collect();
        InDirectory {
            checkpoint: self.note(),
            head_index,
            proof: plan.proof(&tiles).unwrap(),
        }
    }
}

fn checkpoint(origin: String, leaves: &[Vec<u8>]) -> Checkpoint {
    let mut frontier = Frontier::EMPTY;
    for leaf in leaves {
        frontier.push(leaf_hash(leaf));
    }
    let (size, root): (u64, Hash) = (frontier.size(), frontier.root());
    Checkpoint { origin, size, root }
}

pub(crate) fn lines(header: &[u8], leaves: &[Vec<u8>]) -> Vec<u8> {
    let mut lines = header.to_vec();
    lines.push(b'\n');
    for leaf in leaves {
        lines.extend_from_slice(leaf);
        lines.push(b'\n');
    }
    lines
}
