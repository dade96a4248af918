//! What a club's matches would have come to by other rules. Every hand is taken as it was dealt: who had which wind and whose
//! deal it was stays, even where other rules would have moved the deal on.

mod json;
mod sum;
mod survey;

pub use json::{Most, write_what_if};
pub use sum::{Sum, Totals};
pub use survey::Survey;

use crate::course::Course;
use crate::rescore::{self, effect};
use crate::verify::declared;
use crate::{Archive, Doubt, Finding};
use evidence::{Book, Effect, Hash, MatchId, Party, PlayerId, Standing, read_export, seated_after};
use rules::{MatchState, Outcome, TableOptions, Variant, play};
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
    pub as_played: Effect,
    /// What it would have come to.
    pub otherwise: Otherwise,
}

/// What something would have come to.
#[derive(Debug, Clone, PartialEq)]
pub enum Otherwise {
    /// This.
    Effect(Box<Effect>),
    /// Nothing: the rules refuse it, for this reason.
    Refused(String),
}

/// Matches by other rules, one after another, the first played first. Each is read again when it is its turn, so that only one is in
/// memory. After an error there are no more.
pub struct WhatIf<'a> {
    other: &'a Variant,
    entries: RangeInclusive<u64>,
    variants: HashMap<Hash, Variant>,
    matches: vec::IntoIter<Course>,
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
) -> Result<WhatIf<'a>, Doubt> {
    let mut survey = Survey::of(selection);
    let (_, leaves) = read_export(export).map_err(Doubt::Export)?;
    for leaf in leaves {
        let (seq, leaf) = leaf.map_err(Doubt::Export)?;
        survey.entry(seq, &leaf)?;
    }
    Ok(survey.by(other, archive))
}

impl WhatIf<'_> {
    /// How many matches there are at most. One of which nothing that is asked for stands is none.
    pub fn matches(&self) -> usize {
        self.matches.len()
    }

    fn again(&mut self, course: &Course) -> Result<OtherMatch, Doubt> {
        let mut seq = course.last();
        let mut book: Option<Book> = None;
        let read = course.read_again(&mut *self.archive, |entry| {
            seq = entry.seq;
            match &mut book {
                None => book = Some(Book::open(entry)?),
                Some(book) => book.add(entry).map_err(Finding::Contradicts)?,
            }
            Ok(())
        });
        let worked_out = read.and_then(|()| {
            let book = book.ok_or(Finding::Changed)?;
            let variant = self.variants.get(&book.terms.variant_hash);
            let variant = variant.ok_or(Finding::Unfounded("variant"))?;
            by_other_rules(&book, variant, self.other, &self.entries)
        });
        worked_out.map_err(|finding| Doubt::Entry { seq, finding })
    }
}

impl Iterator for WhatIf<'_> {
    type Item = Result<OtherMatch, Doubt>;

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
    book: &Book,
    variant: &Variant,
    other: &Variant,
    entries: &RangeInclusive<u64>,
) -> Result<OtherMatch, Finding> {
    let minimum_fan = book.terms.minimum_fan;
    let options = TableOptions { minimum_fan };
    let mut found = OtherMatch {
        match_id: book.terms.match_id,
        played_on: book.terms.played_on,
        outcomes: 0,
        declared: 0,
        totals: BTreeMap::new(),
        different: Vec::new(),
    };
    let (mut state, mut seated) = (MatchState::start(), book.players);
    for standing in &book.outcomes {
        let facts = &standing.now.facts;
        let outcome = rescore::outcome(facts)?;
        let played = play(variant, &options, &state, std::slice::from_ref(&outcome))
            .map_err(|refusal| Finding::Refused(refusal.refusal.message()))?;
        let played = played.first().ok_or(Finding::Differs("number"))?;
        if entries.contains(&standing.recorded().seq) {
            found.outcomes += 1;
            if declared(facts) > 0 {
                found.declared += 1;
                found.stays(&standing.now.effect);
            } else {
                let otherwise = otherwise(other, &options, &state, outcome, seated)?;
                found.compare(standing, otherwise);
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
    outcome: Outcome,
    seated: [PlayerId; 4],
) -> Result<Otherwise, Finding> {
    match play(variant, options, state, &[outcome]) {
        Err(refusal) => Ok(Otherwise::Refused(refusal.refusal.message())),
        Ok(hands) => {
            let hand = hands.first().ok_or(Finding::Differs("number"))?;
            Ok(Otherwise::Effect(Box::new(effect(variant, hand, seated)?)))
        }
    }
}

impl OtherMatch {
    fn stays(&mut self, effect: &Effect) {
        for (party, half_points) in moved(effect) {
            let (before, after) = self.totals.entry(party).or_default();
            *before = before.saturating_add(half_points);
            *after = after.saturating_add(half_points);
        }
    }

    fn compare(&mut self, standing: &Standing, otherwise: Otherwise) {
        let as_played = &standing.now.effect;
        for (party, half_points) in moved(as_played) {
            let (before, _) = self.totals.entry(party).or_default();
            *before = before.saturating_add(half_points);
        }
        let same = match &otherwise {
            Otherwise::Refused(_) => false,
            Otherwise::Effect(effect) => {
                for (party, half_points) in moved(effect) {
                    let (_, after) = self.totals.entry(party).or_default();
                    *after = after.saturating_add(half_points);
                }
                effect.legs == as_played.legs && worth(effect).eq(worth(as_played))
            }
        };
        if !same {
            self.different.push(Different {
                seq: standing.recorded().seq,
                as_played: as_played.clone(),
                otherwise,
            });
        }
    }
}

/// What everybody gained or lost, the house included if anything went to it.
fn moved(effect: &Effect) -> impl Iterator<Item = (Party, i64)> {
    let legs = effect.legs.chairs().iter();
    let players = legs.map(|leg| (Party::Player(leg.player), leg.half_points));
    let house = Some((Party::House, effect.legs.house())).filter(|(_, moved)| *moved != 0);
    players.chain(house)
}

/// Who won how much.
fn worth(effect: &Effect) -> impl Iterator<Item = (u32, bool)> {
    let scores = effect.scores.iter();
    scores.map(|winner| (winner.score.fan, winner.score.limit))
}
