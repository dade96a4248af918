//! Reads that may be late, with a real primary and a real replica that is made late, taken away and promoted.

use crate::scene::{enrol, found_club, open_match, sign_up, until_so, write};
use crate::standby_pair::StandbyPair;
use ledger::test_database::{TestDatabase, patience, prepare_template, promise, with_parameters};
use ledger::{
    ClubId, Config, Error, Freshness, Ledger, MatchFilter, Page, PlayerId, ReplicaConfig,
    ReplicaStatus, UserId,
};
use metrics::LocalRecorderGuard;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use rustix::process::Signal;
use std::time::{Duration, Instant};
use tokio::time::sleep;

const DATABASE: &str = "faan";
const PAUSE: &str = "SELECT pg_wal_replay_pause()";
const RESUME: &str = "SELECT pg_wal_replay_resume()";
const APP: &str = "faan_test_app";

/// A ledger whose reads that may be late come from a replica, and a club in it. Its tests have one thread, whose recorder counts.
struct Site {
    ledger: Ledger,
    club: ClubId,
    owner: UserId,
    players: [PlayerId; 4],
    counts: Counts,
    pair: StandbyPair,
}

impl Site {
    async fn new(name: &str, max_lag: u64) -> Self {
        let counts = Counts::begin();
        let pair = StandbyPair::start(name).await;
        prepare_template(&patiently(&pair.admin_url()), DATABASE)
            .await
            .unwrap();
        let ledger = connect(&pair, &pair.standby_url(APP, APP, DATABASE), max_lag).await;
        let ledger = ledger.unwrap();
        let owner = sign_up(&ledger, "east@club.example").await;
        let club = found_club(&ledger, owner, "founding").await;
        let mut players = Vec::new();
        for name in ["Ah Yee", "Bing", "Cheung", "Dai Man"] {
            players.push(enrol(&ledger, write(club, owner, "players", name)).await);
        }
        let site = Self {
            ledger,
            club,
            owner,
            players: players.try_into().unwrap(),
            counts,
            pair,
        };
        site.replica_answers().await;
        site
    }

    async fn open_match(&self, key: &str) {
        let new = open_match(self.players);
        let write = write(self.club, self.owner, "matches", key);
        self.ledger.open_match(write, new).await.unwrap();
    }

    /// How far the primary is.
    async fn now(&self) -> Freshness {
        self.ledger.freshness(self.club).await.unwrap()
    }

    /// How many matches there are to somebody who is to read at least so much, and which server said so.
    async fn matches(&self, at_least: Freshness) -> (usize, &'static str) {
        let before = self.counts.read();
        let page = Page {
            before: None,
            limit: 50,
        };
        let late = self.ledger.at_least(at_least);
        let found = late.matches(self.club, MatchFilter::default(), page).await;
        let after = self.counts.read();
        let mut counted = (0..KINDS.len()).filter(|kind| after[*kind] > before[*kind]);
        let kind = counted.next().unwrap();
        assert_eq!((counted.next(), after[kind]), (None, before[kind] + 1));
        (found.unwrap().matches.len(), KINDS[kind])
    }

    /// The same, by a replica that was not too slow to be asked.
    async fn matches_in_time(&self, at_least: Freshness) -> (usize, &'static str) {
        loop {
            let (found, server) = self.matches(at_least).await;
            if server != "unavailable" {
                return (found, server);
            }
        }
    }

    /// Waits until a read of everything that there is has this answer, and checks that none before lacks a match.
    async fn answers(&self, matches: usize, by: &str) {
        let is_answered_by = async || {
            let (found, server) = self.matches(self.now().await).await;
            assert_eq!(found, matches, "{server}");
            server == by
        };
        until_so(by, is_answered_by).await;
    }

    async fn replica_answers(&self) {
        self.answers(0, "current").await;
    }

    /// How many players a handle then has.
    async fn players_of(&self, ledger: &Ledger) -> usize {
        let late = ledger.at_least(self.now().await);
        late.players(self.club).await.unwrap().len()
    }

    async fn until_current(&self, is_current: bool) {
        let is_so = async || self.status().is_current == is_current;
        until_so("the replica is current, or is not", is_so).await;
    }

