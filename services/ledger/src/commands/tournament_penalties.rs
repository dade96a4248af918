//! A referee takes something away from somebody who takes part in a tournament, or withdraws that.

use super::tournaments::{enter, refuse_too_many_changes};
use crate::tables::players;
use crate::{
    Body, EntrantList, Error, Ledger, PlayerId, Result, TournamentError, TournamentId,
    TournamentView, Write, Written, clock_and_ids,
};
use evidence::{PenaltyGiven, PenaltyWithdrawn, Tournament, commit};
use uuid::Uuid;

/// A penalty to give. With nothing to take away it is a warning.
#[derive(Debug, Clone)]
pub struct GivePenalty {
    /// The tournament.
    pub tournament: TournamentId,
    /// For whom.
    pub player: PlayerId,
    /// The number of the round that it is for; none: the last one that was drawn.
    pub round: Option<u32>,
    /// How many half points are taken away.
    pub half_points: u32,
    /// How many table points are taken away.
    pub table_points: u32,
    /// Why; the ledger's entry holds only a salted commitment to it.
    pub reason: String,
}

/// A penalty to withdraw.
#[derive(Debug, Clone)]
pub struct WithdrawPenalty {
    /// The tournament.
    pub tournament: TournamentId,
    /// The sequence number of the entry that gave the penalty.
    pub penalty: u64,
    /// Why; the ledger's entry holds only a salted commitment to it.
    pub reason: String,
}

impl Ledger {
    /// Gives a penalty in a tournament, also after it was closed. [`TournamentError::NotAnEntrant`] if the player does not take part.
    pub async fn give_penalty(
        &self,
        write: Write,
        new: GivePenalty,
    ) -> Result<Written<TournamentView>> {
        self.run(|ledger| give(ledger, write, new)).await
    }

    /// Withdraws a penalty: it does not count any more. [`TournamentError::WithdrawnBefore`] if that was done before.
    pub async fn withdraw_penalty(
        &self,
        write: Write,
        new: WithdrawPenalty,
    ) -> Result<Written<TournamentView>> {
        let id = new.tournament;
        let body = move |tournament: &Tournament| {
            let penalty = tournament.penalty(new.penalty);
            let penalty = penalty.ok_or(Error::NotFound("penalty"))?;
            if penalty.withdrawn.is_some() {
                return Err(TournamentError::WithdrawnBefore.into());
            }
            let salt = clock_and_ids::salt();
            let withdrawn = PenaltyWithdrawn {
                tournament: id,
                penalty: new.penalty,
                reason_commitment: commit(&salt, &new.reason),
            };
            Ok((Body::PenaltyWithdrawn(withdrawn), Some((new.reason, salt))))
        };
        self.run(move |ledger| enter(ledger, write, id, body)).await
    }
}

async fn give(ledger: Ledger, write: Write, new: GivePenalty) -> Result<Written<TournamentView>> {
    let (club, id) = (write.club, new.tournament);
    let tx = ledger.transaction().await?;
    let ids = async { players::ids_of(tx.sql()?, club, new.player).await };
    let ids = tx.read(club, ids).await?;
    drop(tx);
    let body = move |tournament: &Tournament| {
        let salt = clock_and_ids::salt();
        let given = PenaltyGiven {
            tournament: id,
            player: entrant(tournament, new.player, ids)?,
            round: new.round,
            half_points: new.half_points,
            table_points: new.table_points,
            reason_commitment: commit(&salt, &new.reason),
        };
        check(tournament, &given)?;
        refuse_too_many_changes(tournament, 1)?;
        Ok((Body::PenaltyGiven(given), Some((new.reason, salt))))
    };
    enter(ledger, write, id, body).await
}

/// The id under which a player takes part: their own, or another one that counts for them.
fn entrant(tournament: &Tournament, player: PlayerId, ids: Vec<Uuid>) -> Result<PlayerId> {
    let mut ids = [player].into_iter().chain(ids.into_iter().map(PlayerId));
    let entrant = ids.find(|id| tournament.entrants.contains_key(id));
    let list = EntrantList::Penalty;
    entrant.ok_or_else(|| TournamentError::NotAnEntrant { list }.into())
}

fn check(tournament: &Tournament, given: &PenaltyGiven) -> Result<()> {
    if given.table_points > 0 && tournament.terms.rules.table_points.is_none() {
        return Err(TournamentError::NoTablePoints.into());
    }
    match given.round.map(|round| tournament.round(round)) {
        Some(None) => Err(Error::NotFound("round")),
        Some(Some(_)) | None => Ok(()),
    }
}
