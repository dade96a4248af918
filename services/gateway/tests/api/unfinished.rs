//! Rounds while tables of earlier ones play: drawing says what is unfinished, and the tables that play stay to be seen, each under its number.

use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{Club, TestApp, declared};

/// So many players of the club, by id.
async fn players(club: &Club<'_>, count: usize) -> Vec<String> {
    let mut players = club.players.clone();
    for number in players.len()..count {
        let name = json!({"name": format!("Player {number}")});
        let enrolled = club.post("/players", name).await.expect(201);
        players.push(enrolled["id"].as_str().unwrap().to_owned());
    }
    players
}

/// A tournament of today in which these are checked in, with a clock; its path in the club.
async fn tournament(club: &Club<'_>, players: &[String]) -> String {
    let rules = json!({"rounds": 3, "clock": {"minutes": 50, "last_hand": "finish_hand"}});
    let new = json!({"name": "Cup", "from": "1900-01-01", "until": "2200-12-31", "rules": rules});
    let opened = club.post("/tournaments", new).await.expect(201);
    let of = format!("/tournaments/{}", opened["id"].as_str().unwrap());
    let registered: Vec<Value> = players.iter().map(|id| json!({"player": id})).collect();
    let come = json!({"registered": registered, "checked_in": players});
    club.post(&format!("{of}/entrants"), come).await.expect(200);
    of
}

/// Draws a round and opens its matches; returns it.
async fn begin(club: &Club<'_>, of: &str, round: usize, draw: Value) -> Value {
    club.post(&format!("{of}/rounds"), draw).await.expect(201);
    let new = json!({"terms": {"variant": {"id": "old-hong-kong"}}});
    let opened = club
        .post(&format!("{of}/rounds/{round}/matches"), new)
        .await;
    opened.expect(201)["rounds"][round - 1].clone()
}

fn matches(round: &Value) -> Vec<&str> {
    let tables = round["tables"].as_array().unwrap().iter();
    tables
        .map(|table| table["match"].as_str().unwrap())
        .collect()
}

