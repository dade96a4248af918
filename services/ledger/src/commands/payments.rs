//! What a settlement says is paid, in one payment or several; a payment that never was is reversed.

use crate::model::SealedEntry;
use crate::queries::settlements as queries;
use crate::tables::{Sql, settlements, texts};
use crate::transaction::Transaction;
use crate::{
    Body, ClubId, Entry, Error, HashedEntry, Ledger, MAX_PAYMENTS, MAX_PAYMENTS_OF_TRANSFER, Party,
    PaymentId, Result, SettlementError, SettlementId, SettlementView, Write, Written,
    clock_and_ids,
};
use evidence::{Due, PaymentRecorded, PaymentReversed, Salt, Settlement, commit};
use futures_util::future::{try_join, try_join3};

/// A payment to record.
#[derive(Debug, Clone)]
pub struct RecordPayment {
    /// The settlement it is made for.
    pub settlement: SettlementId,
    /// Who paid.
    pub from: Party,
    /// Who was paid.
    pub to: Party,
    /// How much, in minor units; 1 or more.
    pub amount_cents: i64,
    /// A note; the ledger's entry holds only a salted commitment to it.
    pub note: Option<String>,
}

/// A payment to reverse.
#[derive(Debug, Clone)]
pub struct ReversePayment {
    /// The settlement it was made for.
    pub settlement: SettlementId,
    /// The payment.
    pub payment: PaymentId,
    /// Why; the ledger's entry holds only a salted commitment to it.
    pub reason: String,
}

/// A payment that was recorded or reversed.
#[derive(Debug, Clone, PartialEq)]
pub struct RecordedPayment {
    /// The payment.
    pub payment: PaymentId,
    /// Its settlement as it stood right after that.
    pub view: SettlementView,
}

impl Ledger {
    /// Records a payment of a transfer, in part or in full: [`SettlementError::NoSuchTransfer`] if the settlement has none from
    /// the one to the other, [`SettlementError::TooMuch`] if less is open, [`SettlementError::TooManyPaymentsOfTransfer`] and
    /// [`SettlementError::TooManyPayments`] if as many were recorded as may be.
    pub async fn record_payment(
        &self,
        write: Write,
        new: RecordPayment,
    ) -> Result<Written<RecordedPayment>> {
        self.run(|ledger| record(ledger, write, new)).await
    }

    /// Reverses a payment: what it paid is open again. [`SettlementError::ReversedBefore`] if that was done before.
    pub async fn reverse_payment(
        &self,
        write: Write,
        new: ReversePayment,
    ) -> Result<Written<RecordedPayment>> {
        self.run(|ledger| reverse(ledger, write, new)).await
    }
}

async fn record(
    ledger: Ledger,
    write: Write,
    new: RecordPayment,
) -> Result<Written<RecordedPayment>> {
    enter(ledger, write, new.settlement, |settlement| {
        let due = settlement.due(new.from, new.to);
        let open_cents = due.ok_or(SettlementError::NoSuchTransfer)?.open_cents();
        if new.amount_cents > open_cents {
            return Err(SettlementError::TooMuch { open_cents }.into());
        }
        refuse_too_many(settlement, (new.from, new.to))?;
        let note = new.note.map(|text| (text, clock_and_ids::salt()));
        let body = Body::PaymentRecorded(PaymentRecorded {
            settlement: new.settlement,
            payment: PaymentId(clock_and_ids::ordered_id()),
            from: new.from,
            to: new.to,
            amount_cents: new.amount_cents,
            note_commitment: note.as_ref().map(|(text, salt)| commit(salt, text)),
        });
        Ok((body, note))
    })
    .await
}

/// Refuses a further payment of a transfer where each read and write of the settlement would have too many to read.
fn refuse_too_many(settlement: &Settlement, (from, to): (Party, Party)) -> Result<()> {
    let of_transfer = settlement.payments_of(from, to);
    if of_transfer >= MAX_PAYMENTS_OF_TRANSFER {
        return Err(SettlementError::TooManyPaymentsOfTransfer.into());
    }
    match of_transfer > 0 && settlement.payments.len() >= MAX_PAYMENTS {
        true => Err(SettlementError::TooManyPayments.into()),
        false => Ok(()),
    }
}

