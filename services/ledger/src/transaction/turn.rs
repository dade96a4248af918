//! What one does at a time.

use super::Transaction;
use crate::{ClubId, Result};
use diesel_async::SimpleAsyncConnection;

/// What one does at a time, in the whole database: an advisory lock until the transaction ends, and its first one.
#[derive(Debug, Clone, Copy)]
pub(crate) enum ExclusiveTask {
    /// The import of a ledger. It makes accounts as it comes upon them, which is in no order.
    Import,
    /// What a signer stores.
    Sign,
}

impl Transaction {
    /// Opens a write of no club, once it is its turn.
    pub(crate) async fn begin_in_turn(&self, turn: ExclusiveTask) -> Result<()> {
        self.open("BEGIN", &turn.wait(), async { Ok(()) }).await
    }

    /// Opens what the signer that has the lease stores: it takes the lease, if no other signer has it, before its turn.
    pub(crate) async fn begin_with_lease(&self) -> Result<()> {
        let lease = ExclusiveTask::LEASE;
        let wait = format!(
            "SELECT pg_advisory_lock({lease}); {}",
            ExclusiveTask::Sign.wait()
        );
        self.open("BEGIN", &wait, async { Ok(()) }).await
    }

    /// Opens a write of a club that may not exist yet and that takes its time, once it is its turn.
    pub(crate) async fn begin_unbounded(&self, club: ClubId, turn: ExclusiveTask) -> Result<()> {
        self.begin_unlocked(club).await?;
        let wait = format!("{UNBOUNDED}; {}", turn.wait());
        Ok(self.sql()?.batch_execute(&wait).await?)
    }
}

impl ExclusiveTask {
    /// The number of the advisory lock that the signer has which signs, for as long as its connection lasts.
    pub(crate) const LEASE: i64 = 7_221_466_214;

    fn wait(self) -> String {
        // The numbers are only ours by being odd enough.
        let number: i64 = match self {
            Self::Import => 7_221_466_212,
            Self::Sign => 7_221_466_213,
        };
        format!("SELECT pg_advisory_xact_lock({number})")
    }
}

/// The database waits as long as it takes.
const UNBOUNDED: &str = "SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0; \
    SET LOCAL idle_in_transaction_session_timeout = 0";
