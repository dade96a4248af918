//! Tournaments over HTTP.

mod cuts;
mod plainly;
mod refusals;
mod whole;

use std::collections::BTreeMap;

use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{Club, TestApp, fresh_key};

fn path(club: &Club<'_>) -> String {
    format!("{}/tournaments", club.path)
}

/// Five rounds for points and a place bonus, the last one among the best sixteen.
fn rules() -> Value {
    json!({
        "rounds": 5, "scoring": "points_and_table_points", "table_points": [40, 10, -10, -40],
        "ties": ["first_places", "opponents"], "sat_out": {"points": 0.5, "table_points": 1},
        "cut": {"after_round": 4, "players": 16, "keeps_results": false},
        "clock": {"minutes": 90, "last_hand": "finish_hand"}
    })
}

fn tournament(rules: Value) -> Value {
    json!({"name": "Autumn cup", "from": "1900-01-01", "until": "2200-12-31", "rules": rules})
}

/// Opens a tournament of all days with these rules; returns its path.
async fn open(club: &Club<'_>, rules: Value) -> String {
    let opened = club.owner.post(&path(club), tournament(rules)).await;
    let location = opened.header("location").to_owned();
    let opened = opened.expect(201);
    assert!(location.ends_with(opened["id"].as_str().unwrap()));
    location
}

/// Registers players and checks them in.
async fn enter(club: &Club<'_>, at: &str, players: &[String]) -> Value {
    let registered: Vec<Value> = players.iter().map(|id| json!({"player": id})).collect();
    let entered = json!({"registered": registered, "checked_in": players});
    let path = format!("{at}/entrants");
    club.owner.post(&path, entered).await.expect(200)
}

/// So many players of the club, by id.
async fn players(club: &Club<'_>, count: usize) -> Vec<String> {
    let mut players = club.players.clone();
    for number in players.len()..count {
        let name = json!({"name": format!("Player {number}")});
        let path = format!("{}/players", club.path);
        let enrolled = club.owner.post(&path, name).await.expect(201);
        players.push(enrolled["id"].as_str().unwrap().to_owned());
    }
    players
}

fn ids(players: &Value) -> Vec<&str> {
    let players = players.as_array().unwrap().iter();
    players
        .map(|player| player["id"].as_str().unwrap())
        .collect()
}

/// How many meetings of the tables of a list of rounds are not the first of the two.
fn repeats(rounds: &Value) -> u64 {
    let mut met: Vec<(u64, u64)> = Vec::new();
    let mut repeats = 0;
    let rounds = rounds.as_array().unwrap().iter();
    for table in rounds.flat_map(|round| round["tables"].as_array().unwrap()) {
        let places: Vec<u64> = table
            .as_array()
            .unwrap()
            .iter()
            .map(|one| one.as_u64().unwrap())
            .collect();
        for (index, one) in places.iter().enumerate() {
            for other in &places[..index] {
                let pair = (*one.min(other), *one.max(other));
                repeats += u64::from(met.contains(&pair));
                met.push(pair);
            }
        }
    }
    repeats
}

