//! Who may call an endpoint. Every handler states it with the type of its first argument (`caller`); nothing else decides.

use ledger::Role;

use Role::{Auditor, Owner, Player, Scorer};

/// Who may call an endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    /// Everybody; no token is needed.
    Anyone,
    /// Everybody who is signed in.
    SignedIn,
    /// Members of the club in the path who have one of these roles, and API keys of the club that have one of them.
    Members(&'static [Role]),
    /// The same members, but no API key: the endpoint concerns the caller's own person.
    InPerson(&'static [Role]),
}

/// Which members of a club may call an endpoint: the parameter of `caller::Member`.
pub(crate) trait Members: 'static {
    const ACCESS: Access;
}

const ALL: &[Role] = &[Owner, Scorer, Player, Auditor];

/// Every member.
pub(crate) enum AnyMember {}

/// Every member, but no API key.
pub(crate) enum AnyMemberInPerson {}

/// Members who record matches and keep the list of players.
pub(crate) enum Scorers {}

/// Members who manage the club.
pub(crate) enum Owners {}

/// Members who may export names and matches of the whole club. Players read all of it too, but one match at a time.
pub(crate) enum Exporters {}

/// Members who may read the ledger's entries and have it audited.
pub(crate) enum LedgerReaders {}

impl Members for AnyMember {
    const ACCESS: Access = Access::Members(ALL);
}

impl Members for AnyMemberInPerson {
    const ACCESS: Access = Access::InPerson(ALL);
}

impl Members for Scorers {
    const ACCESS: Access = Access::Members(&[Owner, Scorer]);
}

impl Members for Owners {
    const ACCESS: Access = Access::Members(&[Owner]);
}

impl Members for Exporters {
    const ACCESS: Access = Access::Members(&[Owner, Scorer, Auditor]);
}

impl Members for LedgerReaders {
    const ACCESS: Access = Access::Members(&[Owner, Auditor]);
}

impl Access {
    /// Whether a member with this role may call the endpoint.
    pub(crate) fn admits(self, role: Role) -> bool {
        match self {
            Self::Anyone | Self::SignedIn => true,
            Self::Members(roles) | Self::InPerson(roles) => roles.contains(&role),
        }
    }

    /// Whether an API key with this role may call the endpoint. An API key never acts as an owner.
    pub(crate) fn admits_key(self, role: Role) -> bool {
        match self {
            Self::Anyone => true,
            Self::Members(roles) => role != Owner && roles.contains(&role),
            Self::SignedIn | Self::InPerson(_) => false,
        }
    }

    /// Whether some API key may call the endpoint.
    pub(crate) fn admits_some_key(self) -> bool {
        let roles = self.roles().unwrap_or_default();
        roles.iter().any(|role| self.admits_key(*role))
    }

    /// The roles of which the caller must have one; none if the endpoint does not belong to a club.
    pub(crate) fn roles(self) -> Option<&'static [Role]> {
        match self {
            Self::Members(roles) | Self::InPerson(roles) => Some(roles),
            Self::Anyone | Self::SignedIn => None,
        }
    }
}
