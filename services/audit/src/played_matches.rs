//! What the entries of an export say of matches and merges, so that standings can be added up after any of them.

use crate::entry_error::EntryError;
use crate::verify::verification_failure::VerificationFailure;
use evidence::{Body, Entry, MatchHistory, MatchId, PlayerId, read_export};
use std::collections::HashMap;
use std::io::BufRead;
use tally::MergeChange;

/// Standings, and the entry as of which they are.
pub(crate) type AsOf<T> = (u64, T);

/// The matches and merges of the entries so far.
#[derive(Default)]
pub(crate) struct PlayedMatches {
    last_seq: u64,
    matches: HashMap<MatchId, MatchHistory>,
    /// In the order of their entries.
    merges: Vec<MergeChange>,
}

impl PlayedMatches {
    /// Adds the next entry, whatever it says.
    pub(crate) fn add(&mut self, entry: &Entry) -> Result<(), EntryError> {
        self.last_seq = entry.seq;
        if let Body::MatchOpened(opened) = &entry.body {
            self.matches
                .insert(opened.match_id, MatchHistory::open(entry)?);
        } else if let Some(change) = MergeChange::of(&entry.body) {
            self.merges.push(change);
        } else if let Some(id) = entry.body.match_id() {
            let history = self.matches.get_mut(&id);
            let history = history.ok_or(EntryError::InvalidReference("match"))?;
            history.add(entry).map_err(EntryError::ContradictsMatch)?;
            history.forget_earlier(|_| false);
        }
        Ok(())
    }

    /// The sequence number of the last entry; 0 before the first.
    pub(crate) fn last_seq(&self) -> u64 {
        self.last_seq
    }

    pub(crate) fn get(&self, id: MatchId) -> Option<&MatchHistory> {
        self.matches.get(&id)
    }

    pub(crate) fn all(&self) -> impl Iterator<Item = &MatchHistory> {
        self.matches.values()
    }

    /// For whom everybody counts, by the merges so far.
    pub(crate) fn counts_for(&self) -> impl Fn(PlayerId) -> PlayerId + use<> {
        let counts_for = tally::counts_for(self.merges.iter().copied());
        move |player| counts_for.get(&player).copied().unwrap_or(player)
    }
}

/// Adds the entries of an export in their order, up to the one with this number.
pub(crate) fn add_entries(
    export: impl BufRead,
    as_of: Option<u64>,
    mut add: impl FnMut(&Entry) -> Result<(), EntryError>,
) -> Result<(), VerificationFailure> {
    let (_, leaves) = read_export(export).map_err(VerificationFailure::Export)?;
    for leaf in leaves {
        let (seq, leaf) = leaf.map_err(VerificationFailure::Export)?;
        if as_of.is_some_and(|last| seq > last) {
            break;
        }
        let added = Entry::parse(&leaf)
            .map_err(EntryError::from)
            .and_then(|entry| add(&entry));
        added.map_err(|error| VerificationFailure::Entry { seq, error })?;
    }
    Ok(())
}

/// The standings that count: those as of the closing entry if there is one, and those by now beside them if they are others.
pub(crate) fn final_and_since<T: PartialEq>(
    closed: Option<AsOf<T>>,
    now: AsOf<T>,
) -> (AsOf<T>, Option<AsOf<T>>) {
    match closed {
        None => (now, None),
        Some(closed) => {
            let has_changed = closed.1 != now.1;
            (closed, Some(now).filter(|_| has_changed))
        }
    }
}
