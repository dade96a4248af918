//! What happened in a hand or between two, as the table stated it. Absent optionals are left out.

use crate::{Chair, Contradiction, Ending, Win, string_enum};
use serde::{Deserialize, Serialize};

/// What happened in a hand, or between two, or in a whole match. `Player` is what names the people of a club: tables need no
/// more than chairs. `Won` is a win: as the table stated it, or in the form that rules read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Outcome<Player, Won = Win> {
    /// Somebody won.
    Win(Won),
    /// Nobody won.
    Goulash {},
    /// The players agreed on what a hand pays, and did not say how it came about.
    Agreed(Agreed),
    /// Somebody called mahjong without a legal win.
    FalseMahjong(FalseMahjong),
    /// Somebody paid a table penalty. It is not a hand.
    Penalty(Penalty),
    /// Players paid one of them for something that is no win, such as a kong. It is not a hand.
    SidePayment(SidePayment),
    /// What a whole match came to, of which no hand was written down. It is not a hand.
    Totals(Totals),
    /// Somebody else took over a chair. It is not a hand.
    Substitution(Substitution<Player>),
    /// The players ended the match before its last hand. It is not a hand.
    EarlyEnd {},
}

string_enum! {
    /// How a hand ended (somebody won, nobody (`goulash`), the players agreed on the points, or somebody called a false
    /// mahjong), what happened between two hands, or the result of a match without its hands (`totals`).
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
        /// [`Outcome::SidePayment`].
        SidePayment = "side_payment",
        /// [`Outcome::Totals`].
        Totals = "totals",
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

/// What players pay one of them for something that is no win, such as a kong.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SidePayment {
    /// Who is paid.
    pub chair: Chair,
    /// Who pays; absent: each other player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from_chair: Option<Chair>,
    /// Which of the variant's side payments it is; absent for one of the table's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side_payment: Option<String>,
    /// The points that each payer pays; absent: the usual amount of that side payment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<u32>,
}

/// What a whole match came to, as somebody noted it from the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Totals {
    /// What each chair gained or paid in half points, chair 1 first; they sum to zero with what the house gets.
    pub half_points: [i64; 4],
    /// What the club's house gets in half points; absent: nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub house_half_points: Option<i64>,
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
            Self::Penalty
            | Self::SidePayment
            | Self::Totals
            | Self::Substitution
            | Self::EarlyEnd => Some(false),
        }
    }

    /// How the match ends with it, if it always does.
    pub const fn ending(self) -> Option<Ending> {
        match self {
            Self::Totals => Some(Ending::Complete),
            Self::EarlyEnd => Some(Ending::Early),
            Self::Win
            | Self::Goulash
            | Self::Agreed
            | Self::FalseMahjong
            | Self::Penalty
            | Self::SidePayment
            | Self::Substitution => None,
        }
    }
}

impl<Player, Won> Outcome<Player, Won> {
    /// Its kind, whose word is its `kind` in JSON.
    pub const fn kind(&self) -> OutcomeKind {
        match self {
            Self::Win(_) => OutcomeKind::Win,
            Self::Goulash {} => OutcomeKind::Goulash,
            Self::Agreed(_) => OutcomeKind::Agreed,
            Self::FalseMahjong(_) => OutcomeKind::FalseMahjong,
            Self::Penalty(_) => OutcomeKind::Penalty,
            Self::SidePayment(_) => OutcomeKind::SidePayment,
            Self::Totals(_) => OutcomeKind::Totals,
            Self::Substitution(_) => OutcomeKind::Substitution,
            Self::EarlyEnd {} => OutcomeKind::EarlyEnd,
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

    /// The same with its win in another form, and without the names of people.
    ///
    /// # Errors
    /// What is wrong with the win.
    pub fn at_table<Other, Error>(
        &self,
        win: impl FnOnce(&Won) -> Result<Other, Error>,
    ) -> Result<Outcome<(), Other>, Error> {
        Ok(match self {
            Self::Win(stated) => Outcome::Win(win(stated)?),
            Self::Goulash {} => Outcome::Goulash {},
            Self::Agreed(agreed) => Outcome::Agreed(*agreed),
            Self::FalseMahjong(call) => Outcome::FalseMahjong(*call),
            Self::Penalty(penalty) => Outcome::Penalty(penalty.clone()),
            Self::SidePayment(payment) => Outcome::SidePayment(payment.clone()),
            Self::Totals(totals) => Outcome::Totals(*totals),
            Self::Substitution(substitution) => Outcome::Substitution(Substitution {
                chair: substitution.chair,
                player: (),
            }),
            Self::EarlyEnd {} => Outcome::EarlyEnd {},
        })
    }
}

impl<Player> Outcome<Player> {
    /// Who won a hand, by its tiles, by a declared result or as the players agreed; empty if nobody did.
    pub fn winning_chairs(&self) -> Vec<Chair> {
        match self {
            Self::Win(win) => win.winners.iter().map(|winner| winner.chair).collect(),
            Self::Agreed(agreed) => agreed.winner.into_iter().collect(),
            Self::Goulash {}
            | Self::FalseMahjong(_)
            | Self::Penalty(_)
            | Self::SidePayment(_)
            | Self::Totals(_)
            | Self::Substitution(_)
            | Self::EarlyEnd {} => Vec::new(),
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
            Self::SidePayment(payment) => payment.check(),
            Self::Totals(totals) => totals.check(),
            Self::Goulash {}
            | Self::FalseMahjong(_)
            | Self::Penalty(_)
            | Self::Substitution(_)
            | Self::EarlyEnd {} => Ok(()),
        }
    }
}

impl SidePayment {
    fn check(&self) -> Result<(), Contradiction> {
        let is_to_oneself = self.from_chair == Some(self.chair);
        (!is_to_oneself)
            .then_some(())
            .ok_or(Contradiction("a side payment goes from a chair to itself"))
    }
}

impl Totals {
    /// What the club's house gets in half points.
    pub fn house(&self) -> i64 {
        self.house_half_points.unwrap_or_default()
    }

    fn check(&self) -> Result<(), Contradiction> {
        if self.house_half_points.is_some_and(|house| house <= 0) {
            return Err(Contradiction("the house gets nothing, or less"));
        }
        let players: i128 = self.half_points.map(i128::from).iter().sum();
        (players + i128::from(self.house()) == 0)
            .then_some(())
            .ok_or(Contradiction(
                "the totals of the players and the house do not sum to zero",
            ))
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
