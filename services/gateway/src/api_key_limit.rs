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

/// A key that somebody shows, and the address for which that counts if it does.
pub(crate) struct Try {
    network: Option<ClientNetwork>,
    shown: Shown,
}

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
    pub(crate) fn check(&self, request: &HttpRequest, shown: Shown) -> Result<Try, Problem> {
        let network = (!self.good().contains(&shown)).then(|| ClientNetwork::of(request));
        if let Some(network) = &network {
            self.addresses.take(network).map_err(too_many)?;
        }
        Ok(Try { network, shown })
    }

    /// Notes whether a key was good: then the try was none of somebody who guesses, and does not count. A hall has one address, and two hundred
    /// telephones that show their links for the first time.
    pub(crate) fn note(&self, Try { network, shown }: Try, is_good: bool) {
        if let (Some(network), true) = (&network, is_good) {
            self.addresses.give_back(network);
        }
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
