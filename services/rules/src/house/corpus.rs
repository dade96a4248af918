//! The hands that every expression is tried on before it is accepted.

use std::sync::LazyLock;

use super::error::ExpressionError;
use super::evaluate::holds;
use super::hand::View;
use super::program::Part;
use crate::document_code::DocumentCode;
use crate::reading;
use crate::steps::StepBudget;
use crate::{Reading, Shape, Win, catalogue, notation};

/// Hands that the catalogue's examples leave out: every number of melds, kinds of kong, seats and readings.
const MORE: [&str; 10] = [
    "5p (123m) (456p) (777s) (EEEE) + 5p seat=north round=west",
    "5p [1111m] [2222p] [3333s] [EEEE] 1234f 1234q + 5p self_draw replacement=second_kong",
    "222333444m 56s 99p + 7s self_draw seat=south",
    "111222333m 11p 99p + 1p seat=west round=south from=east",
    "223344m 556677p 8s 2f + 8s",
    "1199m 1199p 1199s C 3q + C self_draw last_tile",
    "19m 19p 19s ESWN CFP + 1m self_draw seat=south",
    "123456789m 12p EE + 3p first_turn=earth from=east seat=south",
    "23m 55p (4444p) (678s) (FFF) 1q 1f + 1m robbed=added added from=west",
    "1112345678999s + 5s self_draw first_turn=heaven",
];

pub(super) static READINGS: LazyLock<Vec<(&'static str, Win, Vec<Reading>)>> =
    LazyLock::new(|| {
        let examples = catalogue().map(|entry| entry.example);
        examples
            .chain(MORE)
            .filter_map(|text| {
                // A line that is not one would be missing here; a test reads each.
                let win = notation::win(text).ok()?;
                let readings = reading::all(&win);
                Some((text, win, readings))
            })
            .collect()
    });

/// Refuses an expression that fails on a reading of one of these hands.
pub(super) fn try_on(program: &Part, budget: &StepBudget) -> Result<(), ExpressionError> {
    for (text, win, readings) in READINGS.iter() {
        // A win by bonus tiles is not read: only what a document lists is asked of it, and may fail.
        let read = readings
            .iter()
            .filter(|reading| reading.shape != Shape::BonusTiles);
        for reading in read {
            let holds = holds(program, &View::of(win, reading), budget);
            holds.map_err(|failure| {
                ExpressionError::new(
                    DocumentCode::ExpressionFails,
                    format!("{failure}, for the hand {text}"),
                )
            })?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{MORE, READINGS};
    use crate::catalogue;

    #[test]
    fn every_hand_is_read() {
        assert_eq!(READINGS.len(), catalogue().count() + MORE.len());
        for (text, _, readings) in READINGS.iter() {
            assert!(!readings.is_empty(), "{text}");
        }
    }
}
