//! Somebody is no member any more.

use crate::tables::{Sql, api_keys, members, players, webhooks};
use crate::{Body, ClubId, Error, Ledger, Result, UserId, Write, Written, clock_and_ids};
use evidence::MemberRemoved;
use futures_util::future::{try_join, try_join3};

impl Ledger {
    /// Ends a membership: another's, or one's own. A club keeps at least one owner, and no player stays linked to who
    /// is gone.
    pub async fn remove_member(&self, write: Write, user: UserId) -> Result<Written<()>> {
        self.run(|ledger| remove_member(ledger, write, user)).await
    }
}

async fn remove_member(ledger: Ledger, write: Write, user: UserId) -> Result<Written<()>> {
    let tx = ledger.transaction_of(write.club).await?;
    let looks = async {
        let sql = tx.sql()?;
        try_join(
            members::role(sql, write.club, user),
            members::other_owners(sql, write.club, user),
        )
        .await
    };
    let (mut club, (role, other_owners)) = tx.lock(&write, looks).await?;
    if club.prior.is_some() {
        return Ok(Written::again(()));
    }
    role.ok_or(Error::NotFound("member"))?;
    if other_owners == 0 {
        return Err(Error::LastOwner);
    }
    let sealed = club.seal(Body::MemberRemoved(MemberRemoved { user }))?;
    let removed = follow(tx.sql()?, write.club, user);
    try_join(removed, tx.append(&write, &[&sealed])).await?;
    tx.commit().await?;
    Ok(Written::first(()))
}

/// Stores what follows from the entry by which a member goes, whoever entered it. Whoever comes back has no keys from before,
/// and no webhook of theirs is told of anything.
pub(super) async fn follow(sql: Sql<'_>, club: ClubId, user: UserId) -> Result<()> {
    let now = clock_and_ids::now();
    try_join3(
        players::unlink(sql, club, user),
        api_keys::revoke_all_of(sql, club, user, now),
        webhooks::disable_all_of(sql, club, user, now),
    )
    .await?;
    members::remove(sql, club, user).await
}
