//! A match is put right, and everything in it is worked out anew.

mod limits;

use super::record_outcomes::{check_number_of_players, check_totals, totals};
use crate::model::{MatchLimits, leaf_to_write};
use crate::tables::write_statements::WriteStatements;
use crate::tables::{balances, match_entries, matches, players, texts};
use crate::transaction::Transaction;
use crate::{
    Body, ClubId, Entry, Error, Hash, HashedEntry, Ledger, Party, Place, Result, UserId, Write,
    clock_and_ids,
};
use evidence::{
    Change, CorrectedOutcome, DoubleSeat, MatchCorrected, MatchHistory, MatchState, OutcomeId,
    OutcomeResult, PlayerId, commit, last_change_of, moves_whole_cents,
};
use futures_util::future::{try_join, try_join5};
use limits::{check_bytes, check_guest, check_length, made_by_guests};
use match_entries::Moved;
use std::collections::{BTreeMap, HashMap};

/// A correction, as the engine worked it out on top of a snapshot of its match.
#[derive(Debug, Clone)]
pub struct CorrectMatch {
    /// The match as [`Ledger::match_history_snapshot`] read it, which the engine's answer stands on.
    pub before: MatchHistory,
    /// What is put right.
    pub changes: Vec<Change>,
    /// The number of the rules' meaning everything was worked out with again.
    pub semantics: u32,
    /// What each outcome of the corrected match comes to, in the order of play, changed or not.
    pub results: Vec<CorrectedOutcome>,
    /// Where the match stands then.
    pub state_after: MatchState,
    /// Why; the ledger's entry holds only a salted commitment to it.
    pub reason: String,
}

/// What became of it. In order of precedence after the key: a match that changed.
#[derive(Debug, Clone, PartialEq)]
pub enum CorrectMatchResult {
    /// It is in the ledger.
    Corrected(Box<CorrectedMatch>),
    /// The same request wrote this entry before.
    Replayed(Box<Entry>),
    /// The match is no longer the one the engine's answer stands on: look again.
    MatchChanged,
}

/// A correction that is in the ledger.
#[derive(Debug, Clone, PartialEq)]
pub struct CorrectedMatch {
    /// Its entry.
    pub entry: HashedEntry,
    /// The match before.
    pub before: MatchHistory,
    /// The match after.
    pub after: MatchHistory,
}

impl Ledger {
    /// A new id for an outcome that a correction inserts.
    pub fn new_outcome_id(&self) -> OutcomeId {
        OutcomeId(clock_and_ids::ordered_id())
    }

    /// Corrects a match, if it is still the one that was looked at.
    pub async fn correct_match(
        &self,
        write: Write,
        new: CorrectMatch,
    ) -> Result<CorrectMatchResult> {
        self.run(|ledger| correct_match(ledger, write, new)).await
    }

    /// The match before and after a correction by somebody, refused as [`Ledger::correct_match`] refuses it, but for the corrections and outcomes
    /// that are kept for others; none if the match is no longer the one that was looked at. Nothing is written.
    pub async fn rehearse_correction(
        &self,
        by: (ClubId, UserId),
        new: CorrectMatch,
    ) -> Result<Option<(MatchHistory, MatchHistory)>> {
        self.run_read(|ledger| rehearse_correction(ledger, by, new))
            .await
    }
}

async fn correct_match(
    ledger: Ledger,
    write: Write,
    new: CorrectMatch,
) -> Result<CorrectMatchResult> {
    let tx = ledger.transaction_of(write.club).await?;
    let looks = try_join(
        Seen::look(&tx, write.club, &new),
        made_by_guests(&tx, &write, new.before.terms.match_id),
    );
    let (mut club, (seen, by_guests)) = tx.lock(&write, looks).await?;
    if let Some(HashedEntry { entry, .. }) = club.prior {
        return Ok(CorrectMatchResult::Replayed(Box::new(entry)));
    }
    if !seen.is_unchanged(&new)? {
        return Ok(CorrectMatchResult::MatchChanged);
    }
    check_guest(by_guests)?;
    let reason = (new.reason.clone(), clock_and_ids::salt());
    let corrected = corrected(&new, commit(&reason.1, &reason.0));
    let sealed = club.seal(Body::MatchCorrected(Box::new(corrected)))?;
    let before = new.before;
    let limits = MatchLimits::of(&write);
    check_bytes(seen.correction_bytes, &sealed.leaf, limits)?;
    let after = seen.corrected(&new.changes, (&before, limits), &sealed.entry)?;
    let sql = tx.sql()?;
    let follows = consequences(&sealed.entry, (&before, &after), &seen.took_part)?;
    try_join(
        tx.appended(&write, &[&sealed])?.and(follows).execute(sql),
        texts::insert(sql, &sealed.entry, Some((&reason.0, &reason.1))),
    )
    .await?;
    tx.commit().await?;
    Ok(CorrectMatchResult::Corrected(Box::new(CorrectedMatch {
        entry: sealed.into(),
        before,
        after,
    })))
}

