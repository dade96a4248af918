//! Places, of which each account or client has a share: connections, streams of events, bytes of answers.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::hash::Hash;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// So many places, and so many of them for each holder.
pub struct Places<H> {
    all: usize,
    of_each: usize,
    taken: Mutex<Counts<H>>,
}

struct Counts<H> {
    all: usize,
    by_holder: HashMap<H, usize>,
}

/// A place, or several, for as long as this is kept.
pub struct PlaceGuard<H: Hash + Eq + Copy> {
    places: Arc<Places<H>>,
    holder: H,
    count: usize,
}

/// Why there is no place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoPlace {
    /// All are taken.
    All,
    /// The holder has its share.
    OfHolder,
}

impl<H: Hash + Eq + Copy> Places<H> {
    /// So many places, and so many of them for each holder.
    pub fn new(all: usize, of_each: usize) -> Arc<Self> {
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
    pub fn for_each(of_each: usize) -> Arc<Self> {
        Self::new(usize::MAX, of_each)
    }

    /// How many each holder may have.
    pub fn of_each(&self) -> usize {
        self.of_each
    }

    /// A place for a holder.
    pub fn take(self: &Arc<Self>, holder: H) -> Result<PlaceGuard<H>, NoPlace> {
        self.take_many(holder, 1)
    }

    /// So many places for a holder, or none.
    pub fn take_many(self: &Arc<Self>, holder: H, count: usize) -> Result<PlaceGuard<H>, NoPlace> {
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

    /// How many holders have places.
    pub fn holders(&self) -> usize {
        self.taken().by_holder.len()
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
    /// Takes more places, so that there are so many of them.
    ///
    /// # Errors
    /// There are not so many; those that were there are kept.
    pub fn grow(&mut self, count: usize) -> Result<(), NoPlace> {
        let more = count.saturating_sub(self.count);
        let mut taken = self.places.take_many(self.holder, more)?;
        self.count += std::mem::take(&mut taken.count);
        Ok(())
    }

    /// Gives back all places but so many.
    pub fn keep(&mut self, count: usize) {
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
