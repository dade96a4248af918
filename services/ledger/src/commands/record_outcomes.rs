//! What happened in a match is recorded: one outcome, or many at once.

mod by_call;
mod progress;
mod sealing;

pub(super) use progress::{Recorder, check_number_of_players, check_totals, totals};
pub use sealing::RecordOutcomes;
pub(super) use sealing::{OpenedOutcome, seal};

use sealing::gained_by;

use crate::error::integer;
use crate::model::{MatchLimits, SealedEntry};
use crate::tables::write_statements::WriteStatements;
use crate::tables::{balances, match_entries, matches, players, texts};
use crate::transaction::Transaction;
use crate::{
    Body, ClubId, Entry, Error, HashedEntry, Ledger, NewOutcome, PlayerId, RecordedOutcome, Result,
    Write, Written,
};
use evidence::{NumberRefusal, Outcome, check_next, seated_after};
use futures_util::future::{try_join, try_join_all};
use match_entries::Moved;
use std::collections::BTreeMap;
use uuid::Uuid;

/// What became of them. In order of precedence after the key: a number that is taken, a match that is over, a
/// number that is ahead, a match that changed.
#[derive(Debug, Clone, PartialEq)]
pub enum Recording {
    /// All are in the ledger.
    Recorded(Written<Vec<RecordedOutcome>>),
    /// Another hand has the stated number.
    NumberTaken,
    /// The match is over.
    MatchOver,
    /// An earlier number is still free.
    NumberAhead {
        /// The number that comes next.
        next: u32,
    },
    /// The match is no longer the one the engine's answer stands on: look again.
    MatchChanged,
}

impl Ledger {
    /// Records what happened, all of it or nothing, if the match is still the one that was looked at.
    pub async fn record_outcomes(&self, write: Write, new: RecordOutcomes) -> Result<Recording> {
        self.run(|ledger| record_outcomes(ledger, write, new)).await
    }

    /// Whether they could be recorded: refused as [`Ledger::record_outcomes`] refuses it, but for the last outcomes, which are kept for owners and
    /// referees; none if nothing stands in the way. Nothing is written.
    pub async fn rehearse_outcomes(
        &self,
        club: ClubId,
        new: RecordOutcomes,
    ) -> Result<Option<Recording>> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            let looks = async {
                let row = matches::find(tx.sql()?, club, new.position.id);
                try_join(row, arrivals(&tx, club, &new)).await
            };
            let (row, (known, took_part)) = tx.read(club, looks).await?;
            let row = row.ok_or(Error::NotFound("match"))?;
            if let Some(obstacle) = obstacle(&row, &new)? {
                return Ok(Some(obstacle));
            }
            check_length(&tx, (club, &row), (&new, MatchLimits::ALL)).await?;
            Recorder::of(&row)?.take_all(&new.outcomes, &known)?;
            check_number_of_players(took_part, known.len())?;
            Ok(None)
        })
        .await
    }
}

async fn record_outcomes(ledger: Ledger, write: Write, new: RecordOutcomes) -> Result<Recording> {
    if let Some(recorded) = by_call::record(&ledger, &write, &new).await? {
        return Ok(Recording::Recorded(recorded));
    }
    let tx = ledger.transaction_of(write.club).await?;
    let looks = async {
        let row = matches::find(tx.sql()?, write.club, new.position.id);
        try_join(row, arrivals(&tx, write.club, &new)).await
    };
    let (mut club, (row, (known, took_part))) = tx.lock(&write, looks).await?;
    if let Some(last) = club.prior.take() {
        let entries = club.earlier.into_iter().chain([last]);
        let recorded = entries.map(RecordedOutcome::try_from);
        return Ok(Recording::Recorded(Written::again(
            recorded.collect::<Result<_>>()?,
        )));
    }
    let row = row.ok_or(Error::NotFound("match"))?;
    if let Some(obstacle) = obstacle(&row, &new)? {
        return Ok(obstacle);
    }
    let limits = MatchLimits::of(&write);
    check_length(&tx, (write.club, &row), (&new, limits)).await?;
    let mut recorder = Recorder::of(&row)?;
    recorder.take_all(&new.outcomes, &known)?;
    check_number_of_players(took_part, known.len())?;
    let under = (row.variant_hash()?, new.semantics);
    let told = seal(&mut club, new.position.id, under, new.outcomes)?;
    let sealed: Vec<&SealedEntry> = told.iter().map(|told| &told.sealed).collect();
    let sat = row.players();
    let append = tx.appended(&write, &sealed)?;
    store(&tx, append, (&told, sat, recorder.stake_cents)).await?;
    tx.commit().await?;
    ledger.club_heads().remember(write.club, club.head());
    let recorded = told
        .into_iter()
        .map(|told| HashedEntry::from(told.sealed).try_into());
    Ok(Recording::Recorded(Written::first(
        recorded.collect::<Result<_>>()?,
    )))
}

