//! Writes, their idempotency keys, and their answers.

use crate::{ClubId, Error, HashedEntry, Result, SessionId, UserId};
use evidence::{ApiKeyId, Role};

/// Who writes where, and the key under which the same request is recognised again.
#[derive(Debug, Clone)]
pub struct Write {
    /// The club.
    pub club: ClubId,
    /// Who writes.
    pub actor: UserId,
    /// The role for which the write was allowed: under the club's lock the actor must still have it.
    pub role: Role,
    /// The key that the actor's machine asks with, if it is a machine: under the lock it must still be good.
    pub api_key: Option<ApiKeyId>,
    /// The session that the actor asks in, if it was not looked up in this request: under the lock it must go on. Only a write that adds
    /// entries looks it up.
    pub session: Option<SessionId>,
    /// The route, as the caller names it; keys of different routes do not meet.
    pub route: &'static str,
    /// The client's idempotency key, 1–255 bytes.
    pub key: String,
    /// A hash of the request: the same key with another one is refused.
    pub fingerprint: [u8; 32],
}

impl Write {
    /// Whether an owner asks in person: what a machine does with an owner's key is not what the owner says.
    pub(crate) fn is_by_an_owner(&self) -> bool {
        self.role == Role::Owner && self.api_key.is_none()
    }

    /// Whether an owner or a referee asks in person: they put matches right.
    pub(crate) fn is_by_an_official(&self) -> bool {
        matches!(self.role, Role::Owner | Role::Referee) && self.api_key.is_none()
    }

    /// What its key is looked up by.
    pub fn key_of(&self) -> IdempotencyKey {
        IdempotencyKey {
            actor: self.actor,
            route: self.route,
            key: self.key.clone(),
        }
    }

    /// That it is the request with this fingerprint, which used its key before; a key that was used for another one is refused.
    pub(crate) fn repeats(&self, fingerprint: &[u8; 32]) -> Result<()> {
        let same = self.fingerprint == *fingerprint;
        same.then_some(()).ok_or(Error::IdempotencyKeyReused)
    }
}

/// The answer to a write.
#[derive(Debug, Clone, PartialEq)]
pub struct Written<T> {
    /// What was written.
    pub value: T,
    /// Whether it had been written before, under the same key.
    pub replayed: bool,
}

impl<T> Written<T> {
    pub(crate) fn first(value: T) -> Self {
        Self {
            value,
            replayed: false,
        }
    }

    pub(crate) fn again(value: T) -> Self {
        Self {
            value,
            replayed: true,
        }
    }
}

/// An idempotency key, and whose it is.
#[derive(Debug, Clone)]
pub struct IdempotencyKey {
    /// Whose.
    pub actor: UserId,
    /// On which route.
    pub route: &'static str,
    /// The key.
    pub key: String,
}

/// What an idempotency key was used for.
#[derive(Debug, Clone, PartialEq)]
pub struct PriorWrite {
    /// The hash of that request.
    pub fingerprint: [u8; 32],
    /// The last entry it wrote.
    pub entry: HashedEntry,
    /// Those it wrote before that one.
    pub earlier: Vec<HashedEntry>,
}
