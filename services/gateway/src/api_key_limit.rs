//! How often API keys may be tried.

use std::collections::{HashMap, HashSet};
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
    good: Mutex<GoodKeys>,
}

/// Keys that were good, by their clubs: so many in all. A further one takes the place of one of the club with the most, so that whoever has
/// many clubs with many keys makes none of a club with few forgotten.
#[derive(Default)]
struct GoodKeys {
    of_clubs: HashMap<ClubId, HashSet<[u8; 32]>>,
    count: usize,
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
        let network = (!self.good().contains(shown)).then(|| ClientNetwork::of(request));
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
        match is_good {
            true => good.insert(shown),
            false => good.remove(shown),
        }
    }

    fn good(&self) -> MutexGuard<'_, GoodKeys> {
        self.good.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl GoodKeys {
    fn contains(&self, (club, key): Shown) -> bool {
        let keys = self.of_clubs.get(&club);
        keys.is_some_and(|keys| keys.contains(&key))
    }

    fn insert(&mut self, (club, key): Shown) {
        if self.contains((club, key)) {
            return;
        }
        if self.count >= REMEMBERED {
            let most = self.of_clubs.iter().max_by_key(|(_, keys)| keys.len());
            let other = most.and_then(|(club, keys)| Some((*club, *keys.iter().next()?)));
            other.into_iter().for_each(|other| self.remove(other));
        }
        self.of_clubs.entry(club).or_default().insert(key);
        self.count += 1;
    }

    fn remove(&mut self, (club, key): Shown) {
        let Some(keys) = self.of_clubs.get_mut(&club) else {
            return;
        };
        if keys.remove(&key) {
            self.count -= 1;
        }
        if keys.is_empty() {
            self.of_clubs.remove(&club);
        }
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn shown(club: u128, key: u64) -> Shown {
        let mut hash = [0; 32];
        hash[..8].copy_from_slice(&key.to_be_bytes());
        (ClubId(Uuid::from_u128(club)), hash)
    }

    #[test]
    fn whoever_shows_many_good_keys_makes_those_of_others_no_new_ones() {
        let limit = ApiKeyLimit::new(&Clock::stopped());
        let note = |shown, is_good| {
            let network = None;
            limit.note(Try { network, shown }, is_good);
        };
        let hall = || (0..200).map(|key| shown(0, key));
        hall().for_each(|shown| note(shown, true));
        for club in 1..=20 {
            (0..1_000).for_each(|key| note(shown(club, key), true));
        }
        assert!(hall().all(|shown| limit.good().contains(shown)));
        assert_eq!(limit.good().count, REMEMBERED);
        // Nor is one remembered that is good no more.
        hall().for_each(|shown| note(shown, false));
        assert!(!hall().any(|shown| limit.good().contains(shown)));
        let left: usize = limit.good().of_clubs.values().map(HashSet::len).sum();
        assert_eq!((left, limit.good().count), (REMEMBERED - 200, left));
    }
}
