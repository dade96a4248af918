//! The API keys of a club, and who asks with one.

use crate::page;
use crate::tables::api_keys;
use crate::{ApiKeyHolder, ApiKeyId, ApiKeys, ApiKeysPage, ClubId, Ledger, Result, clock_and_ids};

impl Ledger {
    /// A page of the API keys of a club, the last made first.
    pub async fn api_keys(&self, club: ClubId, page: ApiKeysPage) -> Result<ApiKeys> {
        self.run(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            let reads = async { api_keys::list(tx.sql()?, club, page).await };
            let read = tx.read(club, reads).await?;
            let (api_keys, next) = page::cut(read, page.limit, |last| last.id);
            Ok(ApiKeys { api_keys, next })
        })
        .await
    }

    /// Whether a key is good still.
    pub async fn api_key_is_good(&self, club: ClubId, key: ApiKeyId) -> Result<bool> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            let reads =
                async { api_keys::is_good(tx.sql()?, club, key, clock_and_ids::now()).await };
            tx.read(club, reads).await
        })
        .await
    }

    /// Who asks with a key whose secret has this hash; `None` if the club has no such key, or it is no longer good. That it is
    /// used is written down once in ten minutes.
    pub async fn api_key_holder(
        &self,
        club: ClubId,
        secret_hash: [u8; 32],
    ) -> Result<Option<ApiKeyHolder>> {
        self.run(move |ledger| holder(ledger, club, secret_hash))
            .await
    }
}

async fn holder(
    ledger: Ledger,
    club: ClubId,
    secret_hash: [u8; 32],
) -> Result<Option<ApiKeyHolder>> {
    let now = clock_and_ids::now();
    let tx = ledger.transaction().await?;
    let looks = async { api_keys::holder(tx.sql()?, club, &secret_hash, now).await };
    let holder = tx.read(club, looks).await?;
    drop(tx);
    if let Some(ApiKeyHolder {
        key,
        use_is_noted: false,
        ..
    }) = holder
    {
        let tx = ledger.transaction().await?;
        tx.begin_unlocked(club).await?;
        api_keys::note_use(tx.sql()?, club, key, now).await?;
        tx.commit().await?;
    }
    Ok(holder)
}
