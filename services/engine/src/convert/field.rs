//! Fields of requests that are missing, out of range or not readable.

use std::ops::RangeInclusive;

use rules::{Misstatement, MisstatementKind, RefusalCode};
use wire::RequestReason;
use wire::convert::{Problem, Unreadable};

use crate::errors::{At, Invalid};

/// A field that a request has to state.
pub(super) fn required<T>(stated: Option<T>, field: &str) -> Result<T, Invalid> {
    stated.ok_or_else(missing).at(field)
}

pub(super) fn missing() -> Invalid {
    Invalid::new(
        RequestReason::FieldMissing,
        "",
        "this required field is missing",
    )
}

/// A list that is not longer than it may be. The refusal says what its items are called and what is done with that many.
pub(super) fn at_most<T>(
    most: usize,
    (called, done): (&str, &str),
    stated: Vec<T>,
) -> Result<Vec<T>, Invalid> {
    match stated.len() {
        count if count > most => {
            let text = format!("{count} {called}, but at most {most} {done}");
            Err(Invalid::new(RequestReason::TooLarge, "", text))
        }
        _ => Ok(stated),
    }
}

/// A number that has a range.
pub(super) fn in_range(number: u32, range: RangeInclusive<u32>) -> Result<u32, Invalid> {
    if range.contains(&number) {
        Ok(number)
    } else {
        Err(out_of_range(number, range))
    }
}

pub(super) fn out_of_range(number: u32, range: RangeInclusive<u32>) -> Invalid {
    let text = format!("{number} is not in {}–{}", range.start(), range.end());
    Invalid::new(RefusalCode::OutOfRange, "", text)
}

impl From<Unreadable> for Invalid {
    fn from(Unreadable { field, problem }: Unreadable) -> Invalid {
        let invalid = match problem {
            Problem::Missing => missing(),
            Problem::UnknownValue(number) => {
                let text = format!("{number} is not a value of this enum");
                Invalid::new(RequestReason::ValueUnknown, "", text)
            }
            Problem::NoSuchChair(number) => out_of_range(number, 1..=4),
            Problem::NotAKong => {
                let text = "only a kong can be robbed, not a chow or a pung";
                Invalid::new(RefusalCode::KongNotRobbable, "", text)
            }
            Problem::NotFourTotals => totals_invalid(),
        };
        invalid.within(&field)
    }
}

/// What is wrong with how a hand is said to have been won; `giver` is the field that says who gave the tile.
pub(super) fn misstated(misstatement: Misstatement, giver: &str) -> Invalid {
    let field = if misstatement.field == rules::Field::From {
        giver.to_owned()
    } else {
        format!("circumstances.{}", misstatement.field)
    };
    match misstatement.kind {
        MisstatementKind::Missing => missing().within(&field),
        MisstatementKind::Unexpected => {
            let text = "does not go with how the hand was won: leave it out";
            Invalid::new(RequestReason::FieldUnexpected, field, text)
        }
        MisstatementKind::Unreadable(text) => {
            Invalid::new(RequestReason::NotationInvalid, field, text)
        }
    }
}

/// Totals that no match can have.
pub(super) fn totals_invalid() -> Invalid {
    let text =
        "the totals are four amounts within ±(2⁵³ − 1) that sum to zero with what the house holds";
    Invalid::new(RequestReason::StateInvalid, "", text)
}
