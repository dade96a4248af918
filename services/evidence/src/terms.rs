//! What entries of several kinds state in the same form: the players of a table, a currency.

use crate::{PlayerId, Refusal};
use std::collections::BTreeSet;

/// Whether a currency has the form of ISO 4217.
pub(crate) fn check_currency(currency: &str) -> Result<(), Refusal> {
    let capitals = currency.bytes().all(|byte| byte.is_ascii_uppercase());
    (currency.len() == 3 && capitals)
        .then_some(())
        .ok_or(Refusal::Contradiction(
            "a currency is three capital letters (ISO 4217)",
        ))
}

/// Whether everybody sits on one chair.
pub(crate) fn check_seats(players: &[PlayerId; 4]) -> Result<(), Refusal> {
    let different = BTreeSet::from(*players).len() == players.len();
    different
        .then_some(())
        .ok_or(Refusal::Contradiction("one player sits on two chairs"))
}
