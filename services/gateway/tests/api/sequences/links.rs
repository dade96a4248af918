//! Whoever has a link: what every chain of two calls leaves behind.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};

use super::calls::{Call, of_match, of_members, of_the_rest};
use super::scene::Scene;
use super::state::{Keeper, State};
use crate::app::{Person, TestApp};

/// The tables that a hand is written to, or a penalty, or their correction.
const OF_HANDS: [&str; 10] = [
    "balances",
    "clubs",
    "entries",
    "idempotency_keys",
    "match_entries",
    "matches",
    "subtrees",
    "tournament_entries",
    "texts",
    "webhook_deliveries",
];
/// Where it is noted when a key was used last.
const OF_KEYS: &str = "api_keys";
/// What of its match is not for a guest: who sits where from the beginning, and that it ended.
const NOT_FOR_GUESTS: [&str; 5] = ["player_1", "player_2", "player_3", "player_4", "ending"];

/// The links to a match, and the effects that they have.
struct Links<'a> {
    scene: &'a Scene<'a>,
    keeper: Keeper,
    calls: Vec<Call>,
    /// The match of the links, and who sits there.
    at: String,
    seated: Vec<Value>,
}

#[tokio::test(flavor = "multi_thread")]
async fn a_link_reaches_nothing_else_with_several_calls() {
    let app = TestApp::start().await;
    let scene = Scene::of(&app, "scorer").await;
    let club = &scene.club;
    let [at, other] = [
        club.open_match("old-hong-kong").await,
        club.open_match("old-hong-kong").await,
    ];
    let hand = club.record(&at, 1, json!({"kind": "goulash"})).await;
    let hand = hand.expect(201)["id"].as_str().unwrap().to_owned();
    let taken = json!({"chair": 1, "player": scene.newcomer});
    let taken = club.owner.post(&format!("{at}/substitutions"), taken).await;
    let substitution = taken.expect(201)["id"].as_str().unwrap().to_owned();
    let guests = [
        (club.linked_to(&at, "scorer").await.0, true),
        (club.linked_to(&at, "player").await.0, false),
        (club.linked_to_screen().await.0, false),
    ];
    let outcomes = [hand.as_str(), substitution.as_str()];
    let mut calls = of_match(&scene, &at, outcomes);
    calls.extend(of_match(&scene, &other, outcomes));
    calls.extend(of_members(&scene));
    calls.extend(of_the_rest(&scene));
    let mut links = Links {
        keeper: Keeper::new(&app).await,
        seated: Vec::new(),
        calls,
        at,
        scene: &scene,
    };
    links.seated = links.seated().await;
    for (guest, records) in &guests {
        links.search(guest, *records).await;
    }
}

impl Links<'_> {
    async fn search(&self, guest: &Person<'_>, records: bool) {
        let start = self.keeper.keep().await;
        let after_one = self.calls_from(&start, &start, guest, records).await;
        assert_eq!(after_one.is_empty(), !records);
        for state in after_one {
            self.calls_from(&start, &state, guest, records).await;
        }
        self.keeper.put_back(&start).await;
    }

    /// Makes every call from a state. Answers the states that came of it.
    async fn calls_from(
        &self,
        start: &State,
        from: &State,
        guest: &Person<'_>,
        records: bool,
    ) -> Vec<State> {
        let mut reached = Vec::new();
        self.keeper.put_back(from).await;
        for call in &self.calls {
            let answer = call.ask(guest).await;
            let words = call.words(self.scene);
            assert!(answer.status < 500, "{words}: {}", answer.text);
            if answer.status < 300 {
                let state = self.keeper.keep().await;
                self.check(start, &state, records, &words).await;
                reached.push(state);
                self.keeper.put_back(from).await;
            }
        }
        reached
    }

    async fn check(&self, start: &State, state: &State, records: bool, words: &str) {
        let allowed = OF_HANDS.map(|table| records.then_some(table));
        let is_allowed = |table: &str| table == OF_KEYS || allowed.contains(&Some(table));
        let others: BTreeSet<&str> = start
            .changed(state)
            .filter(|table| !is_allowed(table))
            .collect();
        assert!(others.is_empty(), "{words} changes {others:?}");
        assert_eq!(keys(start), keys(state), "{words}");
        let (before, after) = (matches(start), matches(state));
        assert!(before.keys().eq(after.keys()), "{words} opens a match");
        for (id, before) in &before {
            let after = &after[id];
            if !self.at.ends_with(id) {
                assert_eq!(before, after, "{words}");
            }
            for field in NOT_FOR_GUESTS {
                assert_eq!(before[field], after[field], "{words} changes {field}");
            }
        }
        assert_eq!(self.seated().await, self.seated, "{words}");
    }

    /// Who sits where.
    async fn seated(&self) -> Vec<Value> {
        let owner = &self.scene.club.owner;
        let read = owner.get(&self.at).await.expect(200);
        let seats = read["seats"].as_array().unwrap().iter();
        seats.map(|seat| seat["player"]["id"].clone()).collect()
    }
}

/// The matches by their ids.
fn matches(state: &State) -> BTreeMap<String, Value> {
    let rows = state.rows("matches").into_iter();
    let by_id = rows.map(|row| (row["match_id"].as_str().unwrap().to_owned(), row));
    by_id.collect()
}

/// The keys, without when they were used last.
fn keys(state: &State) -> Vec<Value> {
    let mut keys = state.rows(OF_KEYS);
    for key in &mut keys {
        key.as_object_mut().unwrap().remove("used_at");
    }
    keys.sort_by_key(|key| key["api_key_id"].to_string());
    keys
}
