//! Playing outcomes one after another from a state of a match.

mod points;
mod winners;

use mahjong::{Deal, Ending};

use crate::deal::{self, HandResult, MatchState};
use crate::field::Field;
use crate::refusal::{Refusal, RefusalCode};
use crate::steps::{StepBudget, TooManySteps, UNLIMITED};
use crate::variant::FalseMahjongRule;
use crate::{Amounts, Chair, Outcome, Score, TableOptions, Variant, Wind};

/// One outcome, played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedHand {
    /// The number of the hand; `None` for what is not a hand: an early end, a penalty, a side payment, the totals of a
    /// match, a substitution, a false mahjong after which play goes on.
    pub number: Option<u32>,
    /// The deal it was played in.
    pub deal: Deal,
    /// A score for each winner.
    pub scores: Vec<(Chair, Score)>,
    /// What each chair gains or pays, chair 1 first, and what the house gets.
    pub payments: Amounts,
    /// Where the match stands after it.
    pub state_after: MatchState,
}

/// Which outcome is refused, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayRefusal {
    /// The place of the outcome, counted from 0.
    pub outcome: usize,
    /// Why.
    pub refusal: Refusal,
}

/// Plays outcomes in order.
///
/// # Errors
/// The first outcome that is refused, and why; then none is played.
pub fn play(
    variant: &Variant,
    options: &TableOptions,
    state: &MatchState,
    outcomes: &[Outcome],
) -> Result<Vec<PlayedHand>, PlayRefusal> {
    plays(variant, options, state, outcomes).collect()
}

/// The same one by one, for who has something else to do in between, or wants to know every outcome that is refused: after
/// a refusal the match goes on as if the outcome had been accepted and nothing been paid.
pub fn plays<'a>(
    variant: &'a Variant,
    options: &'a TableOptions,
    state: &MatchState,
    outcomes: &'a [Outcome],
) -> impl Iterator<Item = Result<PlayedHand, PlayRefusal>> + 'a {
    plays_by(variant, options, state, outcomes, &UNLIMITED)
}

/// The same, under a budget for the steps of house patterns: an outcome for which it is not enough is told as an error of
/// its own, and so are those that follow.
pub fn plays_within<'a>(
    variant: &'a Variant,
    options: &'a TableOptions,
    state: &MatchState,
    outcomes: &'a [Outcome],
    budget: &'a StepBudget,
) -> impl Iterator<Item = Result<Result<PlayedHand, PlayRefusal>, TooManySteps>> + 'a {
    plays_by(variant, options, state, outcomes, budget).map(move |played| budget.settle(played))
}

fn plays_by<'a>(
    variant: &'a Variant,
    options: &'a TableOptions,
    state: &MatchState,
    outcomes: &'a [Outcome],
    budget: &'a StepBudget,
) -> impl Iterator<Item = Result<PlayedHand, PlayRefusal>> + 'a {
    let mut state = *state;
    outcomes.iter().enumerate().map(move |(place, outcome)| {
        let table = Table {
            variant,
            options,
            state: &state,
            budget,
        };
        let played = table.play(outcome);
        state = match &played {
            Ok(hand) => hand.state_after,
            Err(_) => table.without_payments(outcome),
        };
        played.map_err(|refusal| PlayRefusal {
            outcome: place,
            refusal,
        })
    })
}

/// A table between two hands.
struct Table<'a> {
    variant: &'a Variant,
    options: &'a TableOptions,
    state: &'a MatchState,
    budget: &'a StepBudget,
}

