//! Clubs, their members and players.

use crate::tables::{clubs, members, players};
use crate::{ClubId, Error, Ledger, PlayerId, Refused, Result, Role, UserId};
use evidence::{Chair, Timestamp};

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
    /// What others see; none as long as the account is nobody's: the club came from another service with the member's id alone.
    pub display_name: Option<String>,
    /// What the member may do.
    pub role: Role,
}

/// A player of a club.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Player {
    /// Who.
    pub id: PlayerId,
    /// The name; in a match, the name of whom the player counts for. None of who was erased, and none that is unknown since the
    /// club came from another service without it.
    pub name: Option<String>,
    /// Whether the name is gone for good, and nobody plays under the id any more.
    pub erased: bool,
    /// The member who the player is.
    pub user: Option<UserId>,
    /// Whom the player counts for, after a merge; never somebody who was merged away.
    pub merged_into: Option<PlayerId>,
    /// Whether an owner in person, or an accepted invitation, linked them to the account.
    pub link_confirmed: bool,
}

/// Who a list of players holds besides those who can sit down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AlsoPlayers {
    /// Those who were merged into others.
    pub merged: bool,
    /// Those who were erased.
    pub erased: bool,
}

impl Player {
    /// Refuses whom nobody plays under any more.
    pub(crate) fn check(&self) -> std::result::Result<(), Refused> {
        if self.erased {
            return Err(Refused::PlayerErased);
        }
        match self.merged_into {
            Some(_) => Err(Refused::PlayerMerged),
            None => Ok(()),
        }
    }

    /// Refuses to give a chair to whom nobody plays under any more.
    pub(crate) fn check_for(&self, chair: Chair) -> Result<()> {
        if self.erased {
            return Err(Error::ErasedPlayer(chair));
        }
        match self.merged_into {
            Some(_) => Err(Error::MergedPlayer(chair)),
            None => Ok(()),
        }
    }
}

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
        self.run_read(async move |ledger: Self| {
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
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            tx.read(club, async { members::list(tx.sql()?, club).await })
                .await
        })
        .await
    }

    /// The players of a club who can sit down, by name.
    pub async fn players(&self, club: ClubId) -> Result<Vec<Player>> {
        self.players_and(club, AlsoPlayers::default()).await
    }

    /// The players of a club, by name, and others besides; those without a name come last.
    pub async fn players_and(&self, club: ClubId, also: AlsoPlayers) -> Result<Vec<Player>> {
        self.run_read(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
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
