//! The standings of a tournament: the results of the matches of its rounds, added up as its rules say.

mod figures;
mod ranking;
mod teams;

pub use teams::TournamentTeamStanding;

use evidence::{MatchHistory, MatchId, PlayerId, Tournament};
use std::collections::BTreeMap;

/// Twelfths of a point in a half point.
pub const TWELFTHS_OF_HALF_POINT: i64 = 6;
/// Twelfths of a point in a table point. Two, three or four players with the same result share the table points of their places equally, so that every
/// share is a whole number of twelfths.
pub const TWELFTHS_OF_TABLE_POINT: i64 = 12;

/// A match of a round as it stood at some entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TournamentMatch {
    /// Who sat where at the start, as is known by then, chair 1 first.
    pub players: [PlayerId; 4],
    /// What each chair had gained or lost, in half points.
    pub half_points: [i64; 4],
}

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

/// What a tournament comes to for a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TournamentStanding {
    /// Who, after merges.
    pub player: PlayerId,
    /// 1 for the best; equal ones share the better rank. None of substitutes, and of who has no place in an opened round.
    pub rank: Option<u64>,
    /// What the score of the rules comes to, with all penalties, in twelfths of a point.
    pub score_twelfths: i64,
    /// The part of it from rounds after the cut, which ranks first: of who went on, if the rules do not keep the results before.
    pub after_cut_twelfths: Option<i64>,
    /// What they gained or lost, with what they sat out and without what penalties took away.
    pub half_points: i64,
    /// Their table points in twelfths, with what they sat out and without what penalties took away.
    pub table_point_twelfths: i64,
    /// How many penalties they have, warnings included.
    pub penalties: u64,
    /// How many half points penalties took away.
    pub penalty_half_points: i64,
    /// How many table points penalties took away.
    pub penalty_table_points: i64,
    /// Their matches that count.
    pub matches: u64,
    /// How many rounds they sat out.
    pub sat_out: u64,
    /// How often nobody at their table had more.
    pub first_places: u64,
    /// What they gained in their best match; none without a match.
    pub best_match_half_points: Option<i64>,
    /// The sum of the scores of everybody they met, as often as they met.
    pub opponents_twelfths: i64,
    /// The label of their team.
    pub team: Option<String>,
    /// Whether they only fill up tables.
    pub substitute: bool,
    /// Whether they do not play any more.
    pub withdrawn: bool,
    /// Whether they have a place in a round after the cut.
    pub finalist: bool,
}

impl TournamentMatch {
    /// A match as its history tells it; none before anything was recorded in it.
    pub fn of(history: &MatchHistory) -> Option<Self> {
        (!history.outcomes.is_empty()).then_some(Self {
            players: history.players,
            half_points: history.state.total_half_points,
        })
    }
}

impl TournamentStandings {
    /// Adds up the matches of the rounds that were opened. `result` has the match with an id, none if nothing was recorded in it. `counts_for` says
    /// for whom somebody counts: themselves, or whom they were merged into.
    pub fn of(
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
