//! A gateway that reads from a replica, as its clients meet it.

use std::cell::RefCell;
use std::time::{Duration, Instant};

use ledger::test_database::prepare_template;
use reqwest::Method;
use rustix::process::Signal;
use serde_json::{Value, json};

use crate::bench::{extent, promise};
use crate::owner::Owner;
use crate::processes::doctor::{doctor, findings};
use crate::processes::metrics::{documented, page, read};
use crate::processes::standby_pair::StandbyPair;
use crate::running::{Folder, Running, eventually, faan};

/// What is counted only where there is a replica.
pub(crate) const METRICS: [&str; 2] = [
    "faan_database_late_reads_total",
    "faan_database_replica_lag_seconds",
];

const DATABASE: &str = "faan";
const APP: &str = "faan_test_app";
/// How long an answer of the replica alone may take.
const ALONE: Duration = Duration::from_secs(2);

/// A service with a replica, whose folder goes after it.
struct Site {
    service: Running,
    pair: StandbyPair,
    _folder: Folder,
}

impl Site {
    async fn new(name: &str) -> Self {
        Self::with(name, &[]).await
    }

    /// One with these settings.
    async fn with(name: &str, settings: &[(&str, &str)]) -> Self {
        let pair = StandbyPair::start(name).await;
        prepare_template(&pair.admin_url(), DATABASE).await.unwrap();
        let folder = Folder::new();
        let mut command = faan();
        command
            .args(["up", "--metrics-listen", "127.0.0.1:0", "--data-dir"])
            .arg(&folder.0)
            .env("FAAN_DATABASE_URL", pair.primary_url(APP, APP, DATABASE))
            .env(
                "FAAN_READ_DATABASE_URL",
                pair.standby_url(APP, APP, DATABASE),
            )
            .envs(settings.iter().copied());
        Self {
            service: Running::start_with(&mut command),
            pair,
            _folder: folder,
        }
    }

    /// How many reads came from where, by how the replica was.
    async fn count(&self, (server, replica): (&str, &str)) -> f64 {
        let (_, samples) = read(&page(&self.service).await);
        let mut of_reads = samples.iter().filter(|one| one.name == METRICS[0]);
        let found =
            of_reads.find(|one| one.labels["server"] == server && one.labels["replica"] == replica);
        found.unwrap().value
    }

    /// Lists the matches of a club until the list comes from there. Every list on the way has all of them.
    async fn answers(&self, owner: &Owner, club: &str, matches: usize, from: (&str, &str)) {
        let before = self.count(from).await;
        let is_from_there = async || {
            let list = owner.list(&format!("{club}/matches"), "matches").await;
            assert_eq!(list.len(), matches);
            self.count(from).await > before
        };
        eventually(&format!("it comes from {from:?}"), is_from_there).await;
    }

    /// Stops the primary, and tells whether the replica answers alone: how old its lists may be is over when a machine stands still. In a full run,
    /// nobody waits for the primary.
    async fn answers_alone(&self, owner: &Owner, list: &str, seconds: u64) -> bool {
        self.pair.signal_primary(Signal::STOP);
        for _ in 0..5 {
            let asked = Instant::now();
            let (status, age) = self.list(owner, list).await;
            if status != 200 {
                return false;
            }
            promise("an answer without the primary", asked.elapsed(), ALONE);
            assert!(age.is_some_and(|age| age <= seconds + 1), "{age:?}");
        }
        true
    }

    /// What a list is answered with, and how many seconds old it was at most when it was asked for, if it was old: the header counts the time
    /// that the answer took.
    async fn list(&self, owner: &Owner, path: &str) -> (u16, Option<u64>) {
        let begin = Instant::now();
        let asked = owner.http.get(format!("{}{path}", owner.url));
        let answer = asked.bearer_auth(&owner.token).send().await.unwrap();
        let age = answer.headers().get("age");
        let age = age.map(|age| age.to_str().unwrap().parse::<u64>().unwrap());
        let taken = begin.elapsed().as_secs();
        (
            answer.status().as_u16(),
            age.map(|age| age.saturating_sub(taken)),
        )
    }

