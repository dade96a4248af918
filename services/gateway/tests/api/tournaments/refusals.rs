//! What does not go with a tournament is refused, each with its code and the place of what is wrong.

use serde_json::{Value, json};

use super::{enter, open, path, players, rules, tournament};
use crate::app::TestApp;

fn with(field: &str, value: Value) -> Value {
    let mut rules = rules();
    rules[field] = value;
    tournament(rules)
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_rule_of_a_tournament_is_refused() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let mut without = rules();
    without.as_object_mut().unwrap().remove("table_points");
    let mut backwards = tournament(rules());
    backwards["from"] = json!("2200-12-31");
    backwards["until"] = json!("2200-12-30");
    let for_points = |field: &str, value: Value| {
        let mut rules = json!({"rounds": 3});
        rules[field] = value;
        tournament(rules)
    };
    let cut = |after_round, players| {
        let cut = json!({"after_round": after_round, "players": players, "keeps_results": true});
        with("cut", cut)
    };
    let sat_out = json!({"points": 1, "table_points": 1});
    let twice = json!(["points", "opponents", "points"]);
    let mut faults = Vec::new();
    for (body, pointer, sentence) in [
        (backwards, "/until", "before its first"),
        (tournament(without), "/rules/table_points", "are not stated"),
        (
            for_points("table_points", json!([4, 2, 1, 0])),
            "/rules/table_points",
            "counts points alone",
        ),
        (
            with("table_points", json!([1, 2, 0, 0])),
            "/rules/table_points",
            "no more table points",
        ),
        (with("ties", twice), "/rules/ties/2", "twice"),
        (
            for_points("ties", json!(["table_points"])),
            "/rules/ties/0",
            "no table points",
        ),
        (
            for_points("sat_out", sat_out),
            "/rules/sat_out/table_points",
            "there are none",
        ),
        (cut(5, 16), "/rules/cut/after_round", "not the last one"),
        (cut(4, 18), "/rules/cut/players", "multiple of four"),
    ] {
        let answer = club.owner.post(&path(&club), body.clone()).await;
        faults.extend(answer.fault(&body.to_string(), (422, "invalid_value", pointer, sentence)));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[tokio::test(flavor = "multi_thread")]
async fn who_does_not_take_part_is_refused() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let all = players(&club, 5).await;
    let at = open(&club, json!({"rounds": 1})).await;
    let mut script = club.script();
    script.know("at", at.as_str());
    for (name, player) in ["a", "b", "c", "d", "e"].iter().zip(&all) {
        script.know(name, player.as_str());
    }
    script
        .run(r#"
        owner POST $at/entrants {"registered": [{"player": "$a"}, {"player": "$a"}]} -> 422 invalid_value; at /registered/1/player; /detail ~ before it
        owner POST $at/entrants {"registered": [{"player": "$a", "team": " Winds"}]} -> 422 invalid_value; at /registered/0/team; /detail ~ no space before
        owner POST $at/entrants {"checked_in": ["$a"], "withdrawn": ["$b", "$a"]} -> 422 invalid_value; at /withdrawn/1; /detail ~ same request
        owner POST $at/entrants {"registered": [{"player": "$a"}, {"player": "$owner"}]} -> 422 unknown_player; at /registered/1/player
            ; /detail ~ no such
        owner POST $at/entrants {"checked_in": ["$a"]} -> 409 not_an_entrant; at /checked_in/0; /detail ~ not registered
        owner POST $at/entrants {"withdrawn": ["$a"]} -> 409 not_an_entrant; at /withdrawn/0; /detail ~ not registered
        "#)
        .await;
    enter(&club, &at, &all[..4]).await;
    script
        .run(r#"
        owner POST $at/rounds {"method": "prescribed"} -> 422 invalid_value; at /tables; /detail ~ needs the tables
        owner POST $at/rounds {"tables": [["$a", "$b", "$c", "$d"]]} -> 422 invalid_value; at /tables; /detail ~ Only the method
        owner POST $at/rounds {"method": "prescribed", "tables": []} -> 422 invalid_value; at /tables; /detail ~ at least one table
        owner POST $at/rounds {"method": "prescribed", "tables": [["$a", "$b", "$c", "$e"]]} -> 409 not_checked_in; at /tables/0/3
            ; /detail ~ not checked in
        owner POST $at/rounds {"method": "prescribed", "tables": [["$a", "$b", "$c", "$d"], ["$a", "$b", "$c", "$d"]]} -> 422 invalid_value
            ; at /tables/1/0; /detail ~ another place
        "#)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_comes_too_early_or_too_late_is_refused() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = open(&club, json!({"rounds": 1})).await;
    let mut script = club.script();
    script.know("at", at.as_str());
    script.know("tournaments", path(&club));
    script.know(
        "new",
        json!({"terms": {"variant": {"id": "old-hong-kong"}}}),
    );
    script
        .run(
            r#"
        owner POST $at/rounds {} -> 409 too_few_players; /detail ~ 0 players are checked in
        owner POST $at/rounds {"redraw": true} -> 409 nothing_to_redraw; at /redraw
        "#,
        )
        .await;
    enter(&club, &at, &club.players).await;
    script
        .run(r#"
        owner POST $at/rounds/1/clock {"running": true} -> 404 not_found
        owner POST $at/rounds/1/matches $new -> 404 not_found
        owner POST $at/rounds {} -> 201
        owner POST $at/rounds {} -> 409 round_not_opened; /detail ~ not opened
        owner POST $at/rounds/1/clock {"running": true} -> 422 invalid_value; at /remaining_seconds; /detail ~ no clock
        owner POST $at/rounds/1/matches $new -> 201
        owner POST $at/rounds/1/matches $new -> 409 round_opened; /detail ~ before
        owner POST $at/rounds {} -> 409 too_many_rounds; /detail ~ 1 rounds
        owner POST $at:close {} -> 200
        owner POST $at:close {} -> 409 tournament_closed; /detail ~ closed
        owner POST $at/rounds {} -> 409 tournament_closed; /detail ~ closed
        owner POST $at/entrants {} -> 409 tournament_closed; /detail ~ closed
        owner POST $tournaments {"name": "Later", "from": "2190-01-01", "until": "2190-01-02", "rules": {"rounds": 1}} -> 201; $id = /id
        "#)
        .await;
    let later = format!("{}/{}", path(&club), script.known("id").as_str().unwrap());
    enter(&club, &later, &club.players).await;
    script
        .run(r#"
        owner POST $tournaments/$id/rounds {} -> 201
        owner POST $tournaments/$id/rounds/1/matches $new -> 409 tournament_to_come; /detail ~ still to come
        "#)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_penalty_is_refused() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = open(&club, json!({"rounds": 1})).await;
    enter(&club, &at, &club.players).await;
    let mut script = club.script();
    script.know("at", at);
    script
        .run(r#"
        owner POST $at/penalties {"player": "$owner", "reason": "late"} -> 409 not_an_entrant; at /player; /detail ~ not registered
        owner POST $at/penalties {"player": "$p1", "reason": "late", "points": -1} -> 422 invalid_value; at /points; /detail ~ 0 to 1,000,000
        owner POST $at/penalties {"player": "$p1", "reason": "late", "table_points": 1} -> 422 invalid_value; at /table_points; /detail ~ no table points
        owner POST $at/penalties {"player": "$p1", "reason": "late", "round": 1} -> 404 not_found
        owner POST $at/penalties/1:withdraw {"reason": "it was not"} -> 404 not_found
        owner POST $at/penalties {"player": "$p1", "reason": "late", "points": 0.5} -> 201; $seq = /penalties/0/seq
        owner POST $at/penalties/$seq:withdraw {"reason": "it was not"} -> 200
        owner POST $at/penalties/$seq:withdraw {"reason": "it was not"} -> 409 penalty_withdrawn; /detail ~ before
        owner GET $at/standings?as_of_seq=100000 -> 422 beyond_ledger
        owner GET $at/standings?as_of_seq=1 -> 404 not_found
        "#)
        .await;
}

/// A scorer gives no penalty, a referee draws no round, and both set the clock.
#[tokio::test(flavor = "multi_thread")]
async fn everyone_does_their_own_work() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = open(&club, rules()).await;
    enter(&club, &at, &club.players).await;
    let mut script = club.script();
    script.know("at", at);
    script.meet("scorer", &club.member("scorer", "scorer").await);
    script.meet("referee", &club.member("referee", "referee").await);
    script
        .run(
            r#"
        referee POST $at/rounds {} -> 403 forbidden
        scorer POST $at/rounds {} -> 201
        scorer POST $at/rounds/1/clock {"running": true} -> 200
        referee POST $at/rounds/1/clock {"running": true} -> 200
        scorer POST $at/penalties {"player": "$p1", "reason": "late"} -> 403 forbidden
        referee POST $at/penalties {"player": "$p1", "reason": "late"} -> 201
        scorer POST $at:close {} -> 403 forbidden
        referee POST $at:close {} -> 403 forbidden
        "#,
        )
        .await;
}
