//! Players of a club.

use crate::{Error, PeopleError, PlayerId, Result, UserId};
use evidence::Chair;

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
pub struct PlayerFilter {
    /// Those who were merged into others.
    pub merged: bool,
    /// Those who were erased.
    pub erased: bool,
}

impl Player {
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
