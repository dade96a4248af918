//! What scoring costs at its limits: house patterns, documents, batches, waits, claims.

use std::collections::BTreeMap;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use reqwest::{Client, Method};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::bench::{extent, goes_on, keep, promise};
use crate::client::{self, ask};
use crate::faults::floods::percentile;
use crate::faults::quiesce::{self, Kept};
use crate::faults::site::Site;
use crate::owner::Owner;

/// The hand with the most readings that was found: each is another reading for every house pattern.
const MANY_READINGS: (&str, &str) = ("6667778888999m", "7m");
/// A hand that waits for nine tiles.
const NINE_GATES: &str = "1112345678999m";
/// The most wins of a batch, and bytes of a document.
const WINS: usize = 256;
const DOCUMENT: usize = 64 * 1024;
/// How many ask for the dearest at once.
const ATTACKERS: usize = 4;
/// Where the attackers are: their share is not that of the neighbour.
const ATTACKER: Ipv4Addr = Ipv4Addr::new(127, 0, 0, 2);
/// The longest that one request takes, even unoptimised on a busy machine.
const ONE: Duration = Duration::from_secs(5);

/// A request.
#[derive(Clone)]
struct Asked {
    what: String,
    path: &'static str,
    body: Value,
}

fn dearest() -> impl Iterator<Item = (usize, &'static str)> {
    let lines = include_str!("dearest_expressions.txt").lines();
    let lines = lines.filter(|line| !line.starts_with('#'));
    lines.map(|line| {
        let (times, expression) = line.split_once(" ; ").unwrap();
        (times.parse().unwrap(), expression)
    })
}

/// A document as long as one may be, with an expression so many times.
fn document(base: &Value, id: usize, times: usize, expression: &str) -> Value {
    let pattern = json!({ "name": { "english": "Dear" }, "expression": expression, "value": 1 });
    let house = (0..times).map(|place| (format!("house:dear_{place}"), pattern.clone()));
    let mut document = base.clone();
    document["id"] = format!("dear-{id}").into();
    document["minimum_fan"] = 0.into();
    document["house_patterns"] = house.collect::<serde_json::Map<_, _>>().into();
    let mut readings = Vec::new();
    while document.to_string().len() + 2100 < DOCUMENT {
        readings.push("x".repeat(2000));
        document["readings"] = readings.clone().into();
    }
    document
}

fn win() -> Value {
    let (concealed, winning_tile) = MANY_READINGS;
    json!({ "seat_wind": "south", "round_wind": "east", "won_by": "self_draw",
        "hand": { "concealed": concealed, "winning_tile": winning_tile } })
}

fn self_drawn() -> Value {
    let (concealed, winning_tile) = MANY_READINGS;
    let hand = json!({ "concealed": concealed, "winning_tile": winning_tile });
    json!({ "kind": "win", "won_by": "self_draw", "winners": [{ "chair": 1, "hand": hand }] })
}

/// Everything that a variant can be asked for, as dear as it can be.
fn under(hash: &str, expression: &str) -> Vec<Asked> {
    let variant = json!({ "hash": hash });
    let asked = |what: &str, path, body| Asked {
        what: format!("{what}, `{expression}`"),
        path,
        body,
    };
    let claim = json!({ "chair": 2, "kind": "win", "hand": { "concealed": MANY_READINGS.0 } });
    vec![
        asked(
            "a batch of 256",
            "/v1/score:batch",
            json!({ "variant": variant, "wins": vec![win(); WINS] }),
        ),
        asked(
            "a batch of 20",
            "/v1/score:batch",
            json!({ "variant": variant, "wins": vec![win(); 20] }),
        ),
        asked(
            "20 hands played",
            "/v1/hands:play",
            json!({ "variant": variant, "outcomes": vec![self_drawn(); 20] }),
        ),
        asked(
            "a score explained",
            "/v1/score",
            json!({ "variant": variant, "win": win(), "explain": true }),
        ),
        asked(
            "waits",
            "/v1/waits",
            json!({ "variant": variant, "seat_wind": "south", "round_wind": "east", "hand": { "concealed": NINE_GATES } }),
        ),
        asked(
            "claims",
            "/v1/claims",
            json!({ "variant": variant, "deal": { "round_wind": "east", "dealer": 1, "extra": 0 },
                "won_by": "discard", "from_chair": 1, "tile": MANY_READINGS.1, "claims": [claim] }),
        ),
    ]
}

/// Somebody with an account, at the attackers' address.
async fn attacker(url: &str, place: usize) -> Owner {
    let http = Client::builder().local_address(IpAddr::from(ATTACKER));
    Owner {
        http: http.build().unwrap(),
        ..Owner::signs_up(url, &format!("attacker-{place}@example.org")).await
    }
}

/// Sends a request, and says how it was answered and how long that took.
async fn send(owner: &Owner, asked: &Asked) -> (u16, Value, Duration) {
    let started = Instant::now();
    let (status, body) = ask(owner.request(Method::POST, asked.path).json(&asked.body)).await;
    (
        status,
        serde_json::from_str(&body).unwrap(),
        started.elapsed(),
    )
}

