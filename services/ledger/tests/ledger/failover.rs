//! A primary that is killed, frozen or demoted, and a standby that takes its place: with real servers and real replication.

use crate::scene::{found_club, sign_up, write};
use crate::standby_pair::StandbyPair;
use futures_util::future::join_all;
use ledger::test_database::prepare_template;
use ledger::{
    ClubId, Config, EntryNotifications, Error, Ledger, SignUp, UserId, WorkNotifications,
};
use rustix::process::Signal;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tokio::time::{sleep, timeout};

const DATABASE: &str = "faan";
const RELOAD: &str = "SELECT pg_reload_conf()";
const WRITERS: u32 = 8;

/// A ledger on a primary that waits for its standby, and a club in it.
struct Site {
    pair: StandbyPair,
    ledger: Ledger,
    url: String,
    club: ClubId,
    owner: UserId,
}

impl Site {
    async fn new(name: &str) -> Self {
        let pair = StandbyPair::start(name).await;
        prepare_template(&pair.admin_url(), DATABASE).await.unwrap();
        let wait = "ALTER SYSTEM SET synchronous_standby_names = '*'";
        pair.on_primary(&[wait, RELOAD]).await;
        let url = pair.url("faan_test_app", "faan_test_app", DATABASE);
        let config = Config {
            url: url.clone(),
            pool_size: 4,
        };
        let ledger = Ledger::connect(&config).await.unwrap();
        let owner = sign_up(&ledger, "east@club.example").await;
        let club = found_club(&ledger, owner, "founding").await;
        Self {
            pair,
            ledger,
            url,
            club,
            owner,
        }
    }

    /// Enrols players one after another until told to stop, each until it is answered, and returns the names.
    async fn enrol_until(
        &self,
        writer: u32,
        stop: &AtomicBool,
        latest: &AtomicBool,
    ) -> Vec<String> {
        let mut enrolled = Vec::new();
        while !stop.load(Ordering::SeqCst) {
            let name = format!("{writer} {}", enrolled.len());
            let write = write(self.club, self.owner, "players", &name);
            match self.ledger.enrol_player(write, name.clone()).await {
                Ok(_) => {
                    latest.store(true, Ordering::SeqCst);
                    enrolled.push(name);
                }
                Err(Error::Unavailable { .. }) => sleep(Duration::from_millis(100)).await,
                Err(other) => panic!("{other}"),
            }
        }
        enrolled
    }
}

/// Under writers, the primary goes by a signal, and the standby takes over. Everything that was answered is there, once.
async fn fail_over(name: &str, signal: Signal) {
    let site = Site::new(name).await;
    let (stop, since) = (AtomicBool::new(false), AtomicBool::new(false));
    let writers = join_all((0..WRITERS).map(|writer| site.enrol_until(writer, &stop, &since)));
    let entries = EntryNotifications::listen(site.url.clone());
    let mut heard = entries.subscribe();
    let happens = async {
        sleep(Duration::from_secs(1)).await;
        site.pair.signal_primary(signal);
        let lost = Instant::now();
        sleep(Duration::from_millis(500)).await;
        site.pair.promote().await;
        since.store(false, Ordering::SeqCst);
        while !since.load(Ordering::SeqCst) {
            assert!(
                lost.elapsed() < Duration::from_secs(20),
                "nothing is written"
            );
            sleep(Duration::from_millis(20)).await;
        }
        let away = lost.elapsed();
        // News of the club come again, from the new primary.
        while heard.any().await.unwrap() != Some(site.club) {}
        stop.store(true, Ordering::SeqCst);
        away
    };
    let (enrolled, away) = tokio::join!(writers, timeout(Duration::from_secs(40), happens));
    let away = away.unwrap();
    let enrolled: Vec<String> = enrolled.into_iter().flatten().collect();
    let mut stored = BTreeMap::<String, u32>::new();
    for player in site.ledger.players(site.club).await.unwrap() {
        *stored.entry(player.name.unwrap()).or_default() += 1;
    }
    for name in &enrolled {
        assert_eq!(stored.remove(name), Some(1), "{name}");
    }
    assert_eq!(stored, BTreeMap::new(), "nobody asked for these, or twice");
    assert!(away < Duration::from_secs(12), "{away:?}");
    println!("{} enrolled, away for {away:?}", enrolled.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_primary_that_is_killed_loses_nothing() {
    fail_over("killed", Signal::KILL).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_primary_that_is_frozen_is_given_up() {
    fail_over("frozen", Signal::STOP).await;
}

/// What listens for work learns that the primary is frozen, which would never tell it anything again.
#[tokio::test(flavor = "multi_thread")]
async fn who_listens_to_a_frozen_primary_notices() {
    let site = Site::new("listening").await;
    let signer = site.url.replace("faan_test_app", "faan_test_signer");
    let mut wakes = WorkNotifications::of_signer(&signer).await.unwrap();
    site.pair.signal_primary(Signal::STOP);
    let noticed = timeout(Duration::from_secs(15), wakes.next()).await;
    assert_eq!(noticed.unwrap(), None);
    site.pair.promote().await;
    WorkNotifications::of_signer(&signer).await.unwrap();
}

/// A primary that becomes a standby, or is set to take no writes, keeps its connections: they are of no use.
#[tokio::test(flavor = "multi_thread")]
async fn a_primary_that_takes_no_writes_is_unavailable() {
    let site = Site::new("readonly").await;
    let read_only = "ALTER SYSTEM SET default_transaction_read_only = on";
    site.pair.on_primary(&[read_only, RELOAD]).await;
    let enrol = |name: &str| {
        let write = write(site.club, site.owner, "players", name);
        site.ledger.enrol_player(write, name.to_owned())
    };
    // Each connection reads the settings anew a moment after it was told to.
    let begun = Instant::now();
    while enrol(&format!("{:?}", begun.elapsed())).await.is_ok() {
        assert!(begun.elapsed() < Duration::from_secs(10));
        sleep(Duration::from_millis(50)).await;
    }
    for name in ["Eng", "Fai", "Gam"] {
        let error = enrol(name).await.unwrap_err();
        assert!(matches!(error, Error::Unavailable { .. }), "{error}");
        sleep(Duration::from_millis(700)).await;
    }
    site.pair.signal_primary(Signal::KILL);
    site.pair.promote().await;
    let begun = Instant::now();
    while let Err(error) = enrol("Eng").await {
        assert!(begun.elapsed() < Duration::from_secs(10), "{error}");
        sleep(Duration::from_millis(100)).await;
    }
}

/// A primary without a standby keeps a commit for ever. Whoever waits is told in time to try again, whatever they asked for.
#[tokio::test(flavor = "multi_thread")]
async fn who_waits_for_a_standby_is_told_in_time() {
    let site = Site::new("alone").await;
    site.pair.signal_standby(Signal::STOP);
    let (patience, write) = (
        Duration::from_secs(60),
        write(site.club, site.owner, "players", "Eng"),
    );
    let person = SignUp {
        email: "west@club.example".to_owned(),
        password_hash: "$argon2id$".to_owned(),
        display_name: "West".to_owned(),
    };
    let enrol = timeout(patience, site.ledger.enrol_player(write, "Eng".to_owned()));
    let sign_up = timeout(patience, site.ledger.sign_up(person));
    let (enrol, sign_up) = tokio::join!(enrol, sign_up);
    let answers = [enrol.unwrap().map(drop), sign_up.unwrap().map(drop)];
    for error in answers.map(Result::unwrap_err) {
        assert!(matches!(error, Error::Unavailable { .. }), "{error}");
    }
}
