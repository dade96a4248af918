//! Clubs, their members and players.

use crate::tables::{clubs, members, players};
use crate::transaction::Transaction;
use crate::{
    Club, ClubId, Error, Ledger, Member, Membership, Player, PlayerFilter, PlayerId, Result, Role,
    UserId,
};
use time::Date;

impl Ledger {
    /// What somebody may do in a club; none for a stranger, and for a club that does not exist.
    pub async fn membership(&self, user: UserId, club: ClubId) -> Result<Option<Role>> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            tx.read(club, async { members::role(tx.sql()?, club, user).await })
                .await
        })
        .await
    }

    /// The clubs of a user, by name.
    pub async fn clubs_of(&self, user: UserId) -> Result<Vec<Membership>> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            tx.read_own(user, async { clubs::of_user(tx.sql()?, user).await })
                .await
        })
        .await
    }

    /// A club.
    pub async fn club(&self, club: ClubId) -> Result<Club> {
        self.run_late_read(club, async move |tx: Transaction| {
            tx.read(club, async {
                clubs::find(tx.sql()?, club)
                    .await?
                    .ok_or(Error::NotFound("club"))
            })
            .await
        })
        .await
    }

    /// The day that it is in the time zone of a club.
    pub async fn today(&self, club: ClubId) -> Result<Date> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            let today = async { clubs::today(tx.sql()?, club).await };
            tx.read(club, today).await?.ok_or(Error::NotFound("club"))
        })
        .await
    }

    /// The members of a club, by display name.
    pub async fn members(&self, club: ClubId) -> Result<Vec<Member>> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            tx.read(club, async { members::list(tx.sql()?, club).await })
                .await
        })
        .await
    }

    /// The players of a club who can sit down, by name.
    pub async fn players(&self, club: ClubId) -> Result<Vec<Player>> {
        self.players_and(club, PlayerFilter::default()).await
    }

    /// The players of a club, by name, and others besides; those without a name come last.
    pub async fn players_and(&self, club: ClubId, also: PlayerFilter) -> Result<Vec<Player>> {
        self.run_late_read(club, async move |tx: Transaction| {
            tx.read(club, async { players::list(tx.sql()?, club, also).await })
                .await
        })
        .await
    }

    /// A player of a club, under the name they have themselves.
    pub async fn player(&self, club: ClubId, player: PlayerId) -> Result<Player> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            tx.read(club, async {
                let found = players::find(tx.sql()?, club, player).await?;
                found.ok_or(Error::NotFound("player"))
            })
            .await
        })
        .await
    }

    /// Whom a player counts for: the player they were merged into, else themselves.
    pub async fn canonical_player(&self, club: ClubId, player: PlayerId) -> Result<PlayerId> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            tx.read(club, async {
                let found = players::canonical(tx.sql()?, club, vec![player.0]).await?;
                found.get(&player).copied().ok_or(Error::NotFound("player"))
            })
            .await
        })
        .await
    }
}
