//! Rescores a match with another variant.

use super::sum::{Sum, Totals};
use crate::entry_error::EntryError;
use crate::pace::Pace;
use crate::rescore::{outcome_result, to_rules};
use crate::verify::entry_counts::declared;
use evidence::{
    CurrentOutcome, MatchHistory, MatchId, OutcomeResult, Party, PlayerId, seated_after,
};
use rules::{MatchState, PlayedHand, TableOptions, Variant};
use std::ops::RangeInclusive;
use time::Date;

/// A match rescored with another variant.
#[derive(Debug, Clone, PartialEq)]
pub struct RescoredMatch {
    /// The id of the match.
    pub match_id: MatchId,
    /// The date of the match.
    pub played_on: Date,
    /// The number of selected outcomes.
    pub outcomes: u64,
    /// The number of selected outcomes that were declared without tiles. They keep their payments, since they cannot be scored
    /// again.
    pub declared: u64,
    /// The gain or loss of every party with the selected outcomes, in half points: as played, and under the other variant.
    pub totals: Totals,
    /// The outcomes with another result under the other variant.
    pub changed: Vec<ChangedOutcome>,
}

/// An outcome with another result under the other variant.
#[derive(Debug, Clone, PartialEq)]
pub struct ChangedOutcome {
    /// The entry that recorded the outcome.
    pub seq: u64,
    /// The result as played.
    pub as_played: OutcomeResult,
    /// The result under the other variant.
    pub other_result: OtherResult,
}

/// The result of an outcome under the other variant.
#[derive(Debug, Clone, PartialEq)]
pub enum OtherResult {
    /// The outcome has this result.
    Scored(Box<OutcomeResult>),
    /// The variant refuses the outcome, for this reason.
    Refused(String),
}

/// Rescores the outcomes of a match that the selected entries recorded, of its variant with another one.
pub(super) fn rescore(
    history: &MatchHistory,
    (variant, other): (&Variant, &Variant),
    entries: &RangeInclusive<u64>,
    pace: &mut Pace,
) -> Result<RescoredMatch, EntryError> {
    let minimum_fan = history.terms.minimum_fan;
    let options = TableOptions { minimum_fan };
    let mut rescored = RescoredMatch {
        match_id: history.terms.match_id,
        played_on: history.terms.played_on,
        outcomes: 0,
        declared: 0,
        totals: Totals::new(),
        changed: Vec::new(),
    };
    // Nothing of a void match counts, under any variant.
    if history.void.is_some() {
        return Ok(rescored);
    }
    let (mut state, mut seated) = (MatchState::start(), history.players);
    for current in &history.outcomes {
        let outcome = &current.now.outcome;
        let in_rules = to_rules(outcome)?;
        let played = pace.play(variant, &options, &state, &in_rules)?;
        if entries.contains(&current.recorded().seq) {
            rescored.outcomes += 1;
            if declared(outcome) > 0 {
                rescored.declared += 1;
                rescored.add_unchanged(&current.now.result);
            } else {
                let other_played = pace.play(other, &options, &state, &in_rules);
                let other_result = other_result(other, other_played, seated)?;
                rescored.add(current, other_result);
            }
        }
        seated = seated_after(seated, outcome);
        state = played.state_after;
    }
    Ok(rescored)
}

fn other_result(
    variant: &Variant,
    played: Result<PlayedHand, EntryError>,
    seated: [PlayerId; 4],
) -> Result<OtherResult, EntryError> {
    match played {
        Err(EntryError::Refused(why)) => Ok(OtherResult::Refused(why)),
        Err(error) => Err(error),
        Ok(hand) => {
            let result = outcome_result(variant, &hand, seated)?;
            Ok(OtherResult::Scored(Box::new(result)))
        }
    }
}

impl RescoredMatch {
    fn add_unchanged(&mut self, result: &OutcomeResult) {
        for (party, half_points) in payments(result) {
            let (before, after) = self.totals.entry(party).or_default();
            *before = before.saturating_add(half_points);
            *after = after.saturating_add(half_points);
        }
    }

    fn add(&mut self, current: &CurrentOutcome, other_result: OtherResult) {
        let as_played = &current.now.result;
        for (party, half_points) in payments(as_played) {
            let (before, _) = self.totals.entry(party).or_default();
            *before = before.saturating_add(half_points);
        }
        let is_same = match &other_result {
            OtherResult::Refused(_) => false,
            OtherResult::Scored(result) => {
                for (party, half_points) in payments(result) {
                    let (_, after) = self.totals.entry(party).or_default();
                    *after = after.saturating_add(half_points);
                }
                result.legs == as_played.legs && fan(result).eq(fan(as_played))
            }
        };
        if !is_same {
            self.changed.push(ChangedOutcome {
                seq: current.recorded().seq,
                as_played: as_played.clone(),
                other_result,
            });
        }
    }
}

impl Sum {
    /// Adds a match.
    pub fn add(&mut self, rescored: &RescoredMatch) {
        self.matches += 1;
        self.outcomes += rescored.outcomes;
        self.declared += rescored.declared;
        self.differing += rescored.changed.len() as u64;
        for (party, (before, after)) in &rescored.totals {
            let total = self.totals.entry(*party).or_default();
            total.0 = total.0.saturating_add(*before);
            total.1 = total.1.saturating_add(*after);
        }
    }
}

/// The gain or loss of every party, including the house if it gains or loses.
fn payments(result: &OutcomeResult) -> impl Iterator<Item = (Party, i64)> {
    let legs = result.legs.chairs().iter();
    let players = legs.map(|leg| (Party::Player(leg.player), leg.half_points));
    let house = Some((Party::House, result.legs.house())).filter(|(_, gain)| *gain != 0);
    players.chain(house)
}

/// The fan of every winner, and whether it is the limit.
fn fan(result: &OutcomeResult) -> impl Iterator<Item = (u32, bool)> {
    let scores = result.scores.iter();
    scores.map(|winner| (winner.score.fan, winner.score.limit))
}
