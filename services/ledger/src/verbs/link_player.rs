//! A player is a member, or is not any more.

use crate::tables::{members, players};
use crate::{Body, Error, Ledger, Player, PlayerId, Refused, Result, UserId, Write, Written};
use evidence::{PlayerLinked, PlayerUnlinked};
use futures_util::future::{try_join, try_join3};

impl Ledger {
    /// Links a player to a member's account. An account has at most one player of a club. A player who is linked to
    /// the account stays so, without another entry. A repeated request sees the player as they stand.
    pub async fn link_player(
        &self,
        write: Write,
        player: PlayerId,
        user: UserId,
    ) -> Result<Written<Player>> {
        self.run(|ledger| link(ledger, write, player, user)).await
    }

    /// Ends a player's link to an account.
    pub async fn unlink_player(&self, write: Write, player: PlayerId) -> Result<Written<Player>> {
        self.run(|ledger| unlink(ledger, write, player)).await
    }
}

async fn link(ledger: Ledger, write: Write, id: PlayerId, user: UserId) -> Result<Written<Player>> {
    let tx = ledger.transaction().await?;
    let looks = async {
        let sql = tx.sql()?;
        try_join3(
            players::find(sql, write.club, id),
            members::role(sql, write.club, user),
            players::of_user(sql, write.club, user),
        )
        .await
    };
    let (mut club, (player, role, linked)) = tx.lock(&write, looks).await?;
    let player = player.ok_or(Error::NotFound("player"))?;
    if club.prior.is_some() {
        return Ok(Written::again(player));
    }
    player.check()?;
    role.ok_or(Refused::NotAMember)?;
    if player.user == Some(user) {
        let seq = players::linked_seq(tx.sql()?, write.club, id).await?;
        tx.done_before(&write, seq).await?;
        tx.commit().await?;
        return Ok(Written::first(player));
    }
    if player.user.is_some() {
        return Err(Refused::PlayerLinked.into());
    }
    if linked.is_some() {
        return Err(Refused::AccountLinked.into());
    }
    let sealed = club.seal(Body::PlayerLinked(PlayerLinked { player: id, user }))?;
    let link = players::link(tx.sql()?, id, user, &sealed.entry);
    try_join(link, tx.append(&write, &[&sealed])).await?;
    tx.commit().await?;
    Ok(Written::first(Player {
        user: Some(user),
        ..player
    }))
}

async fn unlink(ledger: Ledger, write: Write, id: PlayerId) -> Result<Written<Player>> {
    let tx = ledger.transaction().await?;
    let looks = async { players::find(tx.sql()?, write.club, id).await };
    let (mut club, player) = tx.lock(&write, looks).await?;
    let player = player.ok_or(Error::NotFound("player"))?;
    if club.prior.is_some() {
        return Ok(Written::again(player));
    }
    let user = player.user.ok_or(Error::NotFound("link"))?;
    let sealed = club.seal(Body::PlayerUnlinked(PlayerUnlinked { player: id }))?;
    let unlink = players::unlink(tx.sql()?, write.club, user);
    try_join(unlink, tx.append(&write, &[&sealed])).await?;
    tx.commit().await?;
    Ok(Written::first(Player {
        user: None,
        ..player
    }))
}
