//! The sequence numbers of the entries of a match, with a hash over them, so that the entries can be read again.

use crate::archive::Archive;
use crate::entry_error::EntryError;
use evidence::{Entry, Hash};

/// The sequence numbers of the entries of a match, and a hash over their leaf hashes.
pub(crate) struct EntryChain {
    entries: Vec<u64>,
    /// A hash chain: each hash is SHA-256 over the previous one and the next leaf hash. It shows whether the entries that are
    /// read again are the verified ones.
    digest: Hash,
}

impl EntryChain {
    /// The chain of a new match.
    pub(crate) fn begin(seq: u64, leaf_hash: Hash) -> Self {
        Self {
            entries: vec![seq],
            digest: chain_hash(Hash([0; 32]), leaf_hash),
        }
    }

    /// Appends the next entry of the match.
    pub(crate) fn append(&mut self, seq: u64, leaf_hash: Hash) {
        self.entries.push(seq);
        self.digest = chain_hash(self.digest, leaf_hash);
    }

    /// The number of entries.
    pub(crate) fn len(&self) -> usize {
        self.entries.len()
    }

    /// The sequence number of the last entry.
    pub(crate) fn last_seq(&self) -> u64 {
        self.entries.last().copied().unwrap_or_default()
    }

    /// Reads the entries again in their order, and checks the hash.
    pub(crate) fn reread(
        &self,
        archive: &mut dyn Archive,
        mut visit: impl FnMut(&Entry) -> Result<(), EntryError>,
    ) -> Result<(), EntryError> {
        archive.announce(&self.entries);
        let mut digest = Hash([0; 32]);
        for seq in &self.entries {
            let leaf = archive
                .leaf(*seq)
                .map_err(|error| EntryError::Unreadable(*seq, error))?;
            digest = chain_hash(digest, evidence::leaf_hash(&leaf));
            let entry = Entry::parse(&leaf).map_err(|_| EntryError::Changed)?;
            visit(&entry)?;
        }
        match digest == self.digest {
            true => Ok(()),
            false => Err(EntryError::Changed),
        }
    }
}

fn chain_hash(previous: Hash, leaf_hash: Hash) -> Hash {
    Hash::of_parts(&[&previous.0, &leaf_hash.0])
}
