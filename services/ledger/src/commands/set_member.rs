//! A member gets another role in a club.

use crate::tables::{Sql, members, users, webhooks};
use crate::transaction::Transaction;
use crate::{
    Body, ClubId, Entry, Error, HashedEntry, Ledger, Member, PeopleError, Result, Role, UserId,
    Write, Written, clock_and_ids,
};
use evidence::MemberSet;
use futures_util::future::try_join3;

impl Ledger {
    /// Gives a member of the club another role. A club keeps at least one owner.
    ///
    /// People become members, and owners, by what they accept: of anybody else this is [`PeopleError::NotAMember`], and to make a member an
    /// owner [`PeopleError::AcceptanceRequired`]; an invitation is needed for either.
    pub async fn set_member(
        &self,
        write: Write,
        user: UserId,
        role: Role,
    ) -> Result<Written<Member>> {
        self.run(|ledger| set_member(ledger, write, user, role))
            .await
    }
}

async fn set_member(
    ledger: Ledger,
    write: Write,
    user: UserId,
    role: Role,
) -> Result<Written<Member>> {
    let tx = ledger.transaction_of(write.club).await?;
    let looks = async {
        let sql = tx.sql()?;
        try_join3(
            users::display_name(sql, user),
            members::role(sql, write.club, user),
            members::other_owners(sql, write.club, user),
        )
        .await
    };
    let (mut club, (known, before, other_owners)) = tx.lock(&write, looks).await?;
    if let Some(HashedEntry { entry, .. }) = club.prior {
        return replay(&tx, entry).await.map(Written::again);
    }
    let before = before.ok_or(PeopleError::NotAMember)?;
    let display_name = known.ok_or(Error::NoSuchUser)?;
    if role == Role::Owner && before != Role::Owner {
        return Err(PeopleError::AcceptanceRequired.into());
    }
    if role != Role::Owner && other_owners == 0 {
        return Err(Error::LastOwner);
    }
    let sealed = club.seal(Body::MemberSet(MemberSet { user, role }))?;
    let sql = tx.sql()?;
    try_join3(
        members::set(sql, write.club, user, role),
        step_down(sql, write.club, user, role),
        tx.append(&write, &[&sealed]),
    )
    .await?;
    tx.commit().await?;
    Ok(Written::first(Member {
        user,
        display_name,
        role,
    }))
}

/// Whoever owns the club no longer has it tell nobody either.
pub(super) async fn step_down(sql: Sql<'_>, club: ClubId, user: UserId, role: Role) -> Result<()> {
    match role {
        Role::Owner => Ok(()),
        Role::Scorer | Role::Referee | Role::Auditor | Role::Player => {
            webhooks::disable_all_of(sql, club, user, clock_and_ids::now()).await
        }
    }
}

async fn replay(tx: &Transaction, entry: Entry) -> Result<Member> {
    let Body::MemberSet(MemberSet { user, role }) = entry.body else {
        return Err(Error::misplaced(entry.seq, "member_set"));
    };
    let known = users::display_name(tx.sql()?, user).await?;
    let display_name = known.ok_or(Error::NoSuchUser)?;
    Ok(Member {
        user,
        display_name,
        role,
    })
}
