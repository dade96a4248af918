//! The work of an audit, counted while it is done, so that whoever carries out several audits can have them take turns.

use crate::entry_error::EntryError;
use evidence::{Body, Entry};
use rules::{MatchState, Outcome, PlayedHand, StepBudget, TableOptions, Variant, plays_within};
use std::slice;

/// The steps of house patterns that are a unit. A step takes about 10 ns.
const STEPS: u64 = 10_000;
/// A draw among so many players, squared, is a unit: one among 200 tries eight million exchanges at most, which take half a second.
const SQUARE_OF_PLAYERS: u64 = 8;

/// Is told of the work of an audit: how many units come next, or were just done. A unit is what an ordinary entry or hand takes, about a tenth of a
/// millisecond. The same audit always tells the same units.
pub struct Pace(Box<dyn FnMut(u64)>);

impl Default for Pace {
    fn default() -> Self {
        Self::new(|_| ())
    }
}

impl Pace {
    /// Calls this with the units.
    pub fn new(on_work: impl FnMut(u64) + 'static) -> Self {
        Self(Box::new(on_work))
    }

    /// An entry comes next.
    pub(crate) fn entry(&mut self, entry: &Entry) {
        let players = if let Body::RoundDrawn(drawn) = &entry.body {
            drawn.tables.len() * 4 + drawn.sitting_out.len()
        } else if let Body::TournamentRoundDrawn(drawn) = &entry.body {
            drawn.tables.len() * 4 + drawn.sitting_out.len()
        } else {
            0
        };
        let players = players as u64;
        (self.0)(1 + players.saturating_mul(players) / SQUARE_OF_PLAYERS);
    }

    /// So many entries are read again next.
    pub(crate) fn reread(&mut self, entries: usize) {
        (self.0)(entries as u64);
    }

    /// Plays an outcome.
    ///
    /// # Errors
    /// The rules refuse it: [`EntryError::Refused`].
    pub(crate) fn play(
        &mut self,
        variant: &Variant,
        options: &TableOptions,
        state: &MatchState,
        outcome: &Outcome,
    ) -> Result<PlayedHand, EntryError> {
        // It counts the steps and is never spent.
        let budget = StepBudget::of(u64::MAX - 1);
        let played = plays_within(variant, options, state, slice::from_ref(outcome), &budget)
            .next()
            .ok_or(EntryError::Differs("number"))?
            .map_err(|too_many| EntryError::Refused(too_many.to_string()))?;
        (self.0)(1 + budget.spent() / STEPS);
        played.map_err(|refusal| EntryError::Refused(refusal.refusal.message()))
    }
}
