//! Adds up the standings of a club's tournaments from an export alone, as LEAF.md of `evidence` defines them.

use crate::entry_error::EntryError;
use crate::verify::verification_failure::VerificationFailure;
use evidence::{
    Body, Entry, MatchHistory, MatchId, PlayerMerged, Tournament, TournamentId, read_export,
};
use std::collections::HashMap;
use std::io::BufRead;
use tally::{TournamentMatch, TournamentStandings, counts_for};

/// Which standings to add up.
#[derive(Debug, Clone, Copy, Default)]
pub struct TournamentSelection {
    /// Only those of this tournament. `None`: of all tournaments.
    pub only: Option<TournamentId>,
    /// As of which entry. `None`: as of the one that closed the tournament, or of the last entry.
    pub as_of: Option<u64>,
}

/// A tournament, and what its matches come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TournamentResult {
    /// The tournament as of the last entry that was read.
    pub tournament: Tournament,
    /// The entry as of which the standings are.
    pub seq: u64,
    /// The standings.
    pub standings: TournamentStandings,
    /// The last entry and the standings as of it, if the tournament was closed and they are others by now.
    pub since_closing: Option<(u64, TournamentStandings)>,
}

/// Adds up the standings of the tournaments of an export, in the order in which they were opened. All matches stay in memory. The export is not
/// verified; [`verify`](crate::verify) does that.
///
/// # Errors
/// The export cannot be read, or an entry contradicts earlier ones.
pub fn tournament_standings(
    export: impl BufRead,
    selection: TournamentSelection,
) -> Result<Vec<TournamentResult>, VerificationFailure> {
    let (_, leaves) = read_export(export).map_err(VerificationFailure::Export)?;
    let mut course = EntryChain::default();
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
    Ok(course.results(selection))
}

/// The entries of a club so far.
#[derive(Default)]
struct EntryChain {
    last_seq: u64,
    matches: HashMap<MatchId, MatchHistory>,
    merges: Vec<PlayerMerged>,
    tournaments: Vec<FoundTournament>,
}

struct FoundTournament {
    tournament: Tournament,
    /// The standings as of the entry that closed it.
    closed: Option<(u64, TournamentStandings)>,
}

const TOURNAMENT: EntryError = EntryError::InvalidReference("tournament");

impl EntryChain {
    fn add(&mut self, entry: &Entry) -> Result<(), EntryError> {
        self.last_seq = entry.seq;
        if let Body::MatchOpened(opened) = &entry.body {
            self.matches
                .insert(opened.match_id, MatchHistory::open(entry)?);
        } else if let Body::PlayerMerged(merged) = &entry.body {
            self.merges.push(merged.clone());
        } else if let Body::TournamentOpened(_) = &entry.body {
            self.tournaments.push(FoundTournament {
                tournament: Tournament::open(entry)?,
                closed: None,
            });
        } else if let Some(id) = entry.body.tournament_id() {
            self.follow(entry, id)?;
        } else if let Some(id) = entry.body.match_id() {
            let history = self.matches.get_mut(&id);
            let history = history.ok_or(EntryError::InvalidReference("match"))?;
            history.add(entry).map_err(EntryError::ContradictsMatch)?;
            history.forget_earlier(|_| false);
        }
        Ok(())
    }

    fn follow(&mut self, entry: &Entry, id: TournamentId) -> Result<(), EntryError> {
        let mut tournaments = self.tournaments.iter_mut();
        let found = tournaments.find(|found| found.tournament.terms.tournament == id);
        let found = found.ok_or(TOURNAMENT)?;
        let added = found.tournament.add(entry);
        added.map_err(EntryError::ContradictsTournament)?;
        if let Body::TournamentClosed(_) = &entry.body {
            let standings = standings(&found.tournament, &self.matches, &self.merges);
            found.closed = Some((entry.seq, standings));
        }
        Ok(())
    }

    fn results(self, selection: TournamentSelection) -> Vec<TournamentResult> {
        let only = selection.only;
        let is_selected = |found: &&FoundTournament| {
            only.is_none_or(|only| found.tournament.terms.tournament == only)
        };
        let selected = self.tournaments.iter().filter(is_selected);
        selected
            .map(|found| self.result(found, selection))
            .collect()
    }

    fn result(&self, found: &FoundTournament, selection: TournamentSelection) -> TournamentResult {
        let now = standings(&found.tournament, &self.matches, &self.merges);
        let now = (self.last_seq, now);
        let closed = found.closed.clone();
        let closed = closed.filter(|_| selection.as_of.is_none());
        let ((seq, standings), since_closing) = match closed {
            None => (now, None),
            Some(closed) => {
                let has_changed = closed.1 != now.1;
                (closed, Some(now).filter(|_| has_changed))
            }
        };
        TournamentResult {
            tournament: found.tournament.clone(),
            seq,
            standings,
            since_closing,
        }
    }
}

/// The standings of a tournament as the entries so far tell them.
fn standings(
    tournament: &Tournament,
    matches: &HashMap<MatchId, MatchHistory>,
    merges: &[PlayerMerged],
) -> TournamentStandings {
    let counts_for = counts_for(merges.iter());
    let counts_for = |player| counts_for.get(&player).copied().unwrap_or(player);
    let result = |id| matches.get(&id).and_then(TournamentMatch::of);
    TournamentStandings::of(tournament, result, counts_for)
}
