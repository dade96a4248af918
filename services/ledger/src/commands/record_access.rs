//! What is noted of access besides what the commands themselves note.

use crate::tables::{access_events, account_events};
use crate::{AccessKind, ApiKeyId, ClubId, Ledger, Result, UserId};

/// What is taken out of a club.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportKind {
    /// The ledger, which holds no names.
    Ledger,
    /// The names and texts that entries commit to.
    Openings,
    /// What happened in its matches, with the names of who sat there.
    Hands,
    /// What was paid, with the names of who paid whom.
    Payments,
    /// What matches come to for its players, with their names.
    Standings,
}

impl Ledger {
    /// Notes that somebody takes something out of a club, themselves or by a machine; of what the same caller takes out, once an hour. Note it
    /// first, and then let them.
    pub async fn note_export(
        &self,
        club: ClubId,
        actor: UserId,
        api_key: Option<ApiKeyId>,
        what: ExportKind,
    ) -> Result<()> {
        let kind = match what {
            ExportKind::Ledger => AccessKind::LedgerExported,
            ExportKind::Openings => AccessKind::OpeningsExported,
            ExportKind::Hands => AccessKind::HandsExported,
            ExportKind::Payments => AccessKind::PaymentsExported,
            ExportKind::Standings => AccessKind::StandingsExported,
        };
        self.run(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            tx.begin_unlocked(club).await?;
            access_events::insert_export(tx.sql()?, club, (kind, actor, api_key)).await?;
            tx.commit().await
        })
        .await
    }

    /// Notes that somebody tried to sign in to an account and did not know the password; of many tries, one in ten minutes.
    pub async fn note_failed_sign_in(&self, user: UserId) -> Result<()> {
        self.run(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            tx.begin().await?;
            account_events::insert_failed(tx.sql()?, user).await?;
            tx.commit().await
        })
        .await
    }
}
