//! What happens between hands, and many outcomes at once.

use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{Answer, Club, TestApp, declared, fresh_key};
use crate::example_match::outcomes;

async fn batch(club: &Club<'_>, at: &str, key: &str, body: &Value) -> Answer {
    let path = format!("{at}/hands:batch");
    let request = club.owner.request(Method::POST, &path).key(key);
    request.json(body).send().await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_evening_offline_is_recorded_once() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let one_by_one = club.open_match("old-hong-kong").await;
    for (number, outcome) in (1..).zip(outcomes()) {
        club.record(&one_by_one, number, outcome).await.expect(201);
    }
    let at = club.open_match("old-hong-kong").await;
    let body = json!({"number": 1, "outcomes": outcomes()});
    let preview = club
        .owner
        .request(Method::POST, &format!("{at}/hands:batch?dry_run=true"));
    let preview = preview.json(&body).send().await.expect(200);
    assert_eq!(preview["outcomes"].as_array().unwrap().len(), 18);
    assert_eq!(club.owner.get(&at).await.expect(200)["next_number"], 1);
    let key = fresh_key();
    let first = batch(&club, &at, &key, &body).await;
    let again = batch(&club, &at, &key, &body).await;
    assert_eq!(first.text, again.text);
    assert_eq!(again.header("idempotency-replayed"), "true");
    assert_eq!(first.header("etag"), again.header("etag"));
    let first = first.expect(201);
    let recorded = first["outcomes"].as_array().unwrap();
    assert_eq!(recorded.len(), 18);
    assert_eq!(recorded[17]["state_after"]["ending"], "complete");
    let stands = |view: Value| [view["seats"].clone(), view["ending"].clone()];
    assert_eq!(
        stands(club.owner.get(&at).await.expect(200)),
        stands(club.owner.get(&one_by_one).await.expect(200))
    );
    batch(&club, &at, &fresh_key(), &body)
        .await
        .refused(409, "hand_number_taken");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_with_a_bad_item_stores_nothing_and_points_to_it() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let mut many = vec![json!({"kind": "goulash"}); 100];
    many[57] = declared(2, "self_draw", None, 1);
    many[80] = declared(3, "self_draw", None, 2);
    let mut script = club.script();
    script.know("at", at);
    script.know("many", many);
    script.know("too_many", vec![json!({"kind": "goulash"}); 101]);
    script
        .run(r#"
        owner POST $at/hands:batch {"number": 1, "outcomes": $many} -> 422 below_minimum; /errors # 2
            ; /errors/0/pointer = "/outcomes/57/winners/0/declared/fan"; /errors/1/pointer = "/outcomes/80/winners/0/declared/fan"
        owner GET $at -> 200; /next_number = 1
        owner POST $at/hands:batch {"number": 1, "outcomes": []} -> 422 invalid_value; at /outcomes
        owner POST $at/hands:batch {"number": 1, "outcomes": $too_many} -> 422 invalid_value; at /outcomes
        "#)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn penalties_and_substitutions_are_no_hands() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club
        .open_match_with(json!({"stake_cents": 10, "currency": "HKD"}))
        .await;
    let mut script = club.script();
    script.know("at", at);
    script.know("won", declared(3, "self_draw", None, 4));
    script
        .run(r#"
        owner POST $at/hands {"number": 1, "outcome": $won} -> 201
        owner POST $at/penalties {"chair": 2, "points": 5, "payee": "house", "reason": "looked into the wall"} -> 201; /number = null
            ; has {"house_points": 5, "reason": "looked into the wall", "state_after": {"next_number": 2}}; /payments/1/points = -5
        owner POST $club/players {"name": "Fong"} -> 201; $fong = /id
        owner POST $at/substitutions {"chair": 2, "player": "$fong"} -> 201
        "#)
        .await;
    // Nobody takes a chair over who sits at the table or is no player: not in a batch before a hand either, and no dry run shows it.
    for (player, code) in [
        ("$fong", "players_not_distinct"),
        ("$owner", "unknown_player"),
    ] {
        for dry in ["", "?dry_run=true"] {
            let alone = format!(r#"{{"chair": 3, "player": "{player}"}}"#);
            let lines = format!(
                r#"owner POST $at/substitutions{dry} {alone} -> 422 {code}
                owner POST $at/hands:batch{dry} {{"number": 2, "outcomes": [{{"kind": "substitution", "chair": 3, "player": "{player}"}}, {{"kind": "goulash"}}]}}
                    -> 422 {code}"#
            );
            script.run(&lines).await;
        }
    }
    // Hand 1 cost Bo 2, and the penalty 5; Fong won 16 on his chair. Chun won hand 1, and Fong the one whose payments were agreed.
    script
        .run(r#"
        owner POST $at/hands {"number": 2, "outcome": {"kind": "agreed", "winner": 2, "chair_points": [-8, 16, -4, -4]}} -> 201
            ; /outcome = {"kind": "agreed", "winner": 2, "chair_points": [-8, 16, -4, -4]}; /payments/1/player = "$fong"
        owner POST $at/hands {"number": 3, "outcome": {"kind": "early_end"}} -> 422 invalid_value
        owner GET $at/rounds -> 200; /house_points = 5; /standings # 5
            ; /standings/0 has {"player": {"name": "Ah Ming"}, "points": -12, "wins": 0}; /standings/1 has {"player": {"name": "Bo"}, "points": -7, "wins": 0}
            ; /standings/2 has {"player": {"name": "Chun"}, "points": 4, "wins": 1}; /standings/3 has {"player": {"name": "Daai Lo"}, "points": -6, "wins": 0}
            ; /standings/4 has {"player": {"name": "Fong"}, "points": 16, "wins": 1}
            ; /rounds/0/hands # 4; /rounds/0/hands/0/result = "win"; /rounds/0/hands/1/result = "penalty"
            ; /rounds/0/hands/2/result = "substitution"; /rounds/0/hands/3/result = "agreed"
        "#)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_end_by_mistake_is_taken_back() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let mut script = club.script();
    script.know("at", at);
    script
        .run(r#"
        owner POST $at/end [If-Match: *] {} -> 201; $end = /id
        owner POST $at/corrections [If-Match: *] {"changes": [{"kind": "void", "outcome_id": "$end"}], "reason": "they went on"} -> 201
        owner POST $at/hands {"number": 1, "outcome": {"kind": "goulash"}} -> 201
        "#)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_liable_player_pays_for_all() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("half-spicy-10-half-gun").await;
    let mut win = declared(3, "self_draw", None, 8);
    win["winners"][0]["liability"] = json!({"chair": 1, "rule": "big_three_dragons"});
    let hand = club.record(&at, 1, win.clone()).await.expect(201);
    assert_eq!(hand["outcome"], win);
    let points = [0, 1, 2, 3].map(|chair| hand["payments"][chair]["points"].as_f64().unwrap());
    assert!(points[2] > 0.0, "{points:?}");
    assert_eq!(points, [-points[2], 0.0, points[2], 0.0]);
    win["winners"][0]["liability"]["chair"] = json!(3);
    let own = club.record(&at, 2, win).await;
    assert_eq!(own.status, 422, "{}", own.text);
}
