//! Selects matches and reads where their entries are.

use crate::entry_chain::EntryChain;
use crate::entry_error::{EntryError, ensure};
use crate::rescore::compile;
use crate::verify::verification_failure::VerificationFailure;
use evidence::{Body, Entry, Hash, MatchId, leaf_hash};
use rules::Variant;
use std::collections::HashMap;
use std::ops::RangeInclusive;
use time::Date;

/// The outcomes to rescore.
#[derive(Debug, Clone)]
pub struct Selection {
    /// Only those of this match; `None`: of all matches.
    pub only: Option<MatchId>,
    /// Only those that these entries recorded.
    pub entries: RangeInclusive<u64>,
}

/// Reads the entries of a club once, and keeps the sequence numbers of the selected matches.
pub struct MatchSelection {
    selection: Selection,
    variants: HashMap<Hash, Variant>,
    matches: HashMap<MatchId, FoundMatch>,
}

struct FoundMatch {
    played_on: Date,
    chain: EntryChain,
    /// Whether one of its entries is in the selected range.
    is_selected: bool,
}

/// The selected matches.
pub(super) struct SelectedMatches {
    pub(super) entries: RangeInclusive<u64>,
    pub(super) variants: HashMap<Hash, Variant>,
    /// The entries of each match, by the date of the match.
    pub(super) matches: Vec<EntryChain>,
}

impl MatchSelection {
    /// Starts before the first entry.
    pub fn of(selection: Selection) -> Self {
        Self {
            selection,
            variants: HashMap::new(),
            matches: HashMap::new(),
        }
    }

    /// Reads the next entry.
    ///
    /// # Errors
    /// The entry is malformed, or contradicts earlier ones.
    pub fn entry(&mut self, seq: u64, leaf: &[u8]) -> Result<(), VerificationFailure> {
        let mut add = || self.add(seq, &Entry::parse(leaf)?, leaf_hash(leaf));
        add().map_err(|error| VerificationFailure::Entry { seq, error })
    }

    /// The selected matches, after the last entry.
    pub(super) fn finish(self) -> SelectedMatches {
        let mut matches: Vec<(MatchId, FoundMatch)> = self.matches.into_iter().collect();
        matches.retain(|(_, found)| found.is_selected);
        matches.sort_unstable_by_key(|(id, found)| (found.played_on, *id));
        SelectedMatches {
            entries: self.selection.entries,
            variants: self.variants,
            matches: matches.into_iter().map(|(_, found)| found.chain).collect(),
        }
    }

    fn add(&mut self, seq: u64, entry: &Entry, leaf_hash: Hash) -> Result<(), EntryError> {
        if let Body::VariantAdded(added) = &entry.body {
            self.variants.insert(added.variant_hash, compile(added)?);
        }
        let Some(id) = entry.body.match_id() else {
            return Ok(());
        };
        if self.selection.only.is_some_and(|only| only != id) {
            return Ok(());
        }
        if let Body::MatchOpened(opened) = &entry.body {
            let found = FoundMatch {
                played_on: opened.played_on,
                chain: EntryChain::begin(seq, leaf_hash),
                is_selected: false,
            };
            let is_new = self.matches.insert(id, found).is_none();
            return ensure(is_new, EntryError::InvalidReference("match"));
        }
        let found = self.matches.get_mut(&id);
        let found = found.ok_or(EntryError::InvalidReference("match"))?;
        found.chain.append(seq, leaf_hash);
        found.is_selected |= self.selection.entries.contains(&entry.seq);
        Ok(())
    }
}
