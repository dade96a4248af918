//! A reason, a note or the name of a season is erased; what it was given for stays.

use crate::error::integer;
use crate::tables::{idempotency_keys, texts};
use crate::{Body, Error, Ledger, Result, Write, Written};
use evidence::TextErased;
use futures_util::future::try_join3;

impl Ledger {
    /// Erases the reason, the note or the name of a season that the entry with this sequence number commits to, and its salt. The entry stays as
    /// it is. There is no way back. A text that was erased stays so, without another entry.
    pub async fn erase_text(&self, write: Write, seq: u64) -> Result<Written<()>> {
        self.run(|ledger| erase_text(ledger, write, seq)).await
    }
}

async fn erase_text(ledger: Ledger, write: Write, seq: u64) -> Result<Written<()>> {
    let tx = ledger.transaction_of(write.club).await?;
    let looks = async { texts::erased_seq(tx.sql()?, write.club, seq).await };
    let (mut club, erased) = tx.lock(&write, looks).await?;
    if club.prior.is_some() {
        return Ok(Written::again(()));
    }
    if let Some(before) = erased.ok_or(Error::NotFound("text"))? {
        tx.done_before(&write, before).await?;
        tx.commit().await?;
        return Ok(Written::first(()));
    }
    let sealed = club.seal(Body::TextErased(TextErased { entry: seq }))?;
    let (sql, seq) = (tx.sql()?, integer(seq, "sequence number")?);
    try_join3(
        texts::erase(sql, seq, &sealed.entry),
        idempotency_keys::forget(sql, write.club, vec![seq]),
        tx.append(&write, &[&sealed]),
    )
    .await?;
    tx.commit().await?;
    Ok(Written::first(()))
}
