//! What a club's matches would have come to by other rules. Every hand is taken as it was dealt: who had which wind and whose
//! deal it was stays, even where other rules would have moved the deal on.

mod json;
mod selection;
mod sum;

pub use json::{Most, write_what_if};
pub use selection::MatchSelection;
pub use sum::{Sum, Totals};

use crate::entry_chain::EntryChain;
use crate::rescore::{self, effect};
use crate::verify::declared;
use crate::{Archive, Finding, VerificationFailure};
use evidence::{
    CurrentOutcome, Hash, MatchHistory, MatchId, OutcomeResult, Party, PlayerId, read_export,
    seated_after,
};
use rules::{MatchState, TableOptions, Variant, play};
use std::collections::{BTreeMap, HashMap};
use std::io::BufRead;
use std::ops::RangeInclusive;
use std::vec;
use time::Date;

/// Of what it is asked.
#[derive(Debug, Clone)]
pub struct Selection {
    /// Of one match only.
    pub only: Option<MatchId>,
    /// Of what these entries told first.
    pub entries: RangeInclusive<u64>,
}

/// A match by other rules.
#[derive(Debug, Clone, PartialEq)]
pub struct OtherMatch {
    /// Which.
    pub match_id: MatchId,
    /// The day it was played on.
    pub played_on: Date,
    /// How many outcomes were looked at.
    pub outcomes: u64,
    /// How many of them the table declared instead of showing tiles. They stay as they were paid, since nobody knows what else
    /// they would be worth.
    pub declared: u64,
    /// What everybody gained or lost with them in half points: as played, and by the other rules.
    pub totals: BTreeMap<Party, (i64, i64)>,
    /// Those that would have been worth something else.
    pub different: Vec<Different>,
}

/// An outcome that other rules see otherwise.
#[derive(Debug, Clone, PartialEq)]
pub struct Different {
    /// The entry that told of it first.
    pub seq: u64,
    /// What it came to.
    pub as_played: OutcomeResult,
    /// What it would have come to.
    pub otherwise: Otherwise,
}

/// What something would have come to.
#[derive(Debug, Clone, PartialEq)]
pub enum Otherwise {
    /// This.
    OutcomeResult(Box<OutcomeResult>),
    /// Nothing: the rules refuse it, for this reason.
    Refused(String),
}

/// Matches by other rules, one after another, the first played first. Each is read again when it is its turn, so that only one is in
/// memory. After an error there are no more.
pub struct WhatIf<'a> {
    other: &'a Variant,
    entries: RangeInclusive<u64>,
    variants: HashMap<Hash, Variant>,
    matches: vec::IntoIter<EntryChain>,
    archive: Box<dyn Archive>,
}

/// Works out again by another variant what an export tells, after all corrections. The archive is the same export once
/// more. Whether the export is sound is not checked; [`verify`](crate::verify) does that.
///
/// # Errors
/// It cannot be read, or an entry contradicts those before.
pub fn what_if<'a>(
    export: impl BufRead,
    archive: Box<dyn Archive>,
    other: &'a Variant,
    selection: Selection,
) -> Result<WhatIf<'a>, VerificationFailure> {
    let mut selected = MatchSelection::of(selection);
    let (_, leaves) = read_export(export).map_err(VerificationFailure::Export)?;
    for leaf in leaves {
        let (seq, leaf) = leaf.map_err(VerificationFailure::Export)?;
        selected.entry(seq, &leaf)?;
    }
    Ok(selected.by(other, archive))
}

impl WhatIf<'_> {
    /// How many matches there are at most. One of which nothing that is asked for stands is none.
    pub fn matches(&self) -> usize {
        self.matches.len()
    }

    fn again(&mut self, course: &EntryChain) -> Result<OtherMatch, VerificationFailure> {
        let mut seq = course.last();
        let mut history: Option<MatchHistory> = None;
        let read = course.read_again(&mut *self.archive, |entry| {
            seq = entry.seq;
            match &mut history {
                None => history = Some(MatchHistory::open(entry)?),
                Some(history) => history.add(entry).map_err(Finding::Contradicts)?,
            }
            Ok(())
        });
        let worked_out = read.and_then(|()| {
            let history = history.ok_or(Finding::Changed)?;
            let variant = self.variants.get(&history.terms.variant_hash);
            let variant = variant.ok_or(Finding::Unfounded("variant"))?;
            by_other_rules(&history, variant, self.other, &self.entries)
        });
        worked_out.map_err(|finding| VerificationFailure::Entry { seq, finding })
    }
}

