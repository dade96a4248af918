//! Sixteen people who record hands, and remember what they were told: of each hand whether it was acknowledged, or whether they gave up
//! without knowing.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use rand::RngExt as _;
use rand::rngs::StdRng;
use reqwest::header::HeaderMap;
use serde_json::{Value, json};
use tokio::task::JoinHandle;

use crate::bench::{chance, extent, is_full};
use crate::client::{self, PATIENCE};
use crate::owner::Owner;

const CLUBS: u64 = 2;
/// How many record, each at a table of their own.
pub(crate) const TABLES: u64 = 16;

/// How they go about it.
#[derive(Clone, Copy)]
pub(crate) struct Manners {
    /// The longest pause between two hands.
    pub(crate) pause: Duration,
    /// The longest that an answer is waited for, if that is less than it takes: chance says how long.
    pub(crate) patience: Option<Duration>,
    /// How often one who got no answer gives up, instead of sending the same again until there is one.
    pub(crate) gives_up: f64,
}

impl Default for Manners {
    fn default() -> Self {
        Manners {
            pause: Duration::from_millis(200),
            patience: None,
            gives_up: 0.1,
        }
    }
}

/// What all of them met.
#[derive(Default)]
pub(crate) struct Tally {
    /// Hands that were acknowledged.
    acknowledged: AtomicU64,
    /// Of those, how many had been stored before, and nobody had been told.
    replayed: AtomicU64,
    /// Requests that were put off: 503.
    put_off: AtomicU64,
    /// Requests that got no answer.
    cut: AtomicU64,
    /// Hands that somebody gave up, and how many of them are stored all the same.
    given_up: AtomicU64,
    found: AtomicU64,
    /// The longest that a request took that was answered, in milliseconds.
    slowest: AtomicU64,
}

impl Tally {
    pub(crate) fn acknowledged(&self) -> u64 {
        of(&self.acknowledged)
    }

    pub(crate) fn put_off(&self) -> u64 {
        of(&self.put_off)
    }

    pub(crate) fn cut(&self) -> u64 {
        of(&self.cut)
    }

    /// Nobody was cut off. Only a full run judges it: whoever stood still for longer than the other side waits is cut off, whatever was injected.
    pub(crate) fn promise_none_was_cut(&self) {
        assert!(!is_full() || self.cut() == 0, "{}", self.told());
    }

    pub(crate) fn slowest(&self) -> Duration {
        Duration::from_millis(of(&self.slowest))
    }

    /// In a sentence.
    pub(crate) fn told(&self) -> String {
        format!(
            "{} hands acknowledged ({} of them had been stored before, unanswered), {} requests without an answer, {} put off with 503, {} hands given up of which {} were stored",
            of(&self.acknowledged),
            of(&self.replayed),
            of(&self.cut),
            of(&self.put_off),
            of(&self.given_up),
            of(&self.found)
        )
    }
}

/// A hand that is stored.
struct Stored {
    outcome: Value,
    /// Its id if it was acknowledged.
    id: Option<String>,
}

/// One who records hands in a match of their own.
struct Writer {
    http: reqwest::Client,
    url: String,
    /// The token that all of them show.
    token: Arc<Mutex<String>>,
    at: String,
    chance: StdRng,
    manners: Manners,
    tally: Arc<Tally>,
    stored: Vec<Stored>,
    /// What may have been stored as the next hand.
    doubtful: Vec<Value>,
    asked: u64,
}

/// What came of a request.
enum Fate {
    Answered(u16, HeaderMap, Value),
    Lost,
}

/// All of them, at work.
pub(crate) struct Writers {
    pub(crate) clubs: Vec<String>,
    pub(crate) tally: Arc<Tally>,
    token: Arc<Mutex<String>>,
    stop: Arc<AtomicBool>,
    at_work: Vec<JoinHandle<Writer>>,
}

