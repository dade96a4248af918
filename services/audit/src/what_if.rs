//! What a club's matches would have come to by other rules. Every hand is taken as it was dealt: who had which wind and whose
//! deal it was stays, even where other rules would have moved the deal on.

use crate::rescore::{compile, effect};
use crate::verify::declared;
use crate::{Doubt, Finding, convert};
use evidence::{
    Body, Book, Effect, Entry, Hash, MatchId, Party, PlayerId, Standing, read_export, seated_after,
};
use rules::{MatchState, Outcome, TableOptions, Variant, play};
use std::collections::{BTreeMap, HashMap};
use std::io::BufRead;
use std::ops::RangeInclusive;
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

/// Works out again by another variant what an export tells, after all corrections. Whether the export is sound is not checked;
/// [`verify`](crate::verify) does that.
///
/// # Errors
/// It cannot be read, or an entry contradicts those before.
pub fn what_if(
    export: impl BufRead,
    other: &Variant,
    selection: &Selection,
) -> Result<Vec<OtherMatch>, Doubt> {
    let mut variants: HashMap<Hash, Variant> = HashMap::new();
    let mut books: BTreeMap<MatchId, Book> = BTreeMap::new();
    let (_, leaves) = read_export(export).map_err(Doubt::Export)?;
    for leaf in leaves {
        let (seq, leaf) = leaf.map_err(Doubt::Export)?;
        let mut follow = || {
            let entry = Entry::parse(&leaf)?;
            follow(&entry, selection, &mut variants, &mut books)
        };
        follow().map_err(|finding| Doubt::Entry { seq, finding })?;
    }
    let mut matches = Vec::new();
    for book in books.into_values() {
        let variant = variants.get(&book.terms.variant_hash);
        let again = variant
            .ok_or(Finding::Unfounded("variant"))
            .and_then(|variant| by_other_rules(&book, variant, other, &selection.entries));
        let seq = book.version;
        matches.push(again.map_err(|finding| Doubt::Entry { seq, finding })?);
    }
    matches.retain(|one| one.outcomes > 0);
    matches.sort_by_key(|one| (one.played_on, one.match_id));
    Ok(matches)
}

fn follow(
    entry: &Entry,
    selection: &Selection,
    variants: &mut HashMap<Hash, Variant>,
    books: &mut BTreeMap<MatchId, Book>,
) -> Result<(), Finding> {
    if let Body::VariantAdded(added) = &entry.body {
        variants.insert(added.variant_hash, compile(added)?);
    }
    let Some(of) = entry.body.match_id() else {
        return Ok(());
    };
    if selection.only.is_some_and(|only| only != of) {
        return Ok(());
    }
    if matches!(entry.body, Body::MatchOpened(_)) {
        books.insert(of, Book::open(entry)?);
        return Ok(());
    }
    let book = books.get_mut(&of).ok_or(Finding::Unfounded("match"))?;
    book.add(entry).map_err(Finding::Contradicts)
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
        let outcome = convert::outcome(facts).map_err(Finding::Refused)?;
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
