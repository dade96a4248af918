//! Enums: the same words in the contract, where zero stands for none, as at the table.

use crate::v1;

use super::unreadable::{Problem, Unreadable};

/// A word of the table that the contract has too.
pub trait Word: Sized {
    /// The word of a number of the contract; `None` if it is unspecified.
    ///
    /// # Errors
    /// The number is no value of the enum.
    fn of_number(number: i32) -> Result<Option<Self>, Unreadable>;

    /// Its number in the contract.
    fn number(self) -> i32;
}

macro_rules! same_words {
    ($($word:ident { $($value:ident),+ $(,)? })+) => {$(
        impl From<mahjong::$word> for v1::$word {
            fn from(word: mahjong::$word) -> Self {
                match word { $(mahjong::$word::$value => v1::$word::$value,)+ }
            }
        }

        impl Word for mahjong::$word {
            fn of_number(number: i32) -> Result<Option<Self>, Unreadable> {
                match v1::$word::try_from(number) {
                    Ok(v1::$word::Unspecified) => Ok(None),
                    $(Ok(v1::$word::$value) => Ok(Some(mahjong::$word::$value)),)+
                    Err(_) => Err(Problem::UnknownValue(number).into()),
                }
            }

            fn number(self) -> i32 {
                v1::$word::from(self).into()
            }
        }
    )+};
}

same_words! {
    Wind { East, South, West, North }
    Ending { Complete, Early }
    WonBy { SelfDraw, Discard, RobbedKong, BonusTiles }
    MeldKind { Chow, Pung, ExposedKong, AddedKong, ConcealedKong }
    Replacement { BonusTile, Kong, SecondKong }
    FirstTurn { Heaven, Earth, Man }
    LiabilityRule { NineTiles, TwelveTiles, FiveTiles, BigThreeDragons, BigFourWinds, KongReplacement, FourthMeld }
    Payee { Players, House }
    Shape { Standard, SevenPairs, ThirteenOrphans, BonusTiles }
    SetKind { Chow, Pung, Kong, Pair }
    LeftOutReason { Included, Limit, Group, Condition, NoValue }
}

/// The contract states a robbed kong as the kind of its meld.
impl Word for mahjong::KongKind {
    fn of_number(number: i32) -> Result<Option<Self>, Unreadable> {
        match mahjong::MeldKind::of_number(number)? {
            None => Ok(None),
            Some(meld) => meld.kong().map(Some).ok_or(Problem::NotAKong.into()),
        }
    }

    fn number(self) -> i32 {
        mahjong::MeldKind::from(self).number()
    }
}

/// Reads a word that has to be stated.
///
/// # Errors
/// It is unspecified, or no value of its enum.
pub fn read<W: Word>(number: i32) -> Result<W, Unreadable> {
    W::of_number(number)?.ok_or(Problem::Missing.into())
}

/// Reads a word that may be unspecified.
///
/// # Errors
/// It is no value of its enum.
pub fn read_optional<W: Word>(number: i32) -> Result<Option<W>, Unreadable> {
    W::of_number(number)
}

/// Writes a word.
pub fn write(word: impl Word) -> i32 {
    word.number()
}

/// Writes a word, or that it is unspecified.
pub fn write_optional(word: Option<impl Word>) -> i32 {
    word.map(Word::number).unwrap_or_default()
}
