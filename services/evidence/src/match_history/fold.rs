//! Adding an entry to a history: what it says must go with what was said before.

use super::draft::DraftOutcome;
use super::{CurrentOutcome, Event, MatchHistory, Version};
use crate::{
    Hash, MatchCorrected, MatchDeclared, MatchId, MatchProgress, Outcome, OutcomeId,
    OutcomeRecorded, OutcomeResult, PlayerId, Refusal,
};
use std::collections::{HashMap, HashSet};

impl MatchHistory {
    pub(super) fn record(
        &mut self,
        said: Event,
        recorded: &OutcomeRecorded,
    ) -> Result<(), Refusal> {
        self.check_terms(recorded.match_id, recorded.variant_hash)?;
        if self.knows(recorded.outcome_id) {
            return refuse("the outcome's id is in use");
        }
        let mut progress = MatchProgress::at(self.terms.stake_cents, self.seated, self.state);
        progress.record(
            &recorded.outcome,
            &recorded.result,
            &recorded.state_after,
            same_id,
        )?;

        self.used.insert(recorded.outcome_id);
        self.outcomes.push(CurrentOutcome {
            outcome_id: recorded.outcome_id,
            recorded: said,
            now: Version {
                said,
                outcome: recorded.outcome.clone(),
                result: recorded.result.clone(),
                semantics: recorded.semantics,
            },
            earlier: Vec::new(),
            reason_commitment: recorded.reason_commitment,
        });
        (self.state, self.seated) = (*progress.state(), progress.seated());
        Ok(())
    }

    pub(super) fn correct(
        &mut self,
        said: Event,
        corrected: &MatchCorrected,
    ) -> Result<(), Refusal> {
        self.check_terms(corrected.match_id, corrected.variant_hash)?;
        let draft = self
            .amend(&corrected.changes)
            .map_err(|impossible| Refusal::Contradiction(impossible.why.text()))?;
        let outcomes = self.amended(draft.outcomes, said, corrected)?;
        let mut progress = MatchProgress::start(self.terms.stake_cents, draft.players);
        for CurrentOutcome { now, .. } in &outcomes {
            progress.add(&now.outcome, &now.result, same_id)?;
        }
        progress.finish(&corrected.state_after)?;

        let stands: HashSet<OutcomeId> = outcomes.iter().map(|one| one.outcome_id).collect();
        self.used.extend(&stands);
        let before = std::mem::replace(&mut self.outcomes, outcomes).into_iter();
        let gone = before.filter(|current| !stands.contains(&current.outcome_id));
        self.voided.extend(gone.map(|current| (current, said)));
        self.players = draft.players;
        self.corrections.push((said, corrected.clone()));
        (self.state, self.seated) = (*progress.state(), progress.seated());
        Ok(())
    }

    /// Declares the match void, or lets it count again.
    pub(super) fn declare(&mut self, said: Event, declared: MatchDeclared) -> Result<(), Refusal> {
        if declared.match_id != self.terms.match_id {
            return refuse("the entry is of another match");
        }
        if declared.void == self.void.is_some() {
            return refuse("the match was declared so before");
        }
        self.void = declared.void.then_some(said);
        self.declarations = self.declarations.saturating_add(1);
        Ok(())
    }

    fn check_terms(&self, id: MatchId, variant_hash: Hash) -> Result<(), Refusal> {
        if id != self.terms.match_id || variant_hash != self.terms.variant_hash {
            return refuse("the entry is of another match or variant");
        }
        if self.void.is_some() {
            return refuse("the match is void");
        }
        Ok(())
    }

    /// The outcomes after a correction. Its results are those that are new or differ, in the order of play, so that one
    /// correction is said in one way.
    fn amended(
        &self,
        outcomes: Vec<DraftOutcome>,
        said: Event,
        corrected: &MatchCorrected,
    ) -> Result<Vec<CurrentOutcome>, Refusal> {
        let mut results = corrected.results.iter().peekable();
        let stood: HashMap<OutcomeId, &CurrentOutcome> = self
            .outcomes
            .iter()
            .map(|current| (current.outcome_id, current))
            .collect();
        let mut amended = Vec::new();
        for stated in outcomes {
            let result = results.next_if(|next| next.outcome_id == stated.outcome_id);
            let result = result.map(|next| next.result.clone());
            let before = stood.get(&stated.outcome_id).copied();
            amended.push(current(
                before,
                stated,
                result,
                (said, corrected.semantics),
            )?);
        }
        match results.next() {
            Some(_) => refuse(
                "the correction has results of what is not in the match, or not in the order of play",
            ),
            None => Ok(amended),
        }
    }
}

/// An outcome after a correction. What it comes to is stated if and only if it is new or differs.
fn current(
    before: Option<&CurrentOutcome>,
    stated: DraftOutcome,
    result: Option<OutcomeResult>,
    (said, semantics): (Event, u32),
) -> Result<CurrentOutcome, Refusal> {
    let DraftOutcome {
        outcome_id,
        outcome,
    } = stated;
    let version = |outcome: Outcome, result: OutcomeResult| {
        result.check(&outcome)?;
        Ok::<_, Refusal>(Version {
            said,
            outcome,
            result,
            semantics,
        })
    };
    let Some(before) = before else {
        let Some(result) = result else {
            return refuse("an inserted outcome has no result");
        };
        return Ok(CurrentOutcome {
            outcome_id,
            recorded: said,
            now: version(outcome, result)?,
            earlier: Vec::new(),
            reason_commitment: None,
        });
    };
    if result.as_ref() == Some(&before.now.result) {
        return refuse("the correction states a result that it does not change");
    }
    let mut current = before.clone();
    if result.is_none() && outcome == before.now.outcome {
        return Ok(current);
    }
    let result = result.unwrap_or_else(|| before.now.result.clone());
    let now = version(outcome, result)?;
    current
        .earlier
        .push(std::mem::replace(&mut current.now, now));
    Ok(current)
}

/// Entries of a match name players by their ids alone: who is merged into whom, other entries of the club state.
const fn same_id(player: PlayerId) -> PlayerId {
    player
}

fn refuse<T>(why: &'static str) -> Result<T, Refusal> {
    Err(Refusal::Contradiction(why))
}
