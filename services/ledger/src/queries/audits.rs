//! Audits of a club's ledger: what was asked for, how far it is, and what was found.

use crate::page;
use crate::tables::audits;
use crate::{Audit, AuditId, Audits, AuditsPage, ClubId, Error, Ledger, Result};

impl Ledger {
    /// An audit of a club as it stands.
    pub async fn audit(&self, club: ClubId, id: AuditId) -> Result<Audit> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            let found = async { audits::find(tx.sql()?, club, id).await };
            let found = tx.read(club, found).await?;
            found.ok_or(Error::NotFound("audit"))
        })
        .await
    }

    /// How far an audit of a club is, without its report.
    pub async fn audit_without_report(&self, club: ClubId, id: AuditId) -> Result<Audit> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            let found = async { audits::find_without_report(tx.sql()?, club, id).await };
            let found = tx.read(club, found).await?;
            found.ok_or(Error::NotFound("audit"))
        })
        .await
    }

    /// The audits of a club, the last asked for first, without their reports.
    pub async fn audits(&self, club: ClubId, page: AuditsPage) -> Result<Audits> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            let list = async { audits::list(tx.sql()?, club, page).await };
            let audits = tx.read(club, list).await?;
            let (audits, next) = page::cut(audits, page.limit, |audit| audit.id);
            Ok(Audits { audits, next })
        })
        .await
    }
}
