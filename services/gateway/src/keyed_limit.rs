//! A rate limit for each of many keys.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::clock::Clock;

/// Above this many remembered keys, those that are back at rest are forgotten.
pub(crate) const REMEMBERED: usize = 10_000;
/// How often keys are looked through at most: each time takes as long as there are keys.
const PAUSE: Duration = Duration::from_secs(1);

/// How many units a key may take at once, and after how long it gets one back.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rate {
    pub(crate) burst: u32,
    pub(crate) period: Duration,
}

/// Counts what is taken, by key (the generic cell rate algorithm). Unlike those of libraries, a key can be charged for more than it
/// has, when what something cost is only known afterwards: it then owes that, and takes nothing until it has it back.
pub(crate) struct KeyedLimit<K> {
    rate: Rate,
    clock: Clock,
    keys: Mutex<Keys<K>>,
}

struct Keys<K> {
    /// When a key has back whatever it took.
    at_rest: HashMap<K, Instant>,
    swept: Instant,
}

/// Too much was taken: how long until there is enough again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Exhausted {
    /// In whole seconds, at least one.
    pub(crate) seconds: u64,
}

/// What a key can take at once just now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Left {
    /// Whole units.
    pub(crate) units: u32,
    /// How long until it has its burst again, in whole seconds.
    pub(crate) seconds: u64,
}

impl Rate {
    pub(crate) const fn new(burst: u32, period: Duration) -> Self {
        let burst = if burst == 0 { 1 } else { burst };
        Self { burst, period }
    }

    /// How long so many units take to come back.
    fn time_of(self, units: u32) -> Duration {
        self.period.saturating_mul(units)
    }
}

impl<K: Hash + Eq + Clone> KeyedLimit<K> {
    pub(crate) fn new(rate: Rate, clock: &Clock) -> Self {
        let keys = Keys {
            at_rest: HashMap::new(),
            swept: clock.now(),
        };
        Self {
            rate,
            clock: clock.clone(),
            keys: Mutex::new(keys),
        }
    }

    /// Takes one unit of a key, or refuses it.
    pub(crate) fn take(&self, key: &K) -> Result<(), Exhausted> {
        self.take_many(key, 1)
    }

    /// Takes so many units of a key, or none of them. More than can be taken at once count as that.
    pub(crate) fn take_many(&self, key: &K, units: u32) -> Result<(), Exhausted> {
        let units = units.min(self.rate.burst);
        if units == 0 {
            return Ok(());
        }
        let now = self.clock.now();
        let mut keys = self.keys(now);
        let at_rest = keys.at_rest(key, now) + self.rate.time_of(units);
        self.within_burst(at_rest, now, 0)?;
        keys.at_rest.insert(key.clone(), at_rest);
        Ok(())
    }

    /// Gives a key back a unit that it took.
    pub(crate) fn give_back(&self, key: &K) {
        let mut keys = self.keys(self.clock.now());
        if let Some(at_rest) = keys.at_rest.get_mut(key) {
            *at_rest = at_rest.checked_sub(self.rate.period).unwrap_or(*at_rest);
        }
    }

    /// Takes so many units of a key, whether it has them or not.
    pub(crate) fn charge(&self, key: &K, units: u32) {
        if units == 0 {
            return;
        }
        let now = self.clock.now();
        let mut keys = self.keys(now);
        let at_rest = keys.at_rest(key, now) + self.rate.time_of(units);
        keys.at_rest.insert(key.clone(), at_rest);
    }

    /// What a key has left.
    pub(crate) fn left(&self, key: &K) -> Left {
        let now = self.clock.now();
        let taken = self.keys(now).at_rest(key, now) - now;
        let period = self.rate.period.as_nanos().max(1);
        let taken_units = taken.as_nanos().div_ceil(period);
        let taken_units = u32::try_from(taken_units).unwrap_or(u32::MAX);
        Left {
            units: self.rate.burst.saturating_sub(taken_units),
            seconds: taken.as_secs_f64().ceil() as u64,
        }
    }

    /// How many units a key may take at once.
    pub(crate) fn burst(&self) -> u32 {
        self.rate.burst
    }

