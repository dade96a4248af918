//! What is known of the signer: its keys, and whether it signs.

use crate::tables::{cosignatures, signer};
use crate::{Ledger, LogKey, Result, SignerState};
use futures_util::future::try_join3;

impl Ledger {
    /// Every key that ever signed a checkpoint, the newest first.
    pub async fn log_keys(&self) -> Result<Vec<LogKey>> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            tx.read_of_no_club(async { signer::keys(tx.sql()?).await })
                .await
        })
        .await
    }

    /// How the signer does.
    pub async fn signer_state(&self) -> Result<SignerState> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            let looks = async {
                let sql = tx.sql()?;
                try_join3(
                    signer::last_round(sql),
                    signer::refused(sql),
                    cosignatures::disputed(sql),
                )
                .await
            };
            let (last_round_at, refusals, disputes) = tx.read_of_no_club(looks).await?;
            Ok(SignerState::new(last_round_at, refusals, disputes))
        })
        .await
    }
}
