//! How often API keys may be tried.

use std::collections::HashSet;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use actix_web::HttpRequest;
use governor::{DefaultKeyedRateLimiter, RateLimiter};
use ledger::ClubId;

use crate::problem::Problem;
use crate::sign_in_limit::{PER_ADDRESS, REMEMBERED, address, quota, too_many};

/// A club, and the hash of a key that somebody showed there.
pub(crate) type Shown = (ClubId, [u8; 32]);

/// Counts tries.
pub(crate) struct ApiKeyLimit {
    addresses: DefaultKeyedRateLimiter<IpAddr>,
    /// Keys that were good the last time: whoever has one is not held up by others at the same address who try. They are
    /// looked up all the same.
    good: Mutex<HashSet<Shown>>,
}

impl ApiKeyLimit {
    pub(crate) fn new() -> Self {
        Self {
            addresses: RateLimiter::keyed(quota(PER_ADDRESS)),
            good: Mutex::default(),
        }
    }

    /// Counts a try with a key that was not good before, or refuses it.
    pub(crate) fn check(&self, request: &HttpRequest, shown: &Shown) -> Result<(), Problem> {
        if self.good().contains(shown) {
            return Ok(());
        }
        if self.addresses.len() > REMEMBERED {
            self.addresses.retain_recent();
        }
        let tried = self.addresses.check_key(&address(request));
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