    /// Refuses a key that owes more than so many units.
    pub(crate) fn check_debt(&self, key: &K, most: u32) -> Result<(), Exhausted> {
        let now = self.clock.now();
        let at_rest = self.keys(now).at_rest(key, now);
        self.within_burst(at_rest, now, most)
    }

    /// Refuses a key that is at rest at this time only, if it then has taken its burst and more than so many units.
    fn within_burst(&self, at_rest: Instant, now: Instant, more: u32) -> Result<(), Exhausted> {
        let units = self.rate.burst.saturating_add(more);
        let latest = now + self.rate.time_of(units);
        match at_rest.saturating_duration_since(latest) {
            Duration::ZERO => Ok(()),
            wait => Err(Exhausted {
                seconds: wait.as_secs() + 1,
            }),
        }
    }

    fn keys(&self, now: Instant) -> MutexGuard<'_, Keys<K>> {
        let mut keys = self.keys.lock().unwrap_or_else(PoisonError::into_inner);
        if keys.at_rest.len() > REMEMBERED && now.duration_since(keys.swept) >= PAUSE {
            keys.swept = now;
            keys.at_rest.retain(|_, at_rest| *at_rest > now);
        }
        keys
    }
}

impl<K: Hash + Eq> Keys<K> {
    fn at_rest(&self, key: &K, now: Instant) -> Instant {
        self.at_rest.get(key).copied().unwrap_or(now).max(now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_has_its_burst_and_others_have_theirs() {
        let limit = KeyedLimit::new(Rate::new(10, Duration::from_secs(60)), &Clock::stopped());
        limit.take_many(&"one", 7).unwrap();
        let left = limit.left(&"one");
        assert_eq!((left.units, left.seconds), (3, 420));
        assert_eq!(limit.left(&"nobody").units, limit.burst());
        assert_eq!(limit.take_many(&"one", 4).unwrap_err().seconds, 61);
        limit.take_many(&"one", 3).unwrap();
        assert_eq!(limit.take(&"one").unwrap_err().seconds, 61);
        limit.take_many(&"other", 1_000_000).unwrap();
        assert!(limit.take(&"other").is_err());
        limit.take_many(&"other", 0).unwrap();
    }

    #[test]
    fn what_is_given_back_can_be_taken_again_and_no_more() {
        let limit = KeyedLimit::new(Rate::new(10, Duration::from_secs(60)), &Clock::stopped());
        limit.give_back(&"one");
        for _ in 0..20 {
            limit.take(&"one").unwrap();
            limit.give_back(&"one");
        }
        limit.take_many(&"one", 10).unwrap();
        assert!(limit.take(&"one").is_err());
    }

    #[test]
    fn whoever_owes_takes_nothing_until_it_is_back() {
        let clock = Clock::stopped();
        let limit = KeyedLimit::new(Rate::new(10, Duration::from_secs(60)), &clock);
        limit.charge(&"one", 10);
        limit.check_debt(&"one", 0).unwrap();
        limit.charge(&"one", 25);
        clock.advance(Duration::from_secs(1));
        assert_eq!(limit.check_debt(&"one", 0).unwrap_err().seconds, 25 * 60);
        assert_eq!(limit.take(&"one").unwrap_err().seconds, 26 * 60);
        assert_eq!(limit.check_debt(&"one", 24).unwrap_err().seconds, 60);
        limit.check_debt(&"one", 25).unwrap();
        limit.check_debt(&"other", 0).unwrap();
    }

    #[test]
    fn what_is_back_can_be_taken_again_and_is_forgotten() {
        let clock = Clock::stopped();
        let limit = KeyedLimit::new(Rate::new(2, Duration::from_millis(50)), &clock);
        let last = REMEMBERED + 1;
        for key in 0..=last {
            limit.charge(&key, 2);
        }
        clock.advance(Duration::from_millis(49));
        assert!(limit.take(&last).is_err());
        clock.advance(Duration::from_millis(1));
        limit.take(&last).unwrap();
        clock.advance(PAUSE);
        limit.take_many(&last, 2).unwrap();
        assert_eq!(limit.keys(clock.now()).at_rest.len(), 1);
    }
}
