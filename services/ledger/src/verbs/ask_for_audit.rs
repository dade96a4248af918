//! Somebody asks for an audit of a club's ledger.

use crate::tables::{audits, entries};
use crate::{Audit, AuditId, Error, Ledger, Result, Write, Written, chance};
use futures_util::future::{try_join, try_join3};

/// How many audits of a club may be unfinished: one that runs, and a few that wait.
const MOST_UNFINISHED: u32 = 3;

/// An audit to ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AskForAudit {
    /// The first entry whose hands are to be scored again, from 1.
    pub from_seq: u64,
    /// The last one; `None`: all from the first on.
    pub to_seq: Option<u64>,
}

impl Ledger {
    /// Asks for an audit, which an auditor takes up as soon as one is free. After the key, in this order:
    /// [`Error::BeyondLedger`] if the range is, and [`Error::TooManyAudits`].
    pub async fn ask_for_audit(&self, write: Write, new: AskForAudit) -> Result<Written<Audit>> {
        self.run(|ledger| ask(ledger, write, new)).await
    }
}

async fn ask(ledger: Ledger, write: Write, new: AskForAudit) -> Result<Written<Audit>> {
    let tx = ledger.transaction().await?;
    let looks = async {
        let sql = tx.sql()?;
        try_join3(
            audits::prior(sql, &write),
            audits::unfinished(sql, write.club),
            entries::last_seq(sql, write.club),
        )
        .await
    };
    let (prior, unfinished, last_seq) = tx.lock_beside(&write, looks).await?;
    if let Some((fingerprint, before)) = prior {
        return match fingerprint == write.fingerprint {
            true => Ok(Written::again(before)),
            false => Err(Error::IdempotencyKeyReused),
        };
    }
    // Where no entry is left there is all the more to find out.
    let size = last_seq.max(1);
    if new.from_seq > size || new.to_seq.is_some_and(|to| to > size) {
        return Err(Error::BeyondLedger { size });
    }
    if unfinished >= i64::from(MOST_UNFINISHED) {
        return Err(Error::TooManyAudits {
            most: MOST_UNFINISHED,
        });
    }
    let id = AuditId(chance::ordered_id());
    let now = chance::now();
    let asked = audits::insert(tx.sql()?, &write, id, new, now);
    let (audit, ()) = try_join(asked, tx.wake_auditor()).await?;
    tx.commit().await?;
    Ok(Written::first(audit))
}
