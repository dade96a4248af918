//! The standings of a tournament: the results of the matches of its rounds, added up as its rules say.

mod figures;
mod ranking;
mod standing;
mod teams;

pub use standing::{
    TWELFTHS_OF_HALF_POINT, TWELFTHS_OF_TABLE_POINT, TournamentMatch, TournamentStanding,
};
pub use teams::TournamentTeamStanding;

use evidence::{Counts, MatchId, PlayerId, Tournament};
use std::collections::BTreeMap;

/// The standings of a tournament.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TournamentStandings {
    /// How many rounds were opened.
    pub rounds: u64,
    /// How many matches count.
    pub matches: u64,
    /// Every entrant: those with a rank, the best first, then the others in the same way. Equal ones by id.
    pub players: Vec<TournamentStanding>,
    /// All teams, the best first. Equal ones by label.
    pub teams: Vec<TournamentTeamStanding>,
}

impl TournamentStandings {
    /// Adds up the matches of the rounds that were opened and count for something. `result` has the match with an id, none if it is void or nothing was
    /// recorded in it. `counts_for` says for whom somebody counts: themselves, or whom they were merged into.
    pub fn of(
        tournament: &Tournament,
        result: impl Fn(MatchId) -> Option<TournamentMatch>,
        counts_for: impl Fn(PlayerId) -> PlayerId,
    ) -> Self {
        let counting = |id: MatchId| result(id).filter(|one| one.counts != Counts::ForNothing);
        Self::of_all(tournament, counting, counts_for)
    }

    /// The standings that a draw follows from. They are the others, but that a match without a hand counts if anything else was recorded in it: so draws
    /// were made before such a match counted for nothing, and they are in ledgers for ever.
    pub fn before_draw(
        tournament: &Tournament,
        result: impl Fn(MatchId) -> Option<TournamentMatch>,
        counts_for: impl Fn(PlayerId) -> PlayerId,
    ) -> Self {
        Self::of_all(tournament, result, counts_for)
    }

    fn of_all(
        tournament: &Tournament,
        result: impl Fn(MatchId) -> Option<TournamentMatch>,
        counts_for: impl Fn(PlayerId) -> PlayerId,
    ) -> Self {
        let figures = figures::Figures::of(tournament, result, counts_for);
        let players = ranking::ranked(tournament, &figures);
        Self {
            rounds: tournament.opened_rounds().count() as u64,
            matches: figures.matches,
            teams: teams::of(&players),
            players,
        }
    }

    /// The ranks, by player, as a draw follows from them.
    pub fn ranks(&self) -> BTreeMap<PlayerId, u64> {
        let ranked = self.players.iter();
        ranked
            .filter_map(|one| Some((one.player, one.rank?)))
            .collect()
    }
}
