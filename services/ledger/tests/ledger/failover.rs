//! A primary that is killed, frozen or demoted, and a standby that takes its place: with real servers and real replication.

use crate::scene::{asked_again, found_club, sign_up, until_so, write};
use crate::standby_pair::StandbyPair;
use futures_util::future::join_all;
use ledger::test_database::{patience, prepare_template, promise, with_parameters};
use ledger::{
    ClubId, Config, EntryNotifications, Error, Ledger, SignUp, UserId, WorkNotifications,
};
use rustix::process::Signal;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::time::{Duration, Instant};
use tokio::time::sleep;

const DATABASE: &str = "faan";
const APP: &str = "faan_test_app";
const RELOAD: &str = "SELECT pg_reload_conf()";
const WRITERS: u32 = 8;
/// How long nothing is written at most, with a standby that takes over at once.
const AWAY: Duration = Duration::from_secs(12);
/// How long a listener may take to notice that its primary is gone.
const NOTICED: Duration = Duration::from_secs(15);

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
        let patiently = |url: &str| with_parameters(url, &patience());
        let admin_url = patiently(&pair.admin_url());
        prepare_template(&admin_url, DATABASE).await.unwrap();
        let wait = "ALTER SYSTEM SET synchronous_standby_names = '*'";
        pair.on_primary(&[wait, RELOAD]).await;
        let url = pair.url(APP, APP, DATABASE);
        let patient = connect(patiently(&pair.primary_url(APP, APP, DATABASE))).await;
        let owner = sign_up(&patient, "east@club.example").await;
        let club = found_club(&patient, owner, "founding").await;
        Self {
            ledger: connect(url.clone()).await,
            pair,
            url,
            club,
            owner,
        }
    }

    async fn enrol(&self, name: &str) -> Result<(), Error> {
        let write = write(self.club, self.owner, "players", name);
        let enrolled = self.ledger.enrol_player(write, name.to_owned()).await;
        enrolled.map(drop)
    }

    /// Enrols players one after another until told to stop, each until it is answered, and returns the names.
    async fn enrol_until(&self, writer: u32, stop: &AtomicBool, count: &AtomicU32) -> Vec<String> {
        let mut enrolled = Vec::new();
        while !stop.load(Ordering::SeqCst) {
            let name = format!("{writer} {}", enrolled.len());
            asked_again(|| self.enrol(&name)).await.unwrap();
            count.fetch_add(1, Ordering::SeqCst);
            enrolled.push(name);
        }
        enrolled
    }
}

async fn connect(url: String) -> Ledger {
    let config = Config { url, pool_size: 4 };
    asked_again(|| Ledger::connect(&config)).await.unwrap()
}

/// Under writers, the primary goes by a signal, and the standby takes over. Everything that was answered is there, once.
async fn fail_over(name: &str, signal: Signal) {
    let site = Site::new(name).await;
    let (stop, count) = (AtomicBool::new(false), AtomicU32::new(0));
    let writers = join_all((0..WRITERS).map(|writer| site.enrol_until(writer, &stop, &count)));
    let entries = EntryNotifications::listen(site.url.clone());
    let mut heard = entries.subscribe();
    let more = async |what| {
        let before = count.load(Ordering::SeqCst);
        let are_more = async || count.load(Ordering::SeqCst) > before + WRITERS;
        until_so(what, are_more).await;
    };
    let happens = async {
        more("players are enrolled").await;
        site.pair.signal_primary(signal);
        let lost = Instant::now();
        site.pair.promote().await;
        more("players are enrolled at the new primary").await;
        promise("players are enrolled again", lost.elapsed(), AWAY);
        // News of the club come again, from the new primary.
        while heard.any().await.unwrap() != Some(site.club) {}
        stop.store(true, Ordering::SeqCst);
    };
    let (enrolled, ()) = tokio::join!(writers, happens);
    let enrolled: Vec<String> = enrolled.into_iter().flatten().collect();
    let mut stored = BTreeMap::<String, u32>::new();
    let players = asked_again(|| site.ledger.players(site.club)).await;
    for player in players.unwrap() {
        *stored.entry(player.name.unwrap()).or_default() += 1;
    }
    for name in &enrolled {
        assert_eq!(stored.remove(name), Some(1), "{name}");
    }
    assert_eq!(stored, BTreeMap::new(), "nobody asked for these, or twice");
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
    let listen = || WorkNotifications::of_signer(&signer);
    let mut wakes = asked_again(listen).await.unwrap();
    site.pair.signal_primary(Signal::STOP);
    let lost = Instant::now();
    assert_eq!(wakes.next().await, None);
    promise("it is noticed", lost.elapsed(), NOTICED);
    site.pair.promote().await;
    asked_again(listen).await.unwrap();
}

/// A primary that becomes a standby, or is set to take no writes, keeps its connections: they are of no use.
#[tokio::test(flavor = "multi_thread")]
async fn a_primary_that_takes_no_writes_is_unavailable() {
    let site = Site::new("readonly").await;
    let read_only = "ALTER SYSTEM SET default_transaction_read_only = on";
    site.pair.on_primary(&[read_only, RELOAD]).await;
    // Each connection reads the settings anew a moment after it was told to.
    let names = AtomicU32::new(0);
    let is_refused = async || {
        let name = names.fetch_add(1, Ordering::SeqCst).to_string();
        site.enrol(&name).await.is_err()
    };
    until_so("the primary takes no writes", is_refused).await;
    for name in ["Eng", "Fai", "Gam"] {
        let error = site.enrol(name).await.unwrap_err();
        assert!(matches!(error, Error::Unavailable { .. }), "{error}");
        // The heartbeat finds out meanwhile.
        sleep(Duration::from_millis(700)).await;
    }
    site.pair.signal_primary(Signal::KILL);
    site.pair.promote().await;
    asked_again(|| site.enrol("Eng")).await.unwrap();
}

/// A primary without a standby keeps a commit for ever. Whoever waits is told in time to try again, whatever they asked for.
#[tokio::test(flavor = "multi_thread")]
async fn who_waits_for_a_standby_is_told_in_time() {
    let site = Site::new("alone").await;
    site.pair.signal_standby(Signal::STOP);
    let person = SignUp {
        email: "west@club.example".to_owned(),
        password_hash: "$argon2id$".to_owned(),
        display_name: "West".to_owned(),
    };
    let (enrolled, signed_up) = tokio::join!(site.enrol("Eng"), site.ledger.sign_up(person));
    for answer in [enrolled, signed_up.map(drop)] {
        let error = answer.unwrap_err();
        assert!(matches!(error, Error::Unavailable { .. }), "{error}");
    }
}
