//! Clubs, their members and players.

use crate::tables::{clubs, members, players};
use crate::{ClubId, Error, Ledger, PlayerId, Result, Role, UserId};
use evidence::Timestamp;

/// A club.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Club {
    /// Which.
    pub id: ClubId,
    /// What it is called.
    pub name: String,
    /// Its time zone, an IANA name.
    pub time_zone: String,
    /// When it began.
    pub founded_at: Timestamp,
}

/// A club as one of its members sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Membership {
    /// The club.
    pub club: Club,
    /// What the member may do there.
    pub role: Role,
}

/// A member of a club.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Member {
    /// Who.
    pub user: UserId,
    /// What others see.
    pub display_name: String,
    /// What the member may do.
    pub role: Role,
}

/// A player of a club.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// Who.
    pub id: PlayerId,
    /// The name; in a match, the name of whom the player counts for.
    pub name: String,
    /// The member who the player is.
    pub user: Option<UserId>,
    /// Whom the player counts for, after a merge; never somebody who was merged away.
    pub merged_into: Option<PlayerId>,
}

impl Ledger {
    /// What somebody may do in a club; none for a stranger, and for a club that does not exist.
    pub async fn membership(&self, user: UserId, club: ClubId) -> Result<Option<Role>> {
        self.run(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            tx.read(club, async { members::role(tx.sql()?, club, user).await })
                .await
        })
        .await
    }

    /// The clubs of a user, by name.
    pub async fn clubs_of(&self, user: UserId) -> Result<Vec<Membership>> {
        self.run(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            tx.read_own(user, async { clubs::of_user(tx.sql()?, user).await })
                .await
        })
        .await
    }

    /// A club.
    pub async fn club(&self, club: ClubId) -> Result<Club> {
        self.run(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            tx.read(club, async {
                clubs::find(tx.sql()?, club)
                    .await?
                    .ok_or(Error::NotFound("club"))
            })
            .await
        })
        .await
    }

    /// The members of a club, by display name.
    pub async fn members(&self, club: ClubId) -> Result<Vec<Member>> {
        self.run(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            tx.read(club, async { members::list(tx.sql()?, club).await })
                .await
        })
        .await
    }

    /// The players of a club, by name, without those who were merged into others.
    pub async fn players(&self, club: ClubId) -> Result<Vec<Player>> {
        self.list_players(club, false).await
    }

    /// The players of a club, by name, with those who were merged into others.
    pub async fn players_and_doubles(&self, club: ClubId) -> Result<Vec<Player>> {
        self.list_players(club, true).await
    }

    async fn list_players(&self, club: ClubId, doubles: bool) -> Result<Vec<Player>> {
        self.run(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            tx.read(club, async {
                players::list(tx.sql()?, club, doubles).await
            })
            .await
        })
        .await
    }

    /// A player of a club, under the name they have themselves.
    pub async fn player(&self, club: ClubId, player: PlayerId) -> Result<Player> {
        self.run(async move |ledger: Self| {
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
        self.run(async move |ledger: Self| {
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
