//! Standings as rows.

use super::{Standing, Standings};
use crate::bodies::cell::{Cell, name};
use crate::bodies::export::Row;

const COLUMNS: [&str; 22] = [
    "rank",
    "player",
    "name",
    "matches",
    "points",
    "hands",
    "wins",
    "self_draws",
    "limit_hands",
    "deal_ins",
    "deal_in_points",
    "average_fan",
    "first_places",
    "second_places",
    "third_places",
    "fourth_places",
    "later_places",
    "current_streak",
    "longest_streak",
    "rating",
    "uncertainty",
    "at_least",
];

impl Standings {
    /// The sequence number of the last entry that is in them, and their rows.
    pub(crate) fn into_rows(self) -> (u64, Vec<Standing>) {
        (self.reflected.seq, self.players)
    }
}

impl Row for Standing {
    const KIND: &str = "standing";

    fn columns() -> Vec<String> {
        COLUMNS.map(str::to_owned).into()
    }

    fn cells(&self) -> Vec<Cell> {
        let figures = &self.figures;
        let rating = figures.rating.as_ref();
        let place =
            |place: usize| -> u64 { figures.places.get(place).copied().unwrap_or_default() };
        // With substitutes more than four play a match, and there is no saying how many.
        let later: u64 = figures.places.iter().skip(4).sum();
        vec![
            (self.rank as u64).into(),
            Cell::written(self.player.id),
            Cell::text(name(&self.player)),
            figures.matches.into(),
            figures.points.into(),
            figures.hands.into(),
            figures.wins.into(),
            figures.self_draws.into(),
            figures.limit_hands.into(),
            figures.deal_ins.into(),
            figures.deal_in_points.into(),
            figures.average_fan.into(),
            place(0).into(),
            place(1).into(),
            place(2).into(),
            place(3).into(),
            later.into(),
            figures.current_streak.into(),
            figures.longest_streak.into(),
            rating.map(|rating| rating.rating).into(),
            rating.map(|rating| rating.uncertainty).into(),
            rating.map(|rating| rating.at_least).into(),
        ]
    }
}
