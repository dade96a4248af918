//! Somebody gives their account up.

use super::remove_member;
use crate::tables::{clubs, identities, members, sessions, users};
use crate::transaction::Transaction;
use crate::{Body, ClubId, Error, Ledger, Membership, Result, Retry, UserId, chance};
use evidence::MemberRemoved;
use futures_util::future::{try_join, try_join3};

/// How often it is begun again because the account came into another club meanwhile.
const TRIES: usize = 3;

impl Ledger {
    /// Erases an account: its address, password and display name are gone, its sessions end, no identity is linked to it any more, and it
    /// leaves every club, which unlinks its players. What it entered stays, under its id. Refused with [`Error::OnlyOwner`] while a club would be
    /// left without an owner.
    pub async fn erase_account(&self, user: UserId) -> Result<()> {
        self.run(|ledger| erase_account(ledger, user)).await
    }
}

async fn erase_account(ledger: Ledger, user: UserId) -> Result<()> {
    for _ in 0..TRIES {
        let tx = ledger.transaction().await?;
        if erase(&tx, user).await? {
            return tx.commit().await;
        }
    }
    Err(Error::Unavailable {
        retry: Retry::Now,
        reason: "the account came into another club each time".to_owned(),
    })
}

/// Whether everything was done. Whoever writes in a club locks the club first and then holds the account; so the clubs are
/// locked first here, too, in the order of their ids, and then it is looked whether they still are all of them.
async fn erase(tx: &Transaction, user: UserId) -> Result<bool> {
    let of_user = async || clubs::of_user(tx.sql()?, user).await;
    let mut memberships = tx.begin_across(user, of_user()).await?;
    memberships.sort_by_key(|membership| membership.club.id);
    let ids: Vec<ClubId> = memberships.iter().map(|one| one.club.id).collect();
    let mut alone = Vec::new();
    for Membership { club, .. } in memberships {
        if !leave(tx, club.id, user).await? {
            alone.push(club);
        }
    }
    if !users::lock(tx.sql()?, user).await? {
        return Err(Error::NotFound("user"));
    }
    if !alone.is_empty() {
        return Err(Error::OnlyOwner(alone));
    }
    let now = chance::now();
    let joined = tx.across(user, of_user()).await?;
    if joined.iter().any(|one| !ids.contains(&one.club.id)) {
        return Ok(false);
    }
    try_join3(
        sessions::end_all(tx.sql()?, user, now),
        identities::unlink_all(tx.sql()?, user),
        users::erase(tx.sql()?, user, now),
    )
    .await?;
    Ok(true)
}

/// Leaves a club, unless nobody else owns it. Who was removed from it meanwhile is gone already.
async fn leave(tx: &Transaction, club: ClubId, user: UserId) -> Result<bool> {
    let looks = async {
        let sql = tx.sql()?;
        try_join(
            members::role(sql, club, user),
            members::other_owners(sql, club, user),
        )
        .await
    };
    let (mut locked, (role, other_owners)) = tx.lock_next(club, user, looks).await?;
    if role.is_none() {
        return Ok(true);
    }
    if other_owners == 0 {
        return Ok(false);
    }
    let sealed = locked.seal(Body::MemberRemoved(MemberRemoved { user }))?;
    try_join(
        remove_member::follow(tx.sql()?, club, user),
        tx.append_unkeyed(club, &[&sealed]),
    )
    .await?;
    Ok(true)
}
