//! What a club can have only so many of, filled to its limit: what a read and a write cost there, and what somebody in another club notices.

use std::time::{Duration, Instant};

use reqwest::Method;
use serde_json::{Value, json};

use super::neighbour_while_read;
use super::reading::win;
use crate::bench::{extent, is_full, keep};
use crate::client::ask;
use crate::faults::floods::match_of;
use crate::faults::quiesce::{self, Kept};
use crate::faults::site::Site;
use crate::owner::Owner;

/// The longest name of a player, a key or a webhook.
const NAME: usize = 100;

/// What a club has only so many of, and what adds some to it.
struct Collection {
    name: &'static str,
    /// How many requests fill it: the next one is refused with this code.
    requests: usize,
    refused: &'static str,
    path: String,
    body: Box<dyn Fn(usize) -> Value>,
    read: String,
}

/// The longest name there may be, and another for each number.
fn long_name(number: usize) -> String {
    let digits = format!(" {number}");
    "看".repeat(NAME - digits.len()) + &digits
}

/// The evening of a club whose players come and go.
async fn attendance(owner: &Owner, club: &str, players: Vec<Value>) -> Collection {
    let evening = json!({ "held_on": "2026-11-21" });
    let evening = owner.write(&format!("{club}/evenings"), evening).await;
    let at = format!("{club}/evenings/{}", evening["id"].as_str().unwrap());
    Collection {
        name: "changes of an evening's attendance",
        requests: 4_000 / 400,
        refused: "too_many_evening_changes",
        path: format!("{at}/attendance"),
        body: Box::new(move |number| match number % 2 {
            0 => json!({ "checked_in": players }),
            _ => json!({ "checked_out": players }),
        }),
        read: at,
    }
}

/// The tournament of a club for which players register and from which they withdraw.
async fn entrants(owner: &Owner, club: &str, players: Vec<Value>) -> Collection {
    let tournament = json!({ "name": long_name(0), "from": "2026-11-21", "until": "2026-11-22", "rules": { "rounds": 3 } });
    let path = format!("{club}/tournaments");
    let tournament = owner.write(&path, tournament).await;
    let at = format!("{path}/{}", tournament["id"].as_str().unwrap());
    let team = "看".repeat(40);
    Collection {
        name: "changes of a tournament's entrants",
        requests: 4_000 / 200,
        refused: "too_many_tournament_changes",
        path: format!("{at}/entrants"),
        body: Box::new(move |number| match number % 2 {
            0 => {
                let entrants = players
                    .iter()
                    .map(|player| json!({ "player": player, "team": team }));
                json!({ "registered": entrants.collect::<Vec<Value>>() })
            }
            _ => json!({ "withdrawn": players }),
        }),
        read: at,
    }
}

/// What needs nothing but a club and a match there.
fn plain(club: &str, at: &str, players: usize) -> Vec<Collection> {
    let hand = win();
    vec![
        Collection {
            name: "players",
            requests: 10_000 - players,
            refused: "too_many_players",
            path: format!("{club}/players"),
            body: Box::new(|number| json!({ "name": long_name(1_000 + number) })),
            read: format!("{club}/players"),
        },
        Collection {
            name: "variants",
            // The one of the match is there.
            requests: 999,
            refused: "too_many_variants",
            path: format!("{club}/variants"),
            body: Box::new(|number| {
                let changes =
                    json!({ "id": format!("v{number}"), "name": { "english": long_name(number) } });
                json!({ "base": { "id": "old-hong-kong" }, "changes": changes })
            }),
            read: format!("{club}/variants"),
        },
        Collection {
            name: "API keys",
            requests: 100,
            refused: "too_many_api_keys",
            path: format!("{club}/api-keys"),
            body: Box::new(|number| json!({ "name": long_name(number), "role": "scorer" })),
            read: format!("{club}/api-keys"),
        },
        Collection {
            name: "outcomes of a match",
            requests: 2_000 / 100,
            refused: "too_many_outcomes",
            path: format!("{at}/hands:batch"),
            body: Box::new(
                move |number| json!({ "number": number * 100 + 1, "outcomes": vec![&hand; 100] }),
            ),
            read: format!("{at}/hands"),
        },
    ]
}

impl Collection {
    /// Adds until it is full; answers what the last request that added something took, and a read after it.
    async fn fill(&self, owner: &mut Owner, signed_in: &mut Instant) -> (Duration, Duration) {
        let mut written = Duration::ZERO;
        for number in 0..extent(self.requests.min(2), self.requests) {
            owner.stay_signed_in(signed_in).await;
            let asked = Instant::now();
            let (status, text) = self.add(owner, number).await;
            assert!(status < 300, "{} {number}: {status} {text}", self.name);
            written = asked.elapsed();
        }
        if is_full() {
            let (status, text) = self.add(owner, self.requests).await;
            let is_full = status == 409 && text.contains(self.refused);
            assert!(is_full, "{}: {status} {text}", self.name);
        }
        let asked = Instant::now();
        owner.read(&self.read).await;
        (written, asked.elapsed())
    }

    async fn add(&self, owner: &Owner, number: usize) -> (u16, String) {
        let request = owner
            .request(Method::POST, &self.path)
            .header("If-Match", "*");
        ask(request.json(&(self.body)(number))).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_club_has_many_of_costs_little_at_its_limit() {
    let site = Site::start();
    let mut owner = site.owner().await;
    let mut signed_in = Instant::now();
    let (club, at) = match_of(&owner).await;
    let (_, other) = match_of(&owner).await;
    // As many as an evening and a tournament have.
    let come = owner.enrol(&club, (0..extent(8, 400)).map(long_name)).await;
    let registered = come.iter().take(200).cloned().collect();
    let mut collections = plain(&club, &at, 4 + come.len());
    collections.push(attendance(&owner, &club, come).await);
    collections.push(entrants(&owner, &club, registered).await);
    let mut held = Vec::new();
    for collection in &collections {
        let (written, read) = collection.fill(&mut owner, &mut signed_in).await;
        let p99 = neighbour_while_read(&owner, &other, (collection.name, &collection.read)).await;
        held.push(format!(
            "{}: a write {written:.0?}, a read {read:.0?}, a neighbour's p99 {p99:.0?}",
            collection.name
        ));
    }
    let entries = quiesce::check(&site, &owner, &[club], Kept::default()).await;
    let injected = "10,000 players, 1,000 variants, 100 API keys, 2,000 hands of a match, 4,000 changes each of an evening and a tournament, with the longest names; one more of each is refused";
    let held = format!("{}; {entries} entries verified", held.join("; "));
    keep(
        "what_a_club_has_many_of_costs_little_at_its_limit",
        injected,
        &held,
    );
}
