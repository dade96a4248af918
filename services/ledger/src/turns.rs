//! Turns at something that only a few may do at once, which go around by key, such as the account: whoever waits many times waits behind
//! themselves.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Hands out turns by key.
pub struct Turns<K> {
    at_once: Arc<Semaphore>,
    of_each: usize,
    /// For each key that has turns or waits, those that it has left.
    waiting: Mutex<HashMap<K, Weak<Semaphore>>>,
}

/// A turn, for as long as this is kept.
pub struct Turn {
    _all: Option<OwnedSemaphorePermit>,
    _of_key: Option<OwnedSemaphorePermit>,
    _key: Arc<Semaphore>,
}

impl<K: Hash + Eq> Turns<K> {
    /// So many at once, and so many of each key.
    pub fn new(at_once: usize, of_each: usize) -> Self {
        Self {
            at_once: Arc::new(Semaphore::new(at_once)),
            of_each,
            waiting: Mutex::default(),
        }
    }

    /// So many at once of each key, however many keys there are.
    pub fn of_each(of_each: usize) -> Self {
        Self::new(Semaphore::MAX_PERMITS, of_each)
    }

    /// The next turn of a key.
    pub async fn next(&self, key: K) -> Turn {
        let own = self.own(key);
        // Neither is ever closed.
        let of_key = own.clone().acquire_owned().await.ok();
        let all = self.at_once.clone().acquire_owned().await.ok();
        Turn {
            _all: all,
            _of_key: of_key,
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
