//! Adds up the standings of a club's tournaments from an export alone, as LEAF.md of `evidence` defines them.

use crate::entry_error::EntryError;
use crate::played_matches::{AsOf, PlayedMatches, add_entries, final_and_since};
use crate::verify::verification_failure::VerificationFailure;
use evidence::{Body, Entry, Tournament, TournamentId};
use std::io::BufRead;
use tally::{TournamentMatch, TournamentStandings};

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
    let mut found = FoundTournaments::default();
    add_entries(export, selection.as_of, |entry| found.add(entry))?;
    Ok(found.results(selection))
}

/// The tournaments of the entries so far.
#[derive(Default)]
struct FoundTournaments {
    played: PlayedMatches,
    tournaments: Vec<FoundTournament>,
}

struct FoundTournament {
    tournament: Tournament,
    /// The standings as of the entry that closed it.
    closed: Option<AsOf<TournamentStandings>>,
}

const TOURNAMENT: EntryError = EntryError::InvalidReference("tournament");

impl FoundTournaments {
    fn add(&mut self, entry: &Entry) -> Result<(), EntryError> {
        self.played.add(entry)?;
        if let Body::TournamentOpened(_) = &entry.body {
            self.tournaments.push(FoundTournament {
                tournament: Tournament::open(entry)?,
                closed: None,
            });
        } else if let Some(id) = entry.body.tournament_id() {
            self.follow(entry, id)?;
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
            let standings = standings(&found.tournament, &self.played);
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
        let now = standings(&found.tournament, &self.played);
        let now = (self.played.last_seq(), now);
        let closed = found.closed.clone();
        let closed = closed.filter(|_| selection.as_of.is_none());
        let ((seq, standings), since_closing) = final_and_since(closed, now);
        TournamentResult {
            tournament: found.tournament.clone(),
            seq,
            standings,
            since_closing,
        }
    }
}

/// The standings of a tournament as the entries so far tell them.
fn standings(tournament: &Tournament, played: &PlayedMatches) -> TournamentStandings {
    let result = |id| played.get(id).and_then(TournamentMatch::of);
    TournamentStandings::of(tournament, result, played.counts_for())
}
