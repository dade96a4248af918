//! Clubs and their members.

use crate::{ClubId, Role, UserId};
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
    /// What others see; none as long as the account is nobody's: the club came from another service with the member's id alone.
    pub display_name: Option<String>,
    /// What the member may do.
    pub role: Role,
}