/// Every dear request, once each is known to be taken or refused as it should be, with the longest time of one.
async fn every_request(owner: &Owner) -> (Vec<Asked>, Duration, String) {
    let base = owner.read_json("/v1/variants/old-hong-kong").await["document"].take();
    let (mut all, mut longest, mut which) = (Vec::new(), Duration::ZERO, String::new());
    for (id, (times, expression)) in dearest().take(extent(2, usize::MAX)).enumerate() {
        let check = Asked {
            what: format!("a check, `{expression}`"),
            path: "/v1/variants:check",
            body: json!({ "document": document(&base, id, times, expression) }),
        };
        let (status, checked, _) = send(owner, &check).await;
        assert_eq!(
            (status, &checked["problems"]),
            (200, &json!([])),
            "{expression}"
        );
        let hash = checked["variant"]["hash"].as_str().unwrap();
        let mut asked = under(hash, expression);
        asked.push(check);
        for asked in asked {
            let (status, answer, took) = send(owner, &asked).await;
            let code = answer["code"].as_str().unwrap_or_default();
            let fine = status == 200 || (status, code) == (422, "too_many_steps");
            assert!(fine, "{}: {status} {answer}", asked.what);
            // Else it would not be the dearest that a request can be.
            let is_too_much = asked.what.starts_with("a batch of 256");
            assert_eq!(status == 422, is_too_much, "{}", asked.what);
            println!("{took:.1?}: {status} {code}: {}", asked.what);
            promise(&asked.what, took, ONE);
            if took > longest {
                (longest, which) = (took, asked.what.clone());
            }
            all.push(asked);
        }
    }
    (all, longest, which)
}

/// Reads a match and has an ordinary hand scored, for a while or so often: how long each took, the shortest first.
async fn neighbour(owner: &Owner, at: &str, for_as_long: Duration) -> Vec<Duration> {
    let ordinary = Asked {
        what: "an ordinary hand".to_owned(),
        path: "/v1/score",
        body: json!({ "variant": { "id": "old-hong-kong" }, "win": win() }),
    };
    let (began, mut times) = (Instant::now(), Vec::new());
    while goes_on(times.len(), 40, began, for_as_long) {
        let started = Instant::now();
        owner.read(at).await;
        times.push(started.elapsed());
        let (status, answer, took) = send(owner, &ordinary).await;
        assert_eq!(status, 200, "{answer}");
        times.push(took);
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    times.sort();
    times
}

/// Sends every dear request in turn until it is told to stop; how often each status was the answer.
async fn attack(
    stop: Arc<AtomicBool>,
    attacker: Owner,
    all: Vec<Asked>,
    first: usize,
) -> BTreeMap<u16, usize> {
    let mut statuses = BTreeMap::new();
    for asked in all.iter().cycle().skip(first) {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        let request = attacker.request(Method::POST, asked.path);
        let answer = request.json(&asked.body).send().await.unwrap();
        let (status, _) = client::read(answer).await;
        assert!(
            [200, 408, 422, 429, 503].contains(&status),
            "{status}: {}",
            asked.what
        );
        *statuses.entry(status).or_default() += 1;
    }
    statuses
}

#[tokio::test(flavor = "multi_thread")]
async fn the_dearest_patterns_slow_nobody_else_down() {
    let site = Site::start();
    let owner = site.owner().await;
    let (club, players) = owner.found_club().await;
    let at = owner.open_match(&club, &players, json!({})).await;
    let (all, longest, which) = every_request(&attacker(&owner.url, ATTACKERS).await).await;
    let for_as_long = Duration::from_secs(30);
    let before = site.engine.memory();
    let alone = neighbour(&owner, &at, for_as_long).await;

    let stop = Arc::<AtomicBool>::default();
    let mut attackers = JoinSet::new();
    for place in 0..ATTACKERS {
        let who = attacker(&owner.url, place).await;
        let first = place * all.len() / ATTACKERS;
        attackers.spawn(attack(stop.clone(), who, all.clone(), first));
    }
    let beside = neighbour(&owner, &at, for_as_long).await;
    let after = site.engine.memory();
    stop.store(true, Ordering::Relaxed);
    let mut statuses = BTreeMap::<u16, usize>::new();
    for one in attackers.join_all().await {
        for (status, times) in one {
            *statuses.entry(status).or_default() += times;
        }
    }
    let [alone_50, alone_99] = [50, 99].map(|percent| percentile(&alone, percent));
    let [beside_50, beside_99] = [50, 99].map(|percent| percentile(&beside, percent));
    println!(
        "alone {alone_50:.1?} {alone_99:.1?}, beside {beside_50:.1?} {beside_99:.1?}, {statuses:?}"
    );
    // Two processors have the attackers, the neighbour, the service and this test: twenty times is a fair share.
    let share = alone_99 * 20 + Duration::from_millis(400);
    promise("a neighbour", beside_99, share);
    assert!(after < before + 96 * 1024 * 1024, "{before} {after}");
    assert!(statuses.values().sum::<usize>() > 0);
    let entries = quiesce::check(&site, &owner, &[club], Kept::default()).await;
    let injected = format!(
        "{ATTACKERS} at once that ask for nothing but the dearest: {} requests at their limits, by {} documents of 64 KiB at the limit of steps",
        all.len(),
        dearest().count()
    );
    let held = format!(
        "one took {longest:.0?} at most ({which}); a neighbour's p50 and p99 {beside_50:.1?} and {beside_99:.1?}, alone {alone_50:.1?} and {alone_99:.1?}; answers by status {statuses:?}; the engine's memory {} MiB before, {} MiB after; {entries} entries verified",
        before >> 20,
        after >> 20
    );
    keep(
        "the_dearest_patterns_slow_nobody_else_down",
        &injected,
        &held,
    );
}