#[tokio::test(flavor = "multi_thread")]
async fn anybody_gets_a_schedule() {
    let app = TestApp::start().await;
    let nobody = app.nobody();
    let schedule = async |players, rounds| {
        let path = format!("/v1/schedules?players={players}&rounds={rounds}");
        nobody.get(&path).await.expect(200)
    };
    let sixteen = schedule(16, 5).await;
    assert_eq!(sixteen["rounds"].as_array().unwrap().len(), 5);
    assert_eq!(
        (&sixteen["repeats"], repeats(&sixteen["rounds"])),
        (&json!(0), 0)
    );
    // Three tables of four cannot part those who met: at least three meetings a round are no first ones.
    let twelve = schedule(12, 5).await;
    let found = repeats(&twelve["rounds"]);
    assert_eq!(
        (&twelve["repeats"], &twelve["least_repeats"]),
        (&json!(found), &json!(24))
    );
    assert!((24..=30).contains(&found), "{found}");
    assert_eq!(schedule(12, 5).await, twelve);
    for (query, code) in [
        ("players=10&rounds=3", "invalid_parameter"),
        ("players=404&rounds=3", "invalid_parameter"),
        ("players=16&rounds=65", "invalid_parameter"),
        ("players=16", "invalid_parameter"),
    ] {
        let answer = nobody.get(&format!("/v1/schedules?{query}")).await;
        answer.refused(400, code);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_is_opened_listed_and_shown_in_the_hall() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = open(&club, rules()).await;
    let all = players(&club, 5).await;
    let entered = enter(&club, &at, &all).await;
    assert_eq!(entered["entrants"][0]["state"], "checked_in");
    let key = fresh_key();
    let draw = async || {
        let path = format!("{at}/rounds");
        let request = club.owner.request(Method::POST, &path).key(&key);
        request.json(&json!({})).send().await
    };
    let (drawn, again) = (draw().await, draw().await);
    assert_eq!(again.header("idempotency-replayed"), "true");
    assert_eq!(
        (&again.text, drawn.header("location")),
        (&drawn.text, at.as_str())
    );
    let drawn = drawn.expect(201);
    let round = &drawn["rounds"][0];
    let seed = round["seed"].as_str().unwrap();
    let hash = ledger::Hash::of(seed.as_bytes()).to_string();
    assert_eq!(
        (&drawn["seed_hash"], &round["method"]),
        (&json!(hash), &json!("random"))
    );
    assert_eq!(ids(&round["sitting_out"]).len(), 1);
    assert_eq!(club.owner.get(&at).await.expect(200), drawn);
    let set = json!({"running": true});
    let set = club.owner.post(&format!("{at}/rounds/1/clock"), set).await;
    let clock = set.expect(200)["rounds"][0]["clock"].clone();
    assert_eq!(
        (&clock["remaining_seconds"], &clock["last_hand"]),
        (&json!(5_400), &json!("finish_hand"))
    );
    assert!(clock["ends_at"].as_str() > clock["set_at"].as_str());
    let stopped = json!({"running": false, "remaining_seconds": 60});
    let stopped = club
        .owner
        .post(&format!("{at}/rounds/1/clock"), stopped)
        .await;
    let stopped = stopped.expect(200)["rounds"][0]["clock"].clone();
    assert_eq!(stopped.get("ends_at"), None);
    let screen = club.get("/screen").await;
    let screen = screen.expect(200);
    let shown = &screen["tournament"];
    assert_eq!(
        (&shown["id"], &shown["round"], &shown["rounds"]),
        (&drawn["id"], &json!(1), &json!(5))
    );
    assert_eq!(
        (&shown["name"], &shown["clock"]),
        (&json!("Autumn cup"), &stopped)
    );
    assert_eq!(screen["round"]["tables"], round["tables"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_is_listed_and_its_name_is_erased() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = open(&club, rules()).await;
    let opened = club.owner.get(&at).await.expect(200);
    let list = club.owner.get(&path(&club)).await.expect(200);
    let listed = &list["tournaments"][0];
    assert_eq!(
        (&listed["id"], &listed["name"], listed.get("rules")),
        (&opened["id"], &json!("Autumn cup"), None)
    );
    let calendar = club.get("/evenings.ics").await;
    assert!(
        calendar.text.contains("\r\nSUMMARY:Autumn cup\r\n"),
        "{}",
        calendar.text
    );
    let text = format!("{}/ledger/entries/{}/text", club.path, listed["opened_seq"]);
    let erased = club.owner.act(Method::DELETE, &text).await;
    assert_eq!(erased.status, 204, "{}", erased.text);
    assert_eq!(club.owner.get(&at).await.expect(200).get("name"), None);
}

/// Whoever was registered under two ids before these were merged takes part once, and withdraws at once.
#[tokio::test(flavor = "multi_thread")]
async fn who_takes_part_under_two_ids_is_one_entrant() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let all = players(&club, 6).await;
    let at = open(&club, rules()).await;
    enter(&club, &at, &all).await;
    let merge = format!("{}/players/{}:merge", club.path, all[5]);
    let merged = club.owner.post(&merge, json!({"into": all[0]})).await;
    merged.expect(200);
    let read = club.owner.get(&at).await.expect(200);
    let entrants = |read: &Value| -> BTreeMap<String, String> {
        let entrants = read["entrants"].as_array().unwrap().iter();
        let text = |text: &Value| text.as_str().unwrap().to_owned();
        entrants
            .map(|one| (text(&one["player"]["id"]), text(&one["state"])))
            .collect()
    };
    let all_in = |state: &str| {
        let mut expected: BTreeMap<String, String> = BTreeMap::new();
        for id in &all[..5] {
            expected.insert(id.clone(), "checked_in".to_owned());
        }
        expected.insert(all[0].clone(), state.to_owned());
        expected
    };
    assert_eq!(read["entrants"].as_array().unwrap().len(), 5);
    assert_eq!(entrants(&read), all_in("checked_in"));

    let change = async |change: Value| {
        let path = format!("{at}/entrants");
        club.owner.post(&path, change).await.expect(200)
    };
    let same = json!({"registered": [{"player": all[0]}], "checked_in": [all[0]]});
    assert_eq!(change(same).await["version"], read["version"]);
    let left = change(json!({"withdrawn": [all[0]]})).await;
    assert_eq!(entrants(&left), all_in("withdrawn"));
    let drawn = club.owner.post(&format!("{at}/rounds"), json!({})).await;
    let drawn = drawn.expect(201);
    let mut seated = ids(&drawn["rounds"][0]["tables"][0]["players"]);
    let mut expected: Vec<&str> = all[1..5].iter().map(String::as_str).collect();
    seated.sort_unstable();
    expected.sort_unstable();
    assert_eq!(seated, expected);
}

/// The newest draw wins: of an evening or of a tournament.
#[tokio::test(flavor = "multi_thread")]
async fn the_screen_shows_the_newest_draw() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = open(&club, rules()).await;
    enter(&club, &at, &club.players).await;
    let mut script = club.script();
    script.know("at", at);
    script
        .run("owner POST $at/rounds {} -> 201; $drawn_at = /rounds/0/drawn_at")
        .await;
    let today = script.known("drawn_at").as_str().unwrap()[..10].to_owned();
    script.know("today", today);
    script
        .run(r#"
        owner POST $club/evenings {"held_on": "$today"} -> 201; $evening = /id
        owner POST $club/evenings/$evening/attendance {"checked_in": ["$p1", "$p2", "$p3", "$p4"]} -> 200
        owner POST $club/evenings/$evening/rounds {} -> 201
        owner GET $club/screen -> 200; /tournament = null
        owner POST $at/rounds {"redraw": true} -> 201
        owner GET $club/screen -> 200; /tournament/round = 1
        "#)
        .await;
}
