//! A person is erased; what they played stays.

use crate::tables::{entries, idempotency_keys, players};
use crate::transaction::{LockedClub, Transaction};
use crate::{
    Body, Error, HashedEntry, Ledger, PeopleError, Player, PlayerId, Result, Write, Written,
};
use evidence::PlayerErased;
use futures_util::future::{try_join, try_join3};

impl Ledger {
    /// Erases a player: the name, its salt and the link to an account are gone, of the player and of everybody who was
    /// merged into them. Entries stay as they are, and what was played goes on to count under the id. There is no way
    /// back. A player who was erased stays so, without another entry.
    pub async fn erase_player(&self, write: Write, player: PlayerId) -> Result<Written<Player>> {
        self.run(|ledger| erase_player(ledger, write, player)).await
    }

    /// Erases the player who is linked to the actor's account. Nobody but an owner does so by a link that is not confirmed:
    /// [`PeopleError::UnconfirmedLink`].
    pub async fn erase_own_player(&self, write: Write) -> Result<Written<Player>> {
        self.run(|ledger| erase_own_player(ledger, write)).await
    }
}

async fn erase_player(ledger: Ledger, write: Write, id: PlayerId) -> Result<Written<Player>> {
    let tx = ledger.transaction_of(write.club).await?;
    let looks = async {
        let sql = tx.sql()?;
        try_join(
            players::find(sql, write.club, id),
            players::erased_seq(sql, write.club, id),
        )
        .await
    };
    let (club, (player, erased_seq)) = tx.lock(&write, looks).await?;
    let player = player.ok_or(Error::NotFound("player"))?;
    if club.prior.is_some() {
        return Ok(Written::again(player));
    }
    if let Some(seq) = erased_seq {
        tx.done_before(&write, seq).await?;
        tx.commit().await?;
        return Ok(Written::first(player));
    }
    erase(tx, club, &write, player).await
}

async fn erase_own_player(ledger: Ledger, write: Write) -> Result<Written<Player>> {
    let tx = ledger.transaction_of(write.club).await?;
    let looks = async { players::of_user(tx.sql()?, write.club, write.actor).await };
    let (club, own) = tx.lock(&write, looks).await?;
    let erased = club.prior.as_ref().map(erased_by).transpose()?;
    let id = erased.or(own).ok_or(Error::NotFound("player"))?;
    let player = players::find(tx.sql()?, write.club, id).await?;
    let player = player.ok_or(Error::NotFound("player"))?;
    if club.prior.is_some() {
        return Ok(Written::again(player));
    }
    if !player.has_confirmed_link() && !write.is_by_an_owner() {
        return Err(PeopleError::UnconfirmedLink.into());
    }
    erase(tx, club, &write, player).await
}

async fn erase(
    tx: Transaction,
    mut club: LockedClub,
    write: &Write,
    player: Player,
) -> Result<Written<Player>> {
    player.check()?;
    let sql = tx.sql()?;
    let ids = players::ids_of(sql, write.club, player.id).await?;
    let named = entries::naming(sql, write.club, &ids).await?;
    let sealed = club.seal(Body::PlayerErased(PlayerErased { player: player.id }))?;
    try_join3(
        players::erase(sql, &ids, &sealed.entry),
        idempotency_keys::forget(sql, write.club, named),
        tx.append(write, &[&sealed]),
    )
    .await?;
    tx.commit().await?;
    Ok(Written::first(Player {
        name: None,
        erased: true,
        user: None,
        link_confirmed: None,
        ..player
    }))
}

fn erased_by(HashedEntry { entry, .. }: &HashedEntry) -> Result<PlayerId> {
    let Body::PlayerErased(PlayerErased { player }) = entry.body else {
        return Err(Error::misplaced(entry.seq, "player_erased"));
    };
    Ok(player)
}
