//! What happened in a match is recorded: one outcome, or many at once.

use crate::tables::{balances, match_entries, matches, players, texts};
use crate::transaction::{Locked, Sealed, Transaction};
use crate::{
    Body, ClubId, Error, Ledger, MatchId, OutcomeId, Party, Place, PlayerId, RecordedOutcome,
    Result, Write, Written, chance,
};
use evidence::{
    Effect, Facts, Legs, MAX_INTEGER, MatchState, OutcomeRecorded, Salt, commit, seated_after,
};
use futures_util::future::{try_join, try_join_all, try_join4};
use match_entries::Moved;
use std::collections::BTreeMap;

/// What happened, as the engine worked it out on top of a snapshot of its match.
#[derive(Debug, Clone)]
pub struct RecordOutcomes {
    /// The match.
    pub match_id: MatchId,
    /// The version of the match that the engine's answer stands on.
    pub expected_version: u64,
    /// The number of the first hand, as the client stated it; none if none was stated.
    pub number: Option<u32>,
    /// The number of the rules' meaning it was worked out with.
    pub semantics: u32,
    /// At least one, in the order they happened.
    pub outcomes: Vec<NewOutcome>,
}

/// One outcome, worked out.
#[derive(Debug, Clone)]
pub struct NewOutcome {
    /// What happened, as stated.
    pub facts: Facts,
    /// What it came to.
    pub effect: Effect,
    /// Where the match stands after it.
    pub state_after: MatchState,
    /// Why; the ledger's entry holds only a salted commitment to it.
    pub reason: Option<String>,
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

    /// Whether they could be recorded: refused as [`Ledger::record_outcomes`] refuses it, none if nothing stands in the
    /// way. Nothing is written.
    pub async fn rehearse_outcomes(
        &self,
        club: ClubId,
        new: RecordOutcomes,
    ) -> Result<Option<Recording>> {
        self.run(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            let looks = async {
                let row = matches::find(tx.sql()?, club, new.match_id);
                try_join(row, arrivals(&tx, club, &new)).await
            };
            let (row, known) = tx.read(club, looks).await?;
            let row = row.ok_or(Error::NotFound("match"))?;
            if let Some(obstacle) = obstacle(&row, &new)? {
                return Ok(Some(obstacle));
            }
            Table::of(&row)?.take_all(&new.outcomes, &known)?;
            Ok(None)
        })
        .await
    }
}

