//! A player gets another name.

use crate::tables::players;
use crate::{
    Body, Error, Ledger, NewName, Player, PlayerId, Result, Write, Written, clock_and_ids,
};
use evidence::{PlayerRenamed, commit};
use futures_util::future::try_join;

impl Ledger {
    /// Gives a player another name; the ledger's entry holds only a salted commitment to it. A repeated request sees
    /// the player as they stand. Refused with [`PeopleError::NameTaken`](crate::PeopleError) if another player is called so.
    pub async fn rename_player(
        &self,
        write: Write,
        player: PlayerId,
        name: impl Into<NewName>,
    ) -> Result<Written<Player>> {
        let name = name.into();
        self.run(|ledger| rename_player(ledger, write, player, name))
            .await
    }
}

async fn rename_player(
    ledger: Ledger,
    write: Write,
    id: PlayerId,
    new: NewName,
) -> Result<Written<Player>> {
    let tx = ledger.transaction_of(write.club).await?;
    let looks = async {
        let sql = tx.sql()?;
        let namesakes = players::namesakes(sql, write.club, &new.name);
        try_join(players::find(sql, write.club, id), namesakes).await
    };
    let (mut club, (player, mut namesakes)) = tx.lock(&write, looks).await?;
    let player = player.ok_or(Error::NotFound("player"))?;
    if club.prior.is_some() {
        return Ok(Written::again(player));
    }
    player.check()?;
    namesakes.retain(|(namesake, _)| *namesake != id);
    new.check(namesakes)?;
    let name = new.name;
    let salt = clock_and_ids::salt();
    let sealed = club.seal(Body::PlayerRenamed(PlayerRenamed {
        player: id,
        name_commitment: commit(&salt, &name),
    }))?;
    let rename = players::rename(tx.sql()?, (id, Some((&name, &salt))), &sealed.entry);
    try_join(rename, tx.append(&write, &[&sealed])).await?;
    tx.commit().await?;
    let name = Some(name);
    Ok(Written::first(Player { name, ..player }))
}
