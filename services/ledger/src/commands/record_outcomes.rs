//! What happened in a match is recorded: one outcome, or many at once.

mod progress;

pub(super) use progress::{Recorder, check_totals, totals};

use crate::error::integer;
use crate::model::{MatchLimits, SealedEntry};
use crate::tables::write_statements::WriteStatements;
use crate::tables::{balances, match_entries, matches, players, texts};
use crate::transaction::{LockedClub, Transaction};
use crate::{
    Body, ClubId, Entry, Error, Hash, HashedEntry, Ledger, MatchId, MatchPosition, NewOutcome,
    OutcomeId, Party, PlayerId, RecordedOutcome, Result, Write, Written, clock_and_ids,
};
use evidence::{
    Legs, NumberRefusal, Outcome, OutcomeRecorded, Salt, check_next, commit, seated_after,
};
use futures_util::future::{try_join, try_join_all};
use match_entries::Moved;
use std::collections::BTreeMap;
use uuid::Uuid;

/// What happened, as the engine worked it out on top of a snapshot of its match.
#[derive(Debug, Clone)]
pub struct RecordOutcomes {
    /// The match, as the engine's answer stands on it.
    pub position: MatchPosition,
    /// The number of the first hand, as the client stated it; none if none was stated.
    pub number: Option<u32>,
    /// The number of the rules' meaning it was worked out with.
    pub semantics: u32,
    /// At least one, in the order they happened.
    pub outcomes: Vec<NewOutcome>,
}

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
        self.run(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            let looks = async {
                let row = matches::find(tx.sql()?, club, new.position.id);
                try_join(row, arrivals(&tx, club, &new)).await
            };
            let (row, known) = tx.read(club, looks).await?;
            let row = row.ok_or(Error::NotFound("match"))?;
            if let Some(obstacle) = obstacle(&row, &new)? {
                return Ok(Some(obstacle));
            }
            check_length(&tx, (club, &row), (&new, MatchLimits::ALL)).await?;
            Recorder::of(&row)?.take_all(&new.outcomes, &known)?;
            Ok(None)
        })
        .await
    }
}

async fn record_outcomes(ledger: Ledger, write: Write, new: RecordOutcomes) -> Result<Recording> {
    let tx = ledger.transaction_of(write.club).await?;
    let looks = async {
        let row = matches::find(tx.sql()?, write.club, new.position.id);
        try_join(row, arrivals(&tx, write.club, &new)).await
    };
    let (mut club, (row, known)) = tx.lock(&write, looks).await?;
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
    let under = (row.variant_hash()?, new.semantics);
    let told = seal(&mut club, new.position.id, under, new.outcomes)?;
    let sealed: Vec<&SealedEntry> = told.iter().map(|told| &told.sealed).collect();
    let sat = row.players();
    let append = tx.appended(&write, &sealed)?;
    store(&tx, append, (&told, sat, recorder.stake_cents)).await?;
    tx.commit().await?;
    let recorded = told
        .into_iter()
        .map(|told| HashedEntry::from(told.sealed).try_into());
    Ok(Recording::Recorded(Written::first(
        recorded.collect::<Result<_>>()?,
    )))
}

/// The players of the club among those who are to take a chair over, and those who sit there, if anybody is to.
async fn arrivals(tx: &Transaction, club: ClubId, new: &RecordOutcomes) -> Result<players::Names> {
    let arrive = arriving(&new.outcomes);
    if arrive.is_empty() {
        return Ok(players::Names::new());
    }
    let sql = tx.sql()?;
    let (mut known, seated) = try_join(
        players::names(sql, club, arrive),
        players::names_in(sql, club, new.position.id),
    )
    .await?;
    known.extend(seated);
    Ok(known)
}

/// Those who are to take a chair over.
pub(super) fn arriving(outcomes: &[NewOutcome]) -> Vec<Uuid> {
    let arrives = outcomes.iter().filter_map(|new| match &new.outcome {
        Outcome::Substitution(substitution) => Some(substitution.player.0),
        Outcome::Win(_)
        | Outcome::Goulash {}
        | Outcome::Agreed(_)
        | Outcome::FalseMahjong(_)
        | Outcome::Penalty(_)
        | Outcome::EarlyEnd {} => None,
    });
    arrives.collect()
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

/// An entry that is ready to be stored, with what follows from it.
pub(super) struct OpenedOutcome {
    pub(super) sealed: SealedEntry,
    reason: Option<(String, Salt)>,
}

/// The entries of a match's next outcomes, which were worked out under a variant and a meaning of the rules.
pub(super) fn seal(
    club: &mut LockedClub,
    match_id: MatchId,
    (variant_hash, semantics): (Hash, u32),
    outcomes: Vec<NewOutcome>,
) -> Result<Vec<OpenedOutcome>> {
    let mut told = Vec::new();
    for new in outcomes {
        let reason = new.reason.map(|text| (text, clock_and_ids::salt()));
        let recorded = OutcomeRecorded {
            match_id,
            outcome_id: OutcomeId(clock_and_ids::ordered_id()),
            variant_hash,
            semantics,
            outcome: new.outcome,
            result: new.result,
            reason_commitment: reason.as_ref().map(|(text, salt)| commit(salt, text)),
            state_after: new.state_after,
        };
        told.push(OpenedOutcome {
            sealed: club.seal(Body::OutcomeRecorded(Box::new(recorded)))?,
            reason,
        });
    }
    Ok(told)
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
        let OutcomeRecorded {
            outcome, result, ..
        } = recorded.as_ref();
        moved.push((*entry, Moved::by(&result.legs)));
        gain(&mut gained, &result.legs);
        sat = seated_after(sat, outcome);
        // Whoever takes part has a balance, even if nothing is ever paid.
        for player in sat {
            gained.entry(Party::Player(player)).or_default();
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

/// Adds what everybody gained or lost.
fn gain(gained: &mut BTreeMap<Party, i64>, legs: &Legs) {
    for leg in legs.chairs() {
        *gained.entry(Party::Player(leg.player)).or_default() += leg.half_points;
    }
    if legs.house() != 0 {
        *gained.entry(Party::House).or_default() += legs.house();
    }
}
