//! Adding an entry to a history: what it says must go with what was said before.

use super::draft::sits_already;
use super::{CurrentOutcome, DraftOutcome, Event, MatchHistory, Version, seated_after};
use crate::{
    Ending, Hash, MatchCorrected, MatchId, MatchState, Outcome, OutcomeId, OutcomeRecorded,
    OutcomeResult, PlayerId, Refusal,
};
use std::collections::{HashMap, HashSet};

impl MatchHistory {
    pub(super) fn record(
        &mut self,
        said: Event,
        recorded: &OutcomeRecorded,
    ) -> Result<(), Refusal> {
        self.check_terms(recorded.match_id, recorded.variant_hash)?;
        if self.state.ending.is_some() {
            return refuse("the match is over");
        }
        if recorded.effect.deal != self.state.deal {
            return refuse("the outcome happened in another deal");
        }
        if self.knows(recorded.outcome) {
            return refuse("the outcome's id is in use");
        }
        let mut sum = Sum::so_far(self);
        sum.add(&recorded.facts, &recorded.effect)?;
        sum.check(&recorded.state_after)?;

        self.used.insert(recorded.outcome);
        self.outcomes.push(CurrentOutcome {
            outcome: recorded.outcome,
            recorded: said,
            now: Version {
                said,
                facts: recorded.facts.clone(),
                effect: recorded.effect.clone(),
                semantics: recorded.semantics,
            },
            earlier: Vec::new(),
            reason_commitment: recorded.reason_commitment,
        });
        (self.state, self.seated) = (recorded.state_after, sum.seated);
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
        let mut sum = Sum::start(draft.players);
        for CurrentOutcome { now, .. } in &outcomes {
            sum.add(&now.facts, &now.effect)?;
        }
        sum.check(&corrected.state_after)?;

        let stands: HashSet<OutcomeId> = outcomes.iter().map(|one| one.outcome).collect();
        self.used.extend(&stands);
        let before = std::mem::replace(&mut self.outcomes, outcomes).into_iter();
        let gone = before.filter(|current| !stands.contains(&current.outcome));
        self.voided.extend(gone.map(|current| (current, said)));
        self.players = draft.players;
        self.corrections.push((said, corrected.clone()));
        (self.state, self.seated) = (corrected.state_after, sum.seated);
        Ok(())
    }

    fn check_terms(&self, id: MatchId, variant_hash: Hash) -> Result<(), Refusal> {
        if id != self.terms.match_id || variant_hash != self.terms.variant_hash {
            return refuse("the entry is of another match or variant");
        }
        Ok(())
    }

    /// The outcomes after a correction. Its effects are those that are new or differ, in the order of play, so that one
    /// correction is said in one way.
    fn amended(
        &self,
        outcomes: Vec<DraftOutcome>,
        said: Event,
        corrected: &MatchCorrected,
    ) -> Result<Vec<CurrentOutcome>, Refusal> {
        let mut effects = corrected.effects.iter().peekable();
        let stood: HashMap<OutcomeId, &CurrentOutcome> = self
            .outcomes
            .iter()
            .map(|current| (current.outcome, current))
            .collect();
        let mut amended = Vec::new();
        for stated in outcomes {
            let effect = effects.next_if(|next| next.outcome == stated.outcome);
            let effect = effect.map(|next| next.effect.clone());
            let before = stood.get(&stated.outcome).copied();
            amended.push(current(
                before,
                stated,
                effect,
                (said, corrected.semantics),
            )?);
        }
        match effects.next() {
            Some(_) => refuse(
                "the correction has effects on what is not in the match, or not in the order of play",
            ),
            None => Ok(amended),
        }
    }
}

/// An outcome after a correction. What it comes to is stated if and only if it is new or differs.
fn current(
    before: Option<&CurrentOutcome>,
    stated: DraftOutcome,
    effect: Option<OutcomeResult>,
    (said, semantics): (Event, u32),
) -> Result<CurrentOutcome, Refusal> {
    let DraftOutcome { outcome, facts } = stated;
    let version = |facts: Outcome, effect: OutcomeResult| {
        effect.check(&facts)?;
        Ok::<_, Refusal>(Version {
            said,
            facts,
            effect,
            semantics,
        })
    };
    let Some(before) = before else {
        let Some(effect) = effect else {
            return refuse("an inserted outcome has no effect");
        };
        return Ok(CurrentOutcome {
            outcome,
            recorded: said,
            now: version(facts, effect)?,
            earlier: Vec::new(),
            reason_commitment: None,
        });
    };
    if effect.as_ref() == Some(&before.now.effect) {
        return refuse("the correction states an effect that it does not change");
    }
    let mut current = before.clone();
    if effect.is_none() && facts == before.now.facts {
        return Ok(current);
    }
    let effect = effect.unwrap_or_else(|| before.now.effect.clone());
    let now = version(facts, effect)?;
    current
        .earlier
        .push(std::mem::replace(&mut current.now, now));
    Ok(current)
}

/// What outcomes come to together.
struct Sum {
    seated: [PlayerId; 4],
    next_number: u32,
    totals: [i64; 4],
    house: i64,
    ended_early: bool,
}

impl Sum {
    /// Before anything happened.
    fn start(players: [PlayerId; 4]) -> Self {
        Self {
            seated: players,
            next_number: MatchState::START.next_number,
            totals: MatchState::START.total_half_points,
            house: MatchState::START.house_half_points,
            ended_early: false,
        }
    }

    /// What the outcomes of a match that goes on come to.
    fn so_far(history: &MatchHistory) -> Self {
        Self {
            seated: history.seated,
            next_number: history.state.next_number,
            totals: history.state.total_half_points,
            house: history.state.house_half_points,
            ended_early: false,
        }
    }

    fn add(&mut self, facts: &Outcome, effect: &OutcomeResult) -> Result<(), Refusal> {
        let legs = &effect.legs;
        if self.ended_early {
            return refuse("something happened after the match had ended early");
        }
        if legs.chairs().map(|leg| leg.player) != self.seated {
            return refuse("the legs are those of other players");
        }
        if let Some(number) = effect.number {
            if number != self.next_number {
                return refuse("the hands are not numbered 1, 2, 3, …");
            }
            self.next_number = number.saturating_add(1);
        }
        if sits_already(&self.seated, facts) {
            return refuse("who takes a chair over sits at the table already");
        }
        self.seated = seated_after(self.seated, facts);
        for (total, moved) in self.totals.iter_mut().zip(legs.half_points()) {
            *total = total.saturating_add(moved);
        }
        self.house = self.house.saturating_add(legs.house());
        self.ended_early = matches!(facts, Outcome::EarlyEnd {});
        Ok(())
    }

    /// Whether a state agrees with it.
    fn check(&self, state: &MatchState) -> Result<(), Refusal> {
        if self.next_number != state.next_number {
            return refuse("the next hand's number does not follow the last one's");
        }
        if self.totals != state.total_half_points || self.house != state.house_half_points {
            return refuse("the totals are not what the outcomes moved");
        }
        if self.ended_early != (state.ending == Some(Ending::Early)) {
            return refuse("a match has ended early after an early end, and only then");
        }
        Ok(())
    }
}

fn refuse<T>(why: &'static str) -> Result<T, Refusal> {
    Err(Refusal::Contradiction(why))
}
