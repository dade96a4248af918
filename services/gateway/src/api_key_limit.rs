//! How often API keys may be tried.

use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard, PoisonError};

use actix_web::HttpRequest;
use ledger::ClubId;

use crate::client_address::ClientNetwork;
use crate::clock::Clock;
use crate::keyed_limit::{KeyedLimit, REMEMBERED};
use crate::problem::Problem;
use crate::sign_in_limit::{PER_ADDRESS, too_many};

/// A club, and the hash of a key that somebody showed there.
pub(crate) type Shown = (ClubId, [u8; 32]);

/// Counts tries.
pub(crate) struct ApiKeyLimit {
    addresses: KeyedLimit<ClientNetwork>,
    /// Keys that were good the last time: whoever has one is not held up by others at the same address who try. They are
    /// looked up all the same.
    good: Mutex<HashSet<Shown>>,
}

impl ApiKeyLimit {
    pub(crate) fn new(clock: &Clock) -> Self {
        Self {
            addresses: KeyedLimit::new(PER_ADDRESS, clock),
            good: Mutex::default(),
        }
    }

    /// Counts a try with a key that was not good before, or refuses it.
    pub(crate) fn check(&self, request: &HttpRequest, shown: &Shown) -> Result<(), Problem> {
        if self.good().contains(shown) {
            return Ok(());
        }
        let tried = self.addresses.take(&ClientNetwork::of(request));
        tried.map_err(too_many)
    }

    /// Notes whether a key was good.
    pub(crate) fn note(&self, shown: Shown, is_good: bool) {
        let mut good = self.good();
        if !is_good {
            good.remove(&shown);
            return;
        }
        if good.len() >= REMEMBERED {
            good.clear();
        }
        good.insert(shown);
    }

    fn good(&self) -> MutexGuard<'_, HashSet<Shown>> {
        self.good.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
