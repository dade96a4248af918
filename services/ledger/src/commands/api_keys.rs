//! API keys are made and revoked.

use crate::tables::{access_events, api_keys};
use crate::transaction::Transaction;
use crate::{
    AccessKind, ApiKey, ApiKeyId, ApiKeyScope, ClubId, Error, Ledger, MakeApiKey, Result, Role,
    Write, Written, clock_and_ids,
};
use futures_util::future::try_join;

/// How many keys of a club may be good at once: more machines than a club has, and few enough to look through.
const MOST: u32 = 100;
/// How many that are limited may be good at once: two for each of a hundred tables in five rounds of a day. Scorers make those, and an owner can
/// make a key for a machine nevertheless.
const MOST_LIMITED: u32 = 1_000;
/// So many of those are kept for owners: whatever scorers made, also before they were no scorers any more, an owner can make a link. Whoever is
/// removed from the club has none left.
const KEPT_FOR_OWNERS: u32 = 100;

impl Ledger {
    /// Makes an API key, which acts for the actor. A repeated request gets the one that was made first, with that one's secret.
    /// Refused with [`Error::TooManyApiKeys`] if the club has too many that are good.
    pub async fn make_api_key(&self, write: Write, new: MakeApiKey) -> Result<Written<ApiKey>> {
        self.run(|ledger| make(ledger, write, new)).await
    }

    /// Revokes an API key, at once: also what is being asked with it writes nothing any more. One that is revoked stays so.
    pub async fn revoke_api_key(&self, write: Write, id: ApiKeyId) -> Result<ApiKey> {
        self.run(|ledger| revoke(ledger, write, id)).await
    }
}

async fn make(ledger: Ledger, write: Write, new: MakeApiKey) -> Result<Written<ApiKey>> {
    if new.role == Role::Owner {
        return Err(Error::Contradiction("a key that owns a club"));
    }
    let (is_limited, scope) = (new.scope != ApiKeyScope::Club, new.scope);
    if is_limited && new.lifetime.is_none() {
        return Err(Error::Contradiction("a limited key without an end"));
    }
    let now = clock_and_ids::now();
    let tx = ledger.transaction_of(write.club).await?;
    let looks = async {
        let sql = tx.sql()?;
        try_join(
            api_keys::prior(sql, &write),
            api_keys::unended(sql, write.club, scope, now),
        )
        .await
    };
    let (_club, (prior, unended)) = tx.lock(&write, looks).await?;
    if let Some((fingerprint, id)) = prior {
        write.repeats(&fingerprint)?;
        return one(&tx, write.club, id).await.map(Written::again);
    }
    let most = match (is_limited, write.role) {
        (false, _) => MOST,
        (true, Role::Owner) => MOST_LIMITED,
        (true, _) => MOST_LIMITED - KEPT_FOR_OWNERS,
    };
    if unended >= i64::from(most) {
        return Err(Error::TooManyApiKeys { most });
    }
    let id = ApiKeyId(clock_and_ids::ordered_id());
    api_keys::insert(tx.sql()?, &write, id, &new, now).await?;
    let made = (AccessKind::ApiKeyMade, write.actor, Some(id));
    access_events::insert(tx.sql()?, write.club, made).await?;
    let made = one(&tx, write.club, id).await?;
    tx.commit().await?;
    Ok(Written::first(made))
}

async fn revoke(ledger: Ledger, write: Write, id: ApiKeyId) -> Result<ApiKey> {
    let tx = ledger.transaction_of(write.club).await?;
    let looks = async { api_keys::find(tx.sql()?, write.club, id).await };
    let (_club, key) = tx.lock(&write, looks).await?;
    let key = key.ok_or(Error::NotFound("API key"))?;
    if key.revoked_at.is_some() {
        return Ok(key);
    }
    api_keys::revoke(tx.sql()?, write.club, id, clock_and_ids::now()).await?;
    let revoked = (AccessKind::ApiKeyRevoked, write.actor, Some(id));
    access_events::insert(tx.sql()?, write.club, revoked).await?;
    let revoked = one(&tx, write.club, id).await?;
    tx.commit().await?;
    Ok(revoked)
}

async fn one(tx: &Transaction, club: ClubId, id: ApiKeyId) -> Result<ApiKey> {
    let found = api_keys::find(tx.sql()?, club, id).await?;
    found.ok_or(Error::NotFound("API key"))
}
