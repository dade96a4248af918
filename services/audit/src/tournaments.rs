//! Follows the tournaments of a club: who takes part, and whether each draw is the one that its seed gives.

use crate::club::Club;
use crate::entry_error::{EntryError, ensure};
use crate::match_cache::MatchCache;
use evidence::{
    Body, EntrantsChanged, Entry, MatchId, Tournament, TournamentDrawRequest, TournamentId,
    TournamentRoundDrawn, TournamentRoundOpened, draw_tournament_round,
};
use std::collections::{BTreeMap, HashMap, HashSet};
use tally::{TournamentMatch, TournamentStandings};

/// The tournaments so far.
#[derive(Default)]
pub(crate) struct Tournaments {
    tournaments: HashMap<TournamentId, Tournament>,
    /// The entries of each tournament.
    entries: HashMap<TournamentId, Vec<u64>>,
    /// The matches that were opened in a round.
    matches: HashSet<MatchId>,
}

const TOURNAMENT: EntryError = EntryError::InvalidReference("tournament");
const PLAYER: EntryError = EntryError::InvalidReference("player");
const MATCH: EntryError = EntryError::InvalidReference("match");

impl Tournaments {
    /// Adds the next entry of a tournament. What it says of players and matches agrees with those of the club.
    pub(crate) fn add(
        &mut self,
        entry: &Entry,
        club: &Club,
        matches: &MatchCache,
    ) -> Result<(), EntryError> {
        if let Body::TournamentOpened(opened) = &entry.body {
            let tournament = Tournament::open(entry)?;
            self.entries.insert(opened.tournament, vec![entry.seq]);
            let before = self.tournaments.insert(opened.tournament, tournament);
            return ensure(before.is_none(), TOURNAMENT);
        }
        if let Body::EntrantsChanged(changed) = &entry.body {
            check_entrants(changed, club)?;
        }
        // Of the tournament before the entry, which says what the draw is of.
        let is_drawn = if let Body::TournamentRoundDrawn(drawn) = &entry.body {
            self.is_drawn(drawn, club, matches)?
        } else {
            true
        };
        self.follow(entry)?;
        if let Body::TournamentRoundOpened(opened) = &entry.body {
            self.check_matches(opened, matches)?;
        }
        ensure(is_drawn, EntryError::Differs("draw"))
    }

    /// Whether a match was opened in a round.
    pub(crate) fn has_match(&self, id: MatchId) -> bool {
        self.matches.contains(&id)
    }

    /// The tournaments, each with the sequence numbers of its entries, in no order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&Tournament, &[u64])> {
        let tournaments = self.tournaments.values();
        tournaments.map(|tournament| {
            let entries = self.entries.get(&tournament.terms.tournament);
            (tournament, entries.map(Vec::as_slice).unwrap_or_default())
        })
    }

    fn follow(&mut self, entry: &Entry) -> Result<(), EntryError> {
        let id = entry.body.tournament_id().ok_or(TOURNAMENT)?;
        let tournament = self.tournaments.get_mut(&id).ok_or(TOURNAMENT)?;
        let added = tournament.add(entry);
        added.map_err(EntryError::ContradictsTournament)?;
        self.entries.entry(id).or_default().push(entry.seq);
        Ok(())
    }

    /// Whether a draw is the one that its seed and the entries before it give.
    fn is_drawn(
        &self,
        drawn: &TournamentRoundDrawn,
        club: &Club,
        matches: &MatchCache,
    ) -> Result<bool, EntryError> {
        let tournament = self.tournaments.get(&drawn.tournament).ok_or(TOURNAMENT)?;
        let request = TournamentDrawRequest::of(drawn);
        let ranks = match tournament.needs_ranks(&request) {
            true => standings(tournament, club, matches).ranks(),
            false => BTreeMap::new(),
        };
        let again = draw_tournament_round(tournament, &request, drawn.seed, &ranks, |player| {
            club.drawn_as(player)
        });
        Ok(again.is_ok_and(|again| {
            (&again.tables, &again.sitting_out) == (&drawn.tables, &drawn.sitting_out)
        }))
    }

    /// The matches of a round are those of its tables.
    fn check_matches(
        &mut self,
        opened: &TournamentRoundOpened,
        matches: &MatchCache,
    ) -> Result<(), EntryError> {
        let tournament = self.tournaments.get(&opened.tournament).ok_or(TOURNAMENT)?;
        let round = tournament.round(opened.round).ok_or(TOURNAMENT)?;
        let days = tournament.terms.from..=tournament.terms.until;
        for (id, table) in opened.matches.iter().zip(&round.draw.tables) {
            let summary = matches.summary(*id).ok_or(MATCH)?;
            let is_of_table = summary.terms.players == *table;
            ensure(
                is_of_table && days.contains(&summary.terms.played_on),
                MATCH,
            )?;
            ensure(self.matches.insert(*id), MATCH)?;
        }
        Ok(())
    }
}

/// The standings as the entries so far tell them.
fn standings(tournament: &Tournament, club: &Club, matches: &MatchCache) -> TournamentStandings {
    let result = |id| {
        let summary = matches.summary(id)?;
        summary.has_outcomes.then_some(TournamentMatch {
            players: summary.players,
            half_points: summary.state.total_half_points,
        })
    };
    TournamentStandings::of(tournament, result, |player| club.counts_for(player))
}

/// Whoever is registered or comes is a player of the club.
fn check_entrants(changed: &EntrantsChanged, club: &Club) -> Result<(), EntryError> {
    let registered = changed.registered.iter().map(|one| one.player);
    let mut players = registered.chain(changed.checked_in.iter().copied());
    ensure(players.all(|player| club.is_current(player)), PLAYER)
}