/// What follows from an entry that corrects a match, which is told before and after it; these took part before.
pub(super) fn consequences(
    entry: &Entry,
    (before, after): (&MatchHistory, &MatchHistory),
    took_part: &BTreeMap<Party, i64>,
) -> Result<WriteStatements<'static>> {
    let id = after.terms.match_id;
    let moved = [(entry, moved(&before.state, &after.state))];
    let gained = gained(took_part, after);
    Ok(WriteStatements::of([
        match_entries::insertion(entry.club, id, &moved)?,
        balances::replacement(entry.club, id, &gained),
        matches::update(id, (&after.state, &after.seated()), entry)?,
    ]))
}

/// What the correction would make of the match, told by an entry that is not written.
async fn rehearse_correction(
    ledger: Ledger,
    (club, actor): (ClubId, UserId),
    new: CorrectMatch,
) -> Result<Option<(MatchHistory, MatchHistory)>> {
    let tx = ledger.transaction().await?;
    let seen = tx.read(club, Seen::look(&tx, club, &new)).await?;
    if !seen.is_unchanged(&new)? {
        return Ok(None);
    }
    let entry = Entry {
        club,
        seq: new.before.version.saturating_add(1),
        time: clock_and_ids::entry_time(clock_and_ids::now(), None)?,
        actor,
        body: Body::MatchCorrected(Box::new(corrected(&new, Hash([0; 32])))),
    };
    let (leaf, limits) = (leaf_to_write(&entry)?, MatchLimits::ALL);
    check_bytes(seen.correction_bytes, &leaf, limits)?;
    let before = new.before;
    let after = seen.corrected(&new.changes, (&before, limits), &entry)?;
    Ok(Some((before, after)))
}

/// What a correction stands on.
struct Seen {
    row: Option<matches::Row>,
    /// Who is to be seated, and who ever took part.
    known: players::Names,
    took_part: BTreeMap<Party, i64>,
    /// What the corrections before it come to together.
    correction_bytes: usize,
}

impl Seen {
    async fn look(tx: &Transaction, club: ClubId, new: &CorrectMatch) -> Result<Self> {
        let (sql, id) = (tx.sql()?, new.before.terms.match_id);
        let arrive = newcomers(&new.changes).into_iter().map(|player| player.0);
        let (row, arrive, mut known, took_part, correction_bytes) = try_join5(
            matches::find(sql, club, id),
            players::names(sql, club, arrive.collect()),
            players::names_in(sql, club, id),
            balances::of_match(sql, club, id),
            match_entries::correction_bytes(sql, club, id),
        )
        .await?;
        known.extend(arrive);
        Ok(Self {
            row,
            known,
            took_part,
            correction_bytes,
        })
    }

    /// Whether the match is still the one that was looked at: whatever happens in it is another version of it.
    fn is_unchanged(&self, new: &CorrectMatch) -> Result<bool> {
        let row = self.row.as_ref().ok_or(Error::NotFound("match"))?;
        row.refuse_void()?;
        Ok(row.version()? == new.before.version)
    }

    /// The match after the entry that corrects it.
    fn corrected(
        &self,
        changes: &[Change],
        (before, limits): (&MatchHistory, MatchLimits),
        entry: &Entry,
    ) -> Result<MatchHistory> {
        self.check_known(changes)?;
        self.check_cents(entry)?;
        let mut after = before.clone();
        after.add(entry).map_err(Error::Unwritable)?;
        check_length(before, &after, limits)?;
        if after.has_same_content(before) {
            return Err(Error::NothingCorrected);
        }
        self.check_people(changes, &after)?;
        let all = players(gained(&self.took_part, &after).into_keys());
        check_number_of_players(players(self.took_part.keys().copied()), all)?;
        self.check_amounts(&after)?;
        Ok(after)
    }

