//! What is open of a match, or of all matches of a period, is settled.

use crate::queries::{open_balances, settlements as queries};
use crate::tables::settlements;
use crate::{
    Body, Error, HashedEntry, Ledger, Result, SettlementError, SettlementId, SettlementPreview,
    SettlementScope, SettlementView, Write, Written, clock_and_ids,
};
use evidence::SettlementMade;
use futures_util::future::try_join;

/// A settlement to make.
#[derive(Debug, Clone)]
pub struct Settle {
    /// What is to be settled.
    pub what: SettlementScope,
    /// The versions (of a [`SettlementPreview`]) that the caller agrees to; none: any.
    pub versions: Option<Vec<u64>>,
}

impl Ledger {
    /// Settles what is open, all of it at once: from then on it is owed, and only what changes later is open again. After
    /// the key, in this order: [`SettlementError::Stale`] if it is no longer what the caller saw, and
    /// [`SettlementError::Nothing`].
    pub async fn settle(&self, write: Write, new: Settle) -> Result<Written<SettlementView>> {
        self.run(|ledger| settle(ledger, write, new)).await
    }
}

async fn settle(ledger: Ledger, write: Write, new: Settle) -> Result<Written<SettlementView>> {
    let tx = ledger.transaction_of(write.club).await?;
    let looks = async { open_balances::look(tx.sql()?, write.club, &new.what).await };
    let (mut club, found) = tx.lock(&write, looks).await?;
    if let Some(HashedEntry { entry, .. }) = club.prior {
        let Body::SettlementMade(made) = &entry.body else {
            return Err(Error::misplaced(entry.seq, "settlement_made"));
        };
        let before = queries::one(tx.sql()?, write.club, made.settlement, entry.seq);
        return before.await.map(Written::again);
    }
    let found = found.ok_or(Error::NotFound("match"))?;
    new.check(&found)?;
    let made = SettlementMade {
        settlement: SettlementId(clock_and_ids::ordered_id()),
        scope: found.scope,
        currency: found.currency,
        parts: found.parts,
        transfers: found.transfers,
    };
    let sealed = club.seal(Body::SettlementMade(made.clone()))?;
    let sql = tx.sql()?;
    try_join(
        tx.append(&write, &[&sealed]),
        settlements::insert(sql, &sealed.entry, &made),
    )
    .await?;
    let view = queries::one(sql, write.club, made.settlement, sealed.entry.seq).await?;
    tx.commit().await?;
    Ok(Written::first(view))
}

impl Settle {
    fn check(&self, found: &SettlementPreview) -> Result<()> {
        let agreed = self.versions.as_ref();
        if agreed.is_some_and(|versions| !versions.contains(&found.version)) {
            return Err(SettlementError::Stale.into());
        }
        match found.parts.is_empty() {
            true => Err(SettlementError::Nothing.into()),
            false => Ok(()),
        }
    }
}
