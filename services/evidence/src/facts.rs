//! What happened in a hand or between two, as the table stated it. Absent optionals are left out.

use crate::words::words;
use crate::{Chair, PlayerId, Refusal, Win};
use serde::{Deserialize, Serialize};

/// What happened in a hand, or between two.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Facts {
    /// Somebody won.
    Win(Win),
    /// Nobody won.
    Goulash {},
    /// The players agreed on what a hand pays, and did not say how it came about.
    Agreed(Agreed),
    /// Somebody called mahjong without a legal win.
    FalseMahjong(FalseMahjong),
    /// Somebody paid a table penalty. It is not a hand.
    Penalty(Penalty),
    /// Somebody else took over a chair. It is not a hand.
    Substitution(Substitution),
    /// The players ended the match before its last hand. It is not a hand.
    EarlyEnd {},
}

/// A hand whose payments the players agreed on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Agreed {
    /// Who won, if anybody did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<Chair>,
    /// What each chair gains or pays in half points, chair 1 first; they sum to zero.
    pub half_points: [i64; 4],
}

/// A false mahjong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FalseMahjong {
    /// Who called it.
    pub chair: Chair,
    /// The points paid to each other player, where the table sets the amount.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
}

/// A table penalty.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Penalty {
    /// Who pays.
    pub chair: Chair,
    /// Which of the variant's penalties it is; absent for one of the table's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub penalty: Option<String>,
    /// The points paid to each payee; absent: the usual amount of that penalty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
    /// Whom they go to.
    pub payee: Payee,
}

words! {
    /// Whom a penalty goes to.
    pub enum Payee {
        /// Each other player gets the points.
        Players = "players",
        /// The club's house gets them, once.
        House = "house",
    }
}

/// Somebody else takes over a chair, with its wind and its turn, but not what it gained or lost so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Substitution {
    /// Whose place is taken.
    pub chair: Chair,
    /// Who sits there from now on.
    pub player: PlayerId,
}

impl Facts {
    /// What the types alone do not rule out.
    pub(crate) fn check(&self) -> Result<(), Refusal> {
        match self {
            Self::Win(win) => win.check(),
            Self::Agreed(agreed) => agreed.check(),
            Self::Goulash {}
            | Self::FalseMahjong(_)
            | Self::Penalty(_)
            | Self::Substitution(_)
            | Self::EarlyEnd {} => Ok(()),
        }
    }

    /// Whether it is a hand and takes a number; none if that is for the variant to say.
    pub(crate) fn is_hand(&self) -> Option<bool> {
        match self {
            Self::Win(_) | Self::Goulash {} | Self::Agreed(_) => Some(true),
            Self::FalseMahjong(_) => None,
            Self::Penalty(_) | Self::Substitution(_) | Self::EarlyEnd {} => Some(false),
        }
    }

    /// The same, with its people on other chairs: `seat` says where who sat on a chair belongs.
    pub(crate) fn reseated(&self, seat: &impl Fn(Chair) -> Chair) -> Self {
        match self {
            Self::Win(win) => Self::Win(win.reseated(seat)),
            Self::Agreed(agreed) => Self::Agreed(agreed.reseated(seat)),
            Self::FalseMahjong(call) => Self::FalseMahjong(FalseMahjong {
                chair: seat(call.chair),
                ..*call
            }),
            Self::Penalty(penalty) => Self::Penalty(Penalty {
                chair: seat(penalty.chair),
                ..penalty.clone()
            }),
            Self::Substitution(substitution) => Self::Substitution(Substitution {
                chair: seat(substitution.chair),
                ..*substitution
            }),
            Self::Goulash {} => Self::Goulash {},
            Self::EarlyEnd {} => Self::EarlyEnd {},
        }
    }
}

impl Agreed {
    fn check(&self) -> Result<(), Refusal> {
        let sum: i128 = self.half_points.map(i128::from).iter().sum();
        (sum == 0).then_some(()).ok_or(Refusal::Contradiction(
            "what the players agreed on does not sum to zero",
        ))
    }

    fn reseated(&self, seat: &impl Fn(Chair) -> Chair) -> Self {
        let mut half_points = [0; 4];
        for chair in Chair::ALL {
            if let Some(place) = half_points.get_mut(seat(chair).index()) {
                *place = *chair.of(&self.half_points);
            }
        }
        Self {
            winner: self.winner.map(seat),
            half_points,
        }
    }
}
