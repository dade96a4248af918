//! A player is a member, or is not any more.

use crate::model::SealedEntry;
use crate::tables::players::LinkedBy;
use crate::tables::{Sql, members, players};
use crate::transaction::{LockedClub, Transaction};
use crate::{Body, Error, Ledger, PeopleError, Player, PlayerId, Result, UserId, Write, Written};
use evidence::{PlayerLinked, PlayerUnlinked};
use futures_util::future::{try_join, try_join4};

impl Ledger {
    /// Links a player to a member's account. An account has at most one player of a club. A player who is linked to
    /// the account stays so, without another entry; but a link that somebody else than an owner made is made anew when an owner asks
    /// for it, and is confirmed from then on. A repeated request sees the player as they stand.
    ///
    /// Whoever is not an owner links nobody to a player who ever had a confirmed link: [`PeopleError::ConfirmedLink`].
    pub async fn link_player(
        &self,
        write: Write,
        player: PlayerId,
        user: UserId,
    ) -> Result<Written<Player>> {
        self.run(|ledger| link(ledger, write, player, user)).await
    }

    /// Ends a player's link to an account. A confirmed one is an owner's to end: [`PeopleError::ConfirmedLink`].
    pub async fn unlink_player(&self, write: Write, player: PlayerId) -> Result<Written<Player>> {
        self.run(|ledger| unlink(ledger, write, player)).await
    }
}

async fn link(ledger: Ledger, write: Write, id: PlayerId, user: UserId) -> Result<Written<Player>> {
    let tx = ledger.transaction_of(write.club).await?;
    let looks = async {
        let sql = tx.sql()?;
        try_join4(
            players::find(sql, write.club, id),
            members::role(sql, write.club, user),
            players::of_user(sql, write.club, user),
            players::had_confirmed_link(sql, write.club, id),
        )
        .await
    };
    let (club, (player, role, linked, had_confirmed_link)) = tx.lock(&write, looks).await?;
    let player = player.ok_or(Error::NotFound("player"))?;
    if club.prior.is_some() {
        return Ok(Written::again(player));
    }
    player.check()?;
    role.ok_or(PeopleError::NotAMember)?;
    if player.user == Some(user) {
        if write.is_by_an_owner() && !player.has_confirmed_link() {
            return confirm(tx, club, &write, player).await;
        }
        let seq = players::linked_seq(tx.sql()?, write.club, id).await?;
        tx.done_before(&write, seq).await?;
        tx.commit().await?;
        return Ok(Written::first(player));
    }
    if player.user.is_some() {
        return Err(PeopleError::PlayerLinked.into());
    }
    if linked.is_some() {
        return Err(PeopleError::AccountLinked.into());
    }
    if had_confirmed_link && !write.is_by_an_owner() {
        return Err(PeopleError::ConfirmedLink.into());
    }
    store(tx, club, &write, (player, user)).await
}

async fn store(
    tx: Transaction,
    mut club: LockedClub,
    write: &Write,
    (player, user): (Player, UserId),
) -> Result<Written<Player>> {
    let sealed = seal_link(&mut club, &player, user)?;
    let by = linked_by(write);
    let link = players::link(tx.sql()?, (player.id, user), by, &sealed.entry);
    try_join(link, tx.append(write, &[&sealed])).await?;
    tx.commit().await?;
    Ok(linked(player, user, by))
}

/// An owner says the same as somebody else did before. That is told by two entries: a player who has a link gets no other one.
async fn confirm(
    tx: Transaction,
    mut club: LockedClub,
    write: &Write,
    player: Player,
) -> Result<Written<Player>> {
    let user = player.user.ok_or(Error::NotFound("link"))?;
    let unlinked = seal_end(&mut club, &player)?;
    let sealed = seal_link(&mut club, &player, user)?;
    let by = linked_by(write);
    let link = players::link(tx.sql()?, (player.id, user), by, &sealed.entry);
    try_join(link, tx.append(write, &[&unlinked, &sealed])).await?;
    tx.commit().await?;
    Ok(linked(player, user, by))
}

async fn unlink(ledger: Ledger, write: Write, id: PlayerId) -> Result<Written<Player>> {
    let tx = ledger.transaction_of(write.club).await?;
    let looks = async { players::find(tx.sql()?, write.club, id).await };
    let (mut club, player) = tx.lock(&write, looks).await?;
    let player = player.ok_or(Error::NotFound("player"))?;
    if club.prior.is_some() {
        return Ok(Written::again(player));
    }
    let user = player.user.ok_or(Error::NotFound("link"))?;
    if player.has_confirmed_link() && !write.is_by_an_owner() {
        return Err(PeopleError::ConfirmedLink.into());
    }
    let sealed = seal_end(&mut club, &player)?;
    let unlink = players::unlink(tx.sql()?, write.club, user);
    try_join(unlink, tx.append(&write, &[&sealed])).await?;
    tx.commit().await?;
    Ok(Written::first(Player {
        user: None,
        link_confirmed: None,
        ..player
    }))
}

/// Stores what follows from the entry that links a player, of which the entries tell no more than who made it.
pub(super) async fn follow(
    sql: Sql<'_>,
    linked: &PlayerLinked,
    entry: &evidence::Entry,
) -> Result<()> {
    let maker = members::role(sql, entry.club, entry.actor).await?;
    let by = match maker {
        Some(evidence::Role::Owner) => LinkedBy::OwnerOrInvitation,
        _ => LinkedBy::Other,
    };
    players::link(sql, (linked.player, linked.user), by, entry).await
}

fn linked_by(write: &Write) -> LinkedBy {
    match write.is_by_an_owner() {
        true => LinkedBy::OwnerOrInvitation,
        false => LinkedBy::Other,
    }
}

fn seal_link(club: &mut LockedClub, player: &Player, user: UserId) -> Result<SealedEntry> {
    let player = player.id;
    club.seal(Body::PlayerLinked(PlayerLinked { player, user }))
}

fn seal_end(club: &mut LockedClub, player: &Player) -> Result<SealedEntry> {
    let player = player.id;
    club.seal(Body::PlayerUnlinked(PlayerUnlinked { player }))
}

fn linked(player: Player, user: UserId, by: LinkedBy) -> Written<Player> {
    Written::first(Player {
        user: Some(user),
        link_confirmed: Some(by == LinkedBy::OwnerOrInvitation),
        ..player
    })
}
