//! A hand is recorded.

use crate::tables::{hands, matches};
use crate::{Body, Error, HandId, Ledger, MatchId, RecordedHand, Result, Write, Written, chance};
use evidence::{Deal, Facts, HandRecorded, HandResult, Legs, MAX_INTEGER, MatchState};
use futures_util::future::{try_join, try_join4};

/// A hand as the engine decided it, on top of a snapshot of its match.
#[derive(Debug, Clone)]
pub struct RecordHand {
    /// The match.
    pub match_id: MatchId,
    /// The version of the match that the engine's answer stands on.
    pub expected_version: u64,
    /// The hand's number, as the client stated it.
    pub number: u32,
    /// The number of the rules' meaning it was scored with.
    pub semantics: u32,
    /// The deal it was played in.
    pub deal: Deal,
    /// What happened, as stated.
    pub facts: Facts,
    /// What it was worth, and why.
    pub result: HandResult,
    /// What it moved.
    pub legs: Legs,
    /// Where the match stands after it.
    pub state_after: MatchState,
}

/// What became of it. In order of precedence after the key: a number that is taken, a match that is over, a
/// number that is ahead, a match that changed.
#[derive(Debug, Clone, PartialEq)]
pub enum Recording {
    /// It is in the ledger.
    Recorded(Box<Written<RecordedHand>>),
    /// Another hand has this number: this one.
    NumberTaken(Box<RecordedHand>),
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
    /// Records a hand, if the match is still the one that was looked at.
    pub async fn record_hand(&self, write: Write, hand: RecordHand) -> Result<Recording> {
        self.run(|ledger| record_hand(ledger, write, hand)).await
    }
}

async fn record_hand(ledger: Ledger, write: Write, new: RecordHand) -> Result<Recording> {
    let tx = ledger.transaction().await?;
    let looks = async {
        let sql = tx.sql()?;
        try_join(
            matches::find(sql, write.club, new.match_id),
            hands::numbered(sql, write.club, new.match_id, new.number),
        )
        .await
    };
    let (mut club, (row, at_number)) = tx.lock(&write, looks).await?;
    if let Some(entry) = club.prior {
        return Ok(Recording::Recorded(Box::new(Written::again(
            entry.try_into()?,
        ))));
    }
    let row = row.ok_or(Error::NotFound("match"))?;
    if let Some(other) = at_number {
        return Ok(Recording::NumberTaken(Box::new(other)));
    }
    if let Some(obstacle) = obstacle(&row, &new)? {
        return Ok(obstacle);
    }
    check(&row, &new)?;
    let state_after = new.state_after;
    let hand = recorded(new, &row)?;
    let sealed = club.seal(Body::HandRecorded(Box::new(hand.clone())))?;
    let (sql, entry) = (tx.sql()?, &sealed.entry);
    try_join4(
        tx.append(&write, &[&sealed]),
        hands::insert(sql, &hand, entry),
        hands::insert_payments(sql, &hand, entry),
        matches::advance(sql, hand.match_id, &state_after, entry),
    )
    .await?;
    tx.commit().await?;
    let recorded = RecordedHand::try_from(sealed.entry)?;
    Ok(Recording::Recorded(Box::new(Written::first(recorded))))
}

/// Why a hand whose number is free cannot be recorded now.
fn obstacle(row: &matches::Row, new: &RecordHand) -> Result<Option<Recording>> {
    let state = row.state()?;
    let next = state.next_number;
    Ok(if state.ending.is_some() {
        Some(Recording::MatchOver)
    } else if new.number > next {
        Some(Recording::NumberAhead { next })
    } else if row.version()? != new.expected_version {
        Some(Recording::MatchChanged)
    } else {
        None
    })
}

/// The engine answered on top of this very version: what it says must add up with it.
fn check(row: &matches::Row, new: &RecordHand) -> Result<()> {
    let state = row.state()?;
    if new.number != state.next_number {
        return Err(Error::Contradiction(
            "the hand's number is not the next one",
        ));
    }
    if new.deal != state.deal {
        return Err(Error::Contradiction("the hand was played in another deal"));
    }
    if new.legs.chairs().map(|leg| leg.player) != row.players() {
        return Err(Error::Contradiction("the legs are those of other players"));
    }
    let before = state.total_half_points.iter().zip(new.legs.half_points());
    let totals = before.map(|(before, moved)| i128::from(*before) + i128::from(moved));
    if !totals.eq(new.state_after.total_half_points.map(i128::from)) {
        return Err(Error::Contradiction(
            "the totals after the hand are not those before it and what it moved",
        ));
    }
    check_money(row.stake_cents(), new)
}

/// Money is whole minor units, and no total outgrows what every reader of JSON holds.
fn check_money(stake_cents: i64, new: &RecordHand) -> Result<()> {
    let twice_cents = |half_points: i64| i128::from(half_points) * i128::from(stake_cents);
    if new
        .legs
        .half_points()
        .into_iter()
        .any(|moved| twice_cents(moved) % 2 != 0)
    {
        return Err(Error::FractionalAmount);
    }
    let too_large =
        |total: i64| total.abs() > MAX_INTEGER || twice_cents(total).abs() / 2 > MAX_INTEGER.into();
    if new.state_after.total_half_points.into_iter().any(too_large) {
        return Err(Error::AmountTooLarge);
    }
    Ok(())
}

fn recorded(new: RecordHand, row: &matches::Row) -> Result<HandRecorded> {
    Ok(HandRecorded {
        match_id: new.match_id,
        hand: HandId(chance::ordered_id()),
        number: new.number,
        variant_hash: row.variant_hash()?,
        semantics: new.semantics,
        deal: new.deal,
        facts: new.facts,
        result: new.result,
        legs: new.legs,
        state_after: new.state_after,
    })
}
