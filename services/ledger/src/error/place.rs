//! Which of several things an error is about.

use evidence::OutcomeId;

/// One of several things that were asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Of the outcomes to be recorded, the one at this place, counted from 0.
    Outcome(usize),
    /// Of a correction's changes, the one at this place, counted from 0.
    Change(usize),
    /// What was recorded before and no change speaks of.
    Recorded(OutcomeId),
    /// Of several matches to be imported, the one at this place, counted from 0.
    Match {
        /// Which.
        place: usize,
        /// Of its outcomes, the one at this place, counted from 0; none if it is about who sits there.
        outcome: Option<usize>,
    },
}

impl std::fmt::Display for Place {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Outcome(place) => write!(f, "outcome {place}"),
            Self::Change(place) => write!(f, "change {place}"),
            Self::Recorded(outcome) => write!(f, "outcome {outcome}"),
            Self::Match {
                place,
                outcome: None,
            } => write!(f, "match {place}"),
            Self::Match {
                place,
                outcome: Some(outcome),
            } => write!(f, "match {place}, outcome {outcome}"),
        }
    }
}
