//! Two players turn out to be one person.

use crate::queries::at_one_time::at_one_time;
use crate::tables::players::LinkedBy;
use crate::tables::{Sql, merged_players, players};
use crate::{Body, Error, Ledger, PeopleError, Player, PlayerId, Result, Write, Written};
use evidence::{Entry, PlayerMerged};
use futures_util::future::try_join;

impl Ledger {
    /// Merges a player into another, who counts for both from now on; entries stay as they are. The answer is that
    /// other one, with the account of whichever of them has one. [`Ledger::unmerge_player`] takes it back.
    ///
    /// Refused of a player who was merged before, of two who ever were somewhere at the same time ([`PeopleError::AtOneTime`]; they or
    /// those who were merged into them), and of two with different accounts. A ledger that has such a merge from before stays as it is.
    pub async fn merge_player(
        &self,
        write: Write,
        player: PlayerId,
        into: PlayerId,
    ) -> Result<Written<Player>> {
        self.run(|ledger| merge_player(ledger, write, player, into))
            .await
    }
}

async fn merge_player(
    ledger: Ledger,
    write: Write,
    id: PlayerId,
    into: PlayerId,
) -> Result<Written<Player>> {
    let tx = ledger.transaction_of(write.club).await?;
    let looks = async {
        let sql = tx.sql()?;
        try_join(
            players::find(sql, write.club, id),
            players::find(sql, write.club, into),
        )
        .await
    };
    let (mut club, (player, other)) = tx.lock(&write, looks).await?;
    let player = player.ok_or(Error::NotFound("player"))?;
    let other = other.ok_or(PeopleError::NoSuchPlayer)?;
    if club.prior.is_some() {
        return Ok(Written::again(other));
    }
    player.check()?;
    other.check()?;
    if player.user.is_some() && other.user.is_some() {
        return Err(PeopleError::AccountsDiffer.into());
    }
    // Before it is looked at where they were: nobody is merged into themselves.
    let sealed = club.seal(Body::PlayerMerged(PlayerMerged { player: id, into }))?;
    if let Some(at) = at_one_time(tx.sql()?, write.club, (id, into)).await? {
        return Err(PeopleError::AtOneTime(at).into());
    }
    follow(tx.sql()?, (&player, into), &sealed.entry).await?;
    tx.append(&write, &[&sealed]).await?;
    tx.commit().await?;
    let user = other.user.or(player.user);
    let link_confirmed = other.link_confirmed.or(player.link_confirmed);
    Ok(Written::first(Player {
        user,
        link_confirmed,
        ..other
    }))
}

/// Stores what follows from the entry by which a player is merged into another. The account goes first, and comes last: at no
/// time are two players linked to it, nor one who was merged away. A link that was confirmed stays so.
pub(super) async fn follow(
    sql: Sql<'_>,
    (player, into): (&Player, PlayerId),
    entry: &Entry,
) -> Result<()> {
    if let Some(user) = player.user {
        players::unlink(sql, entry.club, user).await?;
        let by = match player.has_confirmed_link() {
            true => LinkedBy::OwnerOrInvitation,
            false => LinkedBy::Other,
        };
        players::link(sql, (into, user), by, entry).await?;
    }
    merged_players::merge(sql, player.id, into, entry).await
}
