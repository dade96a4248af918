//! Who may call an endpoint. Every handler states it with the type of its first argument (`caller`); nothing else decides.

use ledger::{ApiKeyScope, Role};

use Role::{Auditor, Owner, Player, Referee, Scorer};

/// Who may call an endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    /// Everybody; no token is needed.
    Anyone,
    /// Everybody who is signed in.
    SignedIn,
    /// Members of the club in the path who have one of these roles, and API keys of the club that have one of them.
    Members(&'static [Role]),
    /// The same members and API keys, and API keys that are limited to a match or to the screen, as links have them.
    Shared(&'static [Role], Limit),
    /// The same members, but no API key: the endpoint concerns the caller's own person, or lets others in.
    InPerson(&'static [Role]),
}

/// To what the limited API keys are limited that may call an endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Limit {
    /// To the match in the path.
    Match,
    /// To what the screen of the hall shows.
    Screen,
}

/// Which members of a club may call an endpoint: the parameter of `caller::Member`.
pub(crate) trait Members: 'static {
    const ACCESS: Access;
}

const ALL: &[Role] = &[Owner, Scorer, Referee, Player, Auditor];

/// Every member.
pub(crate) enum AnyMember {}

/// Every member, but no API key.
pub(crate) enum AnyMemberInPerson {}

/// Members who record matches and keep the list of players.
pub(crate) enum Scorers {}

/// Scorers, but no API key: whoever lets others in does so in person.
pub(crate) enum ScorersInPerson {}

/// Every member, and whoever has a link to the match.
pub(crate) enum MatchReaders {}

/// Members who record matches, and whoever has a link to record in this one.
pub(crate) enum MatchRecorders {}

/// Members who record matches, referees, and whoever has a link to record in this match.
pub(crate) enum MatchCorrectors {}

/// Members who decide in tournaments.
pub(crate) enum Referees {}

/// Members who record matches, and referees: both set the clock of a tournament.
pub(crate) enum TimeKeepers {}

/// Every member, and whoever has a link to the screen of the hall.
pub(crate) enum ScreenReaders {}

/// Members who manage the club.
pub(crate) enum Owners {}

/// Members who may export names and matches of the whole club. Players read all of it too, but one match at a time.
pub(crate) enum Exporters {}

/// Members who may read the ledger's entries and have it audited.
pub(crate) enum LedgerReaders {}

impl Limit {
    /// As the OpenAPI document has it, and the scope of an API key.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Match => "match",
            Self::Screen => "screen",
        }
    }
}

impl Members for AnyMember {
    const ACCESS: Access = Access::Members(ALL);
}

impl Members for AnyMemberInPerson {
    const ACCESS: Access = Access::InPerson(ALL);
}

impl Members for Scorers {
    const ACCESS: Access = Access::Members(&[Owner, Scorer]);
}

impl Members for ScorersInPerson {
    const ACCESS: Access = Access::InPerson(&[Owner, Scorer]);
}

impl Members for MatchReaders {
    const ACCESS: Access = Access::Shared(ALL, Limit::Match);
}

impl Members for MatchRecorders {
    const ACCESS: Access = Access::Shared(&[Owner, Scorer], Limit::Match);
}

impl Members for MatchCorrectors {
    const ACCESS: Access = Access::Shared(&[Owner, Scorer, Referee], Limit::Match);
}

impl Members for Referees {
    const ACCESS: Access = Access::Members(&[Owner, Referee]);
}

impl Members for TimeKeepers {
    const ACCESS: Access = Access::Members(&[Owner, Scorer, Referee]);
}

impl Members for ScreenReaders {
    const ACCESS: Access = Access::Shared(ALL, Limit::Screen);
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
            Self::Members(roles) | Self::Shared(roles, _) | Self::InPerson(roles) => {
                roles.contains(&role)
            }
        }
    }

    /// Whether an API key with this role and scope may call the endpoint. An API key never acts as an owner.
    pub(crate) fn admits_key(self, role: Role, scope: ApiKeyScope) -> bool {
        let (roles, limit) = match self {
            Self::Anyone => return true,
            Self::Members(roles) => (roles, None),
            Self::Shared(roles, limit) => (roles, Some(limit)),
            Self::SignedIn | Self::InPerson(_) => return false,
        };
        let reaches = match scope {
            ApiKeyScope::Club => true,
            ApiKeyScope::Match(_) => limit == Some(Limit::Match),
            ApiKeyScope::Screen => limit == Some(Limit::Screen),
        };
        reaches && role != Owner && roles.contains(&role)
    }

    /// To what the limited API keys are limited that may call the endpoint; none if no such key may.
    pub(crate) fn limit(self) -> Option<Limit> {
        match self {
            Self::Shared(_, limit) => Some(limit),
            Self::Anyone | Self::SignedIn | Self::Members(_) | Self::InPerson(_) => None,
        }
    }

    /// Whether some API key may call the endpoint.
    pub(crate) fn admits_some_key(self) -> bool {
        let roles = self.roles().unwrap_or_default();
        let admits = |role: &Role| self.admits_key(*role, ApiKeyScope::Club);
        roles.iter().any(admits)
    }

    /// The roles of which the caller must have one; none if the endpoint does not belong to a club.
    pub(crate) fn roles(self) -> Option<&'static [Role]> {
        match self {
            Self::Members(roles) | Self::Shared(roles, _) | Self::InPerson(roles) => Some(roles),
            Self::Anyone | Self::SignedIn => None,
        }
    }
}
