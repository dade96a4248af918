//! What is known of an issuer's keys, and when it is asked again. The moment is told by the caller.

use std::time::{Duration, Instant};

use jsonwebtoken::{Algorithm, DecodingKey};

use super::config::Oidc;
use super::key_set::KeySet;

/// The keys that were fetched last.
pub(super) struct Cache {
    fresh_for: Duration,
    usable_for: Duration,
    pause: Duration,
    last: Option<(KeySet, Instant)>,
    /// Whether the issuer told its keys when it was asked last.
    answered: bool,
    /// The issuer is not asked before.
    not_before: Option<Instant>,
}

/// What a key that a token names is, as far as is known.
pub(super) enum Known {
    /// This one.
    Key(DecodingKey),
    /// One of the issuer's, and for another algorithm.
    Misused,
    /// None of the issuer's.
    UnknownKey,
    /// Nobody knows: the issuer's keys are not there, or are too old.
    Nothing,
}

/// Why an issuer is asked.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Why {
    /// Its keys are not there, or not fresh.
    Age,
    /// A token names a key that is not among them. Anybody can write such a token.
    UnknownKey,
}

impl Cache {
    pub(super) fn new(config: &Oidc) -> Self {
        Self {
            fresh_for: config.keys_fresh_for,
            usable_for: config.keys_usable_for,
            pause: config.pause,
            last: None,
            answered: true,
            not_before: None,
        }
    }

    pub(super) fn look(&self, id: &str, algorithm: Algorithm, now: Instant) -> Known {
        let is_usable =
            |(_, fetched): &&(KeySet, Instant)| now.duration_since(*fetched) < self.usable_for;
        let Some((keys, _)) = self.last.as_ref().filter(is_usable) else {
            return Known::Nothing;
        };
        match keys.find(id, algorithm) {
            Some(key) => Known::Key(key.clone()),
            None if keys.has(id) => Known::Misused,
            None => Known::UnknownKey,
        }
    }

    /// Why the issuer is to be asked because of a token whose key is this, if it is to be asked now.
    pub(super) fn asks(&self, known: &Known, now: Instant) -> Option<Why> {
        let is_fresh =
            |(_, fetched): &(KeySet, Instant)| now.duration_since(*fetched) < self.fresh_for;
        let why = match known {
            Known::UnknownKey => Why::UnknownKey,
            Known::Key(_) | Known::Misused if self.last.as_ref().is_some_and(is_fresh) => {
                return None;
            }
            Known::Key(_) | Known::Misused | Known::Nothing => Why::Age,
        };
        (self.wait(now) == Duration::ZERO).then_some(why)
    }

    /// Keeps what the issuer answered, if it answered. What was known before is good for a while longer if not.
    pub(super) fn keep(&mut self, answer: Option<KeySet>, why: Why, now: Instant) {
        self.answered = answer.is_some();
        if !self.answered || why == Why::UnknownKey {
            self.not_before = Some(now + self.pause);
        }
        if let Some(keys) = answer {
            self.last = Some((keys, now));
        }
    }

    /// Whether that a key is a stranger is the issuer's own last word.
    pub(super) fn answered(&self) -> bool {
        self.answered
    }

    /// How long until the issuer may be asked again.
    pub(super) fn wait(&self, now: Instant) -> Duration {
        let until = |not_before: Instant| not_before.saturating_duration_since(now);
        self.not_before.map_or(Duration::ZERO, until)
    }
}

#[cfg(test)]
mod tests;
