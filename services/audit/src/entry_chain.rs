//! The entries of a match, remembered by their places, so that they can be read again instead of being kept.

use crate::{Archive, Finding};
use evidence::{Entry, Hash};

/// Where the entries of a match are, and what they were.
pub(crate) struct EntryChain {
    /// Their sequence numbers.
    entries: Vec<u64>,
    /// SHA-256 over those that were read before and the leaf hash of the next, from each to the next: what is read again is
    /// what was read first.
    digest: Hash,
}

impl EntryChain {
    /// Of a match that was just opened.
    pub(crate) fn begin(seq: u64, leaf_hash: Hash) -> Self {
        Self {
            entries: vec![seq],
            digest: chained(Hash([0; 32]), leaf_hash),
        }
    }

    /// Notes the entry by which the match went on.
    pub(crate) fn goes_on(&mut self, seq: u64, leaf_hash: Hash) {
        self.entries.push(seq);
        self.digest = chained(self.digest, leaf_hash);
    }

    /// The sequence number of the last entry.
    pub(crate) fn last(&self) -> u64 {
        self.entries.last().copied().unwrap_or_default()
    }

    /// Reads the entries again, one after another.
    pub(crate) fn read_again(
        &self,
        archive: &mut dyn Archive,
        mut see: impl FnMut(&Entry) -> Result<(), Finding>,
    ) -> Result<(), Finding> {
        archive.announce(&self.entries);
        let mut digest = Hash([0; 32]);
        for seq in &self.entries {
            let leaf = archive
                .leaf(*seq)
                .map_err(|error| Finding::Unreadable(*seq, error))?;
            digest = chained(digest, evidence::leaf_hash(&leaf));
            let entry = Entry::parse(&leaf).map_err(|_| Finding::Changed)?;
            see(&entry)?;
        }
        match digest == self.digest {
            true => Ok(()),
            false => Err(Finding::Changed),
        }
    }
}

fn chained(digest: Hash, leaf_hash: Hash) -> Hash {
    Hash::of_parts(&[&digest.0, &leaf_hash.0])
}
