//! One type per kind of id, so that a player is never taken for a user.

use serde::Serialize;
use serde::de::{Deserialize, Deserializer, Error, Unexpected};
use uuid::Uuid;

macro_rules! ids {
    ($($(#[$meta:meta])* $name:ident),+ $(,)?) => {$(
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
        #[serde(transparent)]
        pub struct $name(pub Uuid);

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = String::deserialize(deserializer)?;
                let id = text.parse().map(Self);
                id.map_err(|_| Error::invalid_type(Unexpected::Str(&text), &"an id: a UUID that the server made"))
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                self.0.fmt(f)
            }
        }

        impl std::str::FromStr for $name {
            type Err = uuid::Error;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                text.parse().map(Self)
            }
        }
    )+};
}

ids! {
    /// A club.
    ClubId,
    /// Somebody with an account.
    UserId,
    /// Somebody who plays in a club, with or without an account.
    PlayerId,
    /// An invitation to become a member.
    InvitationId,
    /// A match.
    MatchId,
    /// A hand of a match, or something else that happened in it; it keeps its id whatever number it has.
    OutcomeId,
    /// An evening: a day on which the club plays.
    EveningId,
    /// A season: a league over some days.
    SeasonId,
    /// A tournament: drawn rounds of tables of four.
    TournamentId,
    /// A settlement: who pays whom for what was open of some matches.
    SettlementId,
    /// A payment against a settlement.
    PaymentId,
    /// An audit of a club's ledger.
    AuditId,
    /// A key by which a machine asks in a club.
    ApiKeyId,
    /// Something that concerned who comes in.
    AccessEventId,
    /// What links a subject of an OIDC issuer to an account.
    IdentityId,
    /// Where a club wants to be told of its entries.
    WebhookId,
    /// One attempt at telling a webhook of something.
    DeliveryId,
}
