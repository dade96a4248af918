//! How many steps the patterns of a variant's own may take.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::field::Field;
use crate::refusal::{Refusal, RefusalCode};

/// The steps that house patterns may take for everything that is worked out under one budget.
///
/// What a pattern takes is counted after each reading, so the same work always takes the same steps: whether it fits
/// depends on nothing else. A budget that is spent, or cancelled, stays so, and nothing that was worked out under it is
/// told.
#[derive(Debug)]
pub struct StepBudget {
    most: u64,
    spent: AtomicU64,
    cancelled: AtomicBool,
}

/// The steps of a budget were not enough, or it was cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManySteps {
    /// The steps of the budget.
    pub most: u64,
}

impl fmt::Display for TooManySteps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "house patterns take more than {} steps", self.most)
    }
}

impl std::error::Error for TooManySteps {}

/// For who has all the time there is.
pub(crate) static UNLIMITED: StepBudget = StepBudget::unlimited();

/// The steps of reading a hand in one way and working out its facts, which patterns share.
pub(crate) const STEPS_OF_READING: u64 = 100;

impl StepBudget {
    /// A budget of so many steps.
    #[must_use]
    pub const fn of(most: u64) -> StepBudget {
        StepBudget {
            most,
            spent: AtomicU64::new(0),
            cancelled: AtomicBool::new(false),
        }
    }

    /// A budget that is never spent; it can still be cancelled.
    #[must_use]
    pub const fn unlimited() -> StepBudget {
        StepBudget::of(u64::MAX)
    }

    /// The steps that were taken so far; 0 of an unlimited budget, which does not count them.
    #[must_use]
    pub fn spent(&self) -> u64 {
        self.spent.load(Ordering::Relaxed)
    }

    /// Ends the work that is done under it, from any thread: it is given up before the next pattern.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether nothing more may be done.
    #[must_use]
    pub fn is_spent(&self) -> bool {
        self.spent() > self.most || self.cancelled.load(Ordering::Relaxed)
    }

    /// Hands on what was worked out, unless the budget is spent: then it may be wrong.
    ///
    /// # Errors
    /// If the budget is spent.
    pub fn settle<T>(&self, worked_out: T) -> Result<T, TooManySteps> {
        match self.is_spent() {
            false => Ok(worked_out),
            true => Err(TooManySteps { most: self.most }),
        }
    }

    /// Takes steps from it.
    pub(crate) fn take(&self, steps: u64) {
        // The unlimited one is shared by every thread, and counting would only have them wait for each other.
        if self.most != u64::MAX {
            self.spent.fetch_add(steps, Ordering::Relaxed);
        }
    }

    /// What ends the work within this crate. Nobody outside sees it: whoever has a budget settles first.
    pub(crate) fn refuse_if_spent(&self) -> Result<(), Refusal> {
        match self.is_spent() {
            false => Ok(()),
            true => {
                let message = "house patterns take too many steps";
                Err(Refusal::new(RefusalCode::OutOfRange, Field::Whole, message))
            }
        }
    }
}
