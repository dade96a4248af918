//! What a match would be after some changes, before it is worked out.

use super::Book;
use crate::reseating::reseated;
use crate::{Chair, Change, Facts, OutcomeId, PlayerId, Reseat, Reseated};
use std::collections::BTreeSet;

/// A match after some changes: who sat where and what happened, to be worked out.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draft {
    /// Who sat where at the start, chair 1 first.
    pub players: [PlayerId; 4],
    /// What happened, in the order of play.
    pub outcomes: Vec<Stated>,
}

/// What happened, by the id it has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stated {
    /// The outcome.
    pub outcome: OutcomeId,
    /// What happened.
    pub facts: Facts,
}

/// Which change cannot be made, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Impossible {
    /// Its place among the changes, counted from 0.
    pub change: usize,
    /// Why.
    pub why: Why,
}

/// Why a change cannot be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// The outcome does not stand in the match: it never did, or it was voided.
    UnknownOutcome,
    /// The outcome it is to come before does not stand in the match.
    UnknownPlace,
    /// The id of what is inserted has been used.
    IdInUse,
    /// Outcomes can follow the players only if they are the same four.
    OtherPlayers,
    /// Somebody would sit on two chairs, or take over a chair while sitting at the table.
    TwoChairs(Twice),
}

/// Where somebody comes to sit on two chairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Twice {
    /// When they all sit down.
    AtTheStart,
    /// When somebody who sits at the table takes over a chair, by this substitution.
    TakingOver(OutcomeId),
}

/// The last of some changes that says what happened in an outcome, counted from 0; none if it was said before them.
pub fn said_in(changes: &[Change], outcome: OutcomeId) -> Option<usize> {
    changes.iter().rposition(|change| match change {
        Change::Replace(replace) => replace.outcome == outcome,
        Change::Insert(insert) => insert.outcome == outcome,
        Change::Void(_) | Change::Reseat(_) => false,
    })
}

impl Why {
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

impl Book {
    /// What the match would be after some changes, made one after another.
    pub fn amend(&self, changes: &[Change]) -> Result<Draft, Impossible> {
        let outcomes = self.outcomes.iter().map(|standing| Stated {
            outcome: standing.outcome,
            facts: standing.now.facts.clone(),
        });
        let mut draft = Draft {
            players: self.players,
            outcomes: outcomes.collect(),
        };
        for (place, change) in changes.iter().enumerate() {
            let impossible = |why| Impossible { change: place, why };
            if let Change::Insert(insert) = change
                && self.knows(insert.outcome)
            {
                return Err(impossible(Why::IdInUse));
            }
            draft.make(change).map_err(impossible)?;
        }
        let outcomes = draft.outcomes.iter();
        let outcomes = outcomes.map(|stated| (stated.outcome, &stated.facts));
        match seated_twice(draft.players, outcomes, |player| player) {
            None => Ok(draft),
            Some(twice) => Err(Impossible {
                change: twice.caused_by(changes),
                why: Why::TwoChairs(twice),
            }),
        }
    }

    /// Where somebody comes to sit on two chairs, if anybody does; `counts_for` says who a player is. By their ids alone
    /// nobody does.
    pub fn seated_twice(&self, counts_for: impl Fn(PlayerId) -> PlayerId) -> Option<Twice> {
        let outcomes = self.outcomes.iter();
        let outcomes = outcomes.map(|standing| (standing.outcome, &standing.now.facts));
        seated_twice(self.players, outcomes, counts_for)
    }
}

impl Twice {
    /// The place of the change that says it, else of the last one: several together may be the cause, and that one
    /// completes them.
    fn caused_by(self, changes: &[Change]) -> usize {
        let said = match self {
            Self::AtTheStart => changes
                .iter()
                .rposition(|change| matches!(change, Change::Reseat(_))),
            Self::TakingOver(outcome) => said_in(changes, outcome),
        };
        said.unwrap_or(changes.len().saturating_sub(1))
    }
}

fn seated_twice<'a>(
    players: [PlayerId; 4],
    outcomes: impl IntoIterator<Item = (OutcomeId, &'a Facts)>,
    counts_for: impl Fn(PlayerId) -> PlayerId,
) -> Option<Twice> {
    let mut seats = players.map(&counts_for);
    if BTreeSet::from(seats).len() < seats.len() {
        return Some(Twice::AtTheStart);
    }
    for (outcome, facts) in outcomes {
        let Facts::Substitution(substitution) = facts else {
            continue;
        };
        let arrives = counts_for(substitution.player);
        if seats.contains(&arrives) {
            return Some(Twice::TakingOver(outcome));
        }
        if let Some(seat) = seats.get_mut(substitution.chair.index()) {
            *seat = arrives;
        }
    }
    None
}

impl Draft {
    fn make(&mut self, change: &Change) -> Result<(), Why> {
        match change {
            Change::Replace(replace) => {
                let place = self.place(replace.outcome).ok_or(Why::UnknownOutcome)?;
                if let Some(stated) = self.outcomes.get_mut(place) {
                    stated.facts = replace.facts.clone();
                }
            }
            Change::Void(void) => {
                let place = self.place(void.outcome).ok_or(Why::UnknownOutcome)?;
                self.outcomes.remove(place);
            }
            Change::Insert(insert) => {
                if self.place(insert.outcome).is_some() {
                    return Err(Why::IdInUse);
                }
                let place = match insert.before {
                    Some(before) => self.place(before).ok_or(Why::UnknownPlace)?,
                    None => self.outcomes.len(),
                };
                let stated = Stated {
                    outcome: insert.outcome,
                    facts: insert.facts.clone(),
                };
                self.outcomes.insert(place, stated);
            }
            Change::Reseat(reseat) => self.reseat(reseat)?,
        }
        Ok(())
    }

    fn reseat(&mut self, reseat: &Reseat) -> Result<(), Why> {
        // Even if a later change has them sit otherwise: the entry would not be one.
        if BTreeSet::from(reseat.players).len() < reseat.players.len() {
            return Err(Why::TwoChairs(Twice::AtTheStart));
        }
        let before = std::mem::replace(&mut self.players, reseat.players);
        if reseat.outcomes == Reseated::StayWithChairs {
            return Ok(());
        }
        if BTreeSet::from(before) != BTreeSet::from(reseat.players) {
            return Err(Why::OtherPlayers);
        }
        let seat = |old: Chair| {
            let sits_there = |new: &Chair| new.of(&reseat.players) == old.of(&before);
            Chair::ALL.into_iter().find(sits_there).unwrap_or(old)
        };
        for stated in &mut self.outcomes {
            stated.facts = reseated(&stated.facts, &seat);
        }
        Ok(())
    }

    fn place(&self, id: OutcomeId) -> Option<usize> {
        self.outcomes.iter().position(|stated| stated.outcome == id)
    }
}

/// Whether who is to take a chair over sits at the table, on that chair or another one.
pub(super) fn sits_already(seats: &[PlayerId; 4], facts: &Facts) -> bool {
    matches!(facts, Facts::Substitution(substitution) if seats.contains(&substitution.player))
}

/// Who sits where after something happened.
pub fn seated_after(mut seats: [PlayerId; 4], facts: &Facts) -> [PlayerId; 4] {
    if let Facts::Substitution(substitution) = facts
        && let Some(seat) = seats.get_mut(substitution.chair.index())
    {
        *seat = substitution.player;
    }
    seats
}
