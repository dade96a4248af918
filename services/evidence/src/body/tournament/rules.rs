//! How a tournament is drawn, and how its standings are added up.

use crate::invalid_value::{InvalidValue, check};
use mahjong::string_enum;
use serde::{Deserialize, Serialize};

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

/// The rules of a tournament: how it is drawn, and how its standings are added up. They do not change.
// `S` says what sitting out a round counts: an entry in half points, as all amounts of entries; REST in points.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct TournamentRules<S = SatOut> {
    /// How many rounds are planned. No more are drawn.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 64))]
    pub rounds: u32,
    /// How rounds are drawn, unless the draw of one states otherwise; `random` if it is absent. An entry always states it.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required = false))]
    pub draw: DrawMethod,
    /// What the matches count; `points` if it is absent. An entry always states it.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required = false))]
    pub scoring: TournamentScoring,
    /// The table points of the places 1 to 4 at a table, from -1,000 to 1,000, none more than the one before. Equal ones share the points of their
    /// places. Required unless `scoring` is `points`, and absent then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(
        feature = "openapi",
        schema(value_type = Option<Vec<i32>>, min_items = 4, max_items = 4, nullable = false)
    )]
    pub table_points: Option<[i32; 4]>,
    /// What ranks players with equal scores, the first first, each once. Players who are equal in all of it share a rank.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "openapi", schema(required = false, max_items = 5))]
    pub ties: Vec<TieBreak>,
    /// What sitting out a round counts. Absent: nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub sat_out: Option<S>,
    /// Whether only the best play on after some round. Absent: everybody plays all rounds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub cut: Option<Cut>,
    /// How long a round lasts. Absent: it is not stated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
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

/// After some round, only the best play on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Cut {
    /// The last round for everybody.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 63))]
    pub after_round: u32,
    /// How many play on: a multiple of four.
    #[cfg_attr(
        feature = "openapi",
        schema(minimum = 4, maximum = 400, multiple_of = 4)
    )]
    pub players: u32,
    /// Whether results before it count afterwards. Otherwise they only rank players with equal scores.
    pub keeps_results: bool,
}

/// How long a round lasts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct RoundClock {
    /// Its minutes.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 600))]
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

impl<S> TournamentRules<S> {
    /// The same rules, with what is said in another way of sitting out a round.
    pub fn with_sat_out<T>(self, sat_out: Option<T>) -> TournamentRules<T> {
        let Self {
            rounds,
            draw,
            scoring,
            table_points,
            ties,
            sat_out: _,
            cut,
            clock,
        } = self;
        TournamentRules {
            rounds,
            draw,
            scoring,
            table_points,
            ties,
            sat_out,
            cut,
            clock,
        }
    }
}

impl TournamentRules {
    /// The table points of a place, by place; all 0 if there are none.
    pub fn points_of_places(&self) -> [i32; 4] {
        self.table_points.unwrap_or_default()
    }

    /// What the types alone do not rule out.
    ///
    /// # Errors
    /// What contradicts itself, and where.
    pub fn check(&self) -> Result<(), InvalidValue> {
        let is_planned = (1..=MAX_TOURNAMENT_ROUNDS).contains(&self.rounds);
        check(is_planned, "rounds", "a tournament has 1 to 64 rounds")?;
        self.check_table_points()?;
        self.check_ties()?;
        if let Some(sat_out) = self.sat_out {
            sat_out.check(self.table_points.is_some())?;
        }
        if let Some(cut) = self.cut {
            cut.check(self.rounds)?;
        }
        let minutes = self.clock.map(|clock| clock.minutes);
        check(
            minutes.is_none_or(|minutes| (1..=MAX_MINUTES).contains(&minutes)),
            "clock/minutes",
            "a round takes 1 to 600 minutes",
        )
    }

    fn check_table_points(&self) -> Result<(), InvalidValue> {
        let (place, points) = ("table_points", self.points_of_places());
        let count = self.scoring != TournamentScoring::Points;
        check(
            self.table_points.is_some() || !count,
            place,
            "the score counts table points, and those of the places 1 to 4 are not stated",
        )?;
        check(
            self.table_points.is_none() || count,
            place,
            "table points are stated, and the score counts points alone",
        )?;
        check(
            points.iter().all(is_table_points),
            place,
            "a place has −1000 to 1000 table points",
        )?;
        check(
            points.is_sorted_by(|one, next| one >= next),
            place,
            "a place has no more table points than the one before",
        )
    }

    fn check_ties(&self) -> Result<(), InvalidValue> {
        for (index, tie) in self.ties.iter().enumerate() {
            let is_first = !self.ties.iter().take(index).any(|other| other == tie);
            let counts = *tie != TieBreak::TablePoints || self.table_points.is_some();
            let place = format_args!("ties/{index}");
            check(is_first, place, "what ranks equal scores is stated twice")?;
            check(
                counts,
                place,
                "there are no table points that rank equal scores",
            )?;
        }
        Ok(())
    }
}

impl SatOut {
    fn check(self, has_table_points: bool) -> Result<(), InvalidValue> {
        check(
            self.half_points != 0 || self.table_points != 0,
            "sat_out",
            "a round that is sat out counts nothing, and the rule is stated",
        )?;
        check(
            self.half_points.unsigned_abs() <= MAX_PENALTY_HALF_POINTS
                && is_table_points(&self.table_points),
            "sat_out",
            "a round that is sat out counts at most a million points and 1000 table points",
        )?;
        check(
            self.table_points == 0 || has_table_points,
            "sat_out/table_points",
            "a round that is sat out counts table points, and there are none",
        )
    }
}

impl Cut {
    fn check(self, rounds: u32) -> Result<(), InvalidValue> {
        let players = usize::try_from(self.players).unwrap_or(usize::MAX);
        check(
            (1..rounds).contains(&self.after_round),
            "cut/after_round",
            "a cut is after a round that is not the last one",
        )?;
        check(
            (4..=MAX_ENTRANTS).contains(&players) && players.is_multiple_of(4),
            "cut/players",
            "after a cut play 4 to 400 players, a multiple of four",
        )
    }
}

fn is_table_points(points: &i32) -> bool {
    points.unsigned_abs() <= MAX_TABLE_POINTS
}
