//! Links carry API keys that are limited to a match or to the screen of the hall.

use std::time::Duration;

use reqwest::Method;
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::app::{Club, Person, TestApp, admin, declared};

impl<'a> Club<'a> {
    /// Whoever has a link to a match, and the key of the link.
    pub(crate) async fn linked_to(&self, at: &str, role: &str) -> (Person<'a>, Value) {
        let new = json!({"name": "Uncle Wong", "role": role, "expires_in_hours": 24});
        self.with_link(&format!("{at}/api-keys"), new).await
    }

    /// Whoever has a link to the screen.
    pub(crate) async fn linked_to_screen(&self) -> (Person<'a>, Value) {
        let new = json!({"name": "television", "expires_in_days": 90});
        self.with_link(&format!("{}/screen/api-keys", self.path), new)
            .await
    }

    async fn with_link(&self, path: &str, new: Value) -> (Person<'a>, Value) {
        let made = self.owner.post(path, new).await.expect(201);
        let linked = Person {
            token: Some(made["secret"].as_str().unwrap().to_owned()),
            ..self.owner.clone()
        };
        (linked, made)
    }

    async fn revoke_link(&self, key: &Value) {
        let path = format!(
            "{}/api-keys/{}:revoke",
            self.path,
            key["id"].as_str().unwrap()
        );
        self.owner.act(Method::POST, &path).await.expect(200);
    }
}

