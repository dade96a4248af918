//! Players of a club.

use crate::{Error, PeopleError, PlayerId, Result, UserId};
use evidence::Chair;
use serde::Serialize;

/// A player as their club knows them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ClubPlayer))]
pub struct Player {
    /// Their id.
    #[cfg_attr(feature = "openapi", schema(value_type = Uuid))]
    pub id: PlayerId,
    /// Absent of who was erased, and where it is unknown: the club came from another service without it. A rename gives one.
    // In a match, the name of whom the player counts for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub name: Option<String>,
    /// There, and `true`, of who was erased: the name is gone for good, and nobody plays under the id any more.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "openapi", schema(required = false))]
    pub erased: bool,
    /// The member's account that the player is linked to, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Uuid>))]
    pub user: Option<UserId>,
    /// There if a member's account is: whether an owner in person, or an accepted invitation, linked it. By no other link may the member
    /// erase the player (`DELETE …/players/me`).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub link_confirmed: Option<bool>,
    /// The player they were merged into; absent for those who were not.
    // Never somebody who was merged away.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Uuid>))]
    pub merged_into: Option<PlayerId>,
    /// The player into whom the last merge of this one is, which can be taken back (`POST …/players/{player}:unmerge`). Not `merged_into` if
    /// that player was merged further. Absent for those who were not merged.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Uuid>))]
    pub merged_directly_into: Option<PlayerId>,
}

/// Who a list of players holds besides those who can sit down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PlayerFilter {
    /// Those who were merged into others.
    pub merged: bool,
    /// Those who were erased.
    pub erased: bool,
}

/// What a player is to be called.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewName {
    /// The name.
    pub name: String,
    /// Whether whoever asks knows that another player of the club is called so, and means somebody else.
    pub is_namesake: bool,
}

impl<Name: Into<String>> From<Name> for NewName {
    /// A name that nobody else of the club has.
    fn from(name: Name) -> Self {
        Self {
            name: name.into(),
            is_namesake: false,
        }
    }
}

impl NewName {
    /// Refuses a name that letters of were lost, and one that other players have, unless that is meant: nobody could tell them apart. What
    /// an entry says of a name is right in any case: this is asked of new names only.
    pub(crate) fn check(&self, namesakes: Vec<(PlayerId, String)>) -> Result<()> {
        if names::is_damaged(&self.name) {
            return Err(PeopleError::NameDamaged.into());
        }
        if self.is_namesake {
            return Ok(());
        }
        match namesakes.is_empty() {
            true => Ok(()),
            false => Err(PeopleError::NameTaken { by: namesakes }.into()),
        }
    }
}

impl Player {
    /// Whether an owner in person, or an accepted invitation, said which account is theirs.
    pub(crate) fn has_confirmed_link(&self) -> bool {
        self.link_confirmed == Some(true)
    }

    /// For whom the player counts: themselves, unless they were merged.
    pub fn counts_for(&self) -> PlayerId {
        self.merged_into.unwrap_or(self.id)
    }

    /// For whom the player counts in a draw; none: they were erased.
    pub(crate) fn drawn_as(&self) -> Option<PlayerId> {
        (!self.erased).then_some(self.counts_for())
    }

    /// Refuses whom nobody plays under any more.
    pub(crate) fn check(&self) -> std::result::Result<(), PeopleError> {
        if self.erased {
            return Err(PeopleError::PlayerErased);
        }
        match self.merged_into {
            Some(_) => Err(PeopleError::PlayerMerged),
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
