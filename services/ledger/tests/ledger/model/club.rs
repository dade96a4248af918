//! A club as the model has it.

use crate::table::replayed;
use ledger::evidence::{Draft, DraftOutcome, Outcome, seated_after};
use ledger::{
    ClubId, Error, MatchView, Player, PlayerId, RecordOutcomes, Recording, Write, Written,
};
use std::collections::HashMap;
use std::fmt::Debug;

/// A match as the model has it: what happened, and who sat where at the start.
pub(super) struct Match {
    pub(super) view: MatchView,
    pub(super) players: [PlayerId; 4],
    pub(super) outcomes: Vec<DraftOutcome>,
}

/// A club as the model has it: what each of its entries should be, and what each key was answered.
pub(super) struct Club {
    pub(super) id: ClubId,
    pub(super) kinds: Vec<&'static str>,
    pub(super) players: Vec<Player>,
    pub(super) matches: Vec<Match>,
    pub(super) answers: HashMap<(&'static str, String), String>,
}

/// Whether everybody sits on one chair, and nothing follows an early end.
pub(super) fn can_be(draft: &Draft) -> bool {
    let mut seated = draft.players;
    let mut over = false;
    let mut sorted = seated;
    sorted.sort();
    let different = sorted.windows(2).all(|pair| pair[0] != pair[1]);
    different
        && draft.outcomes.iter().all(|DraftOutcome { outcome, .. }| {
            let sits =
                matches!(outcome, Outcome::Substitution(one) if seated.contains(&one.player));
            seated = seated_after(seated, outcome);
            let after_the_end =
                std::mem::replace(&mut over, matches!(outcome, Outcome::EarlyEnd {}));
            !sits && !after_the_end
        })
}

impl Match {
    pub(super) fn draft(&self) -> Draft {
        Draft {
            players: self.players,
            outcomes: self.outcomes.clone(),
        }
    }

    pub(super) fn obstacle(&self, new: &RecordOutcomes) -> Option<Recording> {
        let next = self.view.state.next_number;
        if new.number.is_some_and(|number| number < next) {
            Some(Recording::NumberTaken)
        } else if self.view.state.ending.is_some() {
            Some(Recording::MatchOver)
        } else if new.number.is_some_and(|number| number > next) {
            Some(Recording::NumberAhead { next })
        } else {
            (new.position.version != self.view.version).then_some(Recording::MatchChanged)
        }
    }
}

impl Club {
    /// Adds what happened, and moves the match to where it then stands.
    pub(super) fn happened(&mut self, played: usize, seq: u64, outcomes: Vec<DraftOutcome>) {
        assert_eq!(seq, self.kinds.len() as u64);
        let of = &mut self.matches[played];
        of.outcomes.extend(outcomes);
        let stated = of.outcomes.iter().map(|stated| &stated.outcome);
        let seated = stated.fold(of.players, seated_after);
        let named = |id| self.players.iter().find(|player| player.id == id);
        of.view.players = seated.map(|id| named(id).unwrap().clone());
        (of.view.state, of.view.version) = (replayed(&of.draft()).1, seq);
    }

    /// Checks an answer against the key's history, and gives what was newly written.
    pub(super) fn judge<T: Debug>(
        &mut self,
        write: &Write,
        answer: ledger::Result<Written<T>>,
        kinds: &[&'static str],
    ) -> Option<T> {
        let key = (write.route, write.key.clone());
        let request = |answer: &T| format!("{:?} {answer:?}", write.fingerprint);
        match (self.answers.get(&key), answer) {
            (None, Ok(written)) => {
                assert!(!written.replayed);
                self.kinds.extend(kinds);
                self.answers.insert(key, request(&written.value));
                Some(written.value)
            }
            (Some(first), Ok(again)) => {
                assert!(again.replayed);
                assert_eq!(*first, request(&again.value));
                None
            }
            (Some(first), Err(Error::IdempotencyKeyReused)) => {
                assert!(!first.starts_with(&format!("{:?}", write.fingerprint)));
                None
            }
            (_, Err(error)) => panic!("{write:?}: {error}"),
        }
    }
}
