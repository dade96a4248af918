//! What a tournament comes to for a player, and the matches that it comes from.

use evidence::{Counts, MatchHistory, PlayerId};

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
    /// What it counts for.
    pub counts: Counts,
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
    /// What they gained or lost, with what they sat out and less what penalties took away.
    pub half_points: i64,
    /// Their table points in twelfths, with what they sat out and less what penalties took away.
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
    /// A match as its history tells it; none if it is void, and before anything was recorded in it.
    pub fn of(history: &MatchHistory) -> Option<Self> {
        let has_result = history.void.is_none() && !history.outcomes.is_empty();
        has_result.then_some(Self {
            players: history.players,
            half_points: history.state.total_half_points,
            counts: history.counts(),
        })
    }
}
