//! What must agree from one outcome of a match to the next: the numbers of the hands, the deal, the seats, the totals and
//! whole cents. Recording, correction, import and audit all check it here.

use crate::{Legs, MatchState, Outcome, OutcomeResult, PlayerId, Refusal};

/// A match between two outcomes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MatchProgress {
    stake_cents: i64,
    seated: [PlayerId; 4],
    state: MatchState,
}

/// Why an outcome cannot be the next one of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProgressError {
    /// The match is over.
    MatchOver,
    /// An outcome follows one that ends the match.
    AfterEnd,
    /// The deal is not that of the match.
    OtherDeal,
    /// The payments are not those of the players who sit at the table.
    OtherPlayers,
    /// The number of a hand is not the next one.
    NumberOutOfOrder,
    /// The player who takes over a chair sits at the table.
    AlreadySeated,
    /// A payment is no whole number of cents.
    FractionalCents,
    /// The stated next number is not the one after the last hand.
    NextNumberDiffers,
    /// The stated totals are not the sums of the payments.
    TotalsDiffer,
    /// Totals follow an outcome that moved something, or a hand.
    TotalsNotAlone,
    /// The stated ending is not that of an outcome that ends the match, or is early without one.
    EndingDiffers,
}

impl ProgressError {
    /// The error in words.
    pub const fn text(self) -> &'static str {
        match self {
            Self::MatchOver => "the match is over",
            Self::AfterEnd => "something happened after the match had ended",
            Self::OtherDeal => "the outcome happened in another deal",
            Self::OtherPlayers => "the legs are those of other players",
            Self::NumberOutOfOrder => "the hands are not numbered 1, 2, 3, …",
            Self::AlreadySeated => "who takes a chair over sits at the table already",
            Self::FractionalCents => "what an outcome moves is no whole number of cents",
            Self::NextNumberDiffers => "the next hand's number does not follow the last one's",
            Self::TotalsDiffer => "the totals are not what the outcomes moved",
            Self::TotalsNotAlone => "a match has totals besides other points",
            Self::EndingDiffers => "the match does not end as its last outcome ends it",
        }
    }
}

impl From<ProgressError> for Refusal {
    fn from(error: ProgressError) -> Self {
        Self::Contradiction(error.text())
    }
}

/// Why a hand with a stated number cannot be recorded next, in the order of precedence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberRefusal {
    /// Another hand has the number.
    Taken,
    /// The match is over.
    MatchOver,
    /// A hand before it is missing.
    Ahead {
        /// The number that comes next.
        next: u32,
    },
}

impl MatchProgress {
    /// A match before its first outcome.
    pub const fn start(stake_cents: i64, players: [PlayerId; 4]) -> Self {
        Self::at(stake_cents, players, MatchState::START)
    }

    /// A match that stands somewhere, with the players who sit at the table then, chair 1 first.
    pub const fn at(stake_cents: i64, seated: [PlayerId; 4], state: MatchState) -> Self {
        Self {
            stake_cents,
            seated,
            state,
        }
    }

    /// The players who sit at the table, chair 1 first.
    pub const fn seated(&self) -> [PlayerId; 4] {
        self.seated
    }

    /// Where the match stands.
    pub const fn state(&self) -> &MatchState {
        &self.state
    }

    /// Adds an outcome whose entry states where the match stands after it. `same_person` maps a player to the one they
    /// were merged into.
    ///
    /// # Errors
    /// The outcome contradicts the match; the match is then as it was.
    pub fn record(
        &mut self,
        outcome: &Outcome,
        result: &OutcomeResult,
        state_after: &MatchState,
        same_person: impl Fn(PlayerId) -> PlayerId,
    ) -> Result<(), ProgressError> {
        if self.state.ending.is_some() {
            return Err(ProgressError::MatchOver);
        }
        if result.deal != self.state.deal {
            return Err(ProgressError::OtherDeal);
        }
        let mut after = *self;
        after.add(outcome, result, same_person)?;
        after.finish(state_after)?;
        *self = after;
        Ok(())
    }

