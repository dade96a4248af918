//! Who can gain and lose: a player, or the club's house.

use crate::PlayerId;
use serde::{Deserialize, Serialize};

/// A player, or the house that penalties go to. In JSON the player's id, or `house`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Party {
    /// A player of the club.
    Player(PlayerId),
    /// The club's house.
    House,
}

/// The text names no party.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a party is a player's id or `house`")]
pub struct NoSuchParty;

const HOUSE: &str = "house";

impl std::fmt::Display for Party {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Player(player) => player.fmt(f),
            Self::House => f.write_str(HOUSE),
        }
    }
}

impl std::str::FromStr for Party {
    type Err = NoSuchParty;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            HOUSE => Ok(Self::House),
            player => player.parse().map(Self::Player).map_err(|_| NoSuchParty),
        }
    }
}

impl From<Party> for String {
    fn from(party: Party) -> Self {
        party.to_string()
    }
}

impl TryFrom<String> for Party {
    type Error = NoSuchParty;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        text.parse()
    }
}