impl Table<'_> {
    fn play(&self, outcome: &Outcome) -> Result<PlayedHand, Refusal> {
        if self.state.ending.is_some() {
            let message = "the match is over: nothing more is played in it";
            return Err(Refusal::new(RefusalCode::MatchOver, Field::Whole, message));
        }
        match outcome {
            Outcome::Win(win) => self.win(win),
            Outcome::Goulash {} => self.hand(Vec::new(), Amounts::default(), HandResult::Goulash),
            Outcome::Agreed(agreed) => self.agreed(*agreed),
            Outcome::FalseMahjong(call) => self.false_mahjong(*call),
            Outcome::Penalty(penalty) => self.penalty(penalty),
            Outcome::SidePayment(payment) => self.side_payment(payment),
            Outcome::Totals(totals) => self.totals(*totals),
            // Who sits on a chair is not known here: the chair keeps its wind and its total.
            Outcome::Substitution(_) => self.between_hands(Amounts::default()),
            Outcome::EarlyEnd {} => {
                Ok(self.ended(Amounts::default(), self.state.totals, Ending::Early))
            }
        }
    }

    /// Where the match would stand after an outcome that pays nothing.
    fn without_payments(&self, outcome: &Outcome) -> MatchState {
        let course = match outcome {
            Outcome::Win(win) => {
                Some(self.after_wins(win.winners.iter().map(|winner| winner.chair)))
            }
            Outcome::Agreed(agreed) => Some(self.after_agreement(agreed.winner)),
            Outcome::Goulash {} => Some(HandResult::Goulash),
            Outcome::FalseMahjong(call) => match self.variant.false_mahjong() {
                FalseMahjongRule::Points => Some(self.after_false_mahjong(call.chair)),
                FalseMahjongRule::OpenHand => None,
            },
            Outcome::Penalty(_)
            | Outcome::SidePayment(_)
            | Outcome::Totals(_)
            | Outcome::Substitution(_)
            | Outcome::EarlyEnd {} => None,
        };
        let goes_on = course.filter(|_| self.state.ending.is_none());
        let hand =
            goes_on.and_then(|course| self.hand(Vec::new(), Amounts::default(), course).ok());
        hand.map_or(*self.state, |hand| hand.state_after)
    }

    fn seat_wind(&self, chair: Chair) -> Wind {
        self.state.deal.seat_wind(chair)
    }

    /// A hand that was played.
    fn hand(
        &self,
        scores: Vec<(Chair, Score)>,
        payments: Amounts,
        result: HandResult,
    ) -> Result<PlayedHand, Refusal> {
        let MatchState {
            next_number: number,
            deal,
            totals,
            ..
        } = *self.state;
        if number > MatchState::MOST_HANDS {
            let message = "a match has at most 100000 hands";
            return Err(Refusal::new(RefusalCode::OutOfRange, Field::Whole, message));
        }
        let next = deal::after(self.variant, deal, result);
        let state_after = MatchState {
            next_number: number.saturating_add(1),
            deal: next.unwrap_or(deal),
            totals: totals.plus(payments).ok_or_else(too_large)?,
            ending: if next.is_none() {
                Some(Ending::Complete)
            } else {
                None
            },
        };
        Ok(PlayedHand {
            number: Some(number),
            deal,
            scores,
            payments,
            state_after,
        })
    }

    /// Something that is not a hand: it takes no number, and the deal is where it was.
    fn between_hands(&self, payments: Amounts) -> Result<PlayedHand, Refusal> {
        let totals = self.state.totals.plus(payments).ok_or_else(too_large)?;
        Ok(PlayedHand {
            number: None,
            deal: self.state.deal,
            scores: Vec::new(),
            payments,
            state_after: MatchState {
                totals,
                ..*self.state
            },
        })
    }

    /// The end of the match by something that is not a hand.
    fn ended(&self, payments: Amounts, totals: Amounts, ending: Ending) -> PlayedHand {
        PlayedHand {
            number: None,
            deal: self.state.deal,
            scores: Vec::new(),
            payments,
            state_after: MatchState {
                totals,
                ending: Some(ending),
                ..*self.state
            },
        }
    }
}

fn too_large() -> Refusal {
    Refusal::new(
        RefusalCode::OutOfRange,
        Field::Whole,
        "the running totals would pass the largest amount there is",
    )
}
