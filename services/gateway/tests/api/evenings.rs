//! Evenings over HTTP: seventeen arrive, one waits, the matches are played and settled together, and the export proves the draws.

use std::time::Duration;

use futures_util::future::{join, join_all};
use reqwest::Method;
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::app::{Club, Person, TestApp, admin, blocked_at, declared, fresh_key, wait_until};

const DAY: &str = "2026-11-21";

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

/// An evening with these players; returns its path.
async fn evening(club: &Club<'_>, players: &[String]) -> String {
    let new = json!({"held_on": DAY, "hall": "Hall A", "tables": ["Window", "Door"]});
    let path = format!("{}/evenings", club.path);
    let opened = club.owner.post(&path, new).await.expect(201);
    let at = format!("{path}/{}", opened["id"].as_str().unwrap());
    let came = json!({"checked_in": players});
    let there = club.owner.post(&format!("{at}/attendance"), came).await;
    let there = there.expect(200);
    assert_eq!(there["present"].as_array().unwrap().len(), players.len());
    at
}

fn ids(players: &Value) -> Vec<&str> {
    let players = players.as_array().unwrap().iter();
    players
        .map(|player| player["id"].as_str().unwrap())
        .collect()
}

/// Whoever checked in under two ids before these were merged is there once, leaves at once, and does not come twice.
#[tokio::test(flavor = "multi_thread")]
async fn who_came_under_two_ids_is_there_once() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let all = players(&club, 6).await;
    let at = evening(&club, &all).await;
    let merge = format!("{}/players/{}:merge", club.path, all[5]);
    let merged = club.owner.post(&merge, json!({"into": all[0]})).await;
    merged.expect(200);
    let sorted = |ids: &[String]| {
        let mut ids = ids.to_vec();
        ids.sort_unstable();
        ids
    };
    let read = club.owner.get(&at).await.expect(200);
    assert_eq!(ids(&read["present"]), sorted(&all[..5]));

    let attend = async |change: Value| {
        let path = format!("{at}/attendance");
        club.owner.post(&path, change).await.expect(200)
    };
    let same = attend(json!({"checked_in": [all[0], all[5]]})).await;
    assert_eq!(same["version"], read["version"]);
    let left = attend(json!({"checked_out": [all[0]]})).await;
    assert_eq!(ids(&left["present"]), sorted(&all[1..5]));
    let drawn = club.owner.post(&format!("{at}/rounds"), json!({})).await;
    let table = &drawn.expect(201)["rounds"][0]["tables"][0];
    let mut drawn = ids(&table["players"]);
    drawn.sort_unstable();
    assert_eq!(drawn, sorted(&all[1..5]));
}

