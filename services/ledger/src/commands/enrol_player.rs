//! Somebody plays in the club from now on.

use crate::tables::players;
use crate::transaction::Transaction;
use crate::{
    Body, ClubId, ClubLimit, Entry, Error, HashedEntry, Ledger, NewName, Player, PlayerId, Result,
    Write, Written, clock_and_ids,
};
use evidence::{PlayerEnrolled, commit};
use futures_util::future::try_join;

impl Ledger {
    /// Enrols a player under a name; the ledger's entry holds only a salted commitment to it. Refused with [`Error::ClubFull`] if the club
    /// has too many players, and with [`PeopleError::NameTaken`](crate::PeopleError) if another player is called so.
    pub async fn enrol_player(
        &self,
        write: Write,
        name: impl Into<NewName>,
    ) -> Result<Written<Player>> {
        let name = name.into();
        self.run(|ledger| enrol_player(ledger, write, name)).await
    }
}

async fn enrol_player(ledger: Ledger, write: Write, new: NewName) -> Result<Written<Player>> {
    let tx = ledger.transaction_of(write.club).await?;
    let looks = async {
        let sql = tx.sql()?;
        let namesakes = players::namesakes(sql, write.club, &new.name);
        try_join(players::count(sql, write.club), namesakes).await
    };
    let (mut club, (count, namesakes)) = tx.lock(&write, looks).await?;
    if let Some(HashedEntry { entry, .. }) = club.prior {
        return replay(&tx, write.club, entry).await.map(Written::again);
    }
    ClubLimit::Players.check(count)?;
    new.check(namesakes)?;
    let name = new.name;
    let salt = clock_and_ids::salt();
    let player = Player {
        id: PlayerId(clock_and_ids::random_id()),
        name: Some(name.clone()),
        erased: false,
        user: None,
        link_confirmed: None,
        merged_into: None,
        merged_directly_into: None,
    };
    let sealed = club.seal(Body::PlayerEnrolled(PlayerEnrolled {
        player: player.id,
        name_commitment: commit(&salt, &name),
    }))?;
    let enrol = players::insert(tx.sql()?, (player.id, Some((&name, &salt))), &sealed.entry);
    try_join(enrol, tx.append(&write, &[&sealed])).await?;
    tx.commit().await?;
    Ok(Written::first(player))
}

async fn replay(tx: &Transaction, club: ClubId, entry: Entry) -> Result<Player> {
    let Body::PlayerEnrolled(PlayerEnrolled { player: id, .. }) = entry.body else {
        return Err(Error::misplaced(entry.seq, "player_enrolled"));
    };
    let player = players::find(tx.sql()?, club, id).await?;
    player.ok_or(Error::NotFound("player"))
}