fn states(round: &Value) -> Vec<&str> {
    let tables = round["tables"].as_array().unwrap().iter();
    tables
        .map(|table| table["state"].as_str().unwrap_or("none"))
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_is_drawn_while_tables_play_only_if_somebody_says_so() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let all = players(&club, 8).await;
    let of = tournament(&club, &all).await;
    let rounds = format!("{of}/rounds");
    let first = begin(&club, &of, 1, json!({})).await;
    let clock = format!("{of}/rounds/1/clock");
    club.post(&clock, json!({"running": true}))
        .await
        .expect(200);
    assert_eq!(states(&first), ["playing", "playing"]);
    let [one, two] = matches(&first)[..] else {
        panic!("{first}")
    };
    let refused = club.post(&rounds, json!({})).await;
    let refused = refused.refused(409, "round_still_plays");
    assert_eq!(
        refused["detail"],
        "2 tables still play: table 1 of round 1, table 2 of round 1."
    );
    assert_eq!(refused["errors"][0]["pointer"], "/unfinished");
    let named =
        json!([{"round": 1, "table": 1, "match": one}, {"round": 1, "table": 2, "match": two}]);
    assert_eq!(refused["playing"], named);
    // One is ended, the other one plays on.
    let at = format!("{}/matches/{one}", club.path);
    let hand = declared(1, "self_draw", None, 4);
    club.record(&at, 1, hand).await.expect(201);
    club.post_any(&format!("{at}/end"), json!({}))
        .await
        .expect(201);
    let refused = club.post(&rounds, json!({})).await;
    let refused = refused.refused(409, "round_still_plays");
    assert_eq!(
        refused["detail"],
        "1 table still plays: table 2 of round 1."
    );
    let second = begin(&club, &of, 2, json!({"unfinished": true})).await;
    let told = club.get(&of).await.expect(200);
    assert_eq!(states(&told["rounds"][0]), ["over", "playing"]);
    let screen = club.get("/screen").await.expect(200);
    assert_eq!(screen["round"]["round"], 2);
    let playing = &screen["playing"];
    assert_eq!(playing.as_array().unwrap().len(), 1);
    assert_eq!(playing[0]["round"]["tables"], told["rounds"][0]["tables"]);
    assert_eq!(
        (
            &playing[0]["tournament"]["round"],
            &playing[0]["tournament"]["clock"]["running"]
        ),
        (&json!(1), &json!(true))
    );
    assert_eq!(playing[0]["round"]["tables"][1]["number"], 2);
    let shown = screen["matches"].as_array().unwrap().iter();
    let shown: Vec<&str> = shown.map(|one| one["id"].as_str().unwrap()).collect();
    assert!(shown.contains(&two) && matches(&second).iter().all(|id| shown.contains(id)));
    assert_eq!(screen["numbers"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_evening_is_drawn_while_tables_play_only_if_somebody_says_so() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let opened = club.post("/evenings", json!({"held_on": "2026-11-21"}));
    let of = format!(
        "/evenings/{}",
        opened.await.expect(201)["id"].as_str().unwrap()
    );
    let come = json!({"checked_in": club.players});
    club.post(&format!("{of}/attendance"), come)
        .await
        .expect(200);
    let first = begin(&club, &of, 1, json!({})).await;
    let rounds = format!("{of}/rounds");
    let refused = club.post(&rounds, json!({})).await;
    let refused = refused.refused(409, "round_still_plays");
    assert_eq!(refused["playing"][0]["match"], first["tables"][0]["match"]);
    let drawn = club.post(&rounds, json!({"unfinished": true})).await;
    let drawn = drawn.expect(201);
    assert_eq!(states(&drawn["rounds"][0]), ["playing"]);
    assert_eq!(drawn["rounds"][0]["tables"][0]["number"], 1);
    // Whoever draws that round again is asked again.
    let again = club.post(&rounds, json!({"redraw": true})).await;
    again.refused(409, "round_still_plays");
}

/// A match that is of no round keeps the number under which it was opened, whatever is drawn and over meanwhile.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_keeps_its_number_on_the_screen() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let mut of_no_round = Vec::new();
    for _ in 0..2 {
        let new = json!({"terms": {"variant": {"id": "old-hong-kong"}}, "players": club.players, "played_on": "2026-11-21"});
        let opened = club.post("/matches", new).await.expect(201);
        of_no_round.push(opened["id"].clone());
    }
    let numbers = async || {
        let screen = club.get("/screen").await.expect(200);
        let mut numbers = screen["numbers"].as_array().unwrap().clone();
        numbers.sort_by_key(|one| one["number"].as_u64());
        numbers
    };
    let second = json!({"match": of_no_round[1], "number": 2});
    assert_eq!(
        numbers().await,
        [
            json!({"match": of_no_round[0], "number": 1}),
            second.clone()
        ]
    );
    let at = format!("{}/matches/{}", club.path, of_no_round[0].as_str().unwrap());
    club.post_any(&format!("{at}/end"), json!({}))
        .await
        .expect(201);
    let all = players(&club, 8).await;
    let of = tournament(&club, &all).await;
    begin(&club, &of, 1, json!({})).await;
    assert_eq!(numbers().await, [second]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_lacks_a_player_says_so() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let all = players(&club, 9).await;
    let of = tournament(&club, &all[..8]).await;
    let drawn = club.post(&format!("{of}/rounds"), json!({})).await;
    let drawn = drawn.expect(201);
    let table = &drawn["rounds"][0]["tables"][1];
    assert_eq!(table.get("missing"), None);
    let gone = table["players"][2].clone();
    let leave = json!({"withdrawn": [gone["id"]]});
    let entrants = format!("{of}/entrants");
    let left = club.post(&entrants, leave).await.expect(200);
    let tables = &left["rounds"][0]["tables"];
    assert_eq!(tables[0].get("missing"), None);
    assert_eq!(tables[1]["missing"], json!([gone]));
    // Its match is opened all the same, and says so until somebody else sits there.
    let new = json!({"terms": {"variant": {"id": "old-hong-kong"}}});
    let opened = club.post(&format!("{of}/rounds/1/matches"), new).await;
    let opened = opened.expect(201);
    let table = &opened["rounds"][0]["tables"][1];
    assert_eq!(table["missing"], json!([gone]));
    let screen = club.get("/screen").await.expect(200);
    assert_eq!(screen["round"]["tables"][1]["missing"], json!([gone]));
    let at = format!("{}/matches/{}", club.path, table["match"].as_str().unwrap());
    let substitution = json!({"chair": 3, "player": all[8]});
    club.post_any(&format!("{at}/substitutions"), substitution)
        .await
        .expect(201);
    let told = club.get(&of).await.expect(200);
    assert_eq!(told["rounds"][0]["tables"][1].get("missing"), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_void_table_is_void_on_the_screen() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let of = tournament(&club, &club.players).await;
    let first = begin(&club, &of, 1, json!({})).await;
    let id = matches(&first)[0].to_owned();
    let void = format!("/matches/{id}:void");
    let because = json!({"reason": "the tiles were marked"});
    club.post(&void, because).await.expect(200);
    let screen = club.get("/screen").await.expect(200);
    assert_eq!(states(&screen["round"]), ["void"]);
    // Why, and who said so, is nothing for a screen.
    assert_eq!(screen["matches"], json!([]));
    let replay = format!("{}{of}/rounds/1:replay", club.path);
    let again = club.owner.act(Method::POST, &replay).await.expect(201);
    let other = matches(&again["rounds"][0])[0];
    let screen = club.get("/screen").await.expect(200);
    assert_eq!(states(&screen["round"]), ["playing"]);
    // Another one is played in its place: it is seen no more.
    let shown = screen["matches"].as_array().unwrap();
    assert_eq!((shown.len(), &shown[0]["id"]), (1, &json!(other)));
}

/// Two press the button, or one sends it again under another key after a lost answer.
#[tokio::test(flavor = "multi_thread")]
async fn of_two_who_draw_the_same_round_one_draws_it() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let opened = club.post("/evenings", json!({"held_on": "2026-11-21"}));
    let evening = opened.await.expect(201);
    let evening = format!("/evenings/{}", evening["id"].as_str().unwrap());
    let come = json!({"checked_in": club.players});
    club.post(&format!("{evening}/attendance"), come)
        .await
        .expect(200);
    let tournament = tournament(&club, &club.players).await;
    for of in [evening, tournament] {
        let rounds = format!("{of}/rounds");
        begin(&club, &of, 1, json!({"draw": 1, "unfinished": true})).await;
        let second = json!({"draw": 2, "unfinished": true});
        let drawn = club.post(&rounds, second.clone()).await.expect(201);
        let refused = club.post(&rounds, second).await;
        let refused = refused.refused(409, "rounds_stale");
        let detail = "Somebody else drew meanwhile, and nothing was drawn: draw 2 was meant, and the next one is draw 3.";
        assert_eq!(refused["detail"], detail);
        assert_eq!(refused["errors"][0]["pointer"], "/draw");
        assert_eq!(refused["next_number"], 3);
        let again = json!({"draw": 2, "redraw": true, "unfinished": true});
        club.post(&rounds, again).await.refused(409, "rounds_stale");
        assert_eq!(club.get(&of).await.expect(200), drawn);
        let again = json!({"draw": 3, "redraw": true, "unfinished": true});
        club.post(&rounds, again).await.expect(201);
        let none = json!({"draw": 0});
        club.post(&rounds, none).await.refused(422, "invalid_value");
    }
}
