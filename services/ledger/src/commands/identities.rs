//! A subject of an OIDC issuer is linked to an account, and unlinked.

use crate::tables::{account_events, identities, users};
use crate::{
    AccountAccess, Credentials, Identity, IdentityError, IdentityId, Ledger, Result, Subject,
    UserId, Written, clock_and_ids,
};

impl Ledger {
    /// Links a subject to an account, if the password that was checked is still the account's own; otherwise `None`. Linked to it
    /// before, it stays as it is. Refused with [`IdentityError::Anothers`] if it is somebody else's, and with
    /// [`IdentityError::OtherLinked`] if the account has another of that issuer.
    pub async fn link_identity(
        &self,
        checked: Credentials,
        subject: Subject,
    ) -> Result<Option<Written<Identity>>> {
        self.run(|ledger| link(ledger, checked, subject)).await
    }

    /// Unlinks an identity from its account: it lets nobody in any more. Of one that is not linked nothing is left to do.
    pub async fn unlink_identity(&self, user: UserId, id: IdentityId) -> Result<()> {
        self.run(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            tx.begin().await?;
            let Some(account) = tx.lock_account(user).await? else {
                return Ok(());
            };
            if !identities::unlink(&account, id).await? {
                return Ok(());
            }
            account_events::note(&account, AccountAccess::IdentityUnlinked, None).await?;
            tx.commit().await
        })
        .await
    }
}

async fn link(
    ledger: Ledger,
    checked: Credentials,
    subject: Subject,
) -> Result<Option<Written<Identity>>> {
    let user = checked.user;
    let tx = ledger.transaction().await?;
    tx.begin().await?;
    let Some(account) = tx.lock_account(user).await? else {
        return Ok(None);
    };
    if !users::is_current(&account, &checked).await? {
        return Ok(None);
    }
    let id = IdentityId(clock_and_ids::random_id());
    if let Some(new) = identities::insert(&account, id, &subject, clock_and_ids::now()).await? {
        account_events::note(&account, AccountAccess::IdentityLinked, None).await?;
        tx.commit().await?;
        return Ok(Some(Written::first(new)));
    }
    if let Some(before) = identities::find(tx.sql()?, user, &subject).await? {
        return Ok(Some(Written::again(before)));
    }
    match identities::linked(tx.sql()?, &subject).await? {
        Some(_) => Err(IdentityError::Anothers.into()),
        None => Err(IdentityError::OtherLinked.into()),
    }
}
