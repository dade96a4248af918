//! Finding what is asked for, before any of it is worked out.

use super::{Selection, WhatIf};
use crate::entry_chain::EntryChain;
use crate::rescore::compile;
use crate::{Archive, Finding, VerificationFailure, founded};
use evidence::{Body, Entry, Hash, MatchId, leaf_hash};
use rules::Variant;
use std::collections::HashMap;
use time::Date;

/// Goes through the entries of a club once, and remembers of the matches that are asked for where their entries are.
pub struct MatchSelection {
    selection: Selection,
    variants: HashMap<Hash, Variant>,
    matches: HashMap<MatchId, Surveyed>,
}

struct Surveyed {
    played_on: Date,
    course: EntryChain,
    /// Whether one of its entries is among those that are asked for.
    asked: bool,
}

impl MatchSelection {
    /// Before the first entry.
    pub fn of(selection: Selection) -> Self {
        Self {
            selection,
            variants: HashMap::new(),
            matches: HashMap::new(),
        }
    }

    /// The next entry.
    ///
    /// # Errors
    /// It is none, or contradicts those before.
    pub fn entry(&mut self, seq: u64, leaf: &[u8]) -> Result<(), VerificationFailure> {
        let mut follow = || self.follow(seq, &Entry::parse(leaf)?, leaf_hash(leaf));
        follow().map_err(|finding| VerificationFailure::Entry { seq, finding })
    }

    /// After the last entry: what was asked for, by other rules.
    pub fn by(self, other: &Variant, archive: Box<dyn Archive>) -> WhatIf<'_> {
        let mut matches: Vec<(MatchId, Surveyed)> = self.matches.into_iter().collect();
        matches.retain(|(_, surveyed)| surveyed.asked);
        matches.sort_unstable_by_key(|(id, surveyed)| (surveyed.played_on, *id));
        let courses = matches.into_iter().map(|(_, surveyed)| surveyed.course);
        let matches: Vec<EntryChain> = courses.collect();
        WhatIf {
            other,
            entries: self.selection.entries,
            variants: self.variants,
            matches: matches.into_iter(),
            archive,
        }
    }

    fn follow(&mut self, seq: u64, entry: &Entry, leaf_hash: Hash) -> Result<(), Finding> {
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
            let surveyed = Surveyed {
                played_on: opened.played_on,
                course: EntryChain::begin(seq, leaf_hash),
                asked: false,
            };
            return founded(self.matches.insert(id, surveyed).is_none(), "match");
        }
        let surveyed = self.matches.get_mut(&id);
        let surveyed = surveyed.ok_or(Finding::Unfounded("match"))?;
        surveyed.course.goes_on(seq, leaf_hash);
        surveyed.asked |= self.selection.entries.contains(&entry.seq);
        Ok(())
    }
}
