//! Where a match stands: chairs, winds, the deal, the running totals.

use crate::Refusal;
use crate::words::words;
use serde::{Deserialize, Serialize};

/// A place at the table, 1–4: chair 1 is the first East, chair 2 sits to the right of chair 1, and so on.
/// Nobody changes chairs; the seat winds move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "u8", try_from = "u8")]
pub struct Chair(u8);

/// Chairs are 1–4.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0} is not a chair: chairs are 1–4")]
pub struct NoSuchChair(pub u8);

words! {
    /// A wind: of a seat, or of a round.
    pub enum Wind {
        /// East 東; the seat wind of the dealer.
        East = "east",
        /// South 南.
        South = "south",
        /// West 西.
        West = "west",
        /// North 北.
        North = "north",
    }
}

words! {
    /// Why no hand follows.
    pub enum Ending {
        /// North round's last deal passed.
        Complete = "complete",
        /// The players agreed to stop.
        Early = "early",
    }
}

/// Who deals, and in which round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deal {
    /// The prevailing wind.
    pub round_wind: Wind,
    /// The chair that is East.
    pub dealer: Chair,
    /// 0 for the first hand of a deal, 1, 2, … for the extra hands that repeat it.
    pub extra: u32,
}

/// Where a match stands between two hands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchState {
    /// The number of the next hand, 1 at the start.
    pub next_number: u32,
    /// The deal of the next hand; after the last hand, the deal of that one.
    pub deal: Deal,
    /// What each chair has gained or lost so far in half points, chair 1 first.
    pub total_half_points: [i64; 4],
    /// What penalties brought the club's house so far, in half points.
    pub house_half_points: i64,
    /// Why the match is over; absent while it goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<Ending>,
}

impl MatchState {
    /// Before the first hand: nobody has gained or lost anything.
    pub const START: Self = Self {
        next_number: 1,
        deal: Deal::FIRST,
        total_half_points: [0; 4],
        house_half_points: 0,
        ending: None,
    };

    /// Nothing is made and nothing is lost.
    pub(crate) fn check(&self) -> Result<(), Refusal> {
        let totals = self
            .total_half_points
            .iter()
            .chain([&self.house_half_points]);
        let sum: i128 = totals.map(|total| i128::from(*total)).sum();
        (sum == 0)
            .then_some(())
            .ok_or(Refusal::Contradiction("the totals do not sum to zero"))
    }
}

impl Chair {
    /// The four chairs in order.
    pub const ALL: [Self; 4] = [Self(1), Self(2), Self(3), Self(4)];

    /// Its number, 1–4.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Its place in an array of four, 0–3.
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }

    /// Its own of four values, chair 1 first.
    pub fn of<T>(self, values: &[T; 4]) -> &T {
        let [first, second, third, fourth] = values;
        match self.0 {
            1 => first,
            2 => second,
            3 => third,
            _ => fourth,
        }
    }
}

impl TryFrom<u8> for Chair {
    type Error = NoSuchChair;

    fn try_from(number: u8) -> Result<Self, NoSuchChair> {
        (1..=4)
            .contains(&number)
            .then_some(Self(number))
            .ok_or(NoSuchChair(number))
    }
}

impl From<Chair> for u8 {
    fn from(chair: Chair) -> Self {
        chair.0
    }
}

impl Deal {
    /// The first deal of a match: East round, chair 1 deals.
    pub const FIRST: Self = Self {
        round_wind: Wind::East,
        dealer: Chair(1),
        extra: 0,
    };

    /// The wind of a chair in this deal: the dealer is East, the next chairs are South, West and North.
    pub fn seat_wind(&self, chair: Chair) -> Wind {
        match (chair.0 + 4 - self.dealer.0) % 4 {
            0 => Wind::East,
            1 => Wind::South,
            2 => Wind::West,
            _ => Wind::North,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winds_follow_the_dealer() {
        let winds = |dealer| {
            let deal = Deal {
                dealer: Chair(dealer),
                ..Deal::FIRST
            };
            Chair::ALL.map(|chair| deal.seat_wind(chair))
        };
        let [e, s, w, n] = [Wind::East, Wind::South, Wind::West, Wind::North];
        assert_eq!(winds(1), [e, s, w, n]);
        assert_eq!(winds(2), [n, e, s, w]);
        assert_eq!(winds(3), [w, n, e, s]);
        assert_eq!(winds(4), [s, w, n, e]);
    }

    #[test]
    fn there_are_four_chairs() {
        assert_eq!(
            [0, 5, 255].map(Chair::try_from),
            [0, 5, 255].map(|n| Err(NoSuchChair(n)))
        );
        assert_eq!(
            Chair::ALL.map(|chair| *chair.of(&['a', 'b', 'c', 'd'])),
            ['a', 'b', 'c', 'd']
        );
    }
}
