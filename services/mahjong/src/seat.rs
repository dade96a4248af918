//! Where people sit: chairs, which they keep for a whole match, and winds, which move.

use crate::string_enum;
use serde::{Deserialize, Serialize};

string_enum! {
    /// A wind: of a seat, or of a round (the prevailing wind).
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    pub enum Wind {
        /// East 東; the seat wind of the dealer.
        East = "east",
        /// South 南, to the right of East.
        South = "south",
        /// West 西, opposite East.
        West = "west",
        /// North 北, to the left of East.
        North = "north",
    }
}

impl Wind {
    /// The next wind in the order of play; East after North.
    #[must_use]
    #[inline]
    pub const fn next(self) -> Wind {
        match self {
            Wind::East => Wind::South,
            Wind::South => Wind::West,
            Wind::West => Wind::North,
            Wind::North => Wind::East,
        }
    }

    /// The place in the order of play, 0–3.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its name in English, with a capital letter.
    #[must_use]
    pub const fn english(self) -> &'static str {
        match self {
            Wind::East => "East",
            Wind::South => "South",
            Wind::West => "West",
            Wind::North => "North",
        }
    }
}

/// A place at the table, 1–4: chair 1 is the first East, chair 2 sits to the right of chair 1, and so on.
/// Nobody changes chairs; the seat winds move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "u8", try_from = "u8")]
pub struct Chair(u8);

/// Chairs are 1–4.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{0} is not a chair: chairs are 1–4")]
pub struct NoSuchChair(pub u8);

impl Chair {
    /// The four chairs in order.
    pub const ALL: [Self; 4] = [Self(1), Self(2), Self(3), Self(4)];

    /// The chair with a number; `None` unless it is 1–4.
    #[must_use]
    #[inline]
    pub const fn new(number: u32) -> Option<Chair> {
        match number {
            1..=4 => Some(Chair(number as u8)),
            _ => None,
        }
    }

    /// Its number, 1–4.
    #[must_use]
    #[inline]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Its place in an array of four, 0–3.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }

    /// The chair to the right, which plays next.
    #[must_use]
    #[inline]
    pub const fn next(self) -> Chair {
        Chair(self.0 % 4 + 1)
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
        Self::new(number.into()).ok_or(NoSuchChair(number))
    }
}

impl From<Chair> for u8 {
    fn from(chair: Chair) -> Self {
        chair.0
    }
}
