//! What happened in a match, and what it came to.

use crate::{Authority, Commitment, Kind, Subject};
use crate::{Deal, Hash, Legs, MatchId, MatchState, Outcome, OutcomeId, Refusal, WinnerScore};
use serde::{Deserialize, Serialize};

/// Something happened in a match.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutcomeRecorded {
    /// The match.
    #[serde(rename = "match")]
    pub match_id: MatchId,
    /// The outcome; it keeps its id whatever becomes of it.
    pub outcome_id: OutcomeId,
    /// The variant it was worked out under.
    pub variant_hash: Hash,
    /// The number of the rules' meaning it was worked out with.
    pub semantics: u32,
    /// What happened, as stated.
    pub outcome: Outcome,
    /// What it came to.
    pub result: OutcomeResult,
    /// A salted commitment to the reason, if one was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason_commitment: Option<Hash>,
    /// Where the match stands after it.
    pub state_after: MatchState,
}

/// What an outcome came to under the rules.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OutcomeResult {
    /// Its place among the hands in the order of play: 1, 2, 3, …; absent for what is not a hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u32>,
    /// The deal it happened in.
    pub deal: Deal,
    /// One score a winner; none if nobody won.
    pub scores: Vec<WinnerScore>,
    /// What it moved.
    pub legs: Legs,
}

impl Kind for OutcomeRecorded {
    const AUTHORITY: Authority = Authority::OWNER_OR_SCORER;

    fn subject(&self) -> Subject {
        Subject::Match(self.match_id)
    }

    fn commitment(&self) -> Option<Commitment> {
        self.reason_commitment.map(Commitment::to_reason)
    }

    fn check(&self) -> Result<(), Refusal> {
        self.outcome.check()?;
        self.result.check(&self.outcome)?;
        self.state_after.check()?;
        let follows = |number: u32| number.checked_add(1) == Some(self.state_after.next_number);
        if !self.result.number.is_none_or(follows) {
            return Err(Refusal::Contradiction(
                "the next hand's number does not follow this one's",
            ));
        }
        self.state_after
            .check_ending(self.outcome.kind().ending())?;
        Ok(())
    }
}

impl OutcomeResult {
    /// Whether it can be what this outcome came to.
    pub(crate) fn check(&self, outcome: &Outcome) -> Result<(), Refusal> {
        let has_number = self.number.is_some();
        let is_hand = outcome.kind().is_hand();
        if is_hand.is_some_and(|is_hand| is_hand != has_number) {
            return Err(Refusal::Contradiction(
                "hands have a number, and nothing else has one",
            ));
        }
        if let Outcome::Totals(totals) = outcome {
            let moved = (self.legs.half_points(), self.legs.house());
            if moved != (totals.half_points, totals.house()) {
                return Err(Refusal::Contradiction(
                    "the legs are not the totals that were stated",
                ));
            }
        }
        self.check_alone()
    }

    /// What has to hold whatever happened.
    pub(crate) fn check_alone(&self) -> Result<(), Refusal> {
        if self.number == Some(0) {
            return Err(Refusal::Contradiction("hands are numbered from 1 on"));
        }
        let winds = |leg: &crate::Leg| leg.seat_wind == self.deal.seat_wind(leg.chair);
        if !self.legs.chairs().iter().all(winds) {
            return Err(Refusal::Contradiction(
                "the seat winds are not those of the deal",
            ));
        }
        Ok(())
    }
}
