//! Several signers, of which one signs: the one that signed last, or, once that is away, another that goes on from what it signed.

use std::time::{Duration, Instant};

use host::Failure;

use crate::signer::Log;
use crate::signer::refusal::Accusation;
use crate::signer::restore::Follower;
use crate::signer::round::{Position, Signer};

/// How long no signer has had the lease before one takes it that did not sign last. Whoever did takes it again at once, also after the
/// primary of the database was lost, so that no other comes between it and what it has signed and not stored yet.
pub(super) const PATIENCE: Duration = Duration::from_secs(30);

/// How often a standby looks whether the lease is free.
const LOOK: Duration = Duration::from_secs(5);

/// Whether this signer signs.
#[derive(Default)]
pub(super) struct Lease {
    /// Since when no signer has had the lease, as far as this one saw.
    free_since: Option<Instant>,
    /// Whether this one took over, and has signed nothing since.
    took_over: bool,
    /// Whether it waits for its turn.
    stands_by: bool,
    follower: Follower,
}

impl Lease {
    /// Whether this signer may sign now. While another one signs, it records what that one signed, so that it knows it whatever becomes
    /// of the database. One that knows more than the database, or something else, says so, also while another has the lease.
    pub(super) async fn take(
        &mut self,
        signer: &mut Signer,
        now: Instant,
    ) -> Result<bool, Failure> {
        let taken = self.take_in_turn(signer, now).await;
        self.stands_by = matches!(taken, Ok(false));
        if taken.is_err() {
            self.free_since = None;
        }
        taken
    }

    async fn take_in_turn(&mut self, signer: &mut Signer, now: Instant) -> Result<bool, Failure> {
        let position = signer.position().await?;
        let is_standby = match position {
            Position::Last => signer.record.follows(),
            Position::Behind => true,
            Position::Unknown => false,
        };
        if is_refused(signer, position, is_standby).await? {
            return Ok(false);
        }
        if !is_standby || self.took_over {
            let taken = signer.ledger.take_lease().await?;
            self.took_over &= taken && is_standby;
            if !taken && position == Position::Unknown {
                signer.accuse().await?;
            }
            return Ok(taken);
        }
        if !signer.ledger.is_lease_free().await? {
            self.free_since = None;
            if position == Position::Behind
                && let Err(why) = self.follow(signer).await?
            {
                tracing::error!(%why, "the record of the standby is not what was signed");
                signer.accuse().await?;
            }
            return Ok(false);
        }
        let free_since = *self.free_since.get_or_insert(now);
        if now.duration_since(free_since) < PATIENCE || !signer.ledger.take_lease().await? {
            return Ok(false);
        }
        self.free_since = None;
        let follows = self.follow(signer).await;
        // Another one may have had it for a moment, and found out.
        if follows.is_err() || is_refused(signer, position, is_standby).await? {
            signer.ledger.give_lease_back().await?;
            return follows.map(|_| false);
        }
        if let Ok(Err(why)) = follows {
            // The record stays as it is, and the round refuses the logs.
            tracing::error!(%why, "the signer takes over, and its record is not what was signed");
        }
        self.took_over = true;
        Ok(true)
    }

    async fn follow(&mut self, signer: &mut Signer) -> Result<Result<(), String>, Failure> {
        let Signer {
            ledger,
            keys,
            record,
        } = signer;
        self.follower.follow(ledger, keys, record).await
    }

    /// Resolves when a standby has to look again. It does not wait for the next round, which may be a minute away.
    pub(super) async fn comes_due(&self) {
        match self.stands_by {
            true => tokio::time::sleep(LOOK).await,
            false => std::future::pending().await,
        }
    }

    /// Gives the lease back after a round if this signer cannot go on: what it has recorded is not what is stored. Another may.
    pub(super) async fn give_back_if_useless(&mut self, signer: &Signer) -> Result<(), Failure> {
        if signer.position().await? != Position::Last {
            self.took_over = false;
            signer.ledger.give_lease_back().await?;
        }
        Ok(())
    }
}

/// Whether another signer refuses the directory, because it signed another one, and this one cannot know better. How many heads each has
/// signed tells who knows more, and whose refusal it is.
async fn is_refused(
    signer: &Signer,
    position: Position,
    is_standby: bool,
) -> Result<bool, Failure> {
    let Some(Accusation { signed, reason }) = Accusation::standing(&signer.ledger).await? else {
        return Ok(false);
    };
    let own = signer.record.last(Log::Directory).map(|last| last.size);
    let has_unfinished = signer.record.unfinished().is_some();
    let is_refused = match own {
        None => true,
        Some(own) if is_standby || position == Position::Unknown && has_unfinished => signed != own,
        Some(own) => signed > own,
    };
    if is_refused {
        tracing::error!(%reason, "another signer refuses this database, so this one does not sign");
    }
    Ok(is_refused)
}