    /// Whoever is seated is a player of the club, and was neither merged into another nor erased unless they took part
    /// before that.
    fn check_known(&self, changes: &[Change]) -> Result<()> {
        for (place, change) in changes.iter().enumerate() {
            for (chair, id) in change.seats() {
                let known = self.known.get(&id.0).ok_or(Error::UnknownPlayer(chair));
                let took_part = self.took_part.contains_key(&Party::Player(id));
                let can_sit = known.and_then(|player| match took_part {
                    true => Ok(()),
                    false => player.check_for(chair),
                });
                can_sit.map_err(|error| error.at(Place::Change(place)))?;
            }
        }
        Ok(())
    }

    /// Nobody sits on two chairs, whichever of their players each is said to be for.
    fn check_people(&self, changes: &[Change], after: &MatchHistory) -> Result<()> {
        let counts_for = |player: PlayerId| {
            let known = self.known.get(&player.0);
            known.and_then(|known| known.merged_into).unwrap_or(player)
        };
        let place = match after.double_seat(counts_for) {
            None => return Ok(()),
            Some(DoubleSeat::TakingOver(outcome_id)) => place_of(changes, outcome_id),
            Some(DoubleSeat::AtTheStart) => {
                let reseats = |change: &Change| matches!(change, Change::Reseat(_));
                Place::Change(changes.iter().rposition(reseats).unwrap_or_default())
            }
        };
        Err(Error::SamePlayerTwice.at(place))
    }

    fn stake_cents(&self) -> i64 {
        self.row.as_ref().map_or(0, matches::Row::stake_cents)
    }

    /// Whether what changes is whole numbers of cents. The place of the one that is not is known here.
    fn check_cents(&self, entry: &Entry) -> Result<()> {
        let Body::MatchCorrected(corrected) = &entry.body else {
            return Err(Error::misplaced(entry.seq, "match_corrected"));
        };
        let fractional = corrected
            .results
            .iter()
            .find(|one| !moves_whole_cents(self.stake_cents(), &one.result.legs));
        fractional.map_or(Ok(()), |one| {
            Err(Error::FractionalAmount.at(place_of(&corrected.changes, one.outcome_id)))
        })
    }

    /// Whether every total is a number that readers of JSON hold.
    fn check_amounts(&self, after: &MatchHistory) -> Result<()> {
        check_totals(self.stake_cents(), totals(&after.state))?;
        let balances = after.balances().into_values();
        check_totals(self.stake_cents(), balances.map(i128::from))
    }
}

/// Where it is said what happened in an outcome.
fn place_of(changes: &[Change], outcome_id: OutcomeId) -> Place {
    last_change_of(changes, outcome_id).map_or(Place::Recorded(outcome_id), Place::Change)
}

/// The players that a correction seats.
fn newcomers(changes: &[Change]) -> Vec<PlayerId> {
    let seats = changes.iter().flat_map(Change::seats);
    seats.map(|(_, player)| player).collect()
}

/// What the entry says: of the results, those that are new.
fn corrected(new: &CorrectMatch, reason_commitment: Hash) -> MatchCorrected {
    let before = &new.before;
    let stood = before.outcomes.iter();
    let stood: HashMap<OutcomeId, &OutcomeResult> = stood
        .map(|current| (current.outcome_id, &current.now.result))
        .collect();
    let results = new.results.iter().cloned();
    MatchCorrected {
        match_id: before.terms.match_id,
        changes: new.changes.clone(),
        variant_hash: before.terms.variant_hash,
        semantics: new.semantics,
        results: results
            .filter(|one| stood.get(&one.outcome_id) != Some(&&one.result))
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

/// How many players are among some parties.
fn players(parties: impl Iterator<Item = Party>) -> usize {
    parties.filter(|party| *party != Party::House).count()
}

/// What everybody gained or lost; whoever no longer takes part, nothing.
fn gained(took_part: &BTreeMap<Party, i64>, after: &MatchHistory) -> BTreeMap<Party, i64> {
    let nothing = took_part.keys().map(|party| (*party, 0));
    nothing.chain(after.balances()).collect()
}
