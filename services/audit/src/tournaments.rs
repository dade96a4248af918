//! Follows the tournaments of a club: who takes part, and whether each draw is the one that its seed gives.

use crate::club::Club;
use crate::entry_error::{EntryError, ensure};
use crate::match_cache::MatchCache;
use crate::replayed::are_void;
use evidence::{
    Body, EntrantsChanged, Entry, MatchId, RoundOf, TablesReplayed, Tournament,
    TournamentDrawRequest, TournamentId, TournamentRoundDrawn, draw_tournament_round,
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
        // Of the tournament before the entry, too: it says which matches are replaced.
        if let Body::TablesReplayed(replayed) = &entry.body {
            self.check_replaced(replayed, matches)?;
        }
        self.follow(entry)?;
        if let Body::TournamentRoundOpened(opened) = &entry.body {
            let tables: Vec<(MatchId, usize)> = opened.matches.iter().copied().zip(0..).collect();
            self.check_matches((opened.tournament, opened.round), &tables, matches)?;
        } else if let Body::TablesReplayed(replayed) = &entry.body {
            let id = entry.body.tournament_id().ok_or(TOURNAMENT)?;
            let tables: Vec<(MatchId, usize)> = replayed.places().collect();
            self.check_matches((id, replayed.round), &tables, matches)?;
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
            true => standings_before_draw(tournament, club, matches).ranks(),
            false => BTreeMap::new(),
        };
        let again = draw_tournament_round(tournament, &request, drawn.seed, &ranks, |player| {
            club.drawn_as(player)
        });
        Ok(again.is_ok_and(|again| {
            (&again.tables, &again.sitting_out) == (&drawn.tables, &drawn.sitting_out)
        }))
    }

    /// The matches that are replaced are void.
    fn check_replaced(
        &self,
        replayed: &TablesReplayed,
        matches: &MatchCache,
    ) -> Result<(), EntryError> {
        let RoundOf::Tournament { tournament } = replayed.of else {
            return Err(TOURNAMENT);
        };
        let tournament = self.tournaments.get(&tournament).ok_or(TOURNAMENT)?;
        let round = tournament.round(replayed.round).ok_or(TOURNAMENT)?;
        ensure(are_void(replayed, &round.matches, matches), MATCH)
    }

    /// The matches of tables of a round, each with the place of its table, are those of these tables.
    fn check_matches(
        &mut self,
        (tournament, round): (TournamentId, u32),
        of_tables: &[(MatchId, usize)],
        matches: &MatchCache,
    ) -> Result<(), EntryError> {
        let tournament = self.tournaments.get(&tournament).ok_or(TOURNAMENT)?;
        let round = tournament.round(round).ok_or(TOURNAMENT)?;
        let days = tournament.terms.from..=tournament.terms.until;
        for (id, place) in of_tables {
            let summary = matches.summary(*id).ok_or(MATCH)?;
            let is_of_table = round.draw.tables.get(*place) == Some(&summary.terms.players);
            ensure(
                is_of_table && days.contains(&summary.terms.played_on),
                MATCH,
            )?;
            ensure(self.matches.insert(*id), MATCH)?;
        }
        Ok(())
    }
}

/// The standings that a draw follows from, as the entries so far tell them.
fn standings_before_draw(
    tournament: &Tournament,
    club: &Club,
    matches: &MatchCache,
) -> TournamentStandings {
    let result = |id| {
        let summary = matches.summary(id)?;
        let has_result = summary.void_seq.is_none() && summary.has_outcomes;
        has_result.then_some(TournamentMatch {
            players: summary.players,
            half_points: summary.state.total_half_points,
            counts: summary.counts(),
        })
    };
    TournamentStandings::before_draw(tournament, result, |player| club.counts_for(player))
}

/// Whoever is registered or comes is a player of the club.
fn check_entrants(changed: &EntrantsChanged, club: &Club) -> Result<(), EntryError> {
    let registered = changed.registered.iter().map(|one| one.player);
    let mut players = registered.chain(changed.checked_in.iter().copied());
    ensure(players.all(|player| club.is_current(player)), PLAYER)
}
