//! What all clients together did so far.

use crate::app::Answer;
use std::collections::BTreeMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// How often a run says how far it is.
const NEWS: Duration = Duration::from_secs(30);
/// Of so many requests one may be put off; a service that puts off more is not well.
const PER_PUT_OFF: u64 = 1000;

pub(super) struct Tally {
    begun: Instant,
    counts: Mutex<Counts>,
}

#[derive(Default)]
struct Counts {
    operations: BTreeMap<&'static str, u64>,
    asked: u64,
    /// How often which problem put a client off.
    put_off: BTreeMap<String, u64>,
    /// Of those, what had been done all the same.
    done_all_the_same: u64,
    told: Duration,
}

impl Tally {
    pub(super) fn start() -> Self {
        Self {
            begun: Instant::now(),
            counts: Mutex::default(),
        }
    }

    /// Counts something that a client did, and says now and then how far everybody is.
    pub(super) fn did(&self, what: &'static str) {
        let mut counts = self.counts.lock().unwrap();
        *counts.operations.entry(what).or_default() += 1;
        let elapsed = self.begun.elapsed();
        if elapsed >= counts.told + NEWS {
            counts.told = elapsed;
            println!("{}", counts.so_far(elapsed));
        }
    }

    /// Counts an answer, and tells whether the client is put off.
    pub(super) fn is_put_off(&self, answer: &Answer) -> bool {
        let mut counts = self.counts.lock().unwrap();
        counts.asked += 1;
        if answer.status != 503 {
            return false;
        }
        let code = answer.json["code"].as_str().unwrap().to_owned();
        *counts.put_off.entry(code).or_default() += 1;
        true
    }

    /// What a client had been put off with turned out to be done.
    pub(super) fn was_done_all_the_same(&self) {
        self.counts.lock().unwrap().done_all_the_same += 1;
    }

    /// Whether some request was done though its client was put off.
    pub(super) fn had_lost_answers(&self) -> bool {
        self.counts.lock().unwrap().done_all_the_same > 0
    }

    /// Says what was done, and refuses a long run in which too many were put off. In a short one a machine that stands still for a while puts
    /// everybody off once.
    pub(super) fn conclude(&self, is_long: bool) {
        let counts = self.counts.lock().unwrap();
        println!("{}", counts.so_far(self.begun.elapsed()));
        println!("{:?}", counts.operations);
        let put_off: u64 = counts.put_off.values().sum();
        assert!(!is_long || put_off <= 1 + counts.asked / PER_PUT_OFF);
    }
}

impl Counts {
    fn so_far(&self, elapsed: Duration) -> String {
        let operations: u64 = self.operations.values().sum();
        let rate = operations as f64 / elapsed.as_secs_f64();
        format!(
            "{operations} operations in {elapsed:.0?}, {rate:.0} a second; of {} requests {:?} were put off, {} of them done all the same",
            self.asked, self.put_off, self.done_all_the_same
        )
    }
}
