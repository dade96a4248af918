//! Turns at something that only a few may do at once, which go around by key, such as the account: whoever waits many times waits behind
//! themselves.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::{Error, Result, Retry};

/// Hands out turns by key.
pub struct Turns<K> {
    at_once: Arc<Semaphore>,
    most_at_once: usize,
    of_each: usize,
    /// For each key that has turns or waits, those that it has left.
    waiting: Mutex<HashMap<K, Weak<Semaphore>>>,
}

/// A turn, for as long as this is kept.
pub struct Turn {
    all: Option<OwnedSemaphorePermit>,
    of_key: Option<OwnedSemaphorePermit>,
    _key: Arc<Semaphore>,
}

impl<K: Hash + Eq> Turns<K> {
    /// So many at once, and so many of each key.
    pub fn new(at_once: usize, of_each: usize) -> Self {
        Self {
            at_once: Arc::new(Semaphore::new(at_once)),
            most_at_once: at_once,
            of_each,
            waiting: Mutex::default(),
        }
    }

    /// So many at once of each key, however many keys there are.
    pub fn of_each(of_each: usize) -> Self {
        Self::new(Semaphore::MAX_PERMITS, of_each)
    }

    /// The next turn of a key.
    pub fn next(&self, key: K) -> impl Future<Output = Turn> {
        self.next_for(key, 1)
    }

    /// The next turn of a key that takes the place of so many, or of all that the key or everybody may have.
    pub async fn next_for(&self, key: K, size: u32) -> Turn {
        let own = self.own(key);
        let places = |most| u32::try_from(most).map_or(size, |most| size.min(most));
        // Neither is ever closed.
        let of_key = own.clone().acquire_many_owned(places(self.of_each));
        let of_key = of_key.await.ok();
        let all = self.at_once.clone();
        let all = all.acquire_many_owned(places(self.most_at_once)).await.ok();
        Turn {
            all,
            of_key,
            _key: own,
        }
    }

    fn own(&self, key: K) -> Arc<Semaphore> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(own) = waiting.get(&key).and_then(Weak::upgrade) {
            return own;
        }
        waiting.retain(|_, own| own.strong_count() > 0);
        let own = Arc::new(Semaphore::new(self.of_each));
        waiting.insert(key, Arc::downgrade(&own));
        own
    }
}

impl Turn {
    /// Takes the place of no more than so many from now on.
    pub fn shrink_to(&mut self, size: usize) {
        for permit in [&mut self.all, &mut self.of_key].into_iter().flatten() {
            drop(permit.split(permit.num_permits().saturating_sub(size)));
        }
    }
}

/// Waits so long for a turn that other commands of the same key have.
pub(crate) async fn in_time<T>(
    patience: Duration,
    key: &str,
    turn: impl Future<Output = T>,
) -> Result<T> {
    let turn = timeout(patience, turn).await;
    turn.map_err(|_| Error::Unavailable {
        retry: Retry::Later,
        reason: format!("other commands of the same {key} took {patience:?}"),
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    #[tokio::test]
    async fn who_waits_often_keeps_nobody_else_waiting() {
        let turns = Arc::new(Turns::new(1, 1));
        let served = Arc::new(AtomicUsize::new(0));
        let ask = |key| {
            let (turns, served) = (turns.clone(), served.clone());
            async move {
                let _turn = turns.next(key).await;
                tokio::task::yield_now().await;
                served.fetch_add(1, Ordering::Relaxed)
            }
        };
        let greedy: Vec<_> = (0..1_000).map(|_| tokio::spawn(ask("greedy"))).collect();
        tokio::task::yield_now().await;
        let before = ask("modest").await;
        assert!(before < 3, "{before} were served before");
        for one in greedy {
            one.await.unwrap();
        }
        turns.next("last").await;
        assert_eq!(turns.waiting.lock().unwrap().len(), 1);
    }
}