    /// Adds an outcome of a match that is added up as a whole: [`finish`](Self::finish) follows the last one.
    ///
    /// # Errors
    /// The outcome contradicts those before it.
    pub(crate) fn add(
        &mut self,
        outcome: &Outcome,
        result: &OutcomeResult,
        same_person: impl Fn(PlayerId) -> PlayerId,
    ) -> Result<(), ProgressError> {
        let legs = &result.legs;
        if self.state.ending.is_some() {
            return Err(ProgressError::AfterEnd);
        }
        if legs.chairs().map(|leg| leg.player) != self.seated {
            return Err(ProgressError::OtherPlayers);
        }
        if !moves_whole_cents(self.stake_cents, legs) {
            return Err(ProgressError::FractionalCents);
        }
        if matches!(outcome, Outcome::Totals(_)) && !self.state.is_without_points() {
            return Err(ProgressError::TotalsNotAlone);
        }
        self.count(result.number)?;
        self.seat(outcome, same_person)?;
        let totals = &mut self.state.total_half_points;
        for (total, moved) in totals.iter_mut().zip(legs.half_points()) {
            *total = total.saturating_add(moved);
        }
        let house = &mut self.state.house_half_points;
        *house = house.saturating_add(legs.house());
        self.state.ending = outcome.kind().ending();
        Ok(())
    }

    /// Goes on from the state that an entry states after the outcomes that were added. Their deals and a complete end
    /// follow from the rules, which are not judged here.
    ///
    /// # Errors
    /// The state contradicts the outcomes.
    pub(crate) fn finish(&mut self, state_after: &MatchState) -> Result<(), ProgressError> {
        let sums = &self.state;
        if sums.next_number != state_after.next_number {
            return Err(ProgressError::NextNumberDiffers);
        }
        let totals = |state: &MatchState| (state.total_half_points, state.house_half_points);
        if totals(sums) != totals(state_after) {
            return Err(ProgressError::TotalsDiffer);
        }
        let is_empty = sums.next_number == 1 && sums.ending.is_none();
        if state_after.check_ending(sums.ending).is_err()
            || is_empty && state_after.ending.is_some()
        {
            return Err(ProgressError::EndingDiffers);
        }
        self.state = *state_after;
        Ok(())
    }

    fn count(&mut self, number: Option<u32>) -> Result<(), ProgressError> {
        let Some(number) = number else {
            return Ok(());
        };
        if number != self.state.next_number {
            return Err(ProgressError::NumberOutOfOrder);
        }
        self.state.next_number = number.saturating_add(1);
        Ok(())
    }

    fn seat(
        &mut self,
        outcome: &Outcome,
        same_person: impl Fn(PlayerId) -> PlayerId,
    ) -> Result<(), ProgressError> {
        if let Outcome::Substitution(substitution) = outcome {
            let newcomer = same_person(substitution.player);
            if self.seated.map(&same_person).contains(&newcomer) {
                return Err(ProgressError::AlreadySeated);
            }
            self.seated = seated_after(self.seated, outcome);
        }
        Ok(())
    }
}

/// Whether an outcome can be recorded next in a match that stands there; its hand has this number, if the client states one.
///
/// # Errors
/// Another hand has the number, the match is over, or a hand is missing.
pub fn check_next(state: &MatchState, number: Option<u32>) -> Result<(), NumberRefusal> {
    let next = state.next_number;
    if number.is_some_and(|number| number < next) {
        Err(NumberRefusal::Taken)
    } else if state.ending.is_some() {
        Err(NumberRefusal::MatchOver)
    } else if number.is_some_and(|number| number > next) {
        Err(NumberRefusal::Ahead { next })
    } else {
        Ok(())
    }
}

/// Whether the payments are whole numbers of cents: half points times the stake of a point.
pub fn moves_whole_cents(stake_cents: i64, legs: &Legs) -> bool {
    let mut moved = legs.half_points().into_iter().chain([legs.house()]);
    moved.all(|half_points| i128::from(half_points) * i128::from(stake_cents) % 2 == 0)
}

/// The players who sit at the table after an outcome, chair 1 first.
pub fn seated_after(mut seats: [PlayerId; 4], outcome: &Outcome) -> [PlayerId; 4] {
    if let Outcome::Substitution(substitution) = outcome
        && let Some(seat) = seats.get_mut(substitution.chair.index())
    {
        *seat = substitution.player;
    }
    seats
}
