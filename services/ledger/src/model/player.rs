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
    /// Whom the entry of the merge names, who may have been merged further: the merge that can be taken back.
    pub merged_directly_into: Option<PlayerId>,
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
