//! Where people sit: winds outside a match, chairs inside one.

/// A wind: a player's seat wind, or the round wind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wind {
    /// East 東. Whoever has it as a seat wind is the dealer.
    East,
    /// South 南, to the right of East.
    South,
    /// West 西, opposite East.
    West,
    /// North 北, to the left of East.
    North,
}

impl Wind {
    /// The winds in the order of play.
    pub const ALL: [Wind; 4] = [Wind::East, Wind::South, Wind::West, Wind::North];

    /// The next wind in the order of play; East after North.
    #[must_use]
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
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl std::fmt::Display for Wind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Wind::East => "East",
            Wind::South => "South",
            Wind::West => "West",
            Wind::North => "North",
        })
    }
}

/// A place at the table that a player keeps for the whole match, numbered 1–4.
///
/// Chair 1 is the first East; chair 2 sits to the right of chair 1, and so on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Chair(u8);

impl Chair {
    /// The chairs in the order of play.
    pub const ALL: [Chair; 4] = [Chair(1), Chair(2), Chair(3), Chair(4)];

    /// The chair with a number; `None` unless it is 1–4.
    #[must_use]
    pub const fn new(number: u32) -> Option<Chair> {
        match number {
            1..=4 => Some(Chair(number as u8)),
            _ => None,
        }
    }

    /// The number, 1–4.
    #[must_use]
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The place in the order of play, 0–3.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }

    /// The chair to the right, which plays next.
    #[must_use]
    pub const fn next(self) -> Chair {
        Chair(self.0 % 4 + 1)
    }
}
