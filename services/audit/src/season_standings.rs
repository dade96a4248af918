//! Adds up the standings of a club's seasons from an export alone, as LEAF.md of `evidence` defines them.

use crate::entry_error::EntryError;
use crate::played_matches::{AsOf, PlayedMatches, add_entries, final_and_since};
use crate::rescore::compile;
use crate::verify::verification_failure::VerificationFailure;
use evidence::{Body, Entry, Hash, MatchHistory, Season, SeasonId};
use std::collections::HashMap;
use std::io::BufRead;
use tally::{SeasonMatch, SeasonStandings};
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
    let mut found = FoundSeasons::of(selection);
    add_entries(export, selection.as_of, |entry| found.add(entry))?;
    let seq = found.played.last_seq();
    let results = found.results();
    results.map_err(|error| VerificationFailure::Entry { seq, error })
}

/// The seasons of the entries so far.
struct FoundSeasons {
    selection: SeasonSelection,
    /// The ids of the variants.
    variants: HashMap<Hash, String>,
    played: PlayedMatches,
    seasons: Vec<FoundSeason>,
}

struct FoundSeason {
    season: Season,
    /// The standings as of the entry that closed it.
    closed: Option<AsOf<SeasonStandings>>,
}

impl FoundSeasons {
    fn of(selection: SeasonSelection) -> Self {
        Self {
            selection,
            variants: HashMap::new(),
            played: PlayedMatches::default(),
            seasons: Vec::new(),
        }
    }

    fn add(&mut self, entry: &Entry) -> Result<(), EntryError> {
        self.played.add(entry)?;
        if let Body::VariantAdded(added) = &entry.body {
            let id = compile(added)?.id().to_owned();
            self.variants.insert(added.variant_hash, id);
        } else if let Body::SeasonOpened(_) = &entry.body {
            let season = Season::open(entry)?;
            self.seasons.push(FoundSeason {
                season,
                closed: None,
            });
        } else if let Body::SeasonClosed(closed) = &entry.body {
            self.close(entry, closed.season)?;
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
        let matches = self.played.all().map(|history| self.one(history));
        let matches: Vec<SeasonMatch> = matches.collect::<Result<_, _>>()?;
        let counts_for = self.played.counts_for();
        Ok(SeasonStandings::of(&terms, matches, counts_for))
    }

    fn one(&self, history: &MatchHistory) -> Result<SeasonMatch, EntryError> {
        let variant = self.variants.get(&history.terms.variant_hash).cloned();
        let variant = variant.ok_or(EntryError::InvalidReference("variant"))?;
        Ok(SeasonMatch::of(history, variant))
    }

    fn results(self) -> Result<Vec<SeasonResult>, EntryError> {
        let only = self.selection.only;
        let is_selected =
            |found: &&FoundSeason| only.is_none_or(|only| found.season.terms.season == only);
        let selected = self.seasons.iter().filter(is_selected);
        selected.map(|found| self.result(found)).collect()
    }

    fn result(&self, found: &FoundSeason) -> Result<SeasonResult, EntryError> {
        let now = (self.played.last_seq(), self.standings(&found.season)?);
        let closed = found.closed.clone();
        let closed = closed.filter(|_| self.selection.as_of.is_none());
        let ((seq, standings), since_closing) = final_and_since(closed, now);
        Ok(SeasonResult {
            season: found.season.clone(),
            seq,
            standings,
            since_closing,
        })
    }
}