fn goulash(number: u32) -> Value {
    json!({"number": number, "outcome": {"kind": "goulash"}})
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_records_in_one_match_until_it_ends() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let [at, other] = [
        club.open_match("old-hong-kong").await,
        club.open_match("old-hong-kong").await,
    ];
    let (guest, made) = club.linked_to(&at, "scorer").await;
    let of_match = at.rsplit('/').next().unwrap();
    assert_eq!(
        (&made["scope"], &made["match"], &made["role"]),
        (&json!("match"), &json!(of_match), &json!("scorer"))
    );
    let hands = format!("{at}/hands");
    let hand = json!({"number": 1, "outcome": declared(1, "discard", Some(2), 3)});
    let recorded = guest.post(&hands, hand).await.expect(201);
    let replaced = json!({"kind": "void", "outcome": recorded["id"]});
    let corrected = guest
        .request(Method::POST, &format!("{at}/corrections"))
        .key("undo")
        .header("If-Match", "*")
        .json(&json!({"changes": [replaced], "reason": "recorded by mistake"}));
    corrected.send().await.expect(201);

    // The list of keys says by whom the entries came.
    let keys = format!("{}/api-keys", club.path);
    let keys = club.owner.get(&keys).await.expect(200);
    assert_eq!(keys["api_keys"][0]["name"], "Uncle Wong");
    let entries = format!("{}/ledger/entries", club.path);
    let entries = club.owner.get(&entries).await.expect(200);
    let by_guest = entries["entries"].as_array().unwrap().iter();
    let by_guest = by_guest.filter(|entry| entry["api_key"] == made["id"]);
    assert_eq!(by_guest.count(), 2);

    // Nothing else is open to the guest, not even whether it is there.
    let nowhere = format!("{}/matches/00000000-0000-4000-8000-000000000000", club.path);
    for (method, path) in [
        (Method::GET, other.clone()),
        (Method::POST, format!("{other}/hands")),
        (Method::GET, nowhere),
        (Method::GET, club.path.clone()),
        (Method::GET, format!("{}/players", club.path)),
        (Method::GET, format!("{}/matches", club.path)),
        (Method::GET, format!("{}/events", club.path)),
        (Method::GET, format!("{}/screen", club.path)),
        (Method::GET, format!("{at}/settlement")),
        (Method::POST, format!("{at}/settlement")),
        (Method::POST, format!("{at}/end")),
        (Method::POST, format!("{at}/substitutions")),
        (Method::POST, format!("{at}/api-keys")),
    ] {
        let answer = guest.act(method, &path).await;
        answer.refused(403, "forbidden");
    }

    let end = club.owner.request(Method::POST, &format!("{at}/end"));
    let end = end.key("end").header("If-Match", "*").json(&json!({}));
    end.send().await.expect(201);
    guest
        .post(&hands, goulash(1))
        .await
        .refused(401, "not_signed_in");
    let late = json!({"name": "late", "role": "scorer", "expires_in_hours": 1});
    let late = club.owner.post(&format!("{at}/api-keys"), late).await;
    late.refused(409, "match_over");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_looks_on_reads_one_match_and_changes_nothing() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let scorer = club.member("siu", "scorer").await;
    let new = json!({"name": "QR code on the table", "role": "player", "expires_in_hours": 12});
    let made = scorer.post(&format!("{at}/api-keys"), new).await;
    let made = made.expect(201);
    let looker = Person {
        token: Some(made["secret"].as_str().unwrap().to_owned()),
        ..scorer.clone()
    };
    club.record(&at, 1, json!({"kind": "goulash"}))
        .await
        .expect(201);
    for path in ["", "/rounds", "/hands", "/hands/1"] {
        let path = match path {
            "/hands/1" => {
                let hands = looker.get(&format!("{at}/hands")).await.expect(200);
                let id = hands["hands"][0]["id"].as_str().unwrap().to_owned();
                format!("{at}/hands/{id}")
            }
            path => format!("{at}{path}"),
        };
        looker.get(&path).await.expect(200);
    }
    for path in ["/hands", "/corrections", "/penalties", "/hands:batch"] {
        let answer = looker.act(Method::POST, &format!("{at}{path}")).await;
        answer.refused(403, "forbidden");
    }
    for path in [
        "/rounds.csv",
        "/corrections",
        "/settlement",
        "/ledger/head",
        "/members",
    ] {
        let path = match path {
            "/ledger/head" | "/members" => format!("{}{path}", club.path),
            path => format!("{at}{path}"),
        };
        looker.get(&path).await.refused(403, "forbidden");
    }
    // A key of whoever may record no more records and reads no more as one either.
    let set = format!("{}/members/{}", club.path, scorer.id);
    club.owner.act(Method::DELETE, &set).await.expect(204);
    looker.get(&at).await.refused(401, "not_signed_in");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_screen_shows_the_tables_and_nothing_else() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let over = club.open_match("old-hong-kong").await;
    let at = club.open_match("old-hong-kong").await;
    let end = club.owner.request(Method::POST, &format!("{over}/end"));
    let end = end.key("end").header("If-Match", "*").json(&json!({}));
    end.send().await.expect(201);
    let (screen, made) = club.linked_to_screen().await;
    assert_eq!(made["scope"], "screen");
    let path = format!("{}/screen", club.path);
    let shown = screen.get(&path).await.expect(200);
    assert_eq!(
        shown["name"],
        club.owner.get(&club.path).await.expect(200)["name"]
    );
    let matches = shown["matches"].as_array().unwrap();
    assert_eq!(matches.len(), 1);
    assert!(at.ends_with(matches[0]["id"].as_str().unwrap()));
    for other in [&club.path, &at, &format!("{}/matches", club.path)] {
        screen.get(other).await.refused(403, "forbidden");
    }
    club.revoke_link(&made).await;
    screen.get(&path).await.refused(401, "not_signed_in");
}

/// What the screen shows, in short: who sits out, and whether the tables play.
async fn drawn(screen: &Person<'_>, club: &Club<'_>) -> Option<(usize, Vec<bool>)> {
    let shown = screen.get(&format!("{}/screen", club.path)).await;
    let shown = shown.expect(200);
    let round = shown.get("round")?;
    let tables = round["tables"].as_array().unwrap().iter();
    let play = tables.map(|table| table.get("match").is_some()).collect();
    Some((round["sitting_out"].as_array().unwrap().len(), play))
}

