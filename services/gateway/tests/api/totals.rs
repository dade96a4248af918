//! The result of a match without its hands, and side payments: what they come to wherever results count.

use serde_json::{Value, json};

use crate::app::{Club, TestApp, declared};
use crate::standings::settled;

const TOTALS: [i64; 4] = [24, -8, -20, 4];

/// What the players of the club gained and how many hands and matches they have, in the order of the seats.
async fn figures(club: &Club<'_>) -> Vec<Value> {
    let standings = settled(club, &format!("{}/standings", club.path)).await;
    let rows = standings["players"].as_array().unwrap();
    let row = |player: &String| {
        let row = rows.iter().find(|row| row["player"]["id"] == **player);
        row.map(|row| json!([row["points"], row["hands"], row["matches"], row["wins"]]))
    };
    club.players.iter().filter_map(row).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn totals_count_in_everything_but_hands() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club
        .open_match_with(json!({"stake_cents": 50, "currency": "HKD"}))
        .await;
    let mut script = club.script();
    script.know("at", at.clone());
    script.know("match", at.rsplit('/').next().unwrap());
    script.know("totals", json!(TOTALS));
    script
        .run(r#"
        owner POST $at/totals?dry_run=true {"chair_points": $totals} -> 200; /state_after has {"ending": "complete", "next_number": 1}
        owner GET $at -> 200; /ending = null
        owner POST $at/totals {"chair_points": $totals, "players": ["$p1", "$p2", "$p3", "$p4"], "reason": "only the sheet's last line was kept"} -> 201
            ; /number = null; /outcome = {"kind": "totals", "chair_points": [24, -8, -20, 4]}; /payments/0/points = 24; /house_points = null
            ; has {"reason": "only the sheet's last line was kept", "scores": [], "state_after": {"next_number": 1, "ending": "complete"}}
        owner GET $at -> 200; has {"ending": "complete", "next_number": 1}
        owner POST $at/hands {"number": 1, "outcome": {"kind": "goulash"}} -> 409 match_over
        owner POST $at/totals {"chair_points": $totals} -> 409 match_over
        owner GET $at/rounds -> 200; has {"ending": "complete"}; /rounds/0/hands # 1; /rounds/0/hands/0 has {"result": "totals", "label": ""}
            ; /standings/0 has {"points": 24, "wins": 0}; /standings/2 has {"points": -20, "wins": 0}
        owner GET $at/hands -> 200; /hands # 0
        owner POST $at/settlement [If-Match: *] {} -> 201; /transfers # 3
        "#)
        .await;
    let row = |points: i64| json!([points, 0, 1, 0]);
    assert_eq!(figures(&club).await, TOTALS.map(row));
    let path = format!("{}/players/{}/statistics", club.path, club.players[0]);
    let own = settled(&club, &path).await;
    assert_eq!((&own["matches"], &own["hands"]), (&json!(1), &json!(0)));
    assert_eq!(own["places"], json!([1]), "{own}");
}

#[tokio::test(flavor = "multi_thread")]
async fn totals_are_refused_where_they_cannot_be() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let (at, played) = (
        club.open_match("old-hong-kong").await,
        club.open_match("old-hong-kong").await,
    );
    club.record(&played, 1, declared(3, "self_draw", None, 4))
        .await
        .expect(201);
    let mut script = club.script();
    script.know("at", at);
    script.know("played", played);
    script
        .run(r#"
        owner POST $at/totals {"chair_points": [24, -8, -20, 5]} -> 422 totals_unbalanced; at /chair_points
        owner POST $at/totals {"chair_points": [24, -8, -20, 4], "house_points": 1} -> 422 totals_unbalanced; at /chair_points
        owner POST $at/totals {"chair_points": [24, -8, -20, 5], "house_points": -1} -> 422 totals_unbalanced
        owner POST $at/totals {"chair_points": [24.5, -8.5, -20, 4]} -> 422 out_of_range; at /chair_points
        owner POST $at/totals {"chair_points": [1000001, -1000001, 0, 0]} -> 422 invalid_value; at /chair_points/0
        owner POST $at/totals {"chair_points": [24, -24, 0]} -> 422 invalid_value
        owner POST $at/totals {} -> 400 missing_field; at /chair_points
        owner POST $at/totals {"chair_points": [1, -1, 0, 0], "players": ["$p2", "$p1", "$p3", "$p4"]} -> 409 players_changed
        owner POST $at/hands {"number": 1, "outcome": {"kind": "totals", "chair_points": [1, -1, 0, 0]}} -> 422 invalid_value; at /outcome/kind
        owner POST $at/totals [If-Match: "1"] {"chair_points": [1, -1, 0, 0]} -> 412 match_stale
        owner POST $played/totals {"chair_points": [24, -8, -20, 4]} -> 422 totals_not_alone; at /chair_points
        owner POST $at/hands:batch {"number": 1, "outcomes": [{"kind": "goulash"}, {"kind": "totals", "chair_points": [1, -1, 0, 0]}]}
            -> 422 totals_not_alone; at /outcomes/1/chair_points
        owner POST $at/hands:batch {"number": 1, "outcomes": [{"kind": "totals", "chair_points": [1, -1, 0, 0]}, {"kind": "goulash"}]} -> 409 match_over
        owner GET $at -> 200; has {"ending": null, "next_number": 1}
        nobody POST $at/totals {"chair_points": [1, -1, 0, 0]} -> 401 not_signed_in
        "#)
        .await;
}

/// A sheet that was torn: the hands that are known go, and the totals come, in one correction with a reason; and back.
#[tokio::test(flavor = "multi_thread")]
async fn totals_take_the_place_of_hands_and_hands_that_of_totals() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let won = || declared(3, "self_draw", None, 4);
    let first = club.record(&at, 1, won()).await.expect(201);
    let second = club.record(&at, 2, won()).await.expect(201);
    let mut script = club.script();
    script.know("at", at.clone());
    script.know("first", first["id"].clone());
    script.know("second", second["id"].clone());
    script.know("won", won());
    script
        .run(r#"
        owner POST $at/corrections [If-Match: *] {"reason": "torn", "changes": [
            {"kind": "insert", "outcome": {"kind": "totals", "chair_points": [24, -8, -20, 4]}}, {"kind": "void", "outcome_id": "$first"}]}
            -> 422 totals_not_alone
        owner POST $at/corrections [If-Match: *] {"reason": "torn", "changes": [{"kind": "void", "outcome_id": "$first"}, {"kind": "void", "outcome_id": "$second"},
            {"kind": "insert", "outcome": {"kind": "totals", "chair_points": [24, -10, -20, 4], "house_points": 2}}]} -> 201
        owner GET $at -> 200; has {"ending": "complete", "next_number": 1}
        owner GET $at/rounds -> 200; has {"house_points": 2}; /rounds/0/hands # 1; /rounds/0/hands/0/result = "totals"; $totals = /rounds/0/hands/0/id
        owner POST $at/corrections [If-Match: *] {"reason": "misread", "changes": [
            {"kind": "replace", "outcome_id": "$totals", "outcome": {"kind": "totals", "chair_points": [24, -8, -20, 4]}}]} -> 201
        owner POST $at/corrections [If-Match: *] {"reason": "who sat where", "changes": [
            {"kind": "reseat", "players": ["$p2", "$p1", "$p3", "$p4"], "outcomes": "follow_players"}]} -> 201
        owner GET $at/rounds -> 200; /standings/0 has {"points": -8, "player": {"name": "Bo"}}; /standings/1 has {"points": 24, "player": {"name": "Ah Ming"}}
        owner POST $at/corrections [If-Match: *] {"reason": "the sheet was found", "changes": [
            {"kind": "void", "outcome_id": "$totals"}, {"kind": "insert", "outcome": $won}]} -> 201
        owner GET $at -> 200; has {"ending": null, "next_number": 2}
        owner POST $at/hands {"number": 2, "outcome": {"kind": "goulash"}} -> 201
        "#)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_side_payment_goes_from_one_or_from_each_to_one() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let mut script = club.script();
    script
        .run(r#"
        owner POST $club/variants {"base": {"id": "old-hong-kong"}, "changes": {"id": "with-kongs", "name": {"english": "With kongs"},
            "side_payments": {"kong": {"name": {"english": "Kong", "traditional_chinese": "槓錢"}, "points": 2}, "horse": {"name": {"english": "Horse"}}}}} -> 201
            ; $hash = /hash
        owner POST $club/matches {"players": ["$p1", "$p2", "$p3", "$p4"], "played_on": "2026-11-20",
            "terms": {"variant": {"hash": "$hash"}, "stake_cents": 10, "currency": "HKD"}} -> 201; $match = /id
        owner POST $club/matches/$match/side-payments {"chair": 2, "side_payment": "kong"} -> 201; /number = null; /payments/0/points = -2
            ; /payments/1/points = 6; /outcome = {"kind": "side_payment", "chair": 2, "side_payment": "kong"}
        owner POST $club/matches/$match/side-payments?dry_run=true {"chair": 1, "from_chair": 3, "points": 5} -> 200; /payments/2/points = -5
        owner POST $club/matches/$match/side-payments {"chair": 1, "from_chair": 3, "side_payment": "horse", "points": 5, "reason": "the third horse"} -> 201
            ; /reason = "the third horse"; $id = /id
        owner POST $club/matches/$match/side-payments {"chair": 1, "side_payment": "horse"} -> 422 side_payment_points_missing; at /points
        owner POST $club/matches/$match/side-payments {"chair": 1, "side_payment": "hors"} -> 422 side_payment_unknown; at /side_payment
        owner POST $club/matches/$match/side-payments {"chair": 1, "from_chair": 1, "points": 1} -> 422 side_payment_to_payer; at /from_chair
        owner POST $club/matches/$match/side-payments {"chair": 5, "points": 1} -> 422 invalid_value; at /chair
        owner POST $club/matches/$match/side-payments {"chair": 1, "points": 1, "payee": "house"} -> 400 unknown_field; at /payee
        owner POST $club/matches/$match/totals {"chair_points": [1, -1, 0, 0]} -> 422 totals_not_alone
        owner POST $club/matches/$match/hands:batch {"number": 1, "outcomes": [{"kind": "goulash"}, {"kind": "side_payment", "chair": 4, "points": 1}]} -> 201
        owner GET $club/matches/$match -> 200; has {"next_number": 2}; /seats/0/total_points = 2; /seats/1/total_points = 5; /seats/2/total_points = -8; /seats/3/total_points = 1
        owner POST $club/matches/$match/corrections [If-Match: *] {"reason": "it was the other one", "changes": [
            {"kind": "replace", "outcome_id": "$id", "outcome": {"kind": "side_payment", "chair": 1, "from_chair": 4, "points": 5}}]} -> 201
        owner POST $club/matches/$match/corrections [If-Match: *] {"reason": "others sat there", "changes": [
            {"kind": "reseat", "players": ["$p2", "$p1", "$p3", "$p4"], "outcomes": "follow_players"}]} -> 201
        owner GET $club/matches/$match -> 200; /seats/0/total_points = 5; /seats/1/total_points = 2; /seats/2/total_points = -3; /seats/3/total_points = -4
        owner GET $club/matches/$match/rounds -> 200; /rounds/0/hands/0/result = "side_payment"
        "#)
        .await;
}
