//! A rate limit for each of many keys.

use std::hash::Hash;
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, NotUntil, Quota, RateLimiter};

/// Above this many remembered keys, those that are back at rest are forgotten.
pub(crate) const REMEMBERED: usize = 10_000;
/// How often keys are looked through at most: each time takes as long as there are keys.
const PAUSE: Duration = Duration::from_secs(1);

/// How many units a key may take at once, and after how long it gets one back.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rate {
    pub(crate) burst: NonZeroU32,
    pub(crate) period: Duration,
}

/// Counts what is taken, by key.
pub(crate) struct KeyedLimit<K: Hash + Eq + Clone> {
    burst: NonZeroU32,
    taken: DefaultKeyedRateLimiter<K>,
    swept: Mutex<Instant>,
}

/// Too much was taken: how long until there is enough again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Exhausted {
    /// In whole seconds, at least one.
    pub(crate) seconds: u64,
}

impl Rate {
    pub(crate) const fn new(burst: u32, period: Duration) -> Self {
        let burst = match NonZeroU32::new(burst) {
            Some(burst) => burst,
            None => NonZeroU32::MIN,
        };
        Self { burst, period }
    }
}

impl<K: Hash + Eq + Clone> KeyedLimit<K> {
    pub(crate) fn new(Rate { burst, period }: Rate) -> Self {
        let quota = Quota::with_period(period).unwrap_or(Quota::per_minute(NonZeroU32::MIN));
        Self {
            burst,
            taken: RateLimiter::keyed(quota.allow_burst(burst)),
            swept: Mutex::new(Instant::now()),
        }
    }

    /// Takes one unit of a key, or refuses it.
    pub(crate) fn take(&self, key: &K) -> Result<(), Exhausted> {
        self.take_many(key, 1)
    }

    /// Takes so many units of a key, or none of them. More than can be taken at once count as that.
    pub(crate) fn take_many(&self, key: &K, units: u32) -> Result<(), Exhausted> {
        let Some(units) = NonZeroU32::new(units.min(self.burst.get())) else {
            return Ok(());
        };
        self.sweep();
        match self.taken.check_key_n(key, units) {
            Ok(taken) => taken.map_err(|until| Exhausted::until(&until)),
            // Not more than the burst, it always fits.
            Err(_) => Err(Exhausted { seconds: 1 }),
        }
    }

    fn sweep(&self) {
        if self.taken.len() <= REMEMBERED {
            return;
        }
        let mut swept = self.swept.lock().unwrap_or_else(PoisonError::into_inner);
        if swept.elapsed() >= PAUSE {
            *swept = Instant::now();
            self.taken.retain_recent();
        }
    }
}

impl Exhausted {
    fn until(until: &NotUntil<governor::clock::QuantaInstant>) -> Self {
        let wait = until.wait_time_from(DefaultClock::default().now());
        let seconds = wait.as_secs() + 1;
        Self { seconds }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_has_its_burst_and_others_have_theirs() {
        let limit = KeyedLimit::new(Rate::new(10, Duration::from_secs(60)));
        limit.take_many(&"one", 7).unwrap();
        assert_eq!(limit.take_many(&"one", 4).unwrap_err().seconds, 60);
        limit.take_many(&"one", 3).unwrap();
        assert!((59..=60).contains(&limit.take(&"one").unwrap_err().seconds));
        limit.take_many(&"other", 1_000_000).unwrap();
        assert!(limit.take(&"other").is_err());
        limit.take_many(&"other", 0).unwrap();
    }
}
