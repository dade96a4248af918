//! Standings as rows.

use super::{Standing, Standings};
use crate::bodies::cell::{maybe, name, number, text};
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

    fn cells(&self) -> Vec<String> {
        let figures = &self.figures;
        let rating = figures.rating.as_ref();
        let place = |place: usize| {
            let finished = figures.places.get(place).copied();
            finished.unwrap_or_default().to_string()
        };
        // With substitutes more than four play a match, and there is no saying how many.
        let later: u64 = figures.places.iter().skip(4).sum();
        vec![
            self.rank.to_string(),
            self.player.id.to_string(),
            text(name(&self.player)),
            figures.matches.to_string(),
            number(figures.points),
            figures.hands.to_string(),
            figures.wins.to_string(),
            figures.self_draws.to_string(),
            figures.limit_hands.to_string(),
            figures.deal_ins.to_string(),
            number(figures.deal_in_points),
            maybe(figures.average_fan),
            place(0),
            place(1),
            place(2),
            place(3),
            later.to_string(),
            figures.current_streak.to_string(),
            figures.longest_streak.to_string(),
            maybe(rating.map(|rating| rating.rating)),
            maybe(rating.map(|rating| rating.uncertainty)),
            maybe(rating.map(|rating| rating.at_least)),
        ]
    }
}
