//! The standings of a tournament.

use ledger::{TournamentStandingsAsOf, tally};
use serde::Serialize;
use utoipa::ToSchema;

use super::people::People;
use super::points::Points;
use super::seats::Player;

/// The standings of a tournament.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TournamentStandings {
    #[serde(flatten)]
    standings: TournamentResult,
    /// The standings as of the last entry of the ledger, if the tournament was closed and later entries changed them: decisions of
    /// referees, corrections, merged players. Absent otherwise, and with `as_of_seq`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    since_closing: Option<TournamentResult>,
    /// Who shares the last place that plays on after the cut, as the standings are now: before the next round is drawn. Absent if that round is not after a cut,
    /// if fewer players are checked in than play on, while a match has no hand, and with `as_of_seq`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    cut: Option<NextCut>,
}

/// The cut before the next round.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct NextCut {
    /// The number of that round.
    #[schema(minimum = 1, maximum = 64)]
    round: u32,
    /// How many play on.
    #[schema(minimum = 4)]
    players: usize,
    /// Those who share the last rank that plays on, by id, if not all of them do. Empty: the ranks alone decide.
    tied: Vec<Player>,
    /// The rank that they share; absent if nobody is tied, or if they have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, nullable = false)]
    rank: Option<u64>,
    /// How many of those who are tied play on.
    #[schema(minimum = 0)]
    places: usize,
    /// How the draw decides among them; absent if nobody is tied. A prescribed round says itself who plays on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    decided_by: Option<DecidedBy>,
}

/// `lot`: by the lots of the seed of the draw, which was fixed when the tournament was opened.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum DecidedBy {
    Lot,
}

/// The standings of a tournament as of an entry of the ledger.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TournamentResult {
    /// The sequence number of the entry: nothing that was entered later is included.
    #[schema(minimum = 1)]
    seq: u64,
    /// How many rounds were opened.
    #[schema(minimum = 0)]
    rounds: u64,
    /// How many matches count: those in which anything happened.
    #[schema(minimum = 0)]
    matches: u64,
    /// Everybody who is registered: first those with a rank, the best first, then those without.
    players: Vec<TournamentStanding>,
    /// The teams, the best first.
    teams: Vec<TournamentTeamStanding>,
}

/// What a tournament comes to for a player. Scores are in twelfths of a point: players with the same result at a table share the table points of
/// their places, in halves, thirds or quarters.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TournamentStanding {
    /// 1 for the best; equal ones share the better rank. Absent of substitutes, and of who has no place in an opened round.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, nullable = false)]
    rank: Option<u64>,
    player: Player,
    /// The score by the rules, with penalties, in twelfths of a point.
    score_twelfths: i64,
    /// The part of it from the rounds after the cut, which ranks first. Only of finalists, if the rules do not keep the results before the cut.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    after_cut_twelfths: Option<i64>,
    /// What they gained or lost, with rounds that they sat out, less what penalties take away.
    points: Points,
    /// Their table points in twelfths, with rounds that they sat out, less what penalties take away.
    table_point_twelfths: i64,
    /// How many penalties count, warnings included.
    #[schema(minimum = 0)]
    penalties: u64,
    /// The points that penalties take away.
    penalty_points: Points,
    /// The table points that penalties take away.
    #[schema(minimum = 0)]
    penalty_table_points: i64,
    /// Their matches that count.
    #[schema(minimum = 0)]
    matches: u64,
    /// How many rounds they sat out.
    #[schema(minimum = 0)]
    sat_out: u64,
    /// How often nobody at their table had more.
    #[schema(minimum = 0)]
    first_places: u64,
    /// What they gained in their best match; absent without a match.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Points>, nullable = false)]
    best_match_points: Option<Points>,
    /// The sum of the scores of everybody they met, each once for each meeting, in twelfths of a point.
    opponents_twelfths: i64,
    /// The label of their team; absent without one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    team: Option<String>,
    /// Whether they only take the places of others.
    substitute: bool,
    /// Whether they play no more.
    withdrawn: bool,
    /// Whether they have a place in a round after the cut. Finalists rank before all others.
    finalist: bool,
}

/// What a tournament comes to for a team.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TournamentTeamStanding {
    /// 1 for the best; equal ones share the better rank.
    #[schema(minimum = 1)]
    rank: u64,
    label: String,
    /// The sum of the scores of its players, in twelfths of a point; substitutes do not count.
    score_twelfths: i64,
    /// Its players, by id; without substitutes.
    players: Vec<Player>,
}

impl From<ledger::TournamentResult> for TournamentStandings {
    fn from(found: ledger::TournamentResult) -> Self {
        let people = People(&found.names);
        Self {
            standings: TournamentResult::new(found.result, people),
            since_closing: found
                .since_closing
                .map(|since| TournamentResult::new(since, people)),
            cut: found.cut.map(|cut| NextCut {
                round: cut.round,
                players: cut.players,
                decided_by: (!cut.tied.is_empty()).then_some(DecidedBy::Lot),
                tied: people.all(&cut.tied),
                rank: cut.rank,
                places: cut.places,
            }),
        }
    }
}

impl TournamentResult {
    fn new(of: TournamentStandingsAsOf, people: People<'_>) -> Self {
        let tally::TournamentStandings {
            rounds,
            matches,
            players,
            teams,
        } = of.standings;
        let team = |team: tally::TournamentTeamStanding| TournamentTeamStanding {
            rank: team.rank,
            label: team.label,
            score_twelfths: team.score_twelfths,
            players: people.all(&team.players),
        };
        let players = players.into_iter();
        Self {
            seq: of.seq,
            rounds,
            matches,
            players: players
                .filter_map(|one| TournamentStanding::new(one, people))
                .collect(),
            teams: teams.into_iter().map(team).collect(),
        }
    }
}

impl TournamentStanding {
    fn new(one: tally::TournamentStanding, people: People<'_>) -> Option<Self> {
        Some(Self {
            rank: one.rank,
            player: people.one(one.player)?,
            score_twelfths: one.score_twelfths,
            after_cut_twelfths: one.after_cut_twelfths,
            points: Points(one.half_points),
            table_point_twelfths: one.table_point_twelfths,
            penalties: one.penalties,
            penalty_points: Points(one.penalty_half_points),
            penalty_table_points: one.penalty_table_points,
            matches: one.matches,
            sat_out: one.sat_out,
            first_places: one.first_places,
            best_match_points: one.best_match_half_points.map(Points),
            opponents_twelfths: one.opponents_twelfths,
            team: one.team,
            substitute: one.substitute,
            withdrawn: one.withdrawn,
            finalist: one.finalist,
        })
    }
}