#[expect(
    clippy::disallowed_methods,
    reason = "the evening is held today, whenever the test runs"
)]
fn today() -> String {
    time::OffsetDateTime::now_utc().date().to_string()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_screen_shows_what_was_drawn_in_the_evening_that_is_held() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let name = json!({"name": "Ivy"});
    let fifth = club
        .owner
        .post(&format!("{}/players", club.path), name)
        .await;
    let mut there = club.players.clone();
    there.push(fifth.expect(201)["id"].as_str().unwrap().to_owned());
    let (screen, _) = club.linked_to_screen().await;
    let evenings = format!("{}/evenings", club.path);
    let hold = async |day: &str| {
        let opened = club.owner.post(&evenings, json!({"held_on": day})).await;
        let at = format!("{evenings}/{}", opened.expect(201)["id"].as_str().unwrap());
        let came = json!({"checked_in": there});
        let came = club.owner.post(&format!("{at}/attendance"), came).await;
        came.expect(200);
        at
    };
    let draw = async |at: &str| {
        let drawn = club.owner.post(&format!("{at}/rounds"), json!({})).await;
        drawn.expect(201);
    };
    for other in ["2020-01-01", "2190-01-01"] {
        draw(&hold(other).await).await;
    }
    assert_eq!(drawn(&screen, &club).await, None);
    let at = hold(&today()).await;
    assert_eq!(drawn(&screen, &club).await, None);
    draw(&at).await;
    // Another evening of the day, in which nothing was drawn, takes nothing away.
    hold(&today()).await;
    assert_eq!(drawn(&screen, &club).await, Some((1, vec![false])));
    let terms = json!({"variant": {"id": "old-hong-kong"}});
    let opened = club
        .owner
        .post(&format!("{at}/rounds/1/matches"), terms)
        .await;
    opened.expect(201);
    assert_eq!(drawn(&screen, &club).await, Some((1, vec![true])));
    // It shows nothing else of the evening.
    screen.get(&at).await.refused(403, "forbidden");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stream_ends_within_five_seconds_of_its_link() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let (kept, _) = club.linked_to(&at, "player").await;
    let path = format!("{at}/events");
    let mut other = kept.request(Method::GET, &path).response().await;
    assert!(other.status().is_success());
    let mut is_in_time = false;
    // A slow machine may hold one up. It does not hold up all.
    for _ in 0..5 {
        let (looker, made) = club.linked_to(&at, "player").await;
        let mut stream = looker.request(Method::GET, &path).response().await;
        assert!(stream.status().is_success());
        club.revoke_link(&made).await;
        let end = async { while stream.chunk().await.unwrap().is_some() {} };
        is_in_time = timeout(Duration::from_secs(5), end).await.is_ok();
        if is_in_time {
            break;
        }
    }
    assert!(is_in_time, "no stream ends within five seconds of its link");
    // One that is good goes on.
    club.record(&at, 1, json!({"kind": "goulash"}))
        .await
        .expect(201);
    let mut heard = Vec::new();
    while !String::from_utf8_lossy(&heard).contains("goulash") {
        heard.extend_from_slice(&other.chunk().await.unwrap().unwrap());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_link_cannot_be_is_refused() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let path = format!("{at}/api-keys");
    let new =
        |role: &str, hours: u32| json!({"name": "x", "role": role, "expires_in_hours": hours});
    for (body, status, code) in [
        (new("owner", 1), 422, "invalid_value"),
        (new("auditor", 1), 422, "invalid_value"),
        (new("player", 0), 422, "invalid_value"),
        (new("player", 8785), 422, "invalid_value"),
        (json!({"name": "x", "role": "player"}), 400, "missing_field"),
    ] {
        club.owner.post(&path, body).await.refused(status, code);
    }
    let nowhere = format!(
        "{}/matches/00000000-0000-4000-8000-000000000000/api-keys",
        club.path
    );
    let refused = club.owner.post(&nowhere, new("player", 1)).await;
    refused.refused(404, "not_found");
    // As many are good at once as there may be keys, and an owner can make a key nevertheless.
    for _ in 0..100 {
        club.owner.post(&path, new("player", 1)).await.expect(201);
    }
    let more = club.owner.post(&path, new("player", 1)).await;
    more.refused(409, "too_many_api_keys");
    club.machine("player").await;
    let rows = admin(&app).await;
    let past = "UPDATE api_keys SET made_at = made_at - interval '2 days', expires_at = now() WHERE scope = 'match'";
    rows.execute(past, &[]).await.unwrap();
    club.owner.post(&path, new("player", 1)).await.expect(201);
}
