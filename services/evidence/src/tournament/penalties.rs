//! What a referee took away from players of a tournament.

use super::Tournament;
use crate::{Event, PenaltyGiven, Refusal};

/// A penalty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TournamentPenalty {
    /// The entry that gave it.
    pub given: Event,
    /// What it says.
    pub terms: PenaltyGiven,
    /// The round that it counts in: the one it states, or the last one that was drawn before it; 0 before the first.
    pub of_round: u32,
    /// The entry that withdrew it; none if it counts.
    pub withdrawn: Option<Event>,
}

impl Tournament {
    /// The penalties that were not withdrawn, in their order.
    pub fn standing_penalties(&self) -> impl Iterator<Item = &TournamentPenalty> {
        let penalties = self.penalties.iter();
        penalties.filter(|penalty| penalty.withdrawn.is_none())
    }

    /// A penalty, by the entry that gave it.
    pub fn penalty(&self, seq: u64) -> Option<&TournamentPenalty> {
        let mut penalties = self.penalties.iter();
        penalties.find(|penalty| penalty.given.seq == seq)
    }

    pub(super) fn give_penalty(
        &mut self,
        event: Event,
        given: &PenaltyGiven,
    ) -> Result<(), Refusal> {
        let is_round = |round: u32| self.round(round).is_some();
        Err(Refusal::Contradiction(
            if !self.entrants.contains_key(&given.player) {
                "the penalty is for somebody who does not take part"
            } else if !given.round.is_none_or(is_round) {
                "there is no such round"
            } else if given.table_points > 0 && self.terms.rules.table_points.is_none() {
                "the penalty takes table points away, and there are none"
            } else {
                self.penalties.push(TournamentPenalty {
                    given: event,
                    terms: *given,
                    of_round: given.round.unwrap_or_else(|| self.last_round()),
                    withdrawn: None,
                });
                return Ok(());
            },
        ))
    }

    pub(super) fn withdraw_penalty(&mut self, event: Event, seq: u64) -> Result<(), Refusal> {
        let mut penalties = self.penalties.iter_mut();
        let penalty = penalties.find(|penalty| penalty.given.seq == seq);
        let penalty = penalty.ok_or(Refusal::Contradiction("the entry gave no penalty"))?;
        if penalty.withdrawn.is_some() {
            return Err(Refusal::Contradiction("the penalty was withdrawn before"));
        }
        penalty.withdrawn = Some(event);
        Ok(())
    }
}
