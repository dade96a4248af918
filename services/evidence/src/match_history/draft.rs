//! What a match would be after some changes, before it is worked out.

use super::MatchHistory;
use crate::reseating::reseated;
use crate::{Chair, Change, Outcome, OutcomeId, PlayerId, Reseat, Reseated};
use std::collections::BTreeSet;

/// A match after some changes: who sat where and what happened, to be worked out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// Who sat where at the start, chair 1 first.
    pub players: [PlayerId; 4],
    /// What happened, in the order of play.
    pub outcomes: Vec<DraftOutcome>,
}

/// What happened, by the id it has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftOutcome {
    /// The outcome.
    pub outcome_id: OutcomeId,
    /// What happened.
    pub outcome: Outcome,
}

/// Which change cannot be made, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ImpossibleChange {
    /// Its place among the changes, counted from 0.
    pub change: usize,
    /// Why.
    pub why: ImpossibleReason,
}

/// Why a change cannot be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImpossibleReason {
    /// The outcome does not stand in the match: it never did, or it was voided.
    UnknownOutcome,
    /// The outcome it is to come before does not stand in the match.
    UnknownPlace,
    /// The id of what is inserted has been used.
    IdInUse,
    /// Outcomes can follow the players only if they are the same four.
    OtherPlayers,
    /// Somebody would sit on two chairs, or take over a chair while sitting at the table.
    TwoChairs(DoubleSeat),
}

/// Where somebody comes to sit on two chairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DoubleSeat {
    /// When they all sit down.
    AtTheStart,
    /// When somebody who sits at the table takes over a chair, by this substitution.
    TakingOver(OutcomeId),
}

/// The last of some changes that says what happened in an outcome, counted from 0; none if it was said before them.
pub fn last_change_of(changes: &[Change], outcome_id: OutcomeId) -> Option<usize> {
    changes.iter().rposition(|change| match change {
        Change::Replace(replace) => replace.outcome_id == outcome_id,
        Change::Insert(insert) => insert.outcome_id == outcome_id,
        Change::Void(_) | Change::Reseat(_) => false,
    })
}

impl ImpossibleReason {
    /// In words.
    pub const fn text(self) -> &'static str {
        match self {
            Self::UnknownOutcome => "the outcome does not stand in the match",
            Self::UnknownPlace => "the outcome it is to come before does not stand in the match",
            Self::IdInUse => "the id of what is inserted has been used",
            Self::OtherPlayers => "outcomes can follow the players only if they are the same four",
            Self::TwoChairs(_) => "somebody would sit on two chairs",
        }
    }
}

impl MatchHistory {
    /// What the match would be after some changes, made one after another.
    pub fn amend(&self, changes: &[Change]) -> Result<Draft, ImpossibleChange> {
        let outcomes = self.outcomes.iter().map(|current| DraftOutcome {
            outcome_id: current.outcome_id,
            outcome: current.now.outcome.clone(),
        });
        let mut draft = Draft {
            players: self.players,
            outcomes: outcomes.collect(),
        };
        for (place, change) in changes.iter().enumerate() {
            let impossible = |why| ImpossibleChange { change: place, why };
            if let Change::Insert(insert) = change
                && self.knows(insert.outcome_id)
            {
                return Err(impossible(ImpossibleReason::IdInUse));
            }
            draft.make(change).map_err(impossible)?;
        }
        let outcomes = draft.outcomes.iter();
        let outcomes = outcomes.map(|stated| (stated.outcome_id, &stated.outcome));
        match double_seat(draft.players, outcomes, |player| player) {
            None => Ok(draft),
            Some(twice) => Err(ImpossibleChange {
                change: twice.caused_by(changes),
                why: ImpossibleReason::TwoChairs(twice),
            }),
        }
    }

