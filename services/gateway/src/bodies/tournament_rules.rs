//! The rules of a tournament: how it is drawn and scored.

use ledger::evidence::{
    self, DrawMethod, LastHand, TieBreak, TournamentRules as LedgerRules, TournamentScoring,
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::field::Whole;
use super::points::Points;
use crate::problem::{Code, Problem};

/// The rules of a tournament to open. They do not change.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewTournamentRules {
    /// How many rounds are planned. No more are drawn.
    #[schema(value_type = u32, minimum = 1, maximum = 64)]
    rounds: Whole<1, 64>,
    /// How rounds are drawn, unless the draw of one states otherwise.
    #[serde(default)]
    #[schema(required = false)]
    draw: DrawMethod,
    /// What the matches count.
    #[serde(default)]
    #[schema(required = false)]
    scoring: TournamentScoring,
    /// The table points of the places 1 to 4 at a table, none more than the one before. Equal ones share the points of their places.
    /// Required unless `scoring` is `points`, and absent then.
    #[schema(value_type = Option<Vec<i32>>, min_items = 4, max_items = 4)]
    table_points: Option<[Whole<-1_000, 1_000>; 4]>,
    /// What ranks players with equal scores, the first first, each once. Players who are equal in all of it share a rank.
    #[serde(default)]
    #[schema(max_items = 5, required = false)]
    ties: Vec<TieBreak>,
    /// What sitting out a round counts. Absent: nothing.
    sat_out: Option<SatOut>,
    /// Whether only the best play on after some round. Absent: everybody plays all rounds.
    cut: Option<Cut>,
    /// How long a round lasts. Absent: it is not stated.
    clock: Option<ClockRules>,
}

/// The rules of a tournament.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TournamentRules {
    /// How many rounds are planned.
    #[schema(minimum = 1, maximum = 64)]
    rounds: u32,
    /// How rounds are drawn, unless the draw of one states otherwise.
    draw: DrawMethod,
    /// What the matches count.
    scoring: TournamentScoring,
    /// The table points of the places 1 to 4 at a table. Absent if `scoring` is `points`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Vec<i32>>, min_items = 4, max_items = 4, nullable = false)]
    table_points: Option<[i32; 4]>,
    /// What ranks players with equal scores, the first first.
    ties: Vec<TieBreak>,
    /// What sitting out a round counts; absent if nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    sat_out: Option<SatOut>,
    /// Whether only the best play on after some round.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    cut: Option<Cut>,
    /// How long a round lasts.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    clock: Option<ClockRules>,
}

/// What sitting out a round counts.
#[derive(Debug, Clone, Copy, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SatOut {
    /// Points.
    points: Points,
    /// Table points, from -1,000 to 1,000.
    #[schema(value_type = i32, minimum = -1_000, maximum = 1_000)]
    table_points: Whole<-1_000, 1_000>,
}

/// After some round, only the best play on.
#[derive(Debug, Clone, Copy, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Cut {
    /// The last round for everybody.
    #[schema(value_type = u32, minimum = 1, maximum = 63)]
    after_round: Whole<1, 63>,
    /// How many play on: a multiple of four.
    #[schema(value_type = u32, minimum = 4, maximum = 400, multiple_of = 4)]
    players: Whole<4, 400>,
    /// Whether results before it count afterwards. Otherwise they only rank players with equal scores.
    keeps_results: bool,
}

/// How long a round lasts.
#[derive(Debug, Clone, Copy, Deserialize, Serialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClockRules {
    /// Minutes of a round.
    #[schema(value_type = u32, minimum = 1, maximum = 600)]
    minutes: Whole<1, 600>,
    /// What is done when the time is over.
    last_hand: LastHand,
}

impl NewTournamentRules {
    /// The rules as the ledger states them; or what in them is refused.
    pub(crate) fn stated(self) -> Result<LedgerRules, Problem> {
        let rounds = self.rounds.unsigned();
        let table_points = self.table_points();
        let table_points = table_points?;
        self.check_ties(table_points.is_some())?;
        let has_table_points = table_points.is_some();
        let sat_out = self.sat_out.map(|one| one.stated(has_table_points));
        let cut = self.cut.map(|cut| cut.stated(rounds));
        Ok(LedgerRules {
            rounds,
            draw: self.draw,
            scoring: self.scoring,
            table_points,
            ties: self.ties,
            sat_out: sat_out.transpose()?.flatten(),
            cut: cut.transpose()?,
            clock: self.clock.map(ClockRules::into),
        })
    }