impl Writers {
    /// Makes clubs and matches, and has sixteen people record.
    pub(crate) async fn start(owner: &Owner, manners: Manners) -> Writers {
        let (tally, stop) = (Arc::<Tally>::default(), Arc::<AtomicBool>::default());
        let token = Arc::new(Mutex::new(owner.token.clone()));
        let (mut clubs, mut at_work) = (Vec::new(), Vec::new());
        for club in 0..CLUBS {
            let (path, players) = owner.found_club().await;
            for table in 0..TABLES / CLUBS {
                let writer = Writer {
                    http: client::http(),
                    url: owner.url.clone(),
                    token: token.clone(),
                    at: owner.open_match(&path, &players, json!({})).await,
                    chance: chance(club * TABLES / CLUBS + table),
                    manners,
                    tally: tally.clone(),
                    stored: Vec::new(),
                    doubtful: Vec::new(),
                    asked: 0,
                };
                at_work.push(tokio::spawn(writer.work(stop.clone())));
            }
            clubs.push(path);
        }
        Writers {
            clubs,
            tally,
            token,
            stop,
            at_work,
        }
    }

    /// From now on all of them show this token.
    pub(crate) fn show(&self, token: &str) {
        token.clone_into(&mut self.token.lock().unwrap());
    }

    /// Waits until this many more hands are acknowledged, and says how long that took.
    pub(crate) async fn go_on(&self, more: u64) -> Duration {
        let (started, before) = (Instant::now(), self.tally.acknowledged());
        while self.tally.acknowledged() < before + more {
            let waited = started.elapsed();
            assert!(
                waited < PATIENCE,
                "nothing is recorded any more: {}",
                self.tally.told()
            );
            assert!(
                !self.at_work.iter().any(JoinHandle::is_finished),
                "a writer has failed"
            );
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        started.elapsed()
    }

    /// Has everybody finish what they are at, and holds what they were told against what is there.
    pub(crate) async fn conclude(self, owner: &Owner) -> (Vec<String>, Arc<Tally>) {
        self.stop.store(true, Ordering::Relaxed);
        for writer in self.at_work {
            writer.await.unwrap().check(owner).await;
        }
        (self.clubs, self.tally)
    }
}

/// A hand after which the dealer stays, so that a match never ends.
pub(crate) fn any_outcome(chance: &mut StdRng) -> Value {
    let winners = json!([{ "chair": 1, "declared": { "fan": chance.random_range(4..=10) } }]);
    match chance.random_range(1..=5) {
        1 => json!({ "kind": "goulash" }),
        from @ 2..=4 => {
            json!({ "kind": "win", "won_by": "discard", "from_chair": from, "winners": winners })
        }
        _ => json!({ "kind": "win", "won_by": "self_draw", "winners": winners }),
    }
}

impl Writer {
    async fn work(mut self, stop: Arc<AtomicBool>) -> Writer {
        while !stop.load(Ordering::Relaxed) {
            self.record().await;
            let pause = self.manners.pause.mul_f64(self.chance.random());
            tokio::time::sleep(pause).await;
        }
        // What is in doubt at the end is settled by a hand that is waited for.
        self.manners = Manners {
            patience: None,
            gives_up: 0.0,
            ..self.manners
        };
        while !self.doubtful.is_empty() {
            self.record().await;
        }
        self
    }

    /// Records the next hand, or gives it up.
    async fn record(&mut self) {
        let outcome = any_outcome(&mut self.chance);
        let number = self.stored.len() + 1;
        self.asked += 1;
        let key = format!("{}-{number}-{}", self.at, self.asked);
        let body = json!({ "number": number, "outcome": outcome });
        loop {
            let wait = match self.send(&key, &body).await {
                Fate::Answered(201, headers, hand) => {
                    return self.acknowledged(outcome, &headers, &hand);
                }
                Fate::Answered(409, _, problem) => return self.was_stored(&problem),
                // All writers have one address: what they gave up may still be under way there, and has its share.
                Fate::Answered(429 | 503, headers, problem) => {
                    assert!(headers.contains_key("retry-after"), "{problem}");
                    add(&self.tally.put_off);
                    Duration::from_millis(200)
                }
                // This process stood still.
                Fate::Answered(408, ..) => Duration::from_millis(50),
                // The token is not of this time: there will be another.
                Fate::Answered(401, ..) => {
                    tokio::time::sleep(Duration::from_millis(20)).await;
                    continue;
                }
                Fate::Answered(status, _, problem) => panic!("{status}: {problem}"),
                Fate::Lost => {
                    add(&self.tally.cut);
                    Duration::from_millis(50)
                }
            };
            if self.chance.random_bool(self.manners.gives_up) {
                add(&self.tally.given_up);
                self.doubtful.push(outcome);
                return;
            }
            tokio::time::sleep(wait).await;
        }
    }

