//! A match is put right, and everything in it is worked out anew.

use super::record_outcomes::check_money;
use crate::reads::book;
use crate::tables::{balances, match_entries, matches, players, texts};
use crate::{
    AsOf, Body, Entry, Error, Hash, Ledger, MatchId, Party, Result, Write, Written, chance,
};
use evidence::{
    Book, Chair, Change, Effect, MatchCorrected, MatchState, Outcome, OutcomeId, PlayerId, commit,
};
use futures_util::future::{try_join, try_join3, try_join4};
use match_entries::Moved;
use std::collections::BTreeMap;

/// A correction, as the engine worked it out on top of a snapshot of its match.
#[derive(Debug, Clone)]
pub struct CorrectMatch {
    /// The match.
    pub match_id: MatchId,
    /// The version of the match that the engine's answer stands on.
    pub expected_version: u64,
    /// What is put right.
    pub changes: Vec<Change>,
    /// The number of the rules' meaning everything was worked out with again.
    pub semantics: u32,
    /// What each outcome of the corrected match comes to, in the order of play, changed or not.
    pub effects: Vec<Outcome>,
    /// Where the match stands then.
    pub state_after: MatchState,
    /// Why; the ledger's entry holds only a salted commitment to it.
    pub reason: String,
}

/// What became of it. In order of precedence after the key: a match that changed.
#[derive(Debug, Clone, PartialEq)]
pub enum Correcting {
    /// It is in the ledger, by this entry.
    Corrected(Box<Written<Entry>>),
    /// The match is no longer the one the engine's answer stands on: look again.
    MatchChanged,
}

impl Ledger {
    /// A new id for an outcome that a correction inserts.
    pub fn new_outcome_id(&self) -> OutcomeId {
        OutcomeId(chance::ordered_id())
    }

    /// Corrects a match, if it is still the one that was looked at.
    pub async fn correct_match(&self, write: Write, new: CorrectMatch) -> Result<Correcting> {
        self.run(|ledger| correct_match(ledger, write, new)).await
    }
}

async fn correct_match(ledger: Ledger, write: Write, new: CorrectMatch) -> Result<Correcting> {
    let tx = ledger.transaction().await?;
    let looks = async {
        let sql = tx.sql()?;
        let (club, id) = (write.club, new.match_id);
        let arrive = newcomers(&new.changes).into_iter().map(|player| player.0);
        try_join4(
            matches::find(sql, club, id),
            match_entries::list(sql, club, id, AsOf::Now),
            players::names(sql, club, arrive.collect()),
            balances::of_match(sql, club, id),
        )
        .await
    };
    let (mut club, (row, entries, known, took_part)) = tx.lock(&write, looks).await?;
    if let Some(entry) = club.prior {
        return Ok(Correcting::Corrected(Box::new(Written::again(entry))));
    }
    let row = row.ok_or(Error::NotFound("match"))?;
    if row.version()? != new.expected_version {
        return Ok(Correcting::MatchChanged);
    }
    check_known(&new.changes, &known, &took_part)?;
    let before = book::read(entries)?;
    let reason = (new.reason.clone(), chance::salt());
    let stands = State {
        id: new.match_id,
        stake_cents: row.stake_cents(),
    };
    let commitment = commit(&reason.1, &reason.0);
    let corrected = corrected(new, &before, commitment);
    let sealed = club.seal(Body::MatchCorrected(Box::new(corrected)))?;
    let mut after = before.clone();
    after.add(&sealed.entry).map_err(Error::Unwritable)?;
    stands.check(&after)?;
    let (sql, id) = (tx.sql()?, stands.id);
    let moved = [(&sealed.entry, moved(&before.state, &after.state))];
    let gained = gained(&took_part, &after);
    let follows = async {
        try_join(
            match_entries::insert(sql, write.club, id, &moved),
            balances::set(sql, write.club, id, &gained),
        )
        .await
    };
    try_join3(
        try_join(
            tx.append(&write, &[&sealed]),
            texts::insert(sql, &sealed.entry, &reason.0, &reason.1),
        ),
        follows,
        matches::advance(sql, id, (&after.state, &after.seated()), &sealed.entry),
    )
    .await?;
    tx.commit().await?;
    Ok(Correcting::Corrected(Box::new(Written::first(
        sealed.entry,
    ))))
}

/// What a corrected match is checked against.
struct State {
    id: MatchId,
    stake_cents: i64,
}

impl State {
    /// Every outcome has to come to whole minor units, and every total to a number that readers of JSON hold.
    fn check(&self, after: &Book) -> Result<()> {
        after.outcomes.iter().try_for_each(|standing| {
            check_money(self.stake_cents, &standing.now.effect.legs, &after.state)
        })
    }
}

/// The players that a correction seats, with the chair they are to sit on.
fn newcomers(changes: &[Change]) -> Vec<PlayerId> {
    let seats = changes.iter().flat_map(seats);
    seats.map(|(_, player)| player).collect()
}

/// Whoever is seated is a player of the club, and was not merged into another unless they took part before that.
fn check_known(
    changes: &[Change],
    known: &players::Names,
    took_part: &BTreeMap<Party, i64>,
) -> Result<()> {
    for (chair, id) in changes.iter().flat_map(seats) {
        let player = known.get(&id.0).ok_or(Error::UnknownPlayer(chair))?;
        let merged = player.merged_into.is_some();
        if merged && !took_part.contains_key(&Party::Player(id)) {
            return Err(Error::MergedPlayer(chair));
        }
    }
    Ok(())
}

fn seats(change: &Change) -> Vec<(Chair, PlayerId)> {
    use evidence::Facts;
    let of_facts = |facts: &Facts| {
        if let Facts::Substitution(substitution) = facts {
            vec![(substitution.chair, substitution.player)]
        } else {
            Vec::new()
        }
    };
    match change {
        Change::Reseat(reseat) => Chair::ALL.into_iter().zip(reseat.players).collect(),
        Change::Replace(replace) => of_facts(&replace.facts),
        Change::Insert(insert) => of_facts(&insert.facts),
        Change::Void(_) => Vec::new(),
    }
}

/// What the entry says: of the effects, those that are new.
fn corrected(new: CorrectMatch, before: &Book, reason_commitment: Hash) -> MatchCorrected {
    let stood = |id: OutcomeId| -> Option<&Effect> { Some(&before.outcome(id)?.now.effect) };
    let effects = new.effects.into_iter();
    MatchCorrected {
        match_id: new.match_id,
        changes: new.changes,
        variant_hash: before.terms.variant_hash,
        semantics: new.semantics,
        effects: effects
            .filter(|one| stood(one.outcome) != Some(&one.effect))
            .collect(),
        reason_commitment,
        state_after: new.state_after,
    }
}

fn moved(before: &MatchState, after: &MatchState) -> Moved {
    let mut chairs = after.total_half_points;
    for (chair, before) in chairs.iter_mut().zip(before.total_half_points) {
        *chair = chair.saturating_sub(before);
    }
    Moved {
        chairs,
        house: after
            .house_half_points
            .saturating_sub(before.house_half_points),
    }
}

/// What everybody gained or lost; whoever no longer takes part, nothing.
fn gained(took_part: &BTreeMap<Party, i64>, after: &Book) -> BTreeMap<Party, i64> {
    let nothing = took_part.keys().map(|party| (*party, 0));
    nothing.chain(after.balances()).collect()
}
