//! What in a value contradicts itself, and where.

use crate::Refusal;
use std::collections::BTreeSet;
use std::fmt::Display;

/// A value that contradicts itself, or is out of its range.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct InvalidValue {
    /// Where in it: a JSON pointer (RFC 6901) without the first slash, such as `cut/players` or `ties/1`.
    pub place: String,
    /// What is wrong, in a clause.
    pub reason: &'static str,
}

impl From<InvalidValue> for Refusal {
    fn from(invalid: InvalidValue) -> Self {
        Self::Contradiction(invalid.reason)
    }
}

/// Refuses what does not hold.
pub(crate) fn check(
    holds: bool,
    place: impl Display,
    reason: &'static str,
) -> Result<(), InvalidValue> {
    match holds {
        true => Ok(()),
        false => Err(InvalidValue {
            place: place.to_string(),
            reason,
        }),
    }
}

/// Refuses the first element that was there before; each comes with its place.
pub(crate) fn check_once<T: Ord>(
    elements: impl IntoIterator<Item = (String, T)>,
    reason: &'static str,
) -> Result<(), InvalidValue> {
    let mut before = BTreeSet::new();
    let mut elements = elements.into_iter();
    elements.try_for_each(|(place, one)| check(before.insert(one), place, reason))
}