    async fn send(&mut self, key: &str, body: &Value) -> Fate {
        let path = format!("{}{}/hands", self.url, self.at);
        let token = self.token.lock().unwrap().clone();
        let request = self.http.post(path).bearer_auth(token);
        let request = request.header("Idempotency-Key", key).json(body);
        let longest = extent(PATIENCE, Duration::from_secs(30));
        let patience = match self.manners.patience {
            Some(patience) => patience.mul_f64(self.chance.random()),
            None => longest,
        };
        let started = Instant::now();
        let answer = tokio::time::timeout(patience, async {
            let answer = request.send().await.ok()?;
            let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
            Some((status, headers, answer.json().await.ok()?))
        });
        let answer = answer.await;
        assert!(
            answer.is_ok() || patience < longest,
            "no answer in {longest:?}"
        );
        let Ok(Some((status, headers, body))) = answer else {
            return Fate::Lost;
        };
        let took = u64::try_from(started.elapsed().as_millis()).unwrap();
        self.tally.slowest.fetch_max(took, Ordering::Relaxed);
        Fate::Answered(status, headers, body)
    }

    fn acknowledged(&mut self, outcome: Value, headers: &HeaderMap, hand: &Value) {
        assert!(says(hand, &outcome), "{hand} is not {outcome}");
        add(&self.tally.acknowledged);
        if headers.contains_key("idempotency-replayed") {
            add(&self.tally.replayed);
        }
        self.doubtful.clear();
        let id = Some(hand["id"].as_str().unwrap().to_owned());
        self.stored.push(Stored { outcome, id });
    }

    /// The number is taken: by something that was given up, since nobody else records here.
    fn was_stored(&mut self, problem: &Value) {
        assert_eq!(problem["code"], "hand_number_taken", "{problem}");
        add(&self.tally.found);
        let hand = &problem["hand"];
        let outcome = self.doubtful.iter().find(|outcome| says(hand, outcome));
        let outcome = outcome
            .unwrap_or_else(|| panic!("nobody recorded {hand}"))
            .clone();
        self.doubtful.clear();
        self.stored.push(Stored { outcome, id: None });
    }

    /// Everything that was acknowledged is there once, what was given up once or not at all, and nothing else.
    async fn check(self, owner: &Owner) {
        let hands = owner.list(&format!("{}/hands", self.at), "hands").await;
        assert_eq!(hands.len(), self.stored.len(), "{}", self.at);
        let mut totals = BTreeMap::new();
        for (number, (hand, stored)) in (1..).zip(hands.iter().zip(&self.stored)) {
            assert_eq!(hand["number"], number);
            assert!(
                says(hand, &stored.outcome),
                "{hand} is not {}",
                stored.outcome
            );
            if let Some(id) = &stored.id {
                assert_eq!(hand["id"], **id);
            }
            for payment in hand["payments"].as_array().unwrap() {
                let chair = payment["chair"].as_i64().unwrap();
                *totals.entry(chair).or_insert(0.0) += payment["points"].as_f64().unwrap();
            }
        }
        assert!(totals.values().sum::<f64>().abs() < 1e-6, "{totals:?}");
    }
}

/// Whether a hand is this outcome.
fn says(hand: &Value, outcome: &Value) -> bool {
    let said = &hand["outcome"];
    let fan = |outcome: &Value| outcome["winners"][0]["declared"]["fan"].clone();
    said["kind"] == outcome["kind"]
        && said["won_by"] == outcome["won_by"]
        && said["from_chair"] == outcome["from_chair"]
        && fan(said) == fan(outcome)
}

fn of(count: &AtomicU64) -> u64 {
    count.load(Ordering::Relaxed)
}

fn add(count: &AtomicU64) {
    count.fetch_add(1, Ordering::Relaxed);
}
