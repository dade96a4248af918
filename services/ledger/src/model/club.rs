//! Clubs and their members.

use crate::{ClubId, Role, UserId};
use evidence::Timestamp;
use serde::Serialize;

/// A club.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Club {
    /// Its id.
    #[cfg_attr(feature = "openapi", schema(value_type = Uuid))]
    pub id: ClubId,
    /// What it is called.
    pub name: String,
    /// The name of its time zone in the IANA database.
    pub time_zone: String,
    /// When it began.
    #[cfg_attr(feature = "openapi", schema(value_type = String, format = DateTime))]
    pub founded_at: Timestamp,
}

/// A club and what you may do in it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Membership {
    /// The club.
    pub club: Club,
    /// What you may do there.
    pub role: Role,
}

/// A member of a club.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Member {
    /// The account.
    #[cfg_attr(feature = "openapi", schema(value_type = Uuid))]
    pub user: UserId,
    /// Absent as long as nobody can sign in to the account: the club came from another service with the member's id alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub display_name: Option<String>,
    /// What the member may do.
    pub role: Role,
}
