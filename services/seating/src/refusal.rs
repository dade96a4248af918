//! What cannot be drawn.

use crate::{MOST_PLAYERS, MOST_ROUNDS};

/// Why nothing is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// A table has four players.
    #[error("a table needs four players, and {players} are there")]
    TooFewPlayers {
        /// How many there are.
        players: usize,
    },
    /// See [`MOST_PLAYERS`].
    #[error("{players} players are too many: at most {MOST_PLAYERS} are drawn at once")]
    TooManyPlayers {
        /// How many there are.
        players: usize,
    },
    /// The lots of two players would be the same.
    #[error("players {first} and {second} have the same id")]
    SameId {
        /// The place of the first of them.
        first: usize,
        /// The place of the second.
        second: usize,
    },
    /// A schedule is of whole tables.
    #[error("a schedule needs a multiple of four players, and {players} are there")]
    NotWholeTables {
        /// How many there are.
        players: usize,
    },
    /// See [`MOST_ROUNDS`].
    #[error("a schedule has 1 to {MOST_ROUNDS} rounds, not {rounds}")]
    Rounds {
        /// How many rounds were asked for.
        rounds: usize,
    },
}

impl Refusal {
    pub(crate) fn of_players(players: usize) -> Result<(), Refusal> {
        match players {
            0..4 => Err(Refusal::TooFewPlayers { players }),
            4..=MOST_PLAYERS => Ok(()),
            _ => Err(Refusal::TooManyPlayers { players }),
        }
    }
}
