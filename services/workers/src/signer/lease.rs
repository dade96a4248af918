//! Several signers, of which one signs: the one that signed last, or, once that is away, another that goes on from what it signed.

use std::time::{Duration, Instant};

use host::Failure;
use ledger::Refusal;

use crate::signer::refusal::accusation;
use crate::signer::restore::Follower;
use crate::signer::round::{Position, Signer};

/// How long no signer has had the lease before one takes it that did not sign last. Whoever did takes it again at once, also after the
/// primary of the database was lost, so that no other comes between it and what it has signed and not stored yet.
pub(super) const PATIENCE: Duration = Duration::from_secs(30);

/// Whether this signer signs.
pub(super) struct Lease {
    patience: Duration,
    /// Since when no signer has had the lease, as far as this one saw.
    free_since: Option<Instant>,
    follower: Follower,
}

impl Lease {
    pub(super) fn new(patience: Duration) -> Lease {
        Lease {
            patience,
            free_since: None,
            follower: Follower::default(),
        }
    }

    /// Whether this signer may sign now. While another one signs, it records what that one signed, so that it knows it whatever becomes
    /// of the database. It does not take over a database that another signer refuses because it is not what was signed: that one knows
    /// more, and two histories would be signed under one name.
    pub(super) async fn take(&mut self, signer: &mut Signer) -> Result<bool, Failure> {
        let position = signer.position().await?;
        let is_standby = match position {
            Position::Last => signer.record.follows(),
            Position::Behind => true,
            Position::Unknown => false,
        };
        let knows_more = position == Position::Unknown && !signer.record.is_empty();
        let signed_last = position == Position::Last && !is_standby && !signer.record.is_empty();
        if !knows_more && !signed_last && is_refused(signer).await? {
            return Ok(false);
        }
        if !is_standby {
            return Ok(signer.ledger.take_lease().await?);
        }
        if !signer.ledger.is_lease_free().await? {
            self.free_since = None;
            if position == Position::Behind {
                self.follow(signer).await;
            }
            return Ok(false);
        }
        let free_since = *self.free_since.get_or_insert_with(Instant::now);
        if free_since.elapsed() < self.patience || !signer.ledger.take_lease().await? {
            return Ok(false);
        }
        self.free_since = None;
        // Another one may have had it for a moment, and found out.
        if is_refused(signer).await? {
            signer.ledger.give_lease_back().await?;
            return Ok(false);
        }
        self.follow(signer).await;
        Ok(true)
    }

    /// A record that contradicts what was signed stays as it is, and the round refuses the logs.
    async fn follow(&mut self, signer: &mut Signer) {
        let Signer {
            ledger,
            keys,
            record,
        } = signer;
        if let Err(error) = self.follower.follow(ledger, keys, record).await {
            tracing::error!(%error, "the record of the standby is not what was signed");
        }
    }

    /// Gives the lease back after a round if this signer cannot go on: what it has recorded is not what is stored. Another may.
    pub(super) async fn give_back_if_useless(&self, signer: &Signer) -> Result<(), Failure> {
        if signer.position().await? != Position::Last {
            signer.ledger.give_lease_back().await?;
        }
        Ok(())
    }
}

/// Whether another signer refuses the directory, because it is not the one that was signed.
async fn is_refused(signer: &Signer) -> Result<bool, Failure> {
    let accusation = accusation(&signer.ledger).await?;
    if let Some(Refusal { reason, .. }) = &accusation {
        tracing::error!(%reason, "another signer refuses this database, so this one does not sign");
    }
    Ok(accusation.is_some())
}
