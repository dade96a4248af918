//! Two players who were merged turn out to be two people.

use crate::tables::{merged_players, player_merges, players};
use crate::{
    Body, ClubLimit, Error, Ledger, PeopleError, Player, PlayerId, Result, Write, Written,
};
use evidence::PlayerUnmerged;
use futures_util::future::try_join3;

impl Ledger {
    /// Takes the last merge of a player back, which was directly into `into`: the player, and whoever was merged into them before, count as
    /// the player from now on. Entries stay as they are, and so does the link to an account that the merge moved. The answer is the
    /// player.
    ///
    /// Refused of whom nobody merged, or merged into somebody else ([`PeopleError::PlayerNotMerged`]), and of players who were erased
    /// meanwhile.
    pub async fn unmerge_player(
        &self,
        write: Write,
        player: PlayerId,
        into: PlayerId,
    ) -> Result<Written<Player>> {
        self.run(|ledger| unmerge_player(ledger, write, player, into))
            .await
    }
}

async fn unmerge_player(
    ledger: Ledger,
    write: Write,
    id: PlayerId,
    into: PlayerId,
) -> Result<Written<Player>> {
    let tx = ledger.transaction_of(write.club).await?;
    let looks = async {
        let sql = tx.sql()?;
        try_join3(
            players::find(sql, write.club, id),
            players::find(sql, write.club, into),
            player_merges::taken_back(sql, write.club),
        )
        .await
    };
    let (mut club, (player, other, taken_back)) = tx.lock(&write, looks).await?;
    let player = player.ok_or(Error::NotFound("player"))?;
    if club.prior.is_some() {
        return Ok(Written::again(player));
    }
    other.ok_or(PeopleError::NoSuchPlayer)?;
    if player.erased {
        return Err(PeopleError::PlayerErased.into());
    }
    let directly_into = player.merged_directly_into;
    if directly_into != Some(into) {
        return Err(PeopleError::PlayerNotMerged { directly_into }.into());
    }
    ClubLimit::Unmerges.check(taken_back)?;
    let unmerged = PlayerUnmerged { player: id, into };
    let sealed = club.seal(Body::PlayerUnmerged(unmerged))?;
    merged_players::unmerge(tx.sql()?, write.club, &player).await?;
    tx.append(&write, &[&sealed]).await?;
    tx.commit().await?;
    Ok(Written::first(Player {
        merged_into: None,
        merged_directly_into: None,
        ..player
    }))
}
