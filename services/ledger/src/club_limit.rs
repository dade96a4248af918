//! How many people a club may have, so that each list of them is one answer.

use crate::{Error, Result};

/// What a club may have only so many of. A ledger that is imported may have more: then nobody is added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClubLimit {
    /// Players, those who were merged or erased among them: a list can have them, too.
    Players,
    /// Members.
    Members,
}

impl ClubLimit {
    /// How many there may be.
    pub const fn most(self) -> u32 {
        match self {
            Self::Players => 10_000,
            Self::Members => 1_000,
        }
    }

    pub(crate) const fn what(self) -> &'static str {
        match self {
            Self::Players => "players",
            Self::Members => "members",
        }
    }

    /// Refuses to add another one to so many, with [`Error::ClubFull`].
    pub(crate) fn check(self, count: i64) -> Result<()> {
        match count < i64::from(self.most()) {
            true => Ok(()),
            false => Err(Error::ClubFull(self)),
        }
    }
}
