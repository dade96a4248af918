//! What a tournament comes to for a player, and the matches that it comes from.

use evidence::{Counts, MatchHistory, PlayerId, as_points};
use serde::Serialize;

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

/// What a tournament comes to for a player. Scores are in twelfths of a point: players with the same result at a table share the table points of
/// their places, in halves, thirds or quarters.
// As answers of REST have it, with the names of `P`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TournamentStanding<P = PlayerId> {
    /// 1 for the best; equal ones share the better rank. Absent of substitutes, and of who has no place in an opened round.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(minimum = 1, nullable = false))]
    pub rank: Option<u64>,
    /// Who, after merges.
    pub player: P,
    /// The score by the rules, with penalties, in twelfths of a point.
    pub score_twelfths: i64,
    /// The part of it from the rounds after the cut, which ranks first. Only of finalists, if the rules do not keep the results before the cut.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub after_cut_twelfths: Option<i64>,
    /// What they gained or lost, with rounds that they sat out, less what penalties take away.
    #[serde(rename = "points", serialize_with = "as_points")]
    #[cfg_attr(feature = "openapi", schema(value_type = evidence::Points))]
    pub half_points: i64,
    /// Their table points in twelfths, with rounds that they sat out, less what penalties take away.
    pub table_point_twelfths: i64,
    /// How many penalties count, warnings included.
    #[cfg_attr(feature = "openapi", schema(minimum = 0))]
    pub penalties: u64,
    /// The points that penalties take away.
    #[serde(rename = "penalty_points", serialize_with = "as_points")]
    #[cfg_attr(feature = "openapi", schema(value_type = evidence::Points))]
    pub penalty_half_points: i64,
    /// The table points that penalties take away.
    #[cfg_attr(feature = "openapi", schema(minimum = 0))]
    pub penalty_table_points: i64,
    /// Their matches that count.
    #[cfg_attr(feature = "openapi", schema(minimum = 0))]
    pub matches: u64,
    /// How many rounds they sat out.
    #[cfg_attr(feature = "openapi", schema(minimum = 0))]
    pub sat_out: u64,
    /// How often nobody at their table had more.
    #[cfg_attr(feature = "openapi", schema(minimum = 0))]
    pub first_places: u64,
    /// What they gained in their best match; absent without a match.
    #[serde(
        rename = "best_match_points",
        serialize_with = "as_points",
        skip_serializing_if = "Option::is_none"
    )]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<evidence::Points>, nullable = false))]
    pub best_match_half_points: Option<i64>,
    /// The sum of the scores of everybody they met, each once for each meeting, in twelfths of a point.
    pub opponents_twelfths: i64,
    /// The label of their team; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub team: Option<String>,
    /// Whether they only take the places of others.
    pub substitute: bool,
    /// Whether they play no more.
    pub withdrawn: bool,
    /// Whether they have a place in a round after the cut. Finalists rank before all others.
    pub finalist: bool,
}

impl TournamentStanding {
    /// The same with its player in another form, such as with a name.
    pub fn with_player<P>(self, player: P) -> TournamentStanding<P> {
        TournamentStanding {
            rank: self.rank,
            player,
            score_twelfths: self.score_twelfths,
            after_cut_twelfths: self.after_cut_twelfths,
            half_points: self.half_points,
            table_point_twelfths: self.table_point_twelfths,
            penalties: self.penalties,
            penalty_half_points: self.penalty_half_points,
            penalty_table_points: self.penalty_table_points,
            matches: self.matches,
            sat_out: self.sat_out,
            first_places: self.first_places,
            best_match_half_points: self.best_match_half_points,
            opponents_twelfths: self.opponents_twelfths,
            team: self.team,
            substitute: self.substitute,
            withdrawn: self.withdrawn,
            finalist: self.finalist,
        }
    }
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
