//! One outcome recorded by one call of the database, where everything is as it was expected. Otherwise nothing is written, and a transaction of
//! several statements finds out what is different: so this refuses nothing.

use super::progress::Recorder;
use super::sealing::{RecordOutcomes, gained_by, seal};
use crate::model::MatchLimits;
use crate::tables::match_entries::Moved;
use crate::tables::outcome_call::{Called, OutcomeCall};
use crate::tables::players;
use crate::transaction::LockedClub;
use crate::{
    Body, Error, HashedEntry, Ledger, NewOutcome, RecordedOutcome, Result, Write, Written,
};
use evidence::{MAX_INTEGER, Outcome, check_next};

/// How often the entry is sealed anew because others wrote meanwhile.
const TRIES: u32 = 3;

/// Records an outcome, if the database has everything as it was when the outcome was worked out, and as this process left it.
pub(super) async fn record(
    ledger: &Ledger,
    write: &Write,
    new: &RecordOutcomes,
) -> Result<Option<Written<Vec<RecordedOutcome>>>> {
    if !is_plain(new) {
        return Ok(None);
    }
    let _turn = ledger.turn_of(write.club).await?;
    let Some(mut head) = ledger.club_heads().of(write.club) else {
        return Ok(None);
    };
    for _ in 0..TRIES {
        let mut club = LockedClub::at(write.club, write.actor, head.clone());
        let under = (new.position.variant_hash, new.semantics);
        let told = seal(&mut club, new.position.id, under, new.outcomes.clone())?;
        let Some(told) = told.into_iter().next() else {
            return Ok(None);
        };
        let Body::OutcomeRecorded(recorded) = &told.sealed.entry.body else {
            return Err(Error::misplaced(told.sealed.entry.seq, "outcome_recorded"));
        };
        let call = OutcomeCall {
            write,
            position: &new.position,
            tree: &head.tree,
            sealed: &told.sealed,
            reason: told.reason.as_ref(),
            moved: Moved::by(&recorded.result.legs),
            gained: &gained_by(recorded, new.position.players),
            after: &recorded.state_after,
            most_outcomes: MatchLimits::of(write).outcomes,
            most_half_points: most_half_points(new.position.stake_cents),
        };
        match ledger.transaction().await?.call(&call).await? {
            Called::Recorded { .. } => {
                ledger.club_heads().remember(write.club, club.head());
                let recorded = HashedEntry::from(told.sealed).try_into()?;
                return Ok(Some(Written::first(vec![recorded])));
            }
            Called::Behind(now) => head = now,
            Called::Different => return Ok(None),
        }
    }
    Ok(None)
}

/// Whether it is one outcome for which nobody has to be looked up, and which goes with the match as it was seen.
fn is_plain(new: &RecordOutcomes) -> bool {
    let [outcome] = new.outcomes.as_slice() else {
        return false;
    };
    let looks_up = matches!(outcome.outcome, Outcome::Substitution(_));
    let is_next = check_next(&new.position.state, new.number).is_ok();
    !looks_up && is_next && fits(new, outcome)
}

fn fits(new: &RecordOutcomes, outcome: &NewOutcome) -> bool {
    let mut recorder = Recorder::at(&new.position);
    let outcomes = std::slice::from_ref(outcome);
    recorder.take_all(outcomes, &players::Names::new()).is_ok()
}

/// What anybody may gain or lose in a match, in half points, so that the amount of money is one that every reader holds exactly.
fn most_half_points(stake_cents: i64) -> i64 {
    let most = MAX_INTEGER.saturating_mul(2).saturating_add(1);
    let most_paid = most.checked_div(stake_cents).unwrap_or(MAX_INTEGER);
    most_paid.min(MAX_INTEGER)
}