async fn record_outcomes(ledger: Ledger, write: Write, new: RecordOutcomes) -> Result<Recording> {
    let tx = ledger.transaction().await?;
    let looks = async {
        let sql = tx.sql()?;
        try_join(
            matches::find(sql, write.club, new.match_id),
            arrivals(&tx, write.club, &new),
        )
        .await
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
    let mut table = Table::of(&row)?;
    table.take_all(&new.outcomes, &known)?;
    let told = seal(&mut club, &row, new)?;
    store(&tx, &write, &told, &table).await?;
    tx.commit().await?;
    let recorded = told.into_iter().map(|told| told.sealed.entry.try_into());
    Ok(Recording::Recorded(Written::first(
        recorded.collect::<Result<_>>()?,
    )))
}

/// The players of the club among those who are to take a chair over, and those who sit there, if anybody is to.
async fn arrivals(tx: &Transaction, club: ClubId, new: &RecordOutcomes) -> Result<players::Names> {
    let outcomes = new.outcomes.iter();
    let arrives = outcomes.filter_map(|outcome| match &outcome.facts {
        Facts::Substitution(substitution) => Some(substitution.player.0),
        Facts::Win(_)
        | Facts::Goulash {}
        | Facts::Agreed(_)
        | Facts::FalseMahjong(_)
        | Facts::Penalty(_)
        | Facts::EarlyEnd {} => None,
    });
    let arrive: Vec<_> = arrives.collect();
    if arrive.is_empty() {
        return Ok(players::Names::new());
    }
    let sql = tx.sql()?;
    let (mut known, seated) = try_join(
        players::names(sql, club, arrive),
        players::names_in(sql, club, new.match_id),
    )
    .await?;
    known.extend(seated);
    Ok(known)
}

/// Why outcomes cannot be recorded now.
fn obstacle(row: &matches::Row, new: &RecordOutcomes) -> Result<Option<Recording>> {
    let state = row.state()?;
    let next = state.next_number;
    Ok(if new.number.is_some_and(|number| number < next) {
        Some(Recording::NumberTaken)
    } else if state.ending.is_some() {
        Some(Recording::MatchOver)
    } else if new.number.is_some_and(|number| number > next) {
        Some(Recording::NumberAhead { next })
    } else if row.version()? != new.expected_version {
        Some(Recording::MatchChanged)
    } else {
        None
    })
}

/// A match while outcomes are added to it. The engine worked them out on top of this very version: what it says must
/// add up with it.
struct Table {
    stake_cents: i64,
    state: MatchState,
    seated: [PlayerId; 4],
    gained: BTreeMap<Party, i64>,
}

impl Table {
    fn of(row: &matches::Row) -> Result<Self> {
        Ok(Self {
            stake_cents: row.stake_cents(),
            state: row.state()?,
            seated: row.players(),
            gained: BTreeMap::new(),
        })
    }

    fn take_all(&mut self, outcomes: &[NewOutcome], known: &players::Names) -> Result<()> {
        for (place, outcome) in outcomes.iter().enumerate() {
            let taken = self.take(outcome, known);
            taken.map_err(|error| error.at(Place::Outcome(place)))?;
        }
        Ok(())
    }

    fn take(&mut self, new: &NewOutcome, known: &players::Names) -> Result<()> {
        let NewOutcome {
            facts,
            effect,
            state_after,
            ..
        } = new;
        if self.state.ending.is_some() {
            return Err(Error::Contradiction("something happens after the end"));
        }
        if effect
            .number
            .is_some_and(|number| number != self.state.next_number)
        {
            return Err(Error::Contradiction(
                "the hand's number is not the next one",
            ));
        }
        let hands = u32::from(effect.number.is_some());
        if state_after.next_number != self.state.next_number.saturating_add(hands) {
            return Err(Error::Contradiction(
                "the number of the next hand does not follow",
            ));
        }
        if effect.deal != self.state.deal {
            return Err(Error::Contradiction("the hand was played in another deal"));
        }
        if effect.legs.chairs().map(|leg| leg.player) != self.seated {
            return Err(Error::Contradiction("the legs are those of other players"));
        }
        if sum(&self.state, &effect.legs) != totals(state_after) {
            return Err(Error::Contradiction(
                "the totals after the hand are not those before it and what it moved",
            ));
        }
        check_cents(self.stake_cents, &effect.legs)?;
        check_totals(self.stake_cents, totals(state_after))?;
        self.sit_down(facts, known)?;
        gain(&mut self.gained, &effect.legs);
        self.state = *state_after;
        Ok(())
    }

    fn sit_down(&mut self, facts: &Facts, known: &players::Names) -> Result<()> {
        let Facts::Substitution(substitution) = facts else {
            return Ok(());
        };
        let arrives = known.get(&substitution.player.0);
        let arrives = arrives.ok_or(Error::UnknownPlayer(substitution.chair))?;
        if arrives.merged_into.is_some() {
            return Err(Error::MergedPlayer(substitution.chair));
        }
        let counts_for = |seated: &PlayerId| {
            let player = known.get(&seated.0);
            player
                .and_then(|player| player.merged_into)
                .unwrap_or(*seated)
        };
        if self
            .seated
            .iter()
            .any(|seated| counts_for(seated) == arrives.id)
        {
            return Err(Error::SamePlayerTwice);
        }
        self.seated = seated_after(self.seated, facts);
        // Whoever takes part has a balance, even if nothing is ever paid.
        self.gained
            .entry(Party::Player(substitution.player))
            .or_default();
        Ok(())
    }
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

pub(super) fn totals(state: &MatchState) -> [i128; 5] {
    let [first, second, third, fourth] = state.total_half_points.map(i128::from);
    [first, second, third, fourth, state.house_half_points.into()]
}

fn sum(before: &MatchState, legs: &Legs) -> [i128; 5] {
    let mut after = totals(before);
    let moved = legs.half_points().into_iter().chain([legs.house()]);
    for (total, moved) in after.iter_mut().zip(moved) {
        *total += i128::from(moved);
    }
    after
}

/// Money is whole minor units.
pub(super) fn check_cents(stake_cents: i64, legs: &Legs) -> Result<()> {
    let mut moved = legs.half_points().into_iter().chain([legs.house()]);
    match moved.any(|moved| i128::from(moved) * i128::from(stake_cents) % 2 != 0) {
        true => Err(Error::FractionalAmount),
        false => Ok(()),
    }
}

/// No total of a chair, of a player or of the house outgrows what every reader of JSON holds, in half points or in money.
pub(super) fn check_totals(stake_cents: i64, totals: impl IntoIterator<Item = i128>) -> Result<()> {
    let most = i128::from(MAX_INTEGER);
    let too_large =
        |total: i128| total.abs() > most || (total * i128::from(stake_cents)).abs() / 2 > most;
    match totals.into_iter().any(too_large) {
        true => Err(Error::AmountTooLarge),
        false => Ok(()),
    }
}

/// An entry that is ready to be stored, with what follows from it.
struct Told {
    sealed: Sealed,
    moved: Moved,
    reason: Option<(String, Salt)>,
}

fn seal(club: &mut Locked, row: &matches::Row, new: RecordOutcomes) -> Result<Vec<Told>> {
    let variant_hash = row.variant_hash()?;
    let mut told = Vec::new();
    for outcome in new.outcomes {
        let reason = outcome.reason.map(|text| (text, chance::salt()));
        let moved = Moved {
            chairs: outcome.effect.legs.half_points(),
            house: outcome.effect.legs.house(),
        };
        let recorded = OutcomeRecorded {
            match_id: new.match_id,
            outcome: OutcomeId(chance::ordered_id()),
            variant_hash,
            semantics: new.semantics,
            facts: outcome.facts,
            effect: outcome.effect,
            reason_commitment: reason.as_ref().map(|(text, salt)| commit(salt, text)),
            state_after: outcome.state_after,
        };
        told.push(Told {
            sealed: club.seal(Body::OutcomeRecorded(Box::new(recorded)))?,
            moved,
            reason,
        });
    }
    Ok(told)
}

async fn store(tx: &Transaction, write: &Write, told: &[Told], table: &Table) -> Result<()> {
    let Some(Told { sealed: last, .. }) = told.last() else {
        return Err(Error::Contradiction("nothing happened"));
    };
    let Body::OutcomeRecorded(recorded) = &last.entry.body else {
        return Err(Error::misplaced(last.entry.seq, "outcome_recorded"));
    };
    let (sql, club, id) = (tx.sql()?, write.club, recorded.match_id);
    let sealed: Vec<&Sealed> = told.iter().map(|told| &told.sealed).collect();
    let moved: Vec<_> = told
        .iter()
        .map(|told| (&told.sealed.entry, told.moved))
        .collect();
    let reasons = told.iter().filter_map(|told| {
        let (text, salt) = told.reason.as_ref()?;
        Some(texts::insert(sql, &told.sealed.entry, text, salt))
    });
    let follows = async {
        try_join(
            match_entries::insert(sql, club, id, &moved),
            balances::add(sql, club, id, &table.gained),
        )
        .await
    };
    let (_, (_, balances), _, _) = try_join4(
        tx.append(write, &sealed),
        follows,
        matches::advance(sql, id, (&table.state, &table.seated), &last.entry),
        try_join_all(reasons),
    )
    .await?;
    // Somebody who sat on several chairs can have gained more than any of them.
    check_totals(table.stake_cents, balances)
}
