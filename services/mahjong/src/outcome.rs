//! What happened in a hand or between two, as the table stated it. Absent optionals are left out.

use crate::{Chair, Contradiction, Win, string_enum};
use serde::{Deserialize, Serialize};

/// What happened in a hand, or between two. `Player` is what names the people of a club: tables need no more than chairs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Outcome<Player> {
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
    Substitution(Substitution<Player>),
    /// The players ended the match before its last hand. It is not a hand.
    EarlyEnd {},
}

string_enum! {
    /// How a hand ended (somebody won, nobody (`goulash`), the players agreed on the points, or somebody called a false
    /// mahjong), or what happened between two hands.
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    pub enum OutcomeKind {
        /// [`Outcome::Win`].
        Win = "win",
        /// [`Outcome::Goulash`].
        Goulash = "goulash",
        /// [`Outcome::Agreed`].
        Agreed = "agreed",
        /// [`Outcome::FalseMahjong`].
        FalseMahjong = "false_mahjong",
        /// [`Outcome::Penalty`].
        Penalty = "penalty",
        /// [`Outcome::Substitution`].
        Substitution = "substitution",
        /// [`Outcome::EarlyEnd`].
        EarlyEnd = "early_end",
    }
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

string_enum! {
    /// Whom a penalty goes to: `players` (each other player gets the points) or `house` (the club's house gets them, once).
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
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
pub struct Substitution<Player> {
    /// Whose place is taken.
    pub chair: Chair,
    /// Who sits there from now on.
    pub player: Player,
}

impl OutcomeKind {
    /// Whether it is a hand and takes a number; none if that is for the variant to say.
    pub const fn is_hand(self) -> Option<bool> {
        match self {
            Self::Win | Self::Goulash | Self::Agreed => Some(true),
            Self::FalseMahjong => None,
            Self::Penalty | Self::Substitution | Self::EarlyEnd => Some(false),
        }
    }
}

impl<Player> Outcome<Player> {
    /// Its kind, whose word is its `kind` in JSON.
    pub const fn kind(&self) -> OutcomeKind {
        match self {
            Self::Win(_) => OutcomeKind::Win,
            Self::Goulash {} => OutcomeKind::Goulash,
            Self::Agreed(_) => OutcomeKind::Agreed,
            Self::FalseMahjong(_) => OutcomeKind::FalseMahjong,
            Self::Penalty(_) => OutcomeKind::Penalty,
            Self::Substitution(_) => OutcomeKind::Substitution,
            Self::EarlyEnd {} => OutcomeKind::EarlyEnd,
        }
    }

    /// Who won a hand, by its tiles, by a declared result or as the players agreed; empty if nobody did.
    pub fn winning_chairs(&self) -> Vec<Chair> {
        match self {
            Self::Win(win) => win.winners.iter().map(|winner| winner.chair).collect(),
            Self::Agreed(agreed) => agreed.winner.into_iter().collect(),
            Self::Goulash {}
            | Self::FalseMahjong(_)
            | Self::Penalty(_)
            | Self::Substitution(_)
            | Self::EarlyEnd {} => Vec::new(),
        }
    }

    /// Who takes over which chair, if somebody does.
    pub const fn substitution(&self) -> Option<&Substitution<Player>> {
        if let Self::Substitution(substitution) = self {
            Some(substitution)
        } else {
            None
        }
    }

    /// What the types alone do not rule out.
    ///
    /// # Errors
    /// What contradicts what.
    pub fn check(&self) -> Result<(), Contradiction> {
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
}

impl Agreed {
    fn check(&self) -> Result<(), Contradiction> {
        let sum: i128 = self.half_points.map(i128::from).iter().sum();
        (sum == 0).then_some(()).ok_or(Contradiction(
            "what the players agreed on does not sum to zero",
        ))
    }
}
