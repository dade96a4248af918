//! API keys of a club.

use crate::{ApiKeyId, MatchId, Role, UserId, clock_and_ids};
use evidence::Timestamp;
use time::{Duration, OffsetDateTime};

/// A new API key.
#[derive(Clone)]
pub struct MakeApiKey {
    /// What it is for.
    pub name: String,
    /// It may do no more than this; not [`Role::Owner`].
    pub role: Role,
    /// To what it is limited.
    pub scope: ApiKeyScope,
    /// How long it is good; without an end if `None`, which only a key for the whole club may be.
    pub lifetime: Option<Duration>,
    /// The hash of its secret; nothing else is kept of that.
    pub secret_hash: [u8; 32],
}

/// To what a key is limited. Links and QR codes have keys that are limited to less than a club.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ApiKeyScope {
    /// The whole club.
    Club,
    /// One match: to read what is public of it, or, with [`Role::Scorer`], also to record in it until it ends.
    Match(MatchId),
    /// What the screen of the hall shows.
    Screen,
}

/// A key by which a machine asks in a club, in the name of whoever made it. Its secret is known to the maker alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiKey {
    /// Which.
    pub id: ApiKeyId,
    /// What it is for, in its maker's words.
    pub name: String,
    /// It may do no more than this; never [`Role::Owner`].
    pub role: Role,
    /// To what it is limited.
    pub scope: ApiKeyScope,
    /// Whose account it acts for.
    pub made_by: UserId,
    /// When it was made.
    pub made_at: Timestamp,
    /// Until when it is good; without an end if `None`.
    pub expires_at: Option<Timestamp>,
    /// When it was used last, give or take ten minutes.
    pub used_at: Option<Timestamp>,
    /// When it was revoked.
    pub revoked_at: Option<Timestamp>,
    /// What its maker is in the club today.
    pub(crate) maker_role: Option<Role>,
    /// Whether the match is over to which it is limited.
    pub(crate) match_is_over: bool,
}

/// Which page of API keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ApiKeysPage {
    /// Only keys made before this one: the `next` of the page before.
    pub before: Option<ApiKeyId>,
    /// How many at most.
    pub limit: u32,
}

/// A page of API keys, the last made first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApiKeys {
    /// The keys.
    pub api_keys: Vec<ApiKey>,
    /// Where the next page begins; none after the last one.
    pub next: Option<ApiKeyId>,
}

mahjong::string_enum! {
    /// Whether an API key is good, and if not, why; the first of these that applies. `revoked`: an owner took it back, or whoever made it is no
    /// member any more. `expired`: its time is over. A key that records in one match expires when that match ends. `active`: it is good.
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    pub enum ApiKeyStatus {
        /// It was taken back, or its maker is no member any more.
        Revoked = "revoked",
        /// Its time is over.
        Expired = "expired",
        /// It is good.
        Active = "active",
    }
}

/// Who asks with a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ApiKeyHolder {
    /// The key.
    pub key: ApiKeyId,
    /// The key's role now: that of a player once the match is over in which it records.
    pub role: Role,
    /// To what the key is limited.
    pub scope: ApiKeyScope,
    /// The account it acts for.
    pub user: UserId,
    /// That account's role in the club. The key may do nothing that this may not.
    pub user_role: Role,
    /// Whether it was written down a short while ago that the key is used.
    pub(crate) use_is_noted: bool,
}

impl ApiKey {
    /// Whether it is good now.
    pub fn status(&self) -> ApiKeyStatus {
        self.status_at(clock_and_ids::now())
    }

    /// The role that it has now: a key that records in one match reads it when that is over.
    pub(crate) fn role_now(&self) -> Role {
        if self.match_is_over {
            Role::Player
        } else {
            self.role
        }
    }

    pub(crate) fn is_good_at(&self, now: OffsetDateTime) -> bool {
        self.status_at(now) == ApiKeyStatus::Active
    }

    fn status_at(&self, now: OffsetDateTime) -> ApiKeyStatus {
        let is_over = |expires_at: Timestamp| expires_at.moment() <= now;
        if self.revoked_at.is_some() || self.maker_role.is_none() {
            ApiKeyStatus::Revoked
        } else if self.expires_at.is_some_and(is_over) {
            ApiKeyStatus::Expired
        } else {
            ApiKeyStatus::Active
        }
    }
}