impl Iterator for WhatIf<'_> {
    type Item = Result<OtherMatch, VerificationFailure>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let course = self.matches.next()?;
            let again = self.again(&course);
            match &again {
                Ok(other) if other.outcomes == 0 => {}
                Ok(_) => return Some(again),
                Err(_) => {
                    self.matches = Vec::new().into_iter();
                    return Some(again);
                }
            }
        }
    }
}

fn by_other_rules(
    history: &MatchHistory,
    variant: &Variant,
    other: &Variant,
    entries: &RangeInclusive<u64>,
) -> Result<OtherMatch, Finding> {
    let minimum_fan = history.terms.minimum_fan;
    let options = TableOptions { minimum_fan };
    let mut found = OtherMatch {
        match_id: history.terms.match_id,
        played_on: history.terms.played_on,
        outcomes: 0,
        declared: 0,
        totals: BTreeMap::new(),
        different: Vec::new(),
    };
    let (mut state, mut seated) = (MatchState::start(), history.players);
    for current in &history.outcomes {
        let facts = &current.now.facts;
        let outcome = rescore::outcome(facts)?;
        let played = play(variant, &options, &state, std::slice::from_ref(&outcome))
            .map_err(|refusal| Finding::Refused(refusal.refusal.message()))?;
        let played = played.first().ok_or(Finding::Differs("number"))?;
        if entries.contains(&current.recorded().seq) {
            found.outcomes += 1;
            if declared(facts) > 0 {
                found.declared += 1;
                found.stays(&current.now.effect);
            } else {
                let otherwise = otherwise(other, &options, &state, outcome, seated)?;
                found.compare(current, otherwise);
            }
        }
        seated = seated_after(seated, facts);
        state = played.state_after;
    }
    Ok(found)
}

fn otherwise(
    variant: &Variant,
    options: &TableOptions,
    state: &MatchState,
    outcome: rules::Outcome,
    seated: [PlayerId; 4],
) -> Result<Otherwise, Finding> {
    match play(variant, options, state, &[outcome]) {
        Err(refusal) => Ok(Otherwise::Refused(refusal.refusal.message())),
        Ok(hands) => {
            let hand = hands.first().ok_or(Finding::Differs("number"))?;
            Ok(Otherwise::OutcomeResult(Box::new(effect(
                variant, hand, seated,
            )?)))
        }
    }
}

impl OtherMatch {
    fn stays(&mut self, effect: &OutcomeResult) {
        for (party, half_points) in moved(effect) {
            let (before, after) = self.totals.entry(party).or_default();
            *before = before.saturating_add(half_points);
            *after = after.saturating_add(half_points);
        }
    }

    fn compare(&mut self, current: &CurrentOutcome, otherwise: Otherwise) {
        let as_played = &current.now.effect;
        for (party, half_points) in moved(as_played) {
            let (before, _) = self.totals.entry(party).or_default();
            *before = before.saturating_add(half_points);
        }
        let same = match &otherwise {
            Otherwise::Refused(_) => false,
            Otherwise::OutcomeResult(effect) => {
                for (party, half_points) in moved(effect) {
                    let (_, after) = self.totals.entry(party).or_default();
                    *after = after.saturating_add(half_points);
                }
                effect.legs == as_played.legs && worth(effect).eq(worth(as_played))
            }
        };
        if !same {
            self.different.push(Different {
                seq: current.recorded().seq,
                as_played: as_played.clone(),
                otherwise,
            });
        }
    }
}

/// What everybody gained or lost, the house included if anything went to it.
fn moved(effect: &OutcomeResult) -> impl Iterator<Item = (Party, i64)> {
    let legs = effect.legs.chairs().iter();
    let players = legs.map(|leg| (Party::Player(leg.player), leg.half_points));
    let house = Some((Party::House, effect.legs.house())).filter(|(_, moved)| *moved != 0);
    players.chain(house)
}

/// Who won how much.
fn worth(effect: &OutcomeResult) -> impl Iterator<Item = (u32, bool)> {
    let scores = effect.scores.iter();
    scores.map(|winner| (winner.score.fan, winner.score.limit))
}
