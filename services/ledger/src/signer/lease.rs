//! Which of several signers signs: the one whose connection has the lease, an advisory lock of the session. The server ends it with the
//! connection, and what is stored is stored over that connection, so that a signer that has lost the lease stores nothing.

use super::SignerLedger;
use crate::tables::signer;
use crate::transaction::ExclusiveTask;
use crate::{Ledger, Result};

impl SignerLedger {
    /// Takes the lease, for as long as the connection lasts. False if another signer has it.
    pub async fn take_lease(&self) -> Result<bool> {
        self.0
            .run(async move |ledger: Ledger| {
                let tx = ledger.transaction().await?;
                let taken = async { signer::take(tx.sql()?, ExclusiveTask::LEASE).await };
                tx.read_of_no_club(taken).await
            })
            .await
    }

    /// Gives the lease back, for another signer.
    pub async fn give_lease_back(&self) -> Result<()> {
        self.0
            .run(async move |ledger: Ledger| {
                let tx = ledger.transaction().await?;
                let given = async { signer::give_back(tx.sql()?).await };
                tx.read_of_no_club(given).await
            })
            .await
    }

    /// Whether no other signer has the lease.
    pub async fn is_lease_free(&self) -> Result<bool> {
        self.0
            .run(async move |ledger: Ledger| {
                let tx = ledger.transaction().await?;
                let free = async { signer::is_free(tx.sql()?, ExclusiveTask::LEASE).await };
                tx.read_of_no_club(free).await
            })
            .await
    }
}
