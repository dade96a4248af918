//! How a tournament is drawn, and how its standings are added up.

use crate::canonical::Refusal;
use mahjong::string_enum;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Entrants of a tournament, at most: those of whom one draw can be made.
pub const MAX_ENTRANTS: usize = seating::MOST_PLAYERS;
/// Rounds of a tournament, at most.
pub const MAX_TOURNAMENT_ROUNDS: u32 = 64;
/// Table points of a place, of a round that is sat out and of a penalty, in either direction, at most.
pub const MAX_TABLE_POINTS: u32 = 1_000;
/// Half points of a penalty and of a round that is sat out, in either direction, at most: one million points.
pub const MAX_PENALTY_HALF_POINTS: u32 = 2_000_000;
/// Minutes of a round, at most.
const MAX_MINUTES: u32 = 600;

/// How a tournament is drawn, and how its standings are added up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentRules {
    /// How many rounds there are, from 1 to 64.
    pub rounds: u32,
    /// How rounds are drawn that state nothing else.
    pub draw: DrawMethod,
    /// What the score of a player is.
    pub scoring: TournamentScoring,
    /// The table points of the first to the fourth place of a table; absent if and only if the score is of points alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table_points: Option<[i32; 4]>,
    /// What decides between players with the same score, the first of them first. Who is equal in all of them shares the rank.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ties: Vec<TieBreak>,
    /// What a round counts for who sits it out; absent: nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sat_out: Option<SatOut>,
    /// After which round only the best go on; absent: everybody plays all rounds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cut: Option<Cut>,
    /// How long a round takes; absent: no such rule.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<RoundClock>,
}

string_enum! {
    /// How a round is drawn. `random`: by lot, so that those meet who met least. `swiss`: those next to each other in the standings meet, the best
    /// four at the first table. `schedule`: by a schedule of all rounds, in which as few as possible meet twice; the same players play all of them.
    /// `prescribed`: not at all; whoever draws it states who sits where.
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    #[derive(Default)]
    pub enum DrawMethod {
        /// By lot, so that as few as possible meet again.
        #[default]
        Random = "random",
        /// By the standings: the best four at the first table.
        Swiss = "swiss",
        /// By a schedule of all rounds, which follows from the first one.
        Schedule = "schedule",
        /// Not at all: whoever drew the round says who sits where.
        Prescribed = "prescribed",
    }
}

string_enum! {
    /// What the score of a player is. `points`: what they gain and lose. `table_points`: what their places at the tables count.
    /// `points_and_table_points`: the sum of both, a place bonus.
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    #[derive(Default)]
    pub enum TournamentScoring {
        /// What they gained or lost.
        #[default]
        Points = "points",
        /// The table points of their places.
        TablePoints = "table_points",
        /// The sum of both.
        PointsAndTablePoints = "points_and_table_points",
    }
}

string_enum! {
    /// What ranks players with equal scores. `points`: what they gained or lost. `table_points`. `first_places`: how often nobody at their table had
    /// more. `best_match`: what they gained in their best match. `opponents`: the sum of the scores of everybody whom they met, each once for each
    /// meeting.
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    pub enum TieBreak {
        /// What they gained or lost.
        Points = "points",
        /// Their table points.
        TablePoints = "table_points",
        /// How often nobody at their table had more.
        FirstPlaces = "first_places",
        /// What they gained in their best match.
        BestMatch = "best_match",
        /// The sum of the scores of everybody they met, as often as they met.
        Opponents = "opponents",
    }
}

/// What a round counts for who sits it out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SatOut {
    /// How many half points they get; less than zero: they are taken away.
    pub half_points: i32,
    /// How many table points they get; less than zero: they are taken away.
    pub table_points: i32,
}

/// Only the best go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cut {
    /// The last round that everybody plays.
    pub after_round: u32,
    /// How many go on: a multiple of four.
    pub players: u32,
    /// Whether the rounds before count in the rank of who goes on.
    pub keeps_results: bool,
}

/// How long a round takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RoundClock {
    /// Its minutes, from 1 to 600.
    pub minutes: u32,
    /// What is still played when they are over.
    pub last_hand: LastHand,
}

string_enum! {
    /// What is still played when the time of a round is over. `stop`: nothing; the hand is broken off and does not count. `finish_hand`: the hand is
    /// played to its end. `one_more_hand`: another one is played after it.
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    pub enum LastHand {
        /// Nothing: the hand is broken off.
        Stop = "stop",
        /// The hand that is being played.
        FinishHand = "finish_hand",
        /// The hand that is being played, and one more.
        OneMoreHand = "one_more_hand",
    }
}

impl TournamentRules {
    /// The table points of a place, by place; all 0 if there are none.
    pub fn points_of_places(&self) -> [i32; 4] {
        self.table_points.unwrap_or_default()
    }

    pub(super) fn check(&self) -> Result<(), Refusal> {
        let has_table_points = self.table_points.is_some();
        let different: BTreeSet<&TieBreak> = self.ties.iter().collect();
        Err(Refusal::Contradiction(
            if !(1..=MAX_TOURNAMENT_ROUNDS).contains(&self.rounds) {
                "a tournament has 1 to 64 rounds"
            } else if has_table_points == (self.scoring == TournamentScoring::Points) {
                "table points are stated if and only if they count in the score"
            } else if !self.points_of_places().iter().all(is_table_points) {
                "a place has −1000 to 1000 table points"
            } else if !self
                .points_of_places()
                .is_sorted_by(|one, next| one >= next)
            {
                "a place has more table points than a better one"
            } else if different.len() < self.ties.len() {
                "a rule for equal scores is stated twice"
            } else if self.ties.contains(&TieBreak::TablePoints) && !has_table_points {
                "there are no table points that decide between equal scores"
            } else {
                return self.check_parts();
            },
        ))
    }

    fn check_parts(&self) -> Result<(), Refusal> {
        let sat_out = self
            .sat_out
            .map_or(Ok(()), |sat_out| sat_out.check(self.table_points.is_some()));
        sat_out?;
        self.cut.map_or(Ok(()), |cut| cut.check(self.rounds))?;
        let minutes = self.clock.map(|clock| clock.minutes);
        match minutes.is_none_or(|minutes| (1..=MAX_MINUTES).contains(&minutes)) {
            true => Ok(()),
            false => Err(Refusal::Contradiction("a round takes 1 to 600 minutes")),
        }
    }
}

impl SatOut {
    fn check(self, has_table_points: bool) -> Result<(), Refusal> {
        Err(Refusal::Contradiction(
            if self.half_points == 0 && self.table_points == 0 {
                "a round that is sat out counts nothing, and the rule is stated"
            } else if self.half_points.unsigned_abs() > MAX_PENALTY_HALF_POINTS
                || !is_table_points(&self.table_points)
            {
                "a round that is sat out counts at most a million points and 1000 table points"
            } else if self.table_points != 0 && !has_table_points {
                "a round that is sat out counts table points, and there are none"
            } else {
                return Ok(());
            },
        ))
    }
}

impl Cut {
    fn check(self, rounds: u32) -> Result<(), Refusal> {
        let players = usize::try_from(self.players).unwrap_or(usize::MAX);
        Err(Refusal::Contradiction(
            if !(1..rounds).contains(&self.after_round) {
                "a cut is after a round that is not the last one"
            } else if !(4..=MAX_ENTRANTS).contains(&players) || !players.is_multiple_of(4) {
                "after a cut play 4 to 400 players, a multiple of four"
            } else {
                return Ok(());
            },
        ))
    }
}

fn is_table_points(points: &i32) -> bool {
    points.unsigned_abs() <= MAX_TABLE_POINTS
}
