//! Which roles may enter which kind of entry. `LEAF.md` states the same table, and a test holds the two equal.

use crate::Role;

/// Who may enter entries of a kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Authority {
    /// The roles whose members may.
    pub roles: &'static [Role],
    /// Who else may.
    pub exception: Option<Exception>,
}

/// Somebody who may enter an entry although their role is not among the roles of its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exception {
    /// Somebody who is no member before the entry: the founder, or whoever accepts an invitation.
    NotMember,
    /// A member whom the entry itself is about.
    OwnMembership,
    /// A member, if the entry is about their own player: the one that is linked to their account, whoever made the link.
    OwnPlayer,
}

impl Authority {
    pub(crate) const NEW_MEMBER: Self = Self {
        roles: &[],
        exception: Some(Exception::NotMember),
    };
    pub(crate) const OWNER: Self = Self {
        roles: &[Role::Owner],
        exception: None,
    };
    pub(crate) const OWNER_OR_ONESELF: Self = Self {
        roles: &[Role::Owner],
        exception: Some(Exception::OwnMembership),
    };
    pub(crate) const OWNER_OR_OWN_PLAYER: Self = Self {
        roles: &[Role::Owner],
        exception: Some(Exception::OwnPlayer),
    };
    pub(crate) const OWNER_OR_SCORER: Self = Self {
        roles: &[Role::Owner, Role::Scorer],
        exception: None,
    };
    pub(crate) const OWNER_SCORER_OR_REFEREE: Self = Self {
        roles: &[Role::Owner, Role::Scorer, Role::Referee],
        exception: None,
    };
    pub(crate) const OWNER_OR_REFEREE: Self = Self {
        roles: &[Role::Owner, Role::Referee],
        exception: None,
    };

    /// Who may enter entries of the kind with this word.
    pub fn of(kind: &str) -> Option<Self> {
        let row = Self::TABLE.iter().find(|(word, _)| *word == kind);
        row.map(|(_, authority)| *authority)
    }
}
