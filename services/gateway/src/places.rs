//! Places, of which each account or client has a share: streams of events, connections, bytes of answers.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::problem::{Code, Problem};

/// So many places, and so many of them for each holder.
pub(crate) struct Places<H> {
    all: usize,
    of_each: usize,
    taken: Mutex<Counts<H>>,
}

struct Counts<H> {
    all: usize,
    by_holder: HashMap<H, usize>,
}

/// A place, or several, for as long as this is kept.
pub(crate) struct PlaceGuard<H: Hash + Eq + Copy> {
    places: Arc<Places<H>>,
    holder: H,
    count: usize,
}

/// When an address may ask again that has its share, in seconds: most of what is counted is soon gone.
const RETRY_AFTER: u64 = 2;

/// Why there is no place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoPlace {
    /// All are taken.
    All,
    /// The holder has its share.
    OfHolder,
}

impl NoPlace {
    /// What whoever asks is told: that their address has its share, or that all is taken.
    pub(crate) fn problem(self, of_address: String, of_all: &'static str) -> Problem {
        match self {
            Self::OfHolder => {
                Problem::new(Code::TooManyConnections, of_address).retry_after(RETRY_AFTER)
            }
            Self::All => Problem::new(Code::Busy, of_all),
        }
    }
}

impl<H: Hash + Eq + Copy> Places<H> {
    /// So many places, and so many of them for each holder.
    pub(crate) fn new(all: usize, of_each: usize) -> Arc<Self> {
        let taken = Mutex::new(Counts {
            all: 0,
            by_holder: HashMap::new(),
        });
        Arc::new(Self {
            all,
            of_each,
            taken,
        })
    }

    /// So many places for each holder; how many there are in all is limited elsewhere.
    pub(crate) fn for_each(of_each: usize) -> Arc<Self> {
        Self::new(usize::MAX, of_each)
    }

    /// How many each holder may have.
    pub(crate) fn of_each(&self) -> usize {
        self.of_each
    }

    /// A place for a holder.
    pub(crate) fn take(self: &Arc<Self>, holder: H) -> Result<PlaceGuard<H>, NoPlace> {
        self.take_many(holder, 1)
    }

    /// So many places for a holder, or none.
    pub(crate) fn take_many(
        self: &Arc<Self>,
        holder: H,
        count: usize,
    ) -> Result<PlaceGuard<H>, NoPlace> {
        let mut taken = self.taken();
        let all = taken.all.saturating_add(count);
        if all > self.all {
            return Err(NoPlace::All);
        }
        let before = taken.by_holder.get(&holder).copied().unwrap_or_default();
        let of_holder = before.saturating_add(count);
        if of_holder > self.of_each {
            return Err(NoPlace::OfHolder);
        }
        taken.by_holder.insert(holder, of_holder);
        taken.all = all;
        Ok(PlaceGuard {
            places: self.clone(),
            holder,
            count,
        })
    }

    fn give_back(&self, holder: H, count: usize) {
        let mut taken = self.taken();
        taken.all = taken.all.saturating_sub(count);
        if let Entry::Occupied(mut of_holder) = taken.by_holder.entry(holder) {
            let left = of_holder.get().saturating_sub(count);
            match left {
                0 => drop(of_holder.remove()),
                left => *of_holder.get_mut() = left,
            }
        }
    }

    fn taken(&self) -> MutexGuard<'_, Counts<H>> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<H: Hash + Eq + Copy> PlaceGuard<H> {
    /// Gives back all places but so many.
    pub(crate) fn keep(&mut self, count: usize) {
        let given_back = self.count.saturating_sub(count);
        self.count -= given_back;
        self.places.give_back(self.holder, given_back);
    }
}

impl<H: Hash + Eq + Copy> Drop for PlaceGuard<H> {
    fn drop(&mut self) {
        self.keep(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client_address::ClientNetwork;
    use ledger::UserId;
    use uuid::Uuid;

    #[test]
    fn one_account_does_not_take_every_place() {
        let places = Places::new(3, 2);
        let [mei, bo] = [1, 2].map(|number| UserId(Uuid::from_u128(number)));
        let first = places.take(mei).map_err(drop).unwrap();
        let _second = places.take(mei).map_err(drop).unwrap();
        assert_eq!(places.take(mei).err(), Some(NoPlace::OfHolder));
        let _third = places.take(bo).map_err(drop).unwrap();
        assert_eq!(places.take(bo).err(), Some(NoPlace::All));
        drop(first);
        assert!(places.take(mei).is_ok());
        assert!(places.taken().by_holder[&mei] == 1);
    }

    #[test]
    fn many_places_are_taken_together_or_not_at_all() {
        let places = Places::new(10, 6);
        let five = places.take_many(1, 5).map_err(drop).unwrap();
        assert_eq!(places.take_many(1, 2).err(), Some(NoPlace::OfHolder));
        assert_eq!(places.take_many(2, 6).err(), Some(NoPlace::All));
        let _other = places.take_many(2, 5).map_err(drop).unwrap();
        drop(five);
        assert!(places.take_many(3, 5).is_ok());
        assert_eq!(places.taken().by_holder.len(), 1);
    }

    #[test]
    fn a_client_has_its_share_and_no_more() {
        let places = Places::for_each(2);
        let network = |text: &str| ClientNetwork::of_address(text.parse().unwrap());
        let (one, other) = (network("192.0.2.1"), network("192.0.2.2"));
        let first = places.take(one).map_err(drop).unwrap();
        let second = places.take(one).map_err(drop).unwrap();
        assert!(places.take(one).is_err());
        assert!(places.take(other).is_ok());
        drop(first);
        let third = places.take(one).map_err(drop).unwrap();
        assert!(places.take(one).is_err());
        drop((second, third));
        assert!(
            places.taken().by_holder.is_empty(),
            "who is gone is not kept"
        );
    }
}
