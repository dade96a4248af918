//! Follows the tournaments of a club.

use crate::entry_error::{EntryError, ensure};
use evidence::{Body, Entry, Tournament, TournamentId};
use std::collections::HashMap;

/// The tournaments so far.
#[derive(Default)]
pub(crate) struct Tournaments {
    tournaments: HashMap<TournamentId, Tournament>,
}

const TOURNAMENT: EntryError = EntryError::InvalidReference("tournament");

impl Tournaments {
    /// Adds the next entry of a tournament.
    pub(crate) fn add(&mut self, entry: &Entry) -> Result<(), EntryError> {
        if let Body::TournamentOpened(opened) = &entry.body {
            let tournament = Tournament::open(entry)?;
            let before = self.tournaments.insert(opened.tournament, tournament);
            return ensure(before.is_none(), TOURNAMENT);
        }
        let id = entry.body.tournament_id().ok_or(TOURNAMENT)?;
        let tournament = self.tournaments.get_mut(&id).ok_or(TOURNAMENT)?;
        let added = tournament.add(entry);
        added.map_err(EntryError::ContradictsTournament)
    }
}
