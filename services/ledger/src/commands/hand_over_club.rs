//! An owner leaves a club to another owner, and steps down.

use super::set_member;
use crate::tables::{Sql, members, users};
use crate::transaction::Transaction;
use crate::{
    Body, Entry, Error, HashedEntry, Ledger, Member, PeopleError, Result, Role, UserId, Write,
    Written,
};
use evidence::ClubHandedOver;
use futures_util::future::{try_join, try_join3};
use serde::Serialize;

/// A club in other hands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Handover))]
pub struct ClubHandover {
    /// To whom it was handed over.
    pub new_owner: Member,
    /// You.
    pub former_owner: Member,
}

impl Ledger {
    /// Leaves the club to another owner and gives the actor, an owner so far, another role. Of a member who is no owner it is
    /// [`PeopleError::AcceptanceRequired`]: nobody becomes one without accepting an invitation.
    pub async fn hand_over_club(
        &self,
        write: Write,
        to: UserId,
        role: Role,
    ) -> Result<Written<ClubHandover>> {
        self.run(|ledger| hand_over_club(ledger, write, to, role))
            .await
    }
}

async fn hand_over_club(
    ledger: Ledger,
    write: Write,
    to: UserId,
    role: Role,
) -> Result<Written<ClubHandover>> {
    let tx = ledger.transaction_of(write.club).await?;
    let looks = async { members::role(tx.sql()?, write.club, to).await };
    let (mut club, known) = tx.lock(&write, looks).await?;
    if let Some(HashedEntry { entry, .. }) = club.prior {
        return replay(&tx, entry).await.map(Written::again);
    }
    let known = known.ok_or(Error::NotFound("member"))?;
    if to == write.actor {
        return Err(Error::Contradiction("a club is handed over to its owner"));
    }
    if known != Role::Owner {
        return Err(PeopleError::AcceptanceRequired.into());
    }
    let handed_over = ClubHandedOver { user: to, role };
    let sealed = club.seal(Body::ClubHandedOver(handed_over.clone()))?;
    try_join(
        follow(tx.sql()?, &sealed.entry, &handed_over),
        tx.append(&write, &[&sealed]),
    )
    .await?;
    let handed_over = between(&tx, to, (write.actor, role)).await?;
    tx.commit().await?;
    Ok(Written::first(handed_over))
}

/// Stores what follows from the entry by which a club is handed over.
pub(super) async fn follow(
    sql: Sql<'_>,
    entry: &Entry,
    handed_over: &ClubHandedOver,
) -> Result<()> {
    try_join3(
        members::set(sql, entry.club, handed_over.user, Role::Owner),
        members::set(sql, entry.club, entry.actor, handed_over.role),
        set_member::step_down(sql, entry.club, entry.actor, handed_over.role),
    )
    .await?;
    Ok(())
}

async fn replay(tx: &Transaction, entry: Entry) -> Result<ClubHandover> {
    let Body::ClubHandedOver(ClubHandedOver { user, role }) = entry.body else {
        return Err(Error::misplaced(entry.seq, "club_handed_over"));
    };
    between(tx, user, (entry.actor, role)).await
}

async fn between(
    tx: &Transaction,
    to: UserId,
    (from, role): (UserId, Role),
) -> Result<ClubHandover> {
    let sql = tx.sql()?;
    let (to, from) = try_join(users::find(sql, to), users::find(sql, from)).await?;
    let (to, from) = to.zip(from).ok_or(Error::NoSuchUser)?;
    Ok(ClubHandover {
        new_owner: Member {
            user: to.id,
            display_name: Some(to.display_name),
            role: Role::Owner,
        },
        former_owner: Member {
            user: from.id,
            display_name: Some(from.display_name),
            role,
        },
    })
}
