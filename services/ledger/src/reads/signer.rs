//! What is known of the signer: its keys, and whether it signs.

use crate::tables::{cosignatures, signed};
use crate::{Ledger, Result, Timestamp};
use evidence::VerifierKey;
use futures_util::future::try_join3;

/// A key that signs checkpoints, or once did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogKey {
    /// Its public half, under the service's name.
    pub key: VerifierKey,
    /// When it was first used.
    pub first_used_at: Timestamp,
    /// Since when it no longer signs.
    pub retired_at: Option<Timestamp>,
}

/// A log that the signer does not sign, since it is not what was signed before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// `directory`, or `clubs/` and the club's hash.
    pub log: String,
    /// What is wrong with it.
    pub reason: String,
    /// Since when.
    pub refused_at: Timestamp,
}

/// A witness who saw another directory than the one that is here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dispute {
    /// The witness, as its verifier key.
    pub witness: String,
    /// What it says.
    pub reason: String,
    /// Since when.
    pub disputed_at: Timestamp,
}

/// How the signer does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignerState {
    /// When it last went through all logs; `None` if it never did.
    pub last_round_at: Option<Timestamp>,
    /// The logs that it refuses, the oldest refusal first.
    pub refusals: Vec<Refusal>,
    /// The witnesses who saw another directory, the oldest dispute first.
    pub disputes: Vec<Dispute>,
}

impl Ledger {
    /// Every key that ever signed a checkpoint, the newest first.
    pub async fn log_keys(&self) -> Result<Vec<LogKey>> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            tx.read_of_no_club(async { signed::keys(tx.sql()?).await })
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
                    signed::last_round(sql),
                    signed::refused(sql),
                    cosignatures::disputed(sql),
                )
                .await
            };
            let (last_round_at, refusals, disputes) = tx.read_of_no_club(looks).await?;
            Ok(SignerState {
                last_round_at,
                refusals,
                disputes,
            })
        })
        .await
    }
}
