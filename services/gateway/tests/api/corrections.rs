//! Corrections: what was entered wrongly is put right, and then everything is as if it had been entered rightly.

use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{Answer, Club, TestApp, declared, fresh_key};
use crate::example_match::outcomes;

/// Records hands one by one.
async fn play(club: &Club<'_>, at: &str, outcomes: &[Value]) -> Vec<Value> {
    let mut hands = Vec::new();
    for (number, outcome) in (1..).zip(outcomes) {
        hands.push(club.record(at, number, outcome.clone()).await.expect(201));
    }
    hands
}

async fn post(club: &Club<'_>, path: &str, if_match: &str, key: &str, body: &Value) -> Answer {
    let request = club.owner.request(Method::POST, path).key(key);
    request.header("If-Match", if_match).json(body).send().await
}

async fn correct(club: &Club<'_>, at: &str, changes: Value) -> Answer {
    let body = json!({"changes": changes, "reason": "the sheet says otherwise"});
    post(club, &format!("{at}/corrections"), "*", &fresh_key(), &body).await
}

async fn preview(club: &Club<'_>, at: &str, changes: Value) -> Answer {
    let body = json!({"changes": changes, "reason": "the sheet says otherwise"});
    let path = format!("{at}/corrections?dry_run=true");
    let request = club.owner.request(Method::POST, &path);
    request.json(&body).send().await
}