async fn reverse(
    ledger: Ledger,
    write: Write,
    new: ReversePayment,
) -> Result<Written<RecordedPayment>> {
    enter(ledger, write, new.settlement, |settlement| {
        let paid = settlement.payment(new.payment);
        if paid.ok_or(Error::NotFound("payment"))?.reversed.is_some() {
            return Err(SettlementError::ReversedBefore.into());
        }
        let salt = clock_and_ids::salt();
        let body = Body::PaymentReversed(PaymentReversed {
            settlement: new.settlement,
            payment: new.payment,
            reason_commitment: commit(&salt, &new.reason),
        });
        Ok((body, Some((new.reason, salt))))
    })
    .await
}

/// Enters what `body` makes of the settlement, with the text that the entry commits to, unless the same request did so before.
async fn enter(
    ledger: Ledger,
    write: Write,
    id: SettlementId,
    body: impl FnOnce(&Settlement) -> Result<(Body, Option<(String, Salt)>)>,
) -> Result<Written<RecordedPayment>> {
    let tx = ledger.transaction_of(write.club).await?;
    let looks = async { find(tx.sql()?, write.club, id).await };
    let (mut club, settlement) = tx.lock(&write, looks).await?;
    if let Some(HashedEntry { entry, .. }) = club.prior {
        return replay(&tx, &entry).await;
    }
    let settlement = settlement.ok_or(Error::NotFound("settlement"))?;
    let (body, text) = body(&settlement)?;
    let sealed = club.seal(body)?;
    store(tx, &write, settlement, &sealed, text).await
}

/// The settlement as it stands; none if there is none.
pub(super) async fn find(
    sql: Sql<'_>,
    club: ClubId,
    id: SettlementId,
) -> Result<Option<Settlement>> {
    let mut found = settlements::entries_of(sql, club, vec![id.0]).await?;
    found.remove(&id).map(queries::told).transpose()
}

/// Stores what an entry says of a payment, and what is left to be paid then.
async fn store(
    tx: Transaction,
    write: &Write,
    mut settlement: Settlement,
    sealed: &SealedEntry,
    text: Option<(String, Salt)>,
) -> Result<Written<RecordedPayment>> {
    settlement.add(&sealed.entry).map_err(Error::Unwritable)?;
    let (id, payment) = ids(&sealed.entry)?;
    let sql = tx.sql()?;
    let text = async {
        match &text {
            Some((text, salt)) => texts::insert(sql, &sealed.entry, Some((text, salt))).await,
            None => Ok(()),
        }
    };
    try_join3(
        tx.append(write, &[sealed]),
        text,
        follow(sql, &settlement, &sealed.entry),
    )
    .await?;
    let view = queries::one(sql, write.club, id, sealed.entry.seq).await?;
    tx.commit().await?;
    Ok(Written::first(RecordedPayment { payment, view }))
}

/// Stores what follows from an entry that tells of a payment, which the settlement has in it.
pub(super) async fn follow(sql: Sql<'_>, settlement: &Settlement, entry: &Entry) -> Result<()> {
    let (id, payment) = ids(entry)?;
    let due = due(settlement, payment).ok_or(Error::Contradiction("nothing is paid"))?;
    try_join(
        settlements::follow(sql, entry, id),
        settlements::set_paid(sql, entry.club, id, &due),
    )
    .await?;
    Ok(())
}

/// The answer as it was, whatever was paid since.
async fn replay(tx: &Transaction, entry: &Entry) -> Result<Written<RecordedPayment>> {
    let (id, payment) = ids(entry)?;
    let view = queries::one(tx.sql()?, entry.club, id, entry.seq).await?;
    Ok(Written::again(RecordedPayment { payment, view }))
}

/// Which settlement and payment an entry speaks of.
fn ids(entry: &Entry) -> Result<(SettlementId, PaymentId)> {
    if let Body::PaymentRecorded(recorded) = &entry.body {
        Ok((recorded.settlement, recorded.payment))
    } else if let Body::PaymentReversed(reversed) = &entry.body {
        Ok((reversed.settlement, reversed.payment))
    } else {
        Err(Error::misplaced(entry.seq, "payment"))
    }
}

/// The transfer of which a payment is a part.
fn due(settlement: &Settlement, payment: PaymentId) -> Option<Due> {
    let paid = &settlement.payment(payment)?.payment;
    settlement.due(paid.from, paid.to)
}

#[cfg(test)]
mod tests;
