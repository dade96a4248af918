//! With which circumstances a hand was won, in the form that the rules work with, and from the words of a table
//! ([`mahjong`]) and back.

use mahjong::{FirstTurn, KongKind, Replacement};

use crate::field::Field;
use crate::misstatement::{Misstatement, MisstatementKind};

/// How the winning tile was got. `S` names a seat: a [`Wind`](crate::Wind) outside a match, a
/// [`Chair`](crate::Chair) inside one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WonBy<S> {
    /// Drawn by the winner 自摸.
    SelfDraw,
    /// Discarded by another player.
    Discard {
        /// Who discarded it.
        from: S,
    },
    /// Taken from a kong that another player was declaring 搶槓.
    RobbedKong {
        /// Whose kong it was.
        from: S,
        /// The kind of kong.
        kong: KongKind,
    },
    /// Seven or eight bonus tiles win at once 花糊; paid as self-drawn.
    BonusTiles,
}

impl<S: Copy> WonBy<S> {
    /// Who gave the tile, if anybody did.
    #[must_use]
    pub fn from(&self) -> Option<S> {
        match *self {
            WonBy::Discard { from } | WonBy::RobbedKong { from, .. } => Some(from),
            WonBy::SelfDraw | WonBy::BonusTiles => None,
        }
    }

    /// Whether nobody gave the tile: a self-draw, or bonus tiles.
    #[must_use]
    pub fn is_own_draw(&self) -> bool {
        self.from().is_none()
    }

    /// The same with another name for the seat.
    #[must_use]
    pub fn map_seat<T>(self, name: impl FnOnce(S) -> T) -> WonBy<T> {
        match self {
            WonBy::SelfDraw => WonBy::SelfDraw,
            WonBy::Discard { from } => WonBy::Discard { from: name(from) },
            WonBy::RobbedKong { from, kong } => WonBy::RobbedKong {
                from: name(from),
                kong,
            },
            WonBy::BonusTiles => WonBy::BonusTiles,
        }
    }
}

/// What is known of a win besides the winner's tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Circumstances<S> {
    /// How the winning tile was got.
    pub won_by: WonBy<S>,
    /// Whether it was the last tile of the wall, or the discard or kong that followed it 海底撈月.
    pub last_tile: bool,
    /// What it replaced, if anything.
    pub replacement: Option<Replacement>,
    /// Whether it was a first-turn win, and which.
    pub first_turn: Option<FirstTurn>,
}

impl<S: Copy> Circumstances<S> {
    /// A win with nothing more to say than how the tile was got.
    #[must_use]
    pub fn plain(won_by: WonBy<S>) -> Circumstances<S> {
        Circumstances {
            won_by,
            last_tile: false,
            replacement: None,
            first_turn: None,
        }
    }

    /// The same with another name for the seat.
    #[must_use]
    pub fn map_seat<T>(self, name: impl FnOnce(S) -> T) -> Circumstances<T> {
        Circumstances {
            won_by: self.won_by.map_seat(name),
            last_tile: self.last_tile,
            replacement: self.replacement,
            first_turn: self.first_turn,
        }
    }
    /// What there is to say besides how the tile was got: `, as the replacement of a kong, with the last tile`.
    #[must_use]
    pub fn besides(&self) -> String {
        let mut text = String::new();
        text += match self.replacement {
            None => "",
            Some(Replacement::BonusTile) => ", as the replacement of a bonus tile",
            Some(Replacement::Kong) => ", as the replacement of a kong",
            Some(Replacement::SecondKong) => ", as the replacement of a second kong",
        };
        text += match self.first_turn {
            None => "",
            Some(FirstTurn::Heaven) => ", with the dealt hand",
            Some(FirstTurn::Earth | FirstTurn::Man) => ", on the first turn",
        };
        if self.last_tile {
            text += ", with the last tile";
        }
        text
    }
}

impl<S: Copy> Circumstances<S> {
    /// How a hand was won, and who gave the winning tile.
    ///
    /// # Errors
    /// Something that goes with this way of winning is missing, or something is stated that does not.
    pub fn read(
        stated: mahjong::Circumstances,
        from: Option<S>,
    ) -> Result<Circumstances<S>, Misstatement> {
        Ok(Circumstances {
            won_by: read_won_by(stated.won_by, from, stated.robbed_kong)?,
            last_tile: stated.last_tile,
            replacement: stated.replacement,
            first_turn: stated.first_turn,
        })
    }

    /// How the hand was won, but for who gave the winning tile: that is [`WonBy::from`].
    #[must_use]
    pub fn state(&self) -> mahjong::Circumstances {
        let (won_by, robbed_kong) = match self.won_by {
            WonBy::SelfDraw => (mahjong::WonBy::SelfDraw, None),
            WonBy::Discard { .. } => (mahjong::WonBy::Discard, None),
            WonBy::RobbedKong { kong, .. } => (mahjong::WonBy::RobbedKong, Some(kong)),
            WonBy::BonusTiles => (mahjong::WonBy::BonusTiles, None),
        };
        mahjong::Circumstances {
            won_by,
            robbed_kong,
            last_tile: self.last_tile,
            replacement: self.replacement,
            first_turn: self.first_turn,
        }
    }
}

fn read_won_by<S>(
    won_by: mahjong::WonBy,
    from: Option<S>,
    kong: Option<KongKind>,
) -> Result<WonBy<S>, Misstatement> {
    match won_by {
        mahjong::WonBy::SelfDraw => {
            unexpected(from, Field::From)?;
            unexpected(kong, Field::RobbedKong)?;
            Ok(WonBy::SelfDraw)
        }
        mahjong::WonBy::Discard => {
            unexpected(kong, Field::RobbedKong)?;
            Ok(WonBy::Discard {
                from: missing(from, Field::From)?,
            })
        }
        mahjong::WonBy::RobbedKong => Ok(WonBy::RobbedKong {
            from: missing(from, Field::From)?,
            kong: missing(kong, Field::RobbedKong)?,
        }),
        mahjong::WonBy::BonusTiles => {
            unexpected(from, Field::From)?;
            unexpected(kong, Field::RobbedKong)?;
            Ok(WonBy::BonusTiles)
        }
    }
}

fn missing<T>(stated: Option<T>, field: Field) -> Result<T, Misstatement> {
    let kind = MisstatementKind::Missing;
    stated.ok_or(Misstatement { field, kind })
}

fn unexpected<T>(stated: Option<T>, field: Field) -> Result<(), Misstatement> {
    let kind = MisstatementKind::Unexpected;
    match stated {
        None => Ok(()),
        Some(_) => Err(Misstatement { field, kind }),
    }
}