/// A match as it stands, without what tells when and how it was entered.
async fn effect(club: &Club<'_>, at: &str) -> (Vec<Value>, Value) {
    let listed = club.owner.get(&format!("{at}/hands")).await.expect(200);
    let of_hand = |hand: &Value| {
        let fields = [
            "number",
            "deal",
            "outcome",
            "scores",
            "payments",
            "state_after",
        ];
        fields.map(|field| hand[field].clone()).to_vec()
    };
    let hands = listed["hands"].as_array().unwrap().iter();
    let view = club.owner.get(at).await.expect(200);
    let stands = ["next_number", "deal", "ending", "seats"].map(|field| view[field].clone());
    (
        hands.flat_map(of_hand).collect(),
        Value::from(stands.to_vec()),
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_winner_is_corrected_at_the_end() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let right = outcomes();
    let rightly = club.open_match("old-hong-kong").await;
    play(&club, &rightly, &right).await;

    // Said of hand 5: that the dealer won, which repeats the deal and shifts every later one.
    let mut wrong = right.clone();
    wrong[4] = declared(1, "self_draw", None, 7);
    let at = club.open_match("old-hong-kong").await;
    let recorded = play(&club, &at, &wrong).await;
    let before = effect(&club, &at).await;
    assert_ne!(before, effect(&club, &rightly).await);

    let change = json!([{"kind": "replace", "outcome_id": recorded[4]["id"], "outcome": right[4]}]);
    let previewed = preview(&club, &at, change.clone()).await.expect(200);
    assert_eq!(
        effect(&club, &at).await,
        before,
        "a dry run changes nothing"
    );
    let corrected = correct(&club, &at, change).await.expect(201);
    assert_eq!(previewed["differences"], corrected["differences"]);
    // Hand 5 and every later one is in another deal or pays otherwise.
    assert_eq!(corrected["differences"].as_array().unwrap().len(), 14);
    assert_eq!(corrected["total_differences"], 14);
    assert_eq!(effect(&club, &at).await, effect(&club, &rightly).await);

    let id = recorded[4]["id"].as_str().unwrap();
    let hand = club
        .owner
        .get(&format!("{at}/hands/{id}"))
        .await
        .expect(200);
    assert_eq!(hand["outcome"], right[4]);
    assert_eq!(hand["seq"], corrected["seq"]);
    assert_eq!(hand["earlier"][0]["outcome"], wrong[4]);
    assert_eq!(hand["earlier"][0]["seq"], recorded[4]["seq"]);
    let listed = club
        .owner
        .get(&format!("{at}/corrections"))
        .await
        .expect(200);
    assert_eq!(listed["corrections"], json!([corrected]));
    assert_eq!(
        listed["corrections"][0]["reason"],
        "the sheet says otherwise"
    );

    // What the history said before, and what is known now of then.
    let then = recorded[17]["seq"].as_u64().unwrap();
    let told = club
        .owner
        .get(&format!("{at}/hands?as_of_seq={then}"))
        .await;
    assert_eq!(told.expect(200)["hands"][4]["outcome"], wrong[4]);
    let fifth = recorded[4]["seq"].as_u64().unwrap();
    let known = format!("{at}/hands?as_of_seq={fifth}&corrected=true");
    let known = club.owner.get(&known).await.expect(200);
    let known = known["hands"].as_array().unwrap().clone();
    assert_eq!(known.len(), 5);
    assert_eq!(known[4]["outcome"], right[4]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_forgotten_hand_is_inserted_later() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let right = outcomes();
    let rightly = club.open_match("old-hong-kong").await;
    play(&club, &rightly, &right).await;

    let mut wrong = right.clone();
    let forgotten = wrong.remove(3);
    let at = club.open_match("old-hong-kong").await;
    let recorded = play(&club, &at, &wrong).await;
    let change = json!([{"kind": "insert", "before": recorded[3]["id"], "outcome": forgotten}]);
    let corrected = correct(&club, &at, change).await.expect(201);
    assert!(corrected["differences"][0]["before"].is_null());
    assert_eq!(effect(&club, &at).await, effect(&club, &rightly).await);

    let sheet = club.owner.get(&format!("{at}/rounds")).await.expect(200);
    let lines = sheet["rounds"].as_array().unwrap().iter();
    let lines: Vec<_> = lines
        .flat_map(|round| round["hands"].as_array().unwrap())
        .collect();
    assert_eq!(lines.len(), 18);
    assert_eq!(lines[4]["corrected"], true);
    assert_eq!(lines[0]["corrected"], false);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_became_impossible_is_refused_with_the_list() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    // East's pung is worth two in hand 2 as long as chair 1 is East, and with the dragons' makes the minimum.
    let dealer_wins = declared(1, "self_draw", None, 4);
    let pung_of_east = json!({
        "kind": "win", "won_by": "discard", "from_chair": 2,
        "winners": [{"chair": 1, "hand": {
            "concealed": "234m56p99s", "winning_tile": "7p",
            "melds": [{"kind": "pung", "tiles": "EEE"}, {"kind": "pung", "tiles": "CCC"}]
        }}]
    });
    let first = club.record(&at, 1, dealer_wins).await.expect(201);
    let second = club.record(&at, 2, pung_of_east).await;
    let second = match second.status {
        201 => second.expect(201),
        _ => panic!("{}", second.text),
    };
    let others = json!([{"kind": "replace", "outcome_id": first["id"], "outcome": declared(2, "self_draw", None, 4)}]);
    let before = effect(&club, &at).await;
    let refused = correct(&club, &at, others.clone()).await;
    let refused = refused.refused(422, "correction_impossible");
    assert_eq!(refused["impossible"][0]["outcome_id"], second["id"]);
    assert_eq!(refused["impossible"][0]["code"], "below_minimum");
    preview(&club, &at, others)
        .await
        .refused(422, "correction_impossible");
    assert_eq!(effect(&club, &at).await, before);
}

/// The entry states it as well.
#[tokio::test(flavor = "multi_thread")]
async fn what_a_later_change_takes_back_has_to_be_right_too() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let win = declared(1, "self_draw", None, 4);
    let hand = club.record(&at, 1, win.clone()).await.expect(201);
    let before = effect(&club, &at).await;
    let most = 9_007_199_254_740_991_i64;
    let wrong = [
        json!({"kind": "agreed", "chair_points": [1, 0, 0, 0]}),
        json!({"kind": "totals", "chair_points": [1, 2, 3, 4]}),
        json!({"kind": "totals", "chair_points": [most, -most, 0, 0]}),
        json!({"kind": "agreed", "chair_points": [most, -most, 0, 0]}),
        json!({"kind": "penalty", "chair": 1, "points": most, "payee": "house"}),
        json!({"kind": "side_payment", "chair": 1, "from_chair": 1, "points": 1}),
        json!({"kind": "side_payment", "chair": 1, "from_chair": 2, "points": most}),
        json!({"kind": "false_mahjong", "chair": 1, "points": most}),
        json!({"kind": "win", "won_by": "self_draw", "winners": [{"chair": 1, "declared": {"fan": most}}]}),
        json!({"kind": "win", "won_by": "self_draw", "winners": []}),
    ];
    for outcome in wrong {
        let id = &hand["id"];
        let changes = json!([
            {"kind": "replace", "outcome_id": id, "outcome": outcome},
            {"kind": "replace", "outcome_id": id, "outcome": declared(2, "self_draw", None, 4)},
        ]);
        for answer in [
            preview(&club, &at, changes.clone()).await,
            correct(&club, &at, changes).await,
        ] {
            assert!(
                (400..500).contains(&answer.status),
                "{outcome}: {}",
                answer.text
            );
            let pointer = answer.json["errors"][0]["pointer"].as_str();
            assert!(
                pointer.is_some_and(|at| at.starts_with("/changes/0/outcome")),
                "{}",
                answer.text
            );
        }
    }
    assert_eq!(effect(&club, &at).await, before);
}

#[tokio::test(flavor = "multi_thread")]
async fn people_on_the_wrong_chairs_are_seated_again() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let right = outcomes();
    let rightly = club.open_match("old-hong-kong").await;
    play(&club, &rightly, &right[..6]).await;

    // Chairs 2 and 3 were entered the other way round; the hands were entered by name, so on the wrong chairs.
    let [a, b, c, d] = [0, 1, 2, 3].map(|chair| club.players[chair].clone());
    let seats = json!({"players": [a, c, b, d]});
    let at = club
        .open_match_with(json!({"variant": {"id": "old-hong-kong"}, "players": seats["players"]}))
        .await;
    let swapped: Vec<Value> = right[..6].iter().map(with_chairs_swapped).collect();
    play(&club, &at, &swapped).await;
    let change = json!([{"kind": "reseat", "outcomes": "follow_players", "players": club.players}]);
    correct(&club, &at, change).await.expect(201);
    assert_eq!(effect(&club, &at).await, effect(&club, &rightly).await);

    // Somebody else sat on chair 4 all the time: what chair 4 won is his.
    let other = json!({"name": "Fong"});
    let other = club.post("/players", other).await.expect(201);
    let change = json!([{
        "kind": "reseat", "outcomes": "stay_with_chairs", "players": [a, b, c, other["id"]]
    }]);
    correct(&club, &at, change).await.expect(201);
    let sheet = club.owner.get(&format!("{at}/rounds")).await.expect(200);
    assert_eq!(sheet["standings"][3]["player"]["name"], "Fong");
    let change = json!([{"kind": "reseat", "outcomes": "follow_players", "players": [a, b, c, d]}]);
    let refused = correct(&club, &at, change)
        .await
        .refused(422, "invalid_value");
    assert_eq!(refused["errors"][0]["pointer"], "/changes/0/players");
    let change =
        json!([{"kind": "reseat", "outcomes": "stay_with_chairs", "players": [a, a, c, d]}]);
    correct(&club, &at, change)
        .await
        .refused(422, "players_not_distinct");
}