    fn status(&self) -> ReplicaStatus {
        self.ledger.replica_status().unwrap()
    }
}

async fn connect(pair: &StandbyPair, replica: &str, max_lag: u64) -> ledger::Result<Ledger> {
    connect_to(&pair.primary_url(APP, APP, DATABASE), replica, max_lag).await
}

/// The URL for somebody who is as patient with the servers as other tests are.
fn patiently(url: &str) -> String {
    with_parameters(url, &patience())
}

async fn connect_to(primary: &str, replica: &str, max_lag: u64) -> ledger::Result<Ledger> {
    let config = Config {
        url: patiently(primary),
        pool_size: 4,
    };
    let replica = ReplicaConfig {
        url: patiently(replica),
        pool_size: 2,
        max_lag: Duration::from_secs(max_lag),
        // However long the primary is stopped, it says how far it is.
        without_primary: Duration::ZERO,
    };
    Ledger::connect_with_replica(&config, &replica).await
}

/// How the replica can be when a read that may be late is answered; only in the first case it answers.
const KINDS: [&str; 5] = ["current", "behind", "late", "unavailable", "failed"];

/// What this thread counts.
struct Counts {
    handle: PrometheusHandle,
    _recording: LocalRecorderGuard<'static>,
}

impl Counts {
    fn begin() -> Self {
        let recorder = Box::leak(Box::new(PrometheusBuilder::new().build_recorder()));
        Self {
            handle: recorder.handle(),
            _recording: metrics::set_default_local_recorder(recorder),
        }
    }

    /// The reads so far, by how the replica was.
    fn read(&self) -> [u64; 5] {
        let page = self.handle.render();
        KINDS.map(|kind| {
            let server = if kind == "current" {
                "replica"
            } else {
                "primary"
            };
            let series = |line: &&str| {
                line.starts_with("faan_database_late_reads_total")
                    && line.contains(&format!("server=\"{server}\""))
                    && line.contains(&format!("replica=\"{kind}\""))
            };
            let line = page.lines().find(series).unwrap();
            line.rsplit_once(' ').unwrap().1.parse().unwrap()
        })
    }
}

#[tokio::test]
async fn nobody_reads_less_than_was_written_from_a_replica_that_is_late() {
    let site = Site::new("late", 300).await;
    site.open_match("first").await;
    site.answers(1, "current").await;
    let before = site.now().await;

    site.pair.on_standby(&[PAUSE]).await;
    site.open_match("second").await;
    let now = site.now().await;
    assert_eq!(site.matches_in_time(now).await, (2, "behind"));
    // This comes from the replica indeed: it does not know of the second one.
    assert_eq!(site.matches_in_time(before).await, (1, "current"));
    let standings = Freshness {
        standings_seq: before.standings_seq + 1,
        ..before
    };
    assert_eq!(site.matches_in_time(standings).await, (2, "behind"));

    // A write goes to the primary, whatever the handle reads.
    let late = site.ledger.at_least(before);
    enrol(&late, write(site.club, site.owner, "players", "Eng")).await;
    assert_eq!(site.now().await.seq, now.seq + 1);

    site.pair.on_standby(&[RESUME]).await;
    site.answers(2, "current").await;
    assert_eq!(site.players_of(&site.ledger).await, 5);
}

#[tokio::test]
async fn a_replica_that_is_too_late_is_not_read_until_it_has_caught_up() {
    let site = Site::new("toolate", 2).await;
    site.until_current(true).await;
    let before = site.now().await;
    site.pair.on_standby(&[PAUSE]).await;
    site.open_match("first").await;
    // Whatever is asked for, in the end it is not asked.
    let is_too_late = async || site.matches(before).await == (1, "late");
    until_so("the replica is too late", is_too_late).await;
    let status = site.status();
    assert!(!status.is_current && status.lag.unwrap() > Duration::from_secs(2));
    site.pair.on_standby(&[RESUME]).await;
    site.answers(1, "current").await;
    site.until_current(true).await;
}