    fn table_points(&self) -> Result<Option<[i32; 4]>, Problem> {
        let pointer = "/rules/table_points";
        let counts = self.scoring != TournamentScoring::Points;
        match self.table_points {
            None if counts => Err(refused(
                pointer,
                "The scoring counts table points: state those of the places 1 to 4.",
            )),
            Some(_) if !counts => Err(refused(
                pointer,
                "The scoring counts points alone: leave the table points out.",
            )),
            Some(points)
                if !points.is_sorted_by(|one, next| i64::from(*one) >= i64::from(*next)) =>
            {
                Err(refused(
                    pointer,
                    "A place has no more table points than the one before.",
                ))
            }
            stated => Ok(stated.map(|points| points.map(small))),
        }
    }

    fn check_ties(&self, has_table_points: bool) -> Result<(), Problem> {
        for (index, tie) in self.ties.iter().enumerate() {
            let pointer = format!("/rules/ties/{index}");
            if self.ties.iter().take(index).any(|other| other == tie) {
                return Err(refused(pointer, "This is stated twice."));
            }
            if *tie == TieBreak::TablePoints && !has_table_points {
                return Err(refused(pointer, NO_TABLE_POINTS));
            }
        }
        Ok(())
    }
}

const NO_TABLE_POINTS: &str = "The rules have no table points.";

fn refused(pointer: impl Into<String>, detail: impl Into<String>) -> Problem {
    Problem::at(Code::InvalidValue, pointer.into(), detail.into())
}

/// A number that its range makes small.
fn small<const MIN: i64, const MAX: i64>(number: Whole<MIN, MAX>) -> i32 {
    i32::try_from(i64::from(number)).unwrap_or(i32::MAX)
}

impl SatOut {
    /// None if it counts nothing.
    fn stated(self, has_table_points: bool) -> Result<Option<evidence::SatOut>, Problem> {
        let half_points = i32::try_from(self.points.0).unwrap_or(i32::MAX);
        let table_points = small(self.table_points);
        if table_points != 0 && !has_table_points {
            return Err(refused("/rules/sat_out/table_points", NO_TABLE_POINTS));
        }
        let stated = evidence::SatOut {
            half_points,
            table_points,
        };
        Ok(((half_points, table_points) != (0, 0)).then_some(stated))
    }
}

impl Cut {
    fn stated(self, rounds: u32) -> Result<evidence::Cut, Problem> {
        let (after_round, players) = (self.after_round.unsigned(), self.players.unsigned());
        if after_round >= rounds {
            let detail = "The cut is after a round that is not the last one.";
            return Err(refused("/rules/cut/after_round", detail));
        }
        if !players.is_multiple_of(4) {
            let detail = "Those who play on fill their tables: a multiple of four.";
            return Err(refused("/rules/cut/players", detail));
        }
        Ok(evidence::Cut {
            after_round,
            players,
            keeps_results: self.keeps_results,
        })
    }
}

impl TournamentRules {
    /// How many rounds are planned.
    pub(super) fn rounds(&self) -> u32 {
        self.rounds
    }
}

impl From<&LedgerRules> for TournamentRules {
    fn from(rules: &LedgerRules) -> Self {
        Self {
            rounds: rules.rounds,
            draw: rules.draw,
            scoring: rules.scoring,
            table_points: rules.table_points,
            ties: rules.ties.clone(),
            sat_out: rules.sat_out.map(SatOut::from),
            cut: rules.cut.map(Cut::from),
            clock: rules.clock.map(ClockRules::from),
        }
    }
}

impl From<evidence::SatOut> for SatOut {
    fn from(stated: evidence::SatOut) -> Self {
        Self {
            points: Points(stated.half_points.into()),
            table_points: Whole::nearest(stated.table_points),
        }
    }
}

impl From<evidence::Cut> for Cut {
    fn from(stated: evidence::Cut) -> Self {
        Self {
            after_round: Whole::nearest(stated.after_round),
            players: Whole::nearest(stated.players),
            keeps_results: stated.keeps_results,
        }
    }
}

impl From<evidence::RoundClock> for ClockRules {
    fn from(stated: evidence::RoundClock) -> Self {
        Self {
            minutes: Whole::nearest(stated.minutes),
            last_hand: stated.last_hand,
        }
    }
}

impl From<ClockRules> for evidence::RoundClock {
    fn from(rules: ClockRules) -> Self {
        Self {
            minutes: rules.minutes.unsigned(),
            last_hand: rules.last_hand,
        }
    }
}