/// A round for which somebody was drawn who was merged since then is not opened and not played again: the answer says who, and what can be done.
#[tokio::test(flavor = "multi_thread")]
async fn a_round_with_a_merged_player_says_what_can_be_done() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let all = players(&club, 5).await;
    let mut script = club.script();
    script.know("twin", all[4].as_str());
    script.know("at", evening(&club, &all[1..]).await);
    script
        .run(r#"
        owner POST $at/rounds {} -> 201
        owner POST $club/players/$twin:merge {"into": "$p1"} -> 200
        owner POST $at/rounds/1/matches {"terms": {"variant": {"id": "old-hong-kong"}}} -> 409 player_merged; /detail ~ $twin; /detail ~ redraw; /detail ~ :unmerge
        owner POST $club/players/$twin:unmerge {"into": "$p1"} -> 200
        owner POST $at/rounds/1/matches {"terms": {"variant": {"id": "old-hong-kong"}}} -> 201; $match = /rounds/0/tables/0/match
        owner POST $club/players/$twin:merge {"into": "$p1"} -> 200
        owner POST $club/matches/$match:void {"reason": "r"} -> 200
        owner POST $at/rounds/1:replay -> 409 player_merged; /detail ~ $twin; /detail !~ redraw; /detail ~ :unmerge
        owner POST $club/players/$twin:unmerge {"into": "$p1"} -> 200
        owner POST $at/rounds/1:replay -> 201
        "#)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn seventeen_arrive_and_one_call_seats_them() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let all = players(&club, 17).await;
    let at = evening(&club, &all).await;
    let key = fresh_key();
    let path = format!("{at}/rounds");
    let draw = async || {
        let request = club.owner.request(Method::POST, &path).key(&key);
        request.json(&json!({})).send().await
    };
    let drawn = draw().await;
    let again = draw().await;
    assert_eq!(again.header("idempotency-replayed"), "true");
    assert_eq!(again.text, drawn.text);
    assert_eq!(drawn.header("location"), at);
    let drawn = drawn.expect(201);
    let round = &drawn["rounds"][0];
    let tables = round["tables"].as_array().unwrap();
    assert_eq!(tables.len(), 4);
    assert_eq!(ids(&round["sitting_out"]).len(), 1);
    assert_eq!(
        (&tables[0]["label"], &tables[1]["label"]),
        (&json!("Window"), &json!("Door"))
    );
    assert_eq!(
        (&tables[2]["number"], tables[2].get("label")),
        (&json!(3), None)
    );
    let mut seated: Vec<&str> = tables
        .iter()
        .flat_map(|table| ids(&table["players"]))
        .collect();
    seated.extend(ids(&round["sitting_out"]));
    seated.sort_unstable();
    let mut expected: Vec<&str> = all.iter().map(String::as_str).collect();
    expected.sort_unstable();
    assert_eq!(seated, expected);
    // The seed was fixed when the evening was opened: its hash was published then.
    let seed = round["seed"].as_str().unwrap();
    let hash = ledger::Hash::of(seed.as_bytes()).to_string();
    assert_eq!(drawn["seed_hash"], json!(hash));
    assert_eq!(club.owner.get(&at).await.expect(200), drawn);
    let list = club.get("/evenings").await;
    let list = list.expect(200);
    assert_eq!(
        (&list["evenings"][0]["id"], &list["evenings"][0]["hall"]),
        (&drawn["id"], &json!("Hall A"))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn evenings_are_events_of_a_calendar() {
    let app = TestApp::start().await;
    let club = app.club().await;
    evening(&club, &[]).await;
    let path = format!("{}/evenings", club.path);
    let planned = json!({"held_on": "2030-02-03"});
    club.owner.post(&path, planned).await.expect(201);
    let calendar = club.owner.get(&format!("{path}.ics")).await;
    assert_eq!(
        calendar.header("content-type"),
        "text/calendar; charset=utf-8"
    );
    assert_eq!(calendar.status, 200);
    let days = calendar
        .text
        .lines()
        .filter(|line| line.starts_with("DTSTART"));
    let days: Vec<&str> = days.collect();
    let expected = ["DTSTART;VALUE=DATE:20300203", "DTSTART;VALUE=DATE:20261121"];
    assert_eq!(days, expected);
    assert!(calendar.text.contains("\r\nLOCATION:Hall A\r\n"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_evening_is_played_settled_and_proved() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let all = players(&club, 9).await;
    let at = evening(&club, &all).await;
    let mut script = club.script();
    script.know("at", at);
    script.know("first", all[0].as_str());
    script.know("won", declared(1, "self_draw", None, 4));
    script.know(
        "new",
        json!({"terms": {"variant": {"id": "old-hong-kong"}, "stake_cents": 50, "currency": "HKD"}}),
    );
    script
        .run(
            r#"
        owner POST $at/rounds {} -> 201
        owner POST $at/rounds/1/matches $new -> 201; $tables = /rounds/0/tables
        "#,
        )
        .await;
    for table in script.known("tables").as_array().unwrap().clone() {
        script.know("match", table["match"].clone());
        for (place, id) in ids(&table["players"]).iter().enumerate() {
            script.know(&format!("s{place}"), *id);
        }
        script
            .run(r#"
            owner GET $club/matches/$match -> 200; /seats/0/player/id = $s0; /seats/1/player/id = $s1; /seats/2/player/id = $s2; /seats/3/player/id = $s3
            owner POST $club/matches/$match/hands {"number": 1, "outcome": $won} -> 201
            "#)
            .await;
    }
    // Somebody leaves, and one more round is drawn.
    script
        .run(r#"
        owner POST $at/rounds/1/matches $new -> 409 round_opened
        owner POST $at/attendance {"checked_out": ["$first"]} -> 200
        owner POST $at/rounds {"unfinished": true} -> 201; /rounds/1/sitting_out = []; $id = /id
        owner GET $at/settlement?currency=HKD -> 200; $etag = @etag; $parts = /parts
        owner POST $at/settlement [If-Match: "1"] {"currency": "HKD"} -> 412 settlement_stale
        owner POST $at/settlement [If-Match: $etag] {"currency": "HKD"} -> 201; /scope = {"kind": "evening", "evening": "$id"}; /parts = $parts
            ; /transfers # 6
        owner POST $at/settlement [If-Match: *] {"currency": "HKD"} -> 409 nothing_to_settle
        "#)
        .await;
    audit_export(&club).await;
}

/// The export of the club verifies, and the verifier draws again.
async fn audit_export(club: &Club<'_>) {
    let entries = club.get("/ledger/entries?limit=200").await;
    let entries = entries.expect(200);
    let mut auditor = audit::Auditor::default();
    let mut kinds = Vec::new();
    for entry in entries["entries"].as_array().unwrap() {
        let leaf = entry["leaf"].as_str().unwrap();
        let hash = ledger::evidence::leaf_hash(leaf.as_bytes());
        kinds.push(auditor.entry(leaf.as_bytes(), hash).unwrap().body.kind());
    }
    for kind in [
        "evening_opened",
        "attendance_changed",
        "round_drawn",
        "round_opened",
    ] {
        assert!(kinds.contains(&kind), "{kind}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_does_not_go_with_an_evening_is_refused() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = evening(&club, &club.players[..3]).await;
    let mut script = club.script();
    script.know("at", at);
    script.know(
        "new",
        json!({"terms": {"variant": {"id": "old-hong-kong"}}}),
    );
    script
        .run(r#"
        owner POST $club/evenings {"held_on": "2026-02-30"} -> 422 invalid_value
        owner POST $club/evenings {"held_on": "2026-11-21", "tables": ["1", "1"]} -> 422 invalid_value
        owner POST $at/rounds {} -> 409 too_few_players
        owner POST $at/rounds {"redraw": true} -> 409 nothing_to_redraw
        owner POST $at/attendance {"checked_in": ["$p4", "$owner"]} -> 422 unknown_player; at /checked_in/1
        owner POST $at/rounds/1/matches $new -> 404 not_found
        owner POST $at/attendance {"checked_in": ["$p4"]} -> 200
        owner POST $at/rounds {} -> 201
        owner POST $at/rounds {"redraw": true} -> 201
        owner POST $at/rounds/1/matches $new -> 409 round_replaced
        owner POST $club/evenings {"held_on": "2190-01-01"} -> 201; $later = /id
        owner POST $club/evenings/$later/attendance {"checked_in": ["$p1", "$p2", "$p3", "$p4"]} -> 200
        owner POST $club/evenings/$later/rounds {} -> 201
        owner POST $club/evenings/$later/rounds/1/matches $new -> 409 evening_to_come
        "#)
        .await;
}

/// A draw among hundreds takes a core for a second: of all that a club asks for at once, one is done at a time.
#[tokio::test(flavor = "multi_thread")]
async fn a_club_has_one_round_drawn_at_a_time() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = evening(&club, &club.players).await;
    let scorer = club.member("siu", "scorer").await;
    let admin = admin(&app).await;
    let lock = "BEGIN; LOCK TABLE evening_entries IN ACCESS EXCLUSIVE MODE";
    admin.batch_execute(lock).await.unwrap();
    let path = format!("{at}/rounds");
    let draw = async |person: &Person<'_>| {
        let request = person.request(Method::POST, &path).key(&fresh_key());
        request.json(&json!({})).send_once().await
    };
    let at_once = [&club.owner, &scorer].into_iter().cycle().take(6);
    let draws = join_all(at_once.map(draw));
    let watch = async {
        let question = blocked_at(&["evening_entries"]);
        let blocked = async || {
            let blocked = admin.query_one(&question, &[]).await.unwrap();
            blocked.get::<_, i64>(0)
        };
        wait_until("somebody draws", async || blocked().await > 0).await;
        // Time for whoever else would.
        sleep(Duration::from_millis(300)).await;
        assert_eq!(blocked().await, 1);
        admin.batch_execute("ROLLBACK").await.unwrap();
    };
    let (drawn, ()) = join(draws, watch).await;
    assert!(drawn.iter().any(|drawn| drawn.status == 201));
    for drawn in drawn.iter().filter(|drawn| drawn.status != 201) {
        assert_eq!(drawn.json["code"], "busy", "{}", drawn.text);
    }
}
