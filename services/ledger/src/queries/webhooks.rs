//! The webhooks of a club, and what was sent to them.

use crate::page;
use crate::tables::{webhook_deliveries, webhooks};
use crate::{ClubId, Deliveries, DeliveriesPage, Error, Ledger, Result, Webhook, WebhookId};

impl Ledger {
    /// The webhooks of a club, the last made first.
    pub async fn webhooks(&self, club: ClubId) -> Result<Vec<Webhook>> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            tx.read(club, async { webhooks::list(tx.sql()?, club).await })
                .await
        })
        .await
    }

    /// A webhook of a club.
    pub async fn webhook(&self, club: ClubId, id: WebhookId) -> Result<Webhook> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            let found = async { webhooks::find(tx.sql()?, club, id).await };
            let found = tx.read(club, found).await?;
            found.ok_or(Error::NotFound("webhook"))
        })
        .await
    }

    /// What was sent to a webhook, as far as that is kept, and what waits to be; the last first.
    pub async fn deliveries(
        &self,
        club: ClubId,
        id: WebhookId,
        page: DeliveriesPage,
    ) -> Result<Deliveries> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            let list = async {
                let webhook = webhooks::find(tx.sql()?, club, id).await?;
                webhook.ok_or(Error::NotFound("webhook"))?;
                webhook_deliveries::list(tx.sql()?, club, id, page).await
            };
            let deliveries = tx.read(club, list).await?;
            let (deliveries, next) = page::cut(deliveries, page.limit, |last| last.id);
            Ok(Deliveries { deliveries, next })
        })
        .await
    }
}
