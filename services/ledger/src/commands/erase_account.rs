//! Somebody gives their account up.

use super::remove_member;
use crate::tables::{clubs, identities, members, sessions, users};
use crate::transaction::{LockedClub, Transaction};
use crate::{
    Body, Club, ClubId, Error, Ledger, Membership, Result, Retry, Role, UserId, clock_and_ids,
};
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

/// A club of the account, its row locked.
struct Left {
    club: Club,
    locked: LockedClub,
    /// Whether the account is still a member, and how many others own the club.
    is_member: bool,
    other_owners: i64,
}

/// Whether everything was done. Whoever writes in a club locks the club first and then holds the account; so all the clubs are
/// locked first here, too, in the order of their ids, and then the account. Only then it is looked whether they still are all of them.
async fn erase(tx: &Transaction, user: UserId) -> Result<bool> {
    let of_user = async || clubs::of_user(tx.sql()?, user).await;
    let mut memberships = tx.begin_across(user, of_user()).await?;
    memberships.sort_by_key(|membership| membership.club.id);
    refuse_only_owner(tx, &memberships, user).await?;
    let mut left = Vec::new();
    for membership in memberships {
        left.push(lock(tx, membership.club, user).await?);
    }
    let account = tx.lock_account_alone(user).await?;
    let account = account.ok_or(Error::NoSuchUser)?;
    let alone = |one: &&Left| one.is_member && one.other_owners == 0;
    let alone: Vec<Club> = left
        .iter()
        .filter(alone)
        .map(|one| one.club.clone())
        .collect();
    if !alone.is_empty() {
        return Err(Error::OnlyOwner(alone));
    }
    let ids: Vec<ClubId> = left.iter().map(|one| one.club.id).collect();
    let joined = tx.across(user, of_user()).await?;
    if joined.iter().any(|one| !ids.contains(&one.club.id)) {
        return Ok(false);
    }
    let now = clock_and_ids::now();
    try_join3(
        sessions::end_all(&account, now),
        identities::unlink_all(&account),
        users::erase(&account, now),
    )
    .await?;
    for one in left.into_iter().filter(|one| one.is_member) {
        leave(tx, one, user).await?;
    }
    Ok(true)
}

/// Refuses the only owner of a club before anything is locked: whoever is refused again and again would keep everybody waiting in all of their clubs. It is
/// looked at once more under the locks.
async fn refuse_only_owner(
    tx: &Transaction,
    memberships: &[Membership],
    user: UserId,
) -> Result<()> {
    let mut alone = Vec::new();
    for Membership { club, role } in memberships {
        let owners = async { members::other_owners(tx.sql()?, club.id, user).await };
        if *role == Role::Owner && tx.name_again(club.id, owners).await? == 0 {
            alone.push(club.clone());
        }
    }
    match alone.is_empty() {
        true => Ok(()),
        false => Err(Error::OnlyOwner(alone)),
    }
}

/// Locks a club. Who was removed from it meanwhile is gone already.
async fn lock(tx: &Transaction, club: Club, user: UserId) -> Result<Left> {
    let looks = async {
        let sql = tx.sql()?;
        try_join(
            members::role(sql, club.id, user),
            members::other_owners(sql, club.id, user),
        )
        .await
    };
    let (locked, (role, other_owners)) = tx.lock_next(club.id, user, looks).await?;
    Ok(Left {
        club,
        locked,
        is_member: role.is_some(),
        other_owners,
    })
}

async fn leave(tx: &Transaction, mut left: Left, user: UserId) -> Result<()> {
    let club = left.club.id;
    let sealed = left
        .locked
        .seal(Body::MemberRemoved(MemberRemoved { user }))?;
    let stored = async {
        try_join(
            remove_member::follow(tx.sql()?, club, user),
            tx.append_unkeyed(club, &[&sealed]),
        )
        .await
    };
    tx.name_again(club, stored).await?;
    Ok(())
}