    /// Where somebody comes to sit on two chairs, if anybody does; `counts_for` says who a player is. By their ids alone
    /// nobody does.
    pub fn double_seat(&self, counts_for: impl Fn(PlayerId) -> PlayerId) -> Option<DoubleSeat> {
        let outcomes = self.outcomes.iter();
        let outcomes = outcomes.map(|current| (current.outcome_id, &current.now.outcome));
        double_seat(self.players, outcomes, counts_for)
    }
}

impl DoubleSeat {
    /// The place of the change that says it, else of the last one: several together may be the cause, and that one
    /// completes them.
    fn caused_by(self, changes: &[Change]) -> usize {
        let said = match self {
            Self::AtTheStart => changes
                .iter()
                .rposition(|change| matches!(change, Change::Reseat(_))),
            Self::TakingOver(outcome_id) => last_change_of(changes, outcome_id),
        };
        said.unwrap_or(changes.len().saturating_sub(1))
    }
}

fn double_seat<'a>(
    players: [PlayerId; 4],
    outcomes: impl IntoIterator<Item = (OutcomeId, &'a Outcome)>,
    counts_for: impl Fn(PlayerId) -> PlayerId,
) -> Option<DoubleSeat> {
    let mut seats = players.map(&counts_for);
    if BTreeSet::from(seats).len() < seats.len() {
        return Some(DoubleSeat::AtTheStart);
    }
    for (outcome_id, outcome) in outcomes {
        let Outcome::Substitution(substitution) = outcome else {
            continue;
        };
        let arrives = counts_for(substitution.player);
        if seats.contains(&arrives) {
            return Some(DoubleSeat::TakingOver(outcome_id));
        }
        if let Some(seat) = seats.get_mut(substitution.chair.index()) {
            *seat = arrives;
        }
    }
    None
}

impl Draft {
    fn make(&mut self, change: &Change) -> Result<(), ImpossibleReason> {
        match change {
            Change::Replace(replace) => {
                let place = self
                    .place(replace.outcome_id)
                    .ok_or(ImpossibleReason::UnknownOutcome)?;
                if let Some(stated) = self.outcomes.get_mut(place) {
                    stated.outcome = replace.outcome.clone();
                }
            }
            Change::Void(void) => {
                let place = self
                    .place(void.outcome_id)
                    .ok_or(ImpossibleReason::UnknownOutcome)?;
                self.outcomes.remove(place);
            }
            Change::Insert(insert) => {
                if self.place(insert.outcome_id).is_some() {
                    return Err(ImpossibleReason::IdInUse);
                }
                let place = match insert.before {
                    Some(before) => self.place(before).ok_or(ImpossibleReason::UnknownPlace)?,
                    None => self.outcomes.len(),
                };
                let stated = DraftOutcome {
                    outcome_id: insert.outcome_id,
                    outcome: insert.outcome.clone(),
                };
                self.outcomes.insert(place, stated);
            }
            Change::Reseat(reseat) => self.reseat(reseat)?,
        }
        Ok(())
    }

    fn reseat(&mut self, reseat: &Reseat) -> Result<(), ImpossibleReason> {
        // Even if a later change has them sit otherwise: the entry would not be one.
        if BTreeSet::from(reseat.players).len() < reseat.players.len() {
            return Err(ImpossibleReason::TwoChairs(DoubleSeat::AtTheStart));
        }
        let before = std::mem::replace(&mut self.players, reseat.players);
        if reseat.outcomes == Reseated::StayWithChairs {
            return Ok(());
        }
        if BTreeSet::from(before) != BTreeSet::from(reseat.players) {
            return Err(ImpossibleReason::OtherPlayers);
        }
        let seat = |old: Chair| {
            let sits_there = |new: &Chair| new.of(&reseat.players) == old.of(&before);
            Chair::ALL.into_iter().find(sits_there).unwrap_or(old)
        };
        for stated in &mut self.outcomes {
            stated.outcome = reseated(&stated.outcome, &seat);
        }
        Ok(())
    }

    fn place(&self, id: OutcomeId) -> Option<usize> {
        self.outcomes
            .iter()
            .position(|stated| stated.outcome_id == id)
    }
}
