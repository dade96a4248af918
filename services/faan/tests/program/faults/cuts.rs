//! Connections that are cut between the commit and the answer.

use std::time::Duration;

use rand::RngExt as _;
use serde_json::{Value, json};
use tokio::task::JoinSet;
use tokio::time::sleep;

use crate::bench::{chance, extent, keep};
use crate::client::{self, answer_to};
use crate::faults::proxy::{Manner, Proxy};
use crate::faults::quiesce::{self, Kept};
use crate::faults::site::Site;
use crate::faults::writers::any_outcome;
use crate::owner::Owner;

/// How many cut at once.
const AT_ONCE: u64 = 8;

/// Somebody whose every answer is lost.
struct Unlucky {
    /// By the proxy.
    through: String,
    /// Past it.
    past: String,
    token: String,
}

impl Unlucky {
    /// Sends something through the proxy, gets nothing, and sends it again past it: what was done is told, and was done once.
    async fn post(&self, path: &str, key: &str, body: &Value) -> Value {
        let post = |url: &str| {
            // A connection of its own: one that is kept would have been cut before.
            let request = client::http().post(format!("{url}{path}"));
            let request = request
                .bearer_auth(&self.token)
                .header("Idempotency-Key", key);
            request.json(body)
        };
        while let Ok(answer) = post(&self.through).send().await {
            // What is put off is not done.
            let status = answer.status().as_u16();
            assert!([408, 503].contains(&status), "{status} came through");
            sleep(Duration::from_secs(1)).await;
        }
        let mut told = Vec::new();
        for _ in 0..2 {
            let answer = answer_to(post(&self.past)).await;
            let replayed = answer.headers().get("idempotency-replayed").cloned();
            let (status, text) = (answer.status(), answer.text().await.unwrap());
            assert_eq!(status, 201, "{text}");
            assert!(replayed.is_some(), "it was done a second time: {text}");
            told.push(text);
        }
        assert_eq!(told[0], told[1]);
        serde_json::from_str(&told[0]).unwrap()
    }

    /// Hands, batches and new players, in a match and club of their own; returns how many entries that makes.
    async fn evening(self, number: u64, at: String, club: String, cuts: u64) -> u64 {
        let mut chance = chance(number);
        let (mut ids, mut players) = (Vec::new(), Vec::new());
        for cut in 0..cuts {
            let key = format!("cut-{number}-{cut}");
            let outcome = any_outcome(&mut chance);
            let hand = ids.len() + 1;
            match chance.random_range(0..4) {
                0 => {
                    let body = json!({ "name": key });
                    let told = self.post(&format!("{club}/players"), &key, &body).await;
                    players.push(told["id"].clone());
                }
                1 => {
                    let body =
                        json!({ "number": hand, "outcomes": [outcome, { "kind": "goulash" }] });
                    let told = self.post(&format!("{at}/hands:batch"), &key, &body).await;
                    ids.extend(
                        told["outcomes"]
                            .as_array()
                            .unwrap()
                            .iter()
                            .map(|one| one["id"].clone()),
                    );
                }
                _ => {
                    let body = json!({ "number": hand, "outcome": outcome });
                    ids.push(self.post(&format!("{at}/hands"), &key, &body).await["id"].clone());
                }
            }
        }
        let owner = Owner {
            http: client::http(),
            url: self.past,
            token: self.token,
        };
        let hands = owner.list(&format!("{at}/hands"), "hands").await;
        let there: Vec<Value> = hands.iter().map(|hand| hand["id"].clone()).collect();
        assert_eq!(there, ids);
        (ids.len() + players.len()) as u64
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_is_cut_off_after_the_commit_is_given_again() {
    let site = Site::start();
    let owner = site.owner().await;
    let proxy = Proxy::to(site.gateway.address).await;
    proxy.shall(Manner::SwallowAnswers);
    let cuts = extent(2, 125);
    let (mut clubs, mut evenings) = (Vec::new(), JoinSet::new());
    for number in 0..AT_ONCE {
        let (club, players) = owner.found_club().await;
        let at = owner.open_match(&club, &players, json!({})).await;
        let unlucky = Unlucky {
            through: format!("http://{}", proxy.address),
            past: owner.url.clone(),
            token: owner.token.clone(),
        };
        evenings.spawn(unlucky.evening(number, at, club.clone(), cuts));
        clubs.push(club);
    }
    let written: u64 = evenings.join_all().await.into_iter().sum();
    let swallowed = proxy.swallowed();
    assert_eq!(swallowed.len() as u64, cuts * AT_ONCE);
    assert!(
        swallowed
            .iter()
            .all(|line| line.starts_with("HTTP/1.1 201 ")),
        "{swallowed:?}"
    );
    let entries = quiesce::check(&site, &owner, &clubs, Kept::default()).await;
    // Besides, each club has its founding, four players, a variant and the match.
    assert_eq!(entries, written + 7 * AT_ONCE);
    let injected = format!(
        "{} connections cut after the commit and before the answer, {AT_ONCE} at once",
        swallowed.len()
    );
    let held = format!(
        "every retry, twice each, got the original answer; 0 duplicates: {entries} entries verified, of which {written} by cut requests"
    );
    keep(
        "an_answer_that_is_cut_off_after_the_commit_is_given_again",
        &injected,
        &held,
    );
}