    async fn replica_readiness(&self) -> Value {
        let answer = reqwest::get(format!("{}/readyz", self.service.url)).await;
        let answer: Value = answer.unwrap().json().await.unwrap();
        answer["replica"].clone()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replica_answers_what_it_has_and_the_primary_the_rest() {
    let site = Site::new("reads").await;
    let owner = Owner::of(&site.service).await;
    let (club, players) = owner.found_club().await;
    let replica = ("replica", "current");
    site.answers(&owner, &club, 0, replica).await;
    owner.open_match(&club, &players, json!({})).await;
    site.answers(&owner, &club, 1, replica).await;
    let is_current = async || site.replica_readiness().await["state"] == "current";
    eventually("the replica is current", is_current).await;
    let (served, _) = read(&page(&site.service).await);
    let documented = documented();
    for metric in METRICS {
        assert_eq!(served.get(metric), documented.get(metric));
    }

    site.pair
        .on_standby(&["SELECT pg_wal_replay_pause()"])
        .await;
    owner.open_match(&club, &players, json!({})).await;
    site.answers(&owner, &club, 2, ("primary", "behind")).await;
    let resume = "SELECT pg_wal_replay_resume()";
    site.pair.on_standby(&[resume]).await;
    site.answers(&owner, &club, 2, replica).await;

    site.pair.signal_standby(Signal::KILL);
    site.answers(&owner, &club, 2, ("primary", "unavailable"))
        .await;
    let is_not_read = async || site.replica_readiness().await["state"] == "not_read";
    eventually("it is not read", is_not_read).await;
}

/// What somebody may, the primary says, however late the replica is.
#[tokio::test(flavor = "multi_thread")]
async fn who_may_read_no_more_reads_nothing_from_a_replica_that_is_late() {
    let site = Site::new("revoked").await;
    let owner = Owner::of(&site.service).await;
    let (club, _) = owner.found_club().await;
    let keys = format!("{club}/api-keys");
    let new = json!({"name": "in the hall", "role": "auditor"});
    let key = owner.write(&keys, new).await;
    let machine = Owner {
        token: key["secret"].as_str().unwrap().to_owned(),
        ..Owner::nobody(&owner.url)
    };
    site.answers(&machine, &club, 0, ("replica", "current"))
        .await;
    site.pair
        .on_standby(&["SELECT pg_wal_replay_pause()"])
        .await;
    let id = key["id"].as_str().unwrap();
    owner.write(&format!("{keys}/{id}:revoke"), json!({})).await;
    let list = format!("{club}/matches");
    let (status, text) = machine.ask(Method::GET, &list, None).await;
    assert_eq!(status, 401, "{text}");
}

/// Whoever could read when the primary was there last reads on for a while, and is told how old it is.
#[tokio::test(flavor = "multi_thread")]
async fn while_the_primary_is_away_the_replica_answers_alone_for_a_while() {
    let seconds = extent(8, 30);
    let setting = seconds.to_string();
    let site = Site::with("alone", &[("FAAN_READ_WITHOUT_PRIMARY", &setting)]).await;
    let owner = Owner::of(&site.service).await;
    let (club, players) = owner.found_club().await;
    owner.open_match(&club, &players, json!({})).await;
    site.answers(&owner, &club, 1, ("replica", "current")).await;
    let head = owner.read_json(&format!("{club}/ledger/head")).await;
    let head = head["size"].as_u64().unwrap();
    let list = format!("{club}/matches");
    let answers = async || site.list(&owner, &list).await == (200, None);
    eventually("the primary answers", answers).await;

    let there = format!("{list}?min_seq={head}");
    let mut tries = 0;
    while !(site.answers_alone(&owner, &list, seconds).await
        && site.list(&owner, &there).await.0 == 200)
    {
        tries += 1;
        assert!(tries < extent(10, 5), "it does not answer alone");
        site.pair.signal_primary(Signal::CONT);
        eventually("the primary answers", answers).await;
    }
    // Whether there are more entries, only the primary knows.
    let later = format!("{list}?min_seq={}", head + 1);
    assert_eq!(site.list(&owner, &later).await.0, 503);
    // A stranger and a session that is not there are not told from those that did not arrive yet.
    let nobodys = format!("/v1/clubs/{}/matches", uuid::Uuid::nil());
    assert_eq!(site.list(&owner, &nobodys).await.0, 503);
    let is_over = async || {
        let (status, age) = site.list(&owner, &list).await;
        assert!(age.is_none_or(|age| age <= seconds + 1), "{age:?}");
        status == 503
    };
    eventually("it does not answer alone any more", is_over).await;

    site.pair.signal_primary(Signal::CONT);
    eventually("the primary answers again", answers).await;
}

/// `faan doctor` looks at the replica too.
#[tokio::test(flavor = "multi_thread")]
async fn the_doctor_finds_out_whether_it_is_a_replica() {
    let pair = StandbyPair::start("doctor").await;
    prepare_template(&pair.admin_url(), DATABASE).await.unwrap();
    let primary = pair.primary_url(APP, APP, DATABASE);
    let check = |replica: &str| {
        let said = doctor().args(["--read-database-url", replica]).output();
        let found = findings(&said.unwrap()).into_iter();
        let found = found.map(|(check, status, _)| (check, status));
        let of_replica = found.filter(|(check, _)| check.starts_with("database.replica."));
        of_replica.collect::<Vec<_>>()
    };
    let names =
        ["connection", "safeguards", "standby"].map(|name| format!("database.replica.{name}"));
    // The replica has to have caught up with the migrations.
    let standby = pair.standby_url(APP, APP, DATABASE);
    let well = names.clone().map(|name| (name, "ok".to_owned()));
    eventually("it is a replica", async || check(&standby) == well).await;
    let wrong = [(names[0].clone(), "error".to_owned())];
    eventually("the primary is none", async || check(&primary) == wrong).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_doctor_finds_a_standby_that_is_not_connected() {
    let pair = StandbyPair::start("missing").await;
    let both = pair.admin_url();
    let (servers, name) = both.rsplit_once('/').unwrap();
    // Nobody listens there.
    let with_another = format!("{servers},%2Fnowhere/{name}");
    for (url, status) in [(&both, "ok"), (&with_another, "warning")] {
        let told = finding(url, "database.standbys", status).await;
        let says_so = told.contains("names 3 servers, and 1 of them");
        assert_eq!(says_so, status == "warning", "{told}");
    }
}

/// What the doctor tells of a check of these servers, once that is so. One that stands still is found missing.
async fn finding(url: &str, check: &str, status: &str) -> String {
    let told = RefCell::default();
    let is_so = async || {
        let said = doctor().env("FAAN_ADMIN_DATABASE_URL", url).output();
        let found = findings(&said.unwrap());
        let (_, is, words) = found.iter().find(|(name, ..)| name == check).unwrap();
        told.replace(words.clone());
        is == status
    };
    eventually(&format!("{check} is {status}"), is_so).await;
    told.into_inner()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_doctor_finds_a_primary_that_was_replaced_and_goes_on() {
    let pair = StandbyPair::start("replaced").await;
    let url = pair.admin_url();
    finding(&url, "database.primary", "ok").await;
    pair.promote().await;
    let told = finding(&url, "database.primary", "error").await;
    assert!(told.starts_with("these servers take writes: "), "{told}");
}
