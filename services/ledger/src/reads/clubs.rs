//! Clubs, their members and players.

use crate::{ClubId, Ledger, PlayerId, Result, Role, UserId};
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
    /// The name.
    pub name: String,
}

impl Ledger {
    /// What somebody may do in a club; none for a stranger, and for a club that does not exist.
    pub async fn membership(&self, user: UserId, club: ClubId) -> Result<Option<Role>> {
        let _ = (user, club);
        Err(crate::Error::Bug("unbuilt".into()))
    }

    /// The clubs of a user, by name.
    pub async fn clubs_of(&self, user: UserId) -> Result<Vec<Membership>> {
        let _ = user;
        Err(crate::Error::Bug("unbuilt".into()))
    }

    /// A club.
    pub async fn club(&self, club: ClubId) -> Result<Club> {
        let _ = club;
        Err(crate::Error::Bug("unbuilt".into()))
    }

    /// The members of a club, by display name.
    pub async fn members(&self, club: ClubId) -> Result<Vec<Member>> {
        let _ = club;
        Err(crate::Error::Bug("unbuilt".into()))
    }

    /// The players of a club, by name.
    pub async fn players(&self, club: ClubId) -> Result<Vec<Player>> {
        let _ = club;
        Err(crate::Error::Bug("unbuilt".into()))
    }
}
