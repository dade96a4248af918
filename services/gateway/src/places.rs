//! Places for those who follow something, of which one account has a share.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use ledger::UserId;

/// So many places, and so many of them for one account, whatever the clubs.
pub(crate) struct Places {
    all: usize,
    of_one_account: usize,
    taken: Mutex<Counts>,
}

#[derive(Default)]
struct Counts {
    all: usize,
    by_account: HashMap<UserId, usize>,
}

/// A place, for as long as this is kept.
pub(crate) struct PlaceGuard {
    places: Arc<Places>,
    user: UserId,
}

/// Why there is no place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NoPlace {
    /// All are taken.
    All,
    /// The account has its share.
    OfAccount,
}

impl Places {
    pub(crate) fn new(all: usize, of_one_account: usize) -> Arc<Self> {
        Arc::new(Self {
            all,
            of_one_account,
            taken: Mutex::default(),
        })
    }

    /// A place for somebody.
    pub(crate) fn take(self: &Arc<Self>, user: UserId) -> Result<PlaceGuard, NoPlace> {
        let mut taken = self.taken();
        if taken.all >= self.all {
            return Err(NoPlace::All);
        }
        let of_account = taken.by_account.entry(user).or_default();
        if *of_account >= self.of_one_account {
            return Err(NoPlace::OfAccount);
        }
        *of_account += 1;
        taken.all += 1;
        let places = self.clone();
        Ok(PlaceGuard { places, user })
    }

    fn taken(&self) -> MutexGuard<'_, Counts> {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for PlaceGuard {
    fn drop(&mut self) {
        let mut taken = self.places.taken();
        taken.all = taken.all.saturating_sub(1);
        if let Entry::Occupied(mut count) = taken.by_account.entry(self.user) {
            match count.get() {
                0 | 1 => {
                    count.remove();
                }
                more => *count.get_mut() = more - 1,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[test]
    fn one_account_does_not_take_every_place() {
        let places = Places::new(3, 2);
        let [mei, bo] = [1, 2].map(|number| UserId(Uuid::from_u128(number)));
        let first = places.take(mei).map_err(drop).unwrap();
        let _second = places.take(mei).map_err(drop).unwrap();
        assert_eq!(places.take(mei).err(), Some(NoPlace::OfAccount));
        let _third = places.take(bo).map_err(drop).unwrap();
        assert_eq!(places.take(bo).err(), Some(NoPlace::All));
        drop(first);
        assert!(places.take(mei).is_ok());
        assert!(places.taken().by_account[&mei] == 1);
    }
}