/// The same with chairs 2 and 3 exchanged.
fn with_chairs_swapped(outcome: &Value) -> Value {
    let swap = |chair: &Value| match chair.as_u64() {
        Some(2) => json!(3),
        Some(3) => json!(2),
        _ => chair.clone(),
    };
    let mut swapped = outcome.clone();
    if let Some(chair) = outcome.get("from_chair") {
        swapped["from_chair"] = swap(chair);
    }
    if outcome.get("winners").is_some() {
        swapped["winners"][0]["chair"] = swap(&outcome["winners"][0]["chair"]);
    }
    swapped
}

#[tokio::test(flavor = "multi_thread")]
async fn a_correction_is_asked_for_by_those_who_know_how_the_match_stands() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let mut script = club.script();
    script.know("at", at);
    script.know("won", declared(2, "self_draw", None, 4));
    // A repeated request gets the first answer, however the match stands now.
    script
        .run(r#"
        owner POST $at/hands {"number": 1, "outcome": {"kind": "goulash"}} -> 201; $id = /id; $etag = @etag
        owner POST $at/corrections {"changes": [{"kind": "void", "outcome_id": "$id"}], "reason": "never played"} -> 428 if_match_required
        owner POST $at/corrections [If-Match: "1"] {"changes": [{"kind": "void", "outcome_id": "$id"}], "reason": "never played"} -> 412 match_stale
        owner POST $at/corrections [Idempotency-Key: k] [If-Match: $etag] {"changes": [{"kind": "void", "outcome_id": "$id"}], "reason": "never played"}
            -> 201; $done = .; /differences # 1; /differences/0/after = null; /state_after/next_number = 1
        owner POST $at/hands {"number": 1, "outcome": $won} -> 201
        owner POST $at/corrections [Idempotency-Key: k] [If-Match: $etag] {"changes": [{"kind": "void", "outcome_id": "$id"}], "reason": "never played"}
            -> 201; . = $done; @idempotency-replayed = "true"
        "#)
        .await;
    for bad in r#"
        422 /changes | []
        422 /changes/0/outcome_id | [{"kind": "void", "outcome_id": "$id"}]
        400 /changes/0/outcome_id | [{"kind": "void"}]
        400 /changes/0/outcome | [{"kind": "void", "outcome_id": "$id", "outcome": {"kind": "goulash"}}]
        422 /changes/0/before | [{"kind": "insert", "before": "$id", "outcome": {"kind": "goulash"}}]
        400 /changes/0/outcome/reason | [{"kind": "insert", "outcome": {"kind": "goulash", "reason": "x"}}]
        422 /changes/0/outcome/winners/0/declared/fan | [{"kind": "insert", "outcome": {"kind": "win", "won_by": "self_draw", "winners": [{"chair": 2, "declared": {"fan": 1}}]}}]"#
        .split("\n        ")
        .skip(1)
    {
        let (told, changes) = bad.split_once(" | ").unwrap();
        let (status, pointer) = told.split_once(' ').unwrap();
        let asked = format!(r#"owner POST $at/corrections [If-Match: *] {{"reason": "x", "changes": {changes}}}"#);
        script.run(&format!("{asked} -> {status}; at {pointer}")).await;
    }
}

/// What is left is worked out by the engine, even if it is nothing: the entry says under which meaning of the rules.
#[tokio::test(flavor = "multi_thread")]
async fn a_match_of_which_nothing_is_left_is_worked_out_too() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let hand = club.record(&at, 1, json!({"kind": "goulash"})).await;
    let hand = hand.expect(201);
    let void = json!([{"kind": "void", "outcome_id": hand["id"]}]);
    let corrected = correct(&club, &at, void).await.expect(201);
    let entries = format!("{}/ledger/entries?limit=1000", club.path);
    let entries = club.owner.get(&entries).await.expect(200);
    let last = entries["entries"].as_array().unwrap().last().unwrap();
    let leaf: Value = serde_json::from_str(last["leaf"].as_str().unwrap()).unwrap();
    assert_eq!(leaf["seq"], corrected["seq"]);
    assert_eq!(leaf["semantics"], hand["semantics"]);
}
