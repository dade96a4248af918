//! A match while outcomes are added to it, and what has to add up.

use super::NewOutcome;
use crate::tables::{matches, players};
use crate::{Error, OpenMatch, Place, PlayerId, Result};
use evidence::{Legs, MAX_INTEGER, MatchState, Outcome, seated_after};

/// A match while outcomes are added to it. The engine worked them out on top of this very version: what it says must
/// add up with it.
pub(in crate::commands) struct MatchProgress {
    pub(super) stake_cents: i64,
    state: MatchState,
    seated: [PlayerId; 4],
}

impl MatchProgress {
    pub(super) fn of(row: &matches::Row) -> Result<Self> {
        Ok(Self {
            stake_cents: row.stake_cents(),
            state: row.state()?,
            seated: row.players(),
        })
    }

    /// A match that is just opened.
    pub(in crate::commands) fn opened(new: &OpenMatch) -> Self {
        Self {
            stake_cents: new.stake_cents,
            state: new.state,
            seated: new.players,
        }
    }

    pub(in crate::commands) fn take_all(
        &mut self,
        outcomes: &[NewOutcome],
        known: &players::Names,
    ) -> Result<()> {
        for (place, outcome) in outcomes.iter().enumerate() {
            let taken = self.take(outcome, known);
            taken.map_err(|error| error.at(Place::Outcome(place)))?;
        }
        Ok(())
    }

    fn take(&mut self, new: &NewOutcome, known: &players::Names) -> Result<()> {
        let NewOutcome {
            facts,
            effect,
            state_after,
            ..
        } = new;
        if self.state.ending.is_some() {
            return Err(Error::Contradiction("something happens after the end"));
        }
        if effect
            .number
            .is_some_and(|number| number != self.state.next_number)
        {
            return Err(Error::Contradiction(
                "the hand's number is not the next one",
            ));
        }
        let hands = u32::from(effect.number.is_some());
        if state_after.next_number != self.state.next_number.saturating_add(hands) {
            return Err(Error::Contradiction(
                "the number of the next hand does not follow",
            ));
        }
        if effect.deal != self.state.deal {
            return Err(Error::Contradiction("the hand was played in another deal"));
        }
        if effect.legs.chairs().map(|leg| leg.player) != self.seated {
            return Err(Error::Contradiction("the legs are those of other players"));
        }
        if sum(&self.state, &effect.legs) != totals(state_after) {
            return Err(Error::Contradiction(
                "the totals after the hand are not those before it and what it moved",
            ));
        }
        check_cents(self.stake_cents, &effect.legs)?;
        check_totals(self.stake_cents, totals(state_after))?;
        self.sit_down(facts, known)?;
        self.state = *state_after;
        Ok(())
    }

    fn sit_down(&mut self, facts: &Outcome, known: &players::Names) -> Result<()> {
        let Outcome::Substitution(substitution) = facts else {
            return Ok(());
        };
        let arrives = known.get(&substitution.player.0);
        let arrives = arrives.ok_or(Error::UnknownPlayer(substitution.chair))?;
        arrives.check_for(substitution.chair)?;
        let counts_for = |seated: &PlayerId| {
            let player = known.get(&seated.0);
            player
                .and_then(|player| player.merged_into)
                .unwrap_or(*seated)
        };
        if self
            .seated
            .iter()
            .any(|seated| counts_for(seated) == arrives.id)
        {
            return Err(Error::SamePlayerTwice);
        }
        self.seated = seated_after(self.seated, facts);
        Ok(())
    }
}

pub(in crate::commands) fn totals(state: &MatchState) -> [i128; 5] {
    let [first, second, third, fourth] = state.total_half_points.map(i128::from);
    [first, second, third, fourth, state.house_half_points.into()]
}

fn sum(before: &MatchState, legs: &Legs) -> [i128; 5] {
    let mut after = totals(before);
    let moved = legs.half_points().into_iter().chain([legs.house()]);
    for (total, moved) in after.iter_mut().zip(moved) {
        *total += i128::from(moved);
    }
    after
}

/// Money is whole minor units.
pub(in crate::commands) fn check_cents(stake_cents: i64, legs: &Legs) -> Result<()> {
    let mut moved = legs.half_points().into_iter().chain([legs.house()]);
    match moved.any(|moved| i128::from(moved) * i128::from(stake_cents) % 2 != 0) {
        true => Err(Error::FractionalAmount),
        false => Ok(()),
    }
}

/// No total of a chair, of a player or of the house outgrows what every reader of JSON holds, in half points or in money.
pub(in crate::commands) fn check_totals(
    stake_cents: i64,
    totals: impl IntoIterator<Item = i128>,
) -> Result<()> {
    let most = i128::from(MAX_INTEGER);
    let too_large =
        |total: i128| total.abs() > most || (total * i128::from(stake_cents)).abs() / 2 > most;
    match totals.into_iter().any(too_large) {
        true => Err(Error::AmountTooLarge),
        false => Ok(()),
    }
}
