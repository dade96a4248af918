//! Webhooks are made, changed and deleted.

use crate::tables::{access_events, clubs, webhook_requests, webhooks};
use crate::transaction::Transaction;
use crate::{
    AccessKind, ChangeWebhook, ClubId, DisabledReason, Error, Ledger, MakeWebhook, Result,
    SecretId, Webhook, WebhookId, WebhookState, Write, Written, clock_and_ids,
};
use evidence::Timestamp;
use futures_util::future::{try_join3, try_join4};

/// How many webhooks a club may have. As many of its deliveries are under way at once at most.
const MOST: u32 = 10;

/// A webhook after a request that changed it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedWebhook {
    /// As it is now; after a repeated request, others may have changed it since.
    pub webhook: Webhook,
    /// The number of the secret that it had after the request.
    pub secret_number: u32,
}

impl Ledger {
    /// Makes a webhook, which is told of every entry after those that there are. A repeated request gets the one that was made first.
    /// Refused with [`Error::TooManyWebhooks`].
    pub async fn make_webhook(&self, write: Write, new: MakeWebhook) -> Result<Written<Webhook>> {
        self.run(|ledger| make(ledger, write, new)).await
    }

    /// Changes a webhook. A request that changed it before changes nothing when it is repeated, whatever came since. To replay from beyond the entry
    /// after the last one is [`Error::BeyondLedger`].
    pub async fn change_webhook(
        &self,
        write: Write,
        id: WebhookId,
        change: ChangeWebhook,
    ) -> Result<Written<ChangedWebhook>> {
        self.run(move |ledger| alter(ledger, write, id, change))
            .await
    }

    /// Deletes a webhook, and what is kept of what was sent to it. One that is not there needs no deleting.
    pub async fn delete_webhook(&self, write: Write, id: WebhookId) -> Result<Written<()>> {
        self.run(async move |ledger: Self| {
            let tx = ledger.transaction_of(write.club).await?;
            tx.lock_beside(&write, async { Ok(()) }).await?;
            if !webhooks::delete(tx.sql()?, write.club, id).await? {
                return Ok(Written::again(()));
            }
            let deleted = (AccessKind::WebhookDeleted, write.actor, id);
            access_events::insert_of_webhook(tx.sql()?, write.club, deleted).await?;
            tx.commit().await?;
            Ok(Written::first(()))
        })
        .await
    }
}

async fn make(ledger: Ledger, write: Write, new: MakeWebhook) -> Result<Written<Webhook>> {
    let tx = ledger.transaction_of(write.club).await?;
    let looks = async {
        let sql = tx.sql()?;
        try_join3(
            webhooks::prior(sql, &write),
            webhooks::count(sql, write.club),
            clubs::last_seq(sql, write.club),
        )
        .await
    };
    let (prior, count, last_seq) = tx.lock_beside(&write, looks).await?;
    if let Some((fingerprint, id)) = prior {
        write.repeats(&fingerprint)?;
        return one(&tx, write.club, id).await.map(Written::again);
    }
    if count >= i64::from(MOST) {
        return Err(Error::TooManyWebhooks { most: MOST });
    }
    let id = WebhookId(clock_and_ids::ordered_id());
    let at = (clock_and_ids::now(), last_seq);
    webhooks::insert(tx.sql()?, &write, id, &new, at).await?;
    let made = (AccessKind::WebhookMade, write.actor, id);
    access_events::insert_of_webhook(tx.sql()?, write.club, made).await?;
    let made = one(&tx, write.club, id).await?;
    tx.commit().await?;
    Ok(Written::first(made))
}

async fn alter(
    ledger: Ledger,
    write: Write,
    id: WebhookId,
    change: ChangeWebhook,
) -> Result<Written<ChangedWebhook>> {
    let tx = ledger.transaction_of(write.club).await?;
    let looks = async {
        let sql = tx.sql()?;
        try_join3(
            webhooks::lock(sql, write.club, id),
            clubs::last_seq(sql, write.club),
            webhook_requests::find(sql, id, &write),
        )
        .await
    };
    let (found, last_seq, prior) = tx.lock_beside(&write, looks).await?;
    let before = found.ok_or(Error::NotFound("webhook"))?;
    if let Some(prior) = prior {
        write.repeats(&prior.fingerprint)?;
        return Ok(Written::again(ChangedWebhook {
            webhook: before,
            secret_number: prior.secret_number,
        }));
    }
    let mut webhook = before.clone();
    webhook.apply(change, last_seq)?;
    // Whoever sends the same address again sets none.
    let url_set_by = (webhook.url != before.url).then_some(write.actor);
    let secret_number = webhook.secret.number;
    let rotated = webhook.secret != before.secret;
    let changed = (AccessKind::WebhookChanged, write.actor, id);
    try_join4(
        webhooks::update(tx.sql()?, &write, &webhook, url_set_by),
        webhook_requests::insert(tx.sql()?, id, &write, (secret_number, rotated)),
        access_events::insert_of_webhook(tx.sql()?, write.club, changed),
        webhooks::wake_dispatcher(tx.sql()?, write.club),
    )
    .await?;
    tx.commit().await?;
    Ok(Written::first(ChangedWebhook {
        webhook,
        secret_number,
    }))
}

impl Webhook {
    fn apply(&mut self, change: ChangeWebhook, last_seq: u64) -> Result<()> {
        match change {
            ChangeWebhook::Edit { name, url, kinds } => {
                self.name = name.unwrap_or_else(|| self.name.clone());
                self.kinds = kinds.unwrap_or_else(|| self.kinds.clone());
                if let Some(url) = url {
                    self.url = url;
                    self.begin_anew();
                }
            }
            ChangeWebhook::Disable => {
                if self.state == WebhookState::Active {
                    self.state = WebhookState::Disabled;
                    self.disabled = Some((DisabledReason::Owner, now()?));
                }
            }
            ChangeWebhook::Enable => {
                self.state = WebhookState::Active;
                self.disabled = None;
                self.begin_anew();
            }
            ChangeWebhook::Rotate { key_id, overlap } => {
                let until = Timestamp::new(clock_and_ids::now() + overlap);
                let until = until.map_err(|error| Error::Bug(error.to_string()))?;
                self.previous = Some((self.secret, until));
                let number = self.secret.number.saturating_add(1);
                self.secret = SecretId { number, key_id };
            }
            ChangeWebhook::ReplayFrom(seq) => {
                if seq == 0 || seq > last_seq.saturating_add(1) {
                    return Err(Error::BeyondLedger { size: last_seq });
                }
                self.delivered_seq = seq.saturating_sub(1);
                self.begin_anew();
            }
        }
        Ok(())
    }

    /// What failed before is forgotten: the next entry is tried at once.
    fn begin_anew(&mut self) {
        self.failures = 0;
        self.failing_since = None;
        self.next_attempt_at = None;
    }
}

fn now() -> Result<Timestamp> {
    Timestamp::new(clock_and_ids::now()).map_err(|error| Error::Bug(error.to_string()))
}

async fn one(tx: &Transaction, club: ClubId, id: WebhookId) -> Result<Webhook> {
    let found = webhooks::find(tx.sql()?, club, id).await?;
    found.ok_or(Error::NotFound("webhook"))
}
