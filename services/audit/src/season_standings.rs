//! Adds up the standings of a club's seasons from an export alone, as LEAF.md of `evidence` defines them.

use crate::entry_error::EntryError;
use crate::rescore::compile;
use crate::verify::verification_failure::VerificationFailure;
use evidence::{
    Body, Entry, Hash, MatchHistory, MatchId, PlayerMerged, Season, SeasonId, read_export,
};
use std::collections::HashMap;
use std::io::BufRead;
use tally::{SeasonMatch, SeasonStandings, counts_for};
use time::Date;

/// Which standings to add up.
#[derive(Debug, Clone, Copy, Default)]
pub struct SeasonSelection {
    /// Only those of this season. `None`: of all seasons.
    pub only: Option<SeasonId>,
    /// As of which entry. `None`: as of the one that closed the season, or of the last entry.
    pub as_of: Option<u64>,
    /// Only matches that were played on this day or earlier. `None`: all.
    pub until: Option<Date>,
}

/// A season, and what its matches come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeasonResult {
    /// The season.
    pub season: Season,
    /// The entry as of which the standings are.
    pub seq: u64,
    /// The standings.
    pub standings: SeasonStandings,
    /// The last entry and the standings as of it, if the season was closed and they are others by now.
    pub since_closing: Option<(u64, SeasonStandings)>,
}

/// Adds up the standings of the seasons of an export, in the order in which they were opened. All matches stay in memory. The export is not
/// verified; [`verify`](crate::verify) does that.
///
/// # Errors
/// The export cannot be read, or an entry contradicts earlier ones.
pub fn season_standings(
    export: impl BufRead,
    selection: SeasonSelection,
) -> Result<Vec<SeasonResult>, VerificationFailure> {
    let (_, leaves) = read_export(export).map_err(VerificationFailure::Export)?;
    let mut course = Course::of(selection);
    for leaf in leaves {
        let (seq, leaf) = leaf.map_err(VerificationFailure::Export)?;
        if selection.as_of.is_some_and(|last| seq > last) {
            break;
        }
        let add = Entry::parse(&leaf)
            .map_err(EntryError::from)
            .and_then(|entry| course.add(&entry));
        add.map_err(|error| VerificationFailure::Entry { seq, error })?;
    }
    let seq = course.last_seq;
    let results = course.finish();
    results.map_err(|error| VerificationFailure::Entry { seq, error })
}

/// The entries of a club so far.
struct Course {
    selection: SeasonSelection,
    last_seq: u64,
    /// The ids of the variants.
    variants: HashMap<Hash, String>,
    matches: HashMap<MatchId, MatchHistory>,
    merges: Vec<PlayerMerged>,
    seasons: Vec<FoundSeason>,
}

struct FoundSeason {
    season: Season,
    /// The standings as of the entry that closed it.
    closed: Option<(u64, SeasonStandings)>,
}

impl Course {
    fn of(selection: SeasonSelection) -> Self {
        Self {
            selection,
            last_seq: 0,
            variants: HashMap::new(),
            matches: HashMap::new(),
            merges: Vec::new(),
            seasons: Vec::new(),
        }
    }

    fn add(&mut self, entry: &Entry) -> Result<(), EntryError> {
        self.last_seq = entry.seq;
        if let Body::VariantAdded(added) = &entry.body {
            let id = compile(added)?.id().to_owned();
            self.variants.insert(added.variant_hash, id);
        } else if let Body::MatchOpened(opened) = &entry.body {
            self.matches
                .insert(opened.match_id, MatchHistory::open(entry)?);
        } else if let Body::PlayerMerged(merged) = &entry.body {
            self.merges.push(merged.clone());
        } else if let Body::SeasonOpened(_) = &entry.body {
            let season = Season::open(entry)?;
            self.seasons.push(FoundSeason {
                season,
                closed: None,
            });
        } else if let Body::SeasonClosed(closed) = &entry.body {
            self.close(entry, closed.season)?;
        } else if let Some(id) = entry.body.match_id() {
            let history = self.matches.get_mut(&id);
            let history = history.ok_or(EntryError::InvalidReference("match"))?;
            history.add(entry).map_err(EntryError::ContradictsMatch)?;
            history.forget_earlier(|_| false);
        }
        Ok(())
    }

    fn close(&mut self, entry: &Entry, id: SeasonId) -> Result<(), EntryError> {
        const NONE: EntryError = EntryError::InvalidReference("season");
        let is_it = |found: &FoundSeason| found.season.terms.season == id;
        let place = self.seasons.iter().position(is_it).ok_or(NONE)?;
        let mut found = self.seasons.remove(place);
        let standings = self.standings(&found.season)?;
        found.season.close(entry)?;
        found.closed = Some((entry.seq, standings));
        self.seasons.insert(place, found);
        Ok(())
    }

    /// The standings of a season as the entries so far tell them.
    fn standings(&self, season: &Season) -> Result<SeasonStandings, EntryError> {
        let terms = season.terms.up_to(self.selection.until);
        let matches = self.matches.values().map(|history| self.one(history));
        let matches: Vec<SeasonMatch> = matches.collect::<Result<_, _>>()?;
        let counts_for = counts_for(self.merges.iter());
        let counts_for = |player| counts_for.get(&player).copied().unwrap_or(player);
        Ok(SeasonStandings::of(&terms, matches, counts_for))
    }

    fn one(&self, history: &MatchHistory) -> Result<SeasonMatch, EntryError> {
        let variant = self.variants.get(&history.terms.variant_hash).cloned();
        let variant = variant.ok_or(EntryError::InvalidReference("variant"))?;
        Ok(SeasonMatch::of(history, variant))
    }

    fn finish(self) -> Result<Vec<SeasonResult>, EntryError> {
        let only = self.selection.only;
        let is_selected =
            |found: &&FoundSeason| only.is_none_or(|only| found.season.terms.season == only);
        let selected = self.seasons.iter().filter(is_selected);
        selected.map(|found| self.result(found)).collect()
    }

    fn result(&self, found: &FoundSeason) -> Result<SeasonResult, EntryError> {
        let now = (self.last_seq, self.standings(&found.season)?);
        let closed = found.closed.clone();
        let closed = closed.filter(|_| self.selection.as_of.is_none());
        let ((seq, standings), since_closing) = match closed {
            None => (now, None),
            Some(closed) => {
                let has_changed = closed.1 != now.1;
                (closed, Some(now).filter(|_| has_changed))
            }
        };
        Ok(SeasonResult {
            season: found.season.clone(),
            seq,
            standings,
            since_closing,
        })
    }
}
