//! An evening and a tournament as large as can be drawn, all behind the one address of the hall: no limit refuses anybody anything.

use std::time::{Duration, Instant};

use reqwest::{Method, Response};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use crate::bench::{extent, is_full, keep, promise};
use crate::client::{self, ask};
use crate::faults::floods::percentile;
use crate::faults::quiesce::{self, Kept};
use crate::faults::site::Site;
use crate::owner::Owner;

/// The longest that a telephone at a table waits when all tables record at once, but for one of a hundred.
const AT_ONCE: Duration = Duration::from_secs(5);
/// The hands of a round that are recorded at each table.
const HANDS: u32 = 4;

/// What is held in the hall: an evening, or a tournament.
struct Held {
    /// Its path.
    at: String,
    rounds: usize,
    tables: usize,
}

/// Somebody at a table with a telephone, who has a link, and follows the match as it is played.
struct Telephone {
    owner: Owner,
    at: String,
    /// Its events, which are open as long as this is.
    _events: Response,
}

impl Telephone {
    async fn with_link(organiser: &Owner, at: &str, role: &str) -> Telephone {
        let link = json!({ "name": "Uncle Wong", "role": role, "expires_in_hours": 24 });
        let link = organiser.write(&format!("{at}/api-keys"), link).await;
        let owner = Owner {
            token: link["secret"].as_str().unwrap().to_owned(),
            ..Owner::nobody(&organiser.url)
        };
        let events = owner.request(Method::GET, &format!("{at}/events"));
        let events = client::answer_to(events).await;
        assert_eq!(events.status(), 200);
        Telephone {
            owner,
            at: at.to_owned(),
            _events: events,
        }
    }

    /// Records a hand and reads the match, as a table's page does. Answers how long the hand took, and whether it was put off.
    async fn record(&self, number: u32) -> (Duration, bool) {
        let hand = json!({ "number": number, "outcome": { "kind": "agreed", "winner": 1, "chair_points": [6, -2, -2, -2] } });
        let path = format!("{}/hands", self.at);
        let request = self.owner.request(Method::POST, &path).json(&hand);
        let asked = Instant::now();
        let answer = request.try_clone().unwrap().send().await.unwrap();
        let was_put_off = [429, 503].contains(&answer.status().as_u16());
        let (status, text) = match was_put_off {
            true => ask(request).await,
            false => client::read(answer).await,
        };
        assert_eq!(status, 201, "{text}");
        let took = asked.elapsed();
        self.owner.read(&self.at).await;
        (took, was_put_off)
    }
}

async fn evening(organiser: &Owner, club: &str, players: &[Value], rounds: usize) -> Held {
    let path = format!("{club}/evenings");
    let evening = json!({ "held_on": "2026-11-21" });
    let evening = organiser.write(&path, evening).await;
    let at = format!("{path}/{}", evening["id"].as_str().unwrap());
    // They come one by one.
    for player in players {
        let came = json!({ "checked_in": [player] });
        organiser.write(&format!("{at}/attendance"), came).await;
    }
    let tables = players.len() / 4;
    Held { at, rounds, tables }
}

async fn tournament(organiser: &Owner, club: &str, players: &[Value], rounds: usize) -> Held {
    let path = format!("{club}/tournaments");
    let rules = json!({ "rounds": rounds, "draw": "swiss", "scoring": "table_points", "table_points": [4, 2, 1, 0] });
    let new = json!({ "name": "Cup", "from": "2026-11-21", "until": "2026-11-22", "rules": rules });
    let new = organiser.write(&path, new).await;
    let at = format!("{path}/{}", new["id"].as_str().unwrap());
    for player in players {
        let entered = json!({ "registered": [{ "player": player }], "checked_in": [player] });
        organiser.write(&format!("{at}/entrants"), entered).await;
    }
    let tables = players.len() / 4;
    Held { at, rounds, tables }
}

impl Held {
    /// Draws the next round and opens its matches; their paths.
    async fn open_round(&self, organiser: &Owner, club: &str, round: usize) -> Vec<String> {
        let path = format!("{}/rounds", self.at);
        let drawn = json!({ "unfinished": true });
        organiser.write(&path, drawn).await;
        let new = json!({ "terms": { "variant": { "id": "old-hong-kong" } } });
        let opened = organiser
            .write(&format!("{path}/{round}/matches"), new)
            .await;
        let tables = opened["rounds"][round - 1]["tables"].as_array().unwrap();
        let at = |table: &Value| format!("{club}/matches/{}", table["match"].as_str().unwrap());
        tables.iter().map(at).collect()
    }

    /// Plays all rounds: each table has a telephone that records and one that looks on, and all of them record at once. Answers how long each
    /// hand took, and how many were put off.
    async fn play(&self, organiser: &Owner, club: &str) -> (Vec<Duration>, usize) {
        let (mut times, mut put_off) = (Vec::new(), 0);
        for round in 1..=self.rounds {
            let matches = self.open_round(organiser, club, round).await;
            assert_eq!(matches.len(), self.tables);
            let (mut record, mut look_on) = (Vec::new(), Vec::new());
            for at in &matches {
                record.push(Telephone::with_link(organiser, at, "scorer").await);
                look_on.push(Telephone::with_link(organiser, at, "player").await);
            }
            for number in 1..=HANDS {
                let mut at_once = JoinSet::new();
                for telephone in record.drain(..) {
                    at_once.spawn(async move { (telephone.record(number).await, telephone) });
                }
                for ((took, was_put_off), telephone) in at_once.join_all().await {
                    times.push(took);
                    put_off += usize::from(was_put_off);
                    record.push(telephone);
                }
            }
        }
        (times, put_off)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_full_hall_behind_one_address_is_refused_nothing() {
    let site = Site::start();
    let organiser = site.owner().await;
    let (club, _) = organiser.found_club().await;
    let (other_club, _) = organiser.found_club().await;
    let names = |count: usize| (0..count).map(|number| format!("Player {number}"));
    let players = organiser.enrol(&club, names(extent(12, 400))).await;
    let entrants = organiser.enrol(&other_club, names(extent(8, 256))).await;
    let (mut held, mut put_off) = (Vec::new(), 0);
    let evening = evening(&organiser, &club, &players, extent(1, 4)).await;
    let tournament = tournament(&organiser, &other_club, &entrants, extent(2, 5)).await;
    for (name, club, one) in [
        ("evening", &club, evening),
        ("tournament", &other_club, tournament),
    ] {
        let (mut times, again) = one.play(&organiser, club).await;
        put_off += again;
        times.sort();
        let p99 = percentile(&times, 99);
        promise(name, p99, AT_ONCE);
        held.push(format!(
            "{name}: {} hands at {} tables, p50 {:.0?}, p99 {p99:.0?}",
            times.len(),
            one.tables,
            percentile(&times, 50)
        ));
    }
    // A test that was paused may be put off; nobody in a hall is.
    if is_full() {
        assert_eq!(put_off, 0);
    }
    let entries = quiesce::check(&site, &organiser, &[club, other_club], Kept::default()).await;
    let injected = format!(
        "an evening of {} players and a tournament of {} from one address, everybody checked in one by one, each table with a link that records and one that looks on, both with a stream of events; all tables record at the same moment",
        players.len(),
        entrants.len()
    );
    let held = format!(
        "nothing refused, {put_off} put off; {}; {entries} entries verified",
        held.join("; ")
    );
    keep(
        "a_full_hall_behind_one_address_is_refused_nothing",
        &injected,
        &held,
    );
}
