//! Several signers, of which one signs: the one that signed last, or, once that is away, another that goes on from what it signed.

use std::time::{Duration, Instant};

use host::Failure;

use crate::signer::restore;
use crate::signer::round::{Position, Signer};

/// How long no signer has had the lease before one takes it that did not sign last. Whoever did takes it again at once, also after the
/// primary of the database was lost, so that no other comes between it and what it has signed and not stored yet.
pub(super) const PATIENCE: Duration = Duration::from_secs(30);

/// Whether this signer signs.
pub(super) struct Lease {
    patience: Duration,
    /// Since when no signer has had the lease, as far as this one saw.
    free_since: Option<Instant>,
}

impl Lease {
    pub(super) fn new(patience: Duration) -> Lease {
        Lease {
            patience,
            free_since: None,
        }
    }

    /// Whether this signer may sign now. One that takes over first records what the other signed, if that extends what it has recorded.
    pub(super) async fn take(&mut self, signer: &mut Signer) -> Result<bool, Failure> {
        if signer.position().await? != Position::Behind {
            return Ok(signer.ledger.take_lease().await?);
        }
        if !signer.ledger.is_lease_free().await? {
            self.free_since = None;
            return Ok(false);
        }
        let free_since = *self.free_since.get_or_insert_with(Instant::now);
        if free_since.elapsed() < self.patience || !signer.ledger.take_lease().await? {
            return Ok(false);
        }
        self.free_since = None;
        // A record that contradicts what was signed stays as it is, and the round refuses the logs.
        if let Err(error) = restore::follow(&signer.ledger, &signer.keys, &mut signer.record).await
        {
            tracing::error!(%error, "the signer takes over, and its record is not what was signed");
        }
        Ok(true)
    }

    /// Gives the lease back after a round if this signer cannot go on: what it has recorded is not what is stored. Another may.
    pub(super) async fn give_back_if_useless(&self, signer: &Signer) -> Result<(), Failure> {
        if signer.position().await? != Position::Last {
            signer.ledger.give_lease_back().await?;
        }
        Ok(())
    }
}
