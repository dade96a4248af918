//! Processes that are killed while sixteen people record.

use std::collections::BTreeMap;
use std::fs;
use std::time::{Duration, Instant};

use rand::RngExt as _;
use rand::rngs::StdRng;
use rustix::process::Signal;
use tokio::time::sleep;

use crate::bench::{chance, extent, is_full, keep, promise};
use crate::faults::quiesce::{self, Kept};
use crate::faults::site::Site;
use crate::faults::writers::{Manners, Writers};
use crate::running::{eventually, is_alive, signal_to};

/// How long it may take until a killed gateway records again.
const AGAIN: Duration = Duration::from_secs(5);

/// What is killed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Victim {
    Gateway,
    Engine,
    /// One process of the database that serves a connection: the database then ends all of them and recovers.
    Backend,
    /// The database's first process; `faan up` starts another.
    Database,
    /// `faan up` itself, and with it the signer, the auditor and the database.
    Base,
}

/// Each as often as this, in any order.
fn victims(chance: &mut StdRng) -> Vec<Victim> {
    let counts = [
        (Victim::Gateway, extent(1, 90)),
        (Victim::Engine, extent(1, 75)),
        (Victim::Backend, extent(1, 20)),
        (Victim::Database, extent(1, 20)),
        (Victim::Base, extent(1, 5)),
    ];
    let all = counts.map(|(victim, count)| vec![victim; count]);
    let mut all = all.concat();
    for place in (1..all.len()).rev() {
        all.swap(place, chance.random_range(0..=place));
    }
    all
}

impl Site {
    /// Kills one, waits until it is gone, and starts again what nobody else starts.
    async fn strike(&mut self, victim: Victim, chance: &mut StdRng) {
        match victim {
            Victim::Gateway => {
                self.gateway.kill();
                self.gateway.restart();
            }
            Victim::Engine => {
                self.engine.kill();
                self.engine.restart();
            }
            Victim::Backend => self.kill_backend(chance).await,
            Victim::Database => self.kill_database().await,
            Victim::Base => self.restart_base(),
        }
    }

    async fn kill_database(&self) {
        let running = self.postmaster().expect("the database runs");
        signal_to(running, Signal::KILL);
        eventually("the database is gone", async || !is_alive(running)).await;
    }

    /// Kills one process that serves the gateway, and waits until the database has ended all of them.
    async fn kill_backend(&self, chance: &mut StdRng) {
        let backends = self.backends().unwrap_or_default();
        let place = chance.random_range(0..backends.len().max(1));
        let Some(&killed) = backends.get(place) else {
            return;
        };
        signal_to(killed, Signal::KILL);
        let all_gone = async || !backends.iter().any(|pid| is_alive(*pid));
        eventually("the processes of the database are gone", all_gone).await;
    }

    /// Those processes of the database that serve the gateway.
    fn backends(&self) -> Option<Vec<u32>> {
        let parent = self.postmaster()?;
        let children = fs::read_to_string(format!("/proc/{parent}/task/{parent}/children")).ok()?;
        let children = children
            .split(' ')
            .filter_map(|pid| pid.parse::<u32>().ok());
        let serves = |pid: &u32| {
            let words = fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default();
            words.contains("faan_gateway")
        };
        Some(children.filter(serves).collect())
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn kills_lose_no_hand_that_was_acknowledged() {
    let mut site = Site::start();
    let owner = site.owner().await;
    let writers = Writers::start(&owner, Manners::default()).await;
    let (mut chance, mut kept) = (chance(100), Kept::default());
    let mut recovery: BTreeMap<Victim, Vec<Duration>> = BTreeMap::new();
    let mut restart = Duration::ZERO;
    writers.go_on(20).await;
    let victims = victims(&mut chance);
    for &victim in &victims {
        sleep(Duration::from_millis(chance.random_range(0..400))).await;
        let killed = Instant::now();
        site.strike(victim, &mut chance).await;
        if victim == Victim::Gateway {
            // Nobody is there to help it.
            writers.go_on(1).await;
            restart = restart.max(killed.elapsed());
        }
        // Each of them has one answer on its way at most: of so many, one at least was asked for afterwards.
        writers.go_on(17).await;
        recovery.entry(victim).or_default().push(killed.elapsed());
        if chance.random_bool(0.1) {
            kept.take(&owner, &writers.clubs).await;
        }
    }
    let checkpoints = kept.len();
    let (tally, entries) = quiesce::conclude(&site, &owner, writers, kept).await;
    let mut told = Vec::new();
    for (victim, times) in &mut recovery {
        times.sort();
        let (middle, most) = (times[times.len() / 2], times[times.len() - 1]);
        told.push(format!(
            "{} of {victim:?} (17 hands more after {middle:.1?}, at most {most:.1?})",
            times.len()
        ));
        // Nobody is there to help it.
        if *victim == Victim::Gateway {
            promise("sixteen hands after a kill", most, AGAIN);
        }
    }
    promise("a hand after a kill", restart, AGAIN);
    let injected = format!("{} kills: {}", victims.len(), told.join(", "));
    let held = format!(
        "0 acknowledged hands lost, none twice; a killed gateway recorded again after {restart:.1?} at most: {}; {entries} entries verified, also against {checkpoints} earlier checkpoints",
        tally.told()
    );
    keep("kills_lose_no_hand_that_was_acknowledged", &injected, &held);
}

/// Who asks meanwhile is put off, and not cut off: the gateway stays, and its pool heals by itself.
#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_restarts_ten_times_a_minute_puts_people_off() {
    let site = Site::start();
    let owner = site.owner().await;
    let writers = Writers::start(&owner, Manners::default()).await;
    writers.go_on(20).await;
    let gateway = site.gateway.pid();
    let (began, mut restarts) = (Instant::now(), 0);
    // Until somebody has met it.
    while restarts < extent(1, 10) || writers.tally.put_off() == 0 {
        let killed = Instant::now();
        site.kill_database().await;
        if is_full() {
            sleep(Duration::from_secs(6).saturating_sub(killed.elapsed())).await;
        }
        writers.go_on(17).await;
        restarts += 1;
        assert!(restarts < 50, "nobody is put off");
    }
    let took = began.elapsed();
    assert_eq!(site.gateway.pid(), gateway);
    let (tally, entries) = quiesce::conclude(&site, &owner, writers, Kept::default()).await;
    tally.promise_none_was_cut();
    let held = format!(
        "0 acknowledged hands lost; every answer meanwhile 503 with Retry-After, none cut: {}; slowest answer {:.1?}; {entries} entries verified",
        tally.told(),
        tally.slowest()
    );
    let injected = format!("{restarts} kills of the whole database in {took:.0?}");
    keep(
        "a_database_that_restarts_ten_times_a_minute_puts_people_off",
        &injected,
        &held,
    );
}
