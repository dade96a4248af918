//! The one place that knows the contract's types and the rules' types together: one file for each `.proto` file.
//!
//! What comes in is only understood here, never judged: whether a meld is one is for the rules to say. What goes
//! out cannot fail.

pub(crate) mod claims;
pub(crate) mod engine;
pub(crate) mod hand;
pub(crate) mod matches;
pub(crate) mod score;
pub(crate) mod tiles;
pub(crate) mod variant;
pub(crate) mod waits;

use std::ops::RangeInclusive;

use rules::RefusalCode;

use crate::errors::{At, Invalid};
use crate::reason::Reason;

/// A field that a request has to state.
fn required<T>(stated: Option<T>, field: &str) -> Result<T, Invalid> {
    stated.ok_or_else(missing).at(field)
}

fn missing() -> Invalid {
    Invalid::new(Reason::FieldMissing, "", "this required field is missing")
}

/// The value of an enum, which protobuf hands over as any number.
fn known<E: TryFrom<i32>>(number: i32) -> Result<E, Invalid> {
    E::try_from(number).map_err(|_| {
        let text = format!("{number} is not a value of this enum");
        Invalid::new(Reason::ValueUnknown, "", text)
    })
}

/// A number that has a range.
fn in_range(number: u32, range: RangeInclusive<u32>) -> Result<u32, Invalid> {
    if range.contains(&number) {
        Ok(number)
    } else {
        Err(out_of_range(number, range))
    }
}

fn out_of_range(number: u32, range: RangeInclusive<u32>) -> Invalid {
    let text = format!("{number} is not in {}–{}", range.start(), range.end());
    Invalid::new(Reason::Refused(RefusalCode::OutOfRange), "", text)
}
