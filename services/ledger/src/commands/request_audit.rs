//! Somebody asks for an audit of a club's ledger.

use crate::tables::{Sql, audits, entries, matches};
use crate::{
    Audit, AuditId, AuditRequest, ClubId, Error, Ledger, Result, WhatIfRequest, Write, Written,
    clock_and_ids, notifications,
};
use futures_util::future::{try_join, try_join4};

/// How many audits of a club may be unfinished: one that runs, and a few that wait.
const MOST_UNFINISHED: u32 = 3;

impl Ledger {
    /// Asks for an audit, which an auditor takes up as soon as one is free. After the key, in this order:
    /// [`Error::BeyondLedger`] if the range is, [`Error::NotFound`] if the club does not have the match, and [`Error::TooManyAudits`].
    pub async fn ask_for_audit(&self, write: Write, new: AuditRequest) -> Result<Written<Audit>> {
        self.run(|ledger| ask(ledger, write, new)).await
    }

    /// The audit that the same request asked for before, if it did: a repeated request need not ask the engine again.
    pub async fn audit_asked_before(&self, write: Write) -> Result<Option<Audit>> {
        self.run(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            let prior = async { audits::prior(tx.sql()?, &write).await };
            let prior = tx.read(write.club, prior).await?;
            prior.map(|prior| same(&write, prior)).transpose()
        })
        .await
    }
}

async fn ask(ledger: Ledger, write: Write, new: AuditRequest) -> Result<Written<Audit>> {
    let tx = ledger.transaction_of(write.club).await?;
    let looks = async {
        let sql = tx.sql()?;
        try_join4(
            audits::prior(sql, &write),
            audits::unfinished(sql, write.club),
            entries::last_seq(sql, write.club),
            has_match(sql, write.club, new.what_if.as_ref()),
        )
        .await
    };
    let (prior, unfinished, last_seq, has_match) = tx.lock_beside(&write, looks).await?;
    if let Some(prior) = prior {
        return same(&write, prior).map(Written::again);
    }
    // Where no entry is left there is all the more to find out.
    let size = last_seq.max(1);
    if new.from_seq > size || new.to_seq.is_some_and(|to| to > size) {
        return Err(Error::BeyondLedger { size });
    }
    if !has_match {
        return Err(Error::UnknownMatch);
    }
    if unfinished >= i64::from(MOST_UNFINISHED) {
        return Err(Error::TooManyAudits {
            most: MOST_UNFINISHED,
        });
    }
    let id = AuditId(clock_and_ids::ordered_id());
    let now = clock_and_ids::now();
    let asked = audits::insert(tx.sql()?, &write, id, new, now);
    let (audit, ()) = try_join(asked, tx.wake(notifications::AUDITOR)).await?;
    tx.commit().await?;
    Ok(Written::first(audit))
}

/// What was asked for before, if it was by the same request.
fn same(write: &Write, (fingerprint, before): ([u8; 32], Audit)) -> Result<Audit> {
    write.repeats(&fingerprint)?;
    Ok(before)
}

/// Whether the club has the match that it is about, if it is about one.
async fn has_match(sql: Sql<'_>, club: ClubId, asked: Option<&WhatIfRequest>) -> Result<bool> {
    match asked.and_then(|asked| asked.what_if.match_id) {
        Some(id) => matches::is_there(sql, club, id).await,
        None => Ok(true),
    }
}