#[tokio::test]
async fn a_replica_that_goes_is_not_missed_and_answers_when_it_is_back() {
    let mut site = Site::new("gone", 10).await;
    site.open_match("first").await;
    site.answers(1, "current").await;
    site.pair.signal_standby(Signal::STOP);
    let lost = Instant::now();
    site.answers(1, "unavailable").await;
    promise("it is not asked", lost.elapsed(), Duration::from_secs(3));
    site.pair.restart_standby().await;
    site.open_match("second").await;
    site.answers(2, "current").await;

    site.pair.signal_standby(Signal::KILL);
    site.answers(2, "unavailable").await;
    // It need not be there at the start either.
    let standby = site.pair.standby_url(APP, APP, DATABASE);
    let other = connect(&site.pair, &standby, 10).await.unwrap();
    assert_eq!(site.players_of(&other).await, 4);
    assert_eq!(other.replica_status().unwrap().lag, None);
}

/// Then it is sent nothing that it did not have.
#[tokio::test]
async fn a_replica_that_starts_while_nothing_is_written_answers() {
    let mut site = Site::new("idle", 300).await;
    site.open_match("first").await;
    site.answers(1, "current").await;
    site.pair.on_primary(&["CHECKPOINT"]).await;
    site.pair.until_replayed().await;
    site.pair.restart_standby().await;
    site.answers(1, "current").await;
}

/// What it then has, the primary never had.
#[tokio::test]
async fn a_replica_that_became_a_primary_is_not_read() {
    let site = Site::new("promoted", 10).await;
    site.open_match("first").await;
    site.answers(1, "current").await;
    site.pair.promote().await;
    site.answers(1, "unavailable").await;
    site.until_current(false).await;
}

/// It has what its successor never had, until it is rewound. PostgreSQL would apply that, and then take itself for a copy on the new timeline, which
/// Patroni would not rewind, if it knew of the new timeline before it had applied its own log.
#[tokio::test]
async fn a_primary_that_was_replaced_is_not_read_before_it_is_rewound() {
    let mut site = Site::new("replaced", 300).await;
    let before = site.now().await;
    site.pair.cut_off_standby().await;
    site.open_match("lost").await;
    site.pair.replace_primary().await;
    assert_eq!(site.pair.timeline_of_replaced().await, 1);

    let [old, new] = [
        site.pair.primary_url(APP, APP, DATABASE),
        site.pair.standby_url(APP, APP, DATABASE),
    ];
    site.ledger = connect_to(&new, &old, 300).await.unwrap();
    // It is asked some times, and never answers.
    for _ in 0..8 {
        sleep(Duration::from_millis(500)).await;
        assert_eq!(site.matches(before).await, (0, "unavailable"));
    }
}

/// After a failover, reads go on at another replica.
#[tokio::test]
async fn of_two_replicas_the_other_one_is_read_once_one_became_a_primary() {
    let mut site = Site::new("another", 10).await;
    site.pair.start_another().await;
    let url = site.pair.standbys_url(APP, APP, DATABASE);
    site.ledger = connect(&site.pair, &url, 10).await.unwrap();
    site.open_match("first").await;
    site.answers(1, "current").await;
    site.pair.promote().await;
    site.answers(1, "unavailable").await;
    // Both were asked meanwhile where they are.
    sleep(Duration::from_secs(3)).await;
    site.answers(1, "current").await;
    // It is not the promoted one, which does not have this.
    site.open_match("second").await;
    site.answers(2, "current").await;
}

#[tokio::test]
async fn a_server_that_is_no_replica_of_the_primary_is_not_read() {
    let site = Site::new("other", 10).await;
    let elsewhere = TestDatabase::create().await;
    let primary = site.pair.primary_url(APP, APP, DATABASE);
    for url in [primary, elsewhere.url()] {
        let ledger = connect(&site.pair, &url, 10).await.unwrap();
        sleep(Duration::from_millis(1500)).await;
        let status = ledger.replica_status().unwrap();
        assert_eq!((status.is_current, status.lag), (false, None));
        assert_eq!(site.players_of(&ledger).await, 4);
    }
    // A role that may do too much could read what row level security hides.
    let admin = site.pair.standby_admin_url(DATABASE);
    let refused = connect(&site.pair, &admin, 10).await.unwrap_err();
    assert!(matches!(refused, Error::Unsafe(_)), "{refused}");
}
