//! Somebody asks for something to be sent to a webhook beside the order.

use crate::notifications;
use crate::tables::{Sql, webhook_deliveries, webhooks};
use crate::{
    Delivery, DeliveryId, Error, Ledger, Result, WebhookId, Write, Written, clock_and_ids,
};
use futures_util::future::{try_join, try_join4};

/// How many deliveries that were asked for may wait.
const MOST: u32 = 20;

/// What is to be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NewDelivery {
    /// Something that tells of no entry.
    Test,
    /// What was sent before, again.
    Again(DeliveryId),
}

impl Ledger {
    /// Asks for something to be sent to a webhook once, also to a disabled one. After the key, in this order: [`Error::NotFound`] if the
    /// webhook or the delivery is not there, and [`Error::TooManyDeliveries`] if too many wait.
    pub async fn ask_for_delivery(
        &self,
        write: Write,
        id: WebhookId,
        what: NewDelivery,
    ) -> Result<Written<Delivery>> {
        self.run(move |ledger| ask(ledger, write, id, what)).await
    }
}

async fn ask(
    ledger: Ledger,
    write: Write,
    id: WebhookId,
    what: NewDelivery,
) -> Result<Written<Delivery>> {
    let tx = ledger.transaction_of(write.club).await?;
    let looks = async {
        let sql = tx.sql()?;
        try_join4(
            webhook_deliveries::prior(sql, id, &write),
            webhooks::find(sql, write.club, id),
            before(sql, &write, id, what),
            webhook_deliveries::waiting(sql, write.club, id),
        )
        .await
    };
    let (prior, webhook, before, waiting) = tx.lock_beside(&write, looks).await?;
    if let Some((fingerprint, delivery)) = prior {
        write.repeats(&fingerprint)?;
        return Ok(Written::again(delivery));
    }
    webhook.ok_or(Error::NotFound("webhook"))?;
    let entry = match what {
        NewDelivery::Test => None,
        NewDelivery::Again(_) => before.ok_or(Error::NotFound("delivery"))?.entry,
    };
    if waiting >= i64::from(MOST) {
        return Err(Error::TooManyDeliveries { most: MOST });
    }
    let new = (id, DeliveryId(clock_and_ids::ordered_id()));
    let asked = webhook_deliveries::insert(tx.sql()?, &write, new, entry);
    let (asked, ()) = try_join(asked, tx.wake(notifications::DISPATCHER)).await?;
    tx.commit().await?;
    Ok(Written::first(asked))
}

/// What is to be sent again, if it is still kept.
async fn before(
    sql: Sql<'_>,
    write: &Write,
    id: WebhookId,
    what: NewDelivery,
) -> Result<Option<Delivery>> {
    match what {
        NewDelivery::Test => Ok(None),
        NewDelivery::Again(delivery) => {
            webhook_deliveries::find(sql, (write.club, id, delivery)).await
        }
    }
}
