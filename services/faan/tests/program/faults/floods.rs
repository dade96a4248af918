//! Many who ask for more than their share: slowly, falsely, or a great deal at once. Those who are honest must not notice.

mod bodies;
mod crowd;
mod greedy;
mod neighbours;
mod pipelined;
mod slow;
mod streams;
mod untaken;

use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use serde_json::json;
use tokio::task::JoinHandle;
use tokio::time::sleep;

use crate::bench::is_full;
use crate::client::{self, ask};
use crate::owner::Owner;
use crate::running::eventually;

/// How much more memory is taken for the same, whatever was asked before: caches and buffers that are filled once.
const FLAT: u64 = 48 * 1024 * 1024;

/// This process opens thousands of connections itself.
fn allow_many_files() {
    let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
    let all = Rlimit {
        current: maximum,
        maximum,
    };
    setrlimit(Resource::Nofile, all).unwrap();
}

/// A gateway that serves this machine as many connections as there are, and scores what it likes: those who attack it and those who are honest have one address.
fn whole_share(mut gateway: Command) -> Command {
    gateway.args([
        "--connections-per-address",
        "4096",
        "--anonymous-rate",
        "1000000",
    ]);
    gateway
}

/// Somebody who reads a match and tries hands out, over and over, and takes the time.
pub(crate) struct Honest {
    stop: Arc<AtomicBool>,
    answered: Arc<AtomicU64>,
    at_work: Vec<JoinHandle<Vec<Duration>>>,
}

impl Honest {
    /// A few of them, at a match of their own. It is made beforehand.
    pub(crate) fn start(owner: &Owner, at: &str) -> Honest {
        let (stop, answered) = (Arc::<AtomicBool>::default(), Arc::<AtomicU64>::default());
        let one = |_| {
            let (at, token) = (owner.url.clone() + at, owner.token.clone());
            tokio::spawn(ask_until(stop.clone(), answered.clone(), at, token))
        };
        let at_work = (0..3).map(one).collect();
        Honest {
            stop,
            answered,
            at_work,
        }
    }

    /// Waits until so many more were answered; in a full run, as long as it takes to see how they fare.
    pub(crate) async fn go_on(&self, more: u64, in_full: Duration) {
        if is_full() {
            return sleep(in_full).await;
        }
        let goal = self.answered.load(Ordering::Relaxed) + more;
        let are = async || self.answered.load(Ordering::Relaxed) >= goal;
        eventually("honest people are answered", are).await;
    }

    /// How long requests took, the shortest first. Every one was answered as it should be.
    pub(crate) async fn times(self) -> Vec<Duration> {
        self.stop.store(true, Ordering::Relaxed);
        let mut times = Vec::new();
        for one in self.at_work {
            times.extend(one.await.unwrap());
        }
        times.sort();
        times
    }
}

async fn ask_until(
    stop: Arc<AtomicBool>,
    answered: Arc<AtomicU64>,
    at: String,
    token: String,
) -> Vec<Duration> {
    let http = client::http();
    let hand = json!({ "number": 1, "outcome": { "kind": "goulash" } });
    let mut times = Vec::new();
    while !stop.load(Ordering::Relaxed) {
        let read = http.get(&at);
        let tried = http.post(format!("{at}/hands?dry_run=true")).json(&hand);
        for request in [read, tried] {
            let started = Instant::now();
            let request = request.bearer_auth(&token);
            let (status, text) = match is_full() {
                true => client::read(request.send().await.unwrap()).await,
                false => ask(request).await,
            };
            assert_eq!(status, 200, "{text}");
            times.push(started.elapsed());
            answered.fetch_add(1, Ordering::Relaxed);
        }
        sleep(Duration::from_millis(10)).await;
    }
    times
}

/// A match at which somebody honest asks.
pub(crate) async fn match_of(owner: &Owner) -> (String, String) {
    let (club, players) = owner.found_club().await;
    let at = owner.open_match(&club, &players, json!({})).await;
    (club, at)
}

pub(crate) fn percentile(sorted: &[Duration], percent: usize) -> Duration {
    sorted[(sorted.len() - 1) * percent / 100]
}