/// The players of the club among those who are to take a chair over and those who took part before, if anybody is to; and how many these are.
async fn arrivals(
    tx: &Transaction,
    club: ClubId,
    new: &RecordOutcomes,
) -> Result<(players::Names, usize)> {
    let arrive = arriving(&new.outcomes);
    if arrive.is_empty() {
        return Ok((players::Names::new(), 0));
    }
    let sql = tx.sql()?;
    let (mut known, took_part) = try_join(
        players::names(sql, club, arrive),
        players::names_in(sql, club, new.position.id),
    )
    .await?;
    let before = took_part.len();
    known.extend(took_part);
    Ok((known, before))
}

/// Those who are to take a chair over.
pub(super) fn arriving(outcomes: &[NewOutcome]) -> Vec<Uuid> {
    let arrives = outcomes.iter().filter_map(|new| new.outcome.substitution());
    arrives.map(|one| one.player.0).collect()
}

/// Why outcomes cannot be recorded now.
fn obstacle(row: &matches::Row, new: &RecordOutcomes) -> Result<Option<Recording>> {
    row.refuse_void()?;
    Ok(match check_next(&row.state()?, new.number) {
        Err(NumberRefusal::Taken) => Some(Recording::NumberTaken),
        Err(NumberRefusal::MatchOver) => Some(Recording::MatchOver),
        Err(NumberRefusal::Ahead { next }) => Some(Recording::NumberAhead { next }),
        Ok(()) if row.position()? != new.position => Some(Recording::MatchChanged),
        Ok(()) => None,
    })
}

/// Whether a match stays short enough to be read with some more outcomes. It can always be ended early.
async fn check_length(
    tx: &Transaction,
    (club, row): (ClubId, &matches::Row),
    (new, limits): (&RecordOutcomes, MatchLimits),
) -> Result<()> {
    let goes_on = |new: &&NewOutcome| !matches!(new.outcome, Outcome::EarlyEnd {});
    let more = new.outcomes.iter().filter(goes_on);
    // The outcomes are among the entries since it was opened: most matches need not be counted.
    let entries: usize = integer(row.version()?.saturating_sub(row.opened_seq()?), "version")?;
    let most = limits.outcomes;
    let recorded = match entries.saturating_add(new.outcomes.len()) > most {
        true => match_entries::count(tx.sql()?, club, new.position.id).await?,
        false => entries,
    };
    let hands: usize = integer(row.state()?.next_number.saturating_sub(1), "hand number")?;
    let new_hands = more.clone().filter(|new| new.result.number.is_some());
    let too_many = |before: usize, more: usize| more > 0 && before.saturating_add(more) > most;
    match too_many(recorded, more.count()) || too_many(hands, new_hands.count()) {
        true => Err(Error::TooManyOutcomes { most }),
        false => Ok(()),
    }
}

/// Stores what follows from the entries of a match, and their reasons, together with other writes; these sat there before them.
pub(super) async fn store(
    tx: &Transaction,
    others: WriteStatements<'_>,
    (told, sat, stake_cents): (&[OpenedOutcome], [PlayerId; 4], i64),
) -> Result<()> {
    let sql = tx.sql()?;
    let entries: Vec<&Entry> = told.iter().map(|told| &told.sealed.entry).collect();
    let reasons = told.iter().filter_map(|told| {
        let (text, salt) = told.reason.as_ref()?;
        Some(texts::insert(sql, &told.sealed.entry, Some((text, salt))))
    });
    let writes = others.and(consequences(&entries, sat)?);
    let (balances, _) = try_join(writes.load(sql), try_join_all(reasons)).await?;
    let half_points = balances
        .iter()
        .map(|balance: &balances::Balance| balance.half_points.into());
    // Somebody who sat on several chairs can have gained more than any of them.
    check_totals(stake_cents, half_points)
}

/// What follows from entries of one match that record outcomes, in their order; these sat there before them. It returns the [`balances::Balance`] of
/// everybody who is named.
pub(super) fn consequences(
    entries: &[&Entry],
    mut sat: [PlayerId; 4],
) -> Result<WriteStatements<'static>> {
    let (mut moved, mut gained, mut stands) = (Vec::new(), BTreeMap::new(), None);
    for entry in entries {
        let Body::OutcomeRecorded(recorded) = &entry.body else {
            return Err(Error::misplaced(entry.seq, "outcome_recorded"));
        };
        moved.push((*entry, Moved::by(&recorded.result.legs)));
        sat = seated_after(sat, &recorded.outcome);
        for (party, half_points) in gained_by(recorded, sat) {
            *gained.entry(party).or_default() += half_points;
        }
        stands = Some((recorded.match_id, recorded.state_after, *entry));
    }
    let (id, state, last) = stands.ok_or(Error::Contradiction("nothing happened"))?;
    Ok(WriteStatements::of([
        match_entries::insertion(last.club, id, &moved)?,
        matches::update(id, (&state, &sat), last)?,
        balances::addition(last.club, id, &gained),
    ]))
}
