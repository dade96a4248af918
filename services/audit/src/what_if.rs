//! Computes the results of a club's matches under another variant. Every hand keeps its seats and its deal, even if the other
//! variant would have moved the deal.

pub(crate) mod json;
pub(crate) mod rescored_match;
pub(crate) mod selection;
pub(crate) mod sum;

use crate::archive::Archive;
use crate::entry_chain::EntryChain;
use crate::entry_error::EntryError;
use crate::pace::Pace;
use crate::verify::verification_failure::VerificationFailure;
use evidence::{Hash, MatchHistory, read_export};
use rescored_match::{RescoredMatch, rescore};
use rules::Variant;
use selection::{MatchSelection, SelectedMatches, Selection};
use std::collections::HashMap;
use std::io::BufRead;
use std::ops::RangeInclusive;
use std::vec;

/// An iterator over matches rescored with another variant, by the date of the match. It reads the entries of each match again,
/// so that only one match is in memory. It ends after an error.
pub struct WhatIf<'a> {
    other: &'a Variant,
    entries: RangeInclusive<u64>,
    variants: HashMap<Hash, Variant>,
    matches: vec::IntoIter<EntryChain>,
    archive: Box<dyn Archive>,
    pace: Pace,
}

/// Rescores the matches of an export with another variant, after all corrections. The archive is the same export with random
/// access. The export is not verified; [`verify`](crate::verify) does that.
///
/// # Errors
/// The export cannot be read, or an entry contradicts earlier ones.
pub fn what_if<'a>(
    export: impl BufRead,
    archive: Box<dyn Archive>,
    other: &'a Variant,
    selection: Selection,
) -> Result<WhatIf<'a>, VerificationFailure> {
    let mut matches = MatchSelection::of(selection);
    let (_, leaves) = read_export(export).map_err(VerificationFailure::Export)?;
    for leaf in leaves {
        let (seq, leaf) = leaf.map_err(VerificationFailure::Export)?;
        matches.entry(seq, &leaf)?;
    }
    Ok(WhatIf::new(matches, other, archive))
}

impl<'a> WhatIf<'a> {
    /// Rescores the selected matches with another variant. Call it after the selection has read the last entry.
    pub fn new(
        selection: MatchSelection,
        other: &'a Variant,
        archive: Box<dyn Archive>,
    ) -> WhatIf<'a> {
        let SelectedMatches {
            entries,
            variants,
            matches,
        } = selection.finish();
        WhatIf {
            other,
            entries,
            variants,
            matches: matches.into_iter(),
            archive,
            pace: Pace::default(),
        }
    }

    /// The same, which tells of its work.
    #[must_use]
    pub fn with_pace(self, pace: Pace) -> Self {
        Self { pace, ..self }
    }

    /// The maximum number of matches. The iterator omits those without a selected outcome.
    pub fn matches(&self) -> usize {
        self.matches.len()
    }

    fn rescore(&mut self, chain: &EntryChain) -> Result<RescoredMatch, VerificationFailure> {
        let mut seq = chain.last_seq();
        let mut history: Option<MatchHistory> = None;
        self.pace.reread(chain.len());
        let read = chain.reread(&mut *self.archive, |entry| {
            seq = entry.seq;
            match &mut history {
                None => history = Some(MatchHistory::open(entry)?),
                Some(history) => history.add(entry).map_err(EntryError::ContradictsMatch)?,
            }
            Ok(())
        });
        let rescored = read.and_then(|()| {
            let history = history.ok_or(EntryError::Changed)?;
            let variant = self.variants.get(&history.terms.variant_hash);
            let variant = variant.ok_or(EntryError::InvalidReference("variant"))?;
            rescore(
                &history,
                (variant, self.other),
                &self.entries,
                &mut self.pace,
            )
        });
        rescored.map_err(|error| VerificationFailure::Entry { seq, error })
    }
}

impl Iterator for WhatIf<'_> {
    type Item = Result<RescoredMatch, VerificationFailure>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let chain = self.matches.next()?;
            let rescored = self.rescore(&chain);
            match &rescored {
                Ok(rescored) if rescored.outcomes == 0 => {}
                Ok(_) => return Some(rescored),
                Err(_) => {
                    self.matches = Vec::new().into_iter();
                    return Some(rescored);
                }
            }
        }
    }
}
