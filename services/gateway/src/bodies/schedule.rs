//! Schedules of several rounds.

use seating::{Schedule as SeatingSchedule, Table};
use serde::Serialize;
use utoipa::ToSchema;

/// Who sits where in several rounds, by places from 1 on instead of players.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Schedule {
    /// How many places there are.
    #[schema(minimum = 4, maximum = 400)]
    players: usize,
    /// The rounds, the first first.
    rounds: Vec<ScheduledRound>,
    /// How many meetings are not the first of the two places.
    #[schema(minimum = 0)]
    repeats: u64,
    /// No schedule of so many players and rounds has fewer repeats. Where it is less than `repeats`, it is not known whether there is a
    /// better one.
    #[schema(minimum = 0)]
    least_repeats: u64,
}

/// A round of a schedule.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ScheduledRound {
    /// The places at each table: East, South, West and North.
    #[schema(value_type = Vec<Vec<u32>>)]
    tables: Vec<[usize; 4]>,
}

impl Schedule {
    pub(crate) fn new(players: usize, made: &SeatingSchedule) -> Self {
        let round = |tables: &Vec<Table>| ScheduledRound {
            tables: tables.iter().map(|table| table.0.map(from_one)).collect(),
        };
        Self {
            players,
            rounds: made.rounds.iter().map(round).collect(),
            repeats: made.repeats,
            least_repeats: made.least_repeats,
        }
    }
}

fn from_one(place: usize) -> usize {
    place.saturating_add(1)
}
