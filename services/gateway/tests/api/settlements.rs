//! Who owes whom: previews, settlements of matches and of periods, adjustments.

use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{Answer, Club, TestApp, declared, fresh_key};

/// Names and cents of transfers.
fn transfers(value: &Value) -> Vec<(String, String, i64)> {
    let name = |party: &Value| party["name"].as_str().unwrap_or("house").to_owned();
    let transfer = |one: &Value| {
        let amount = one["amount_cents"].as_i64().unwrap();
        (name(&one["from"]), name(&one["to"]), amount)
    };
    let transfers = value["transfers"].as_array().unwrap();
    transfers.iter().map(transfer).collect()
}

fn owes(from: &str, to: &str, amount: i64) -> (String, String, i64) {
    (from.to_owned(), to.to_owned(), amount)
}

/// A match at 25 cents a point in which chair 3 won 4 points from the dealer and 2 from each other.
async fn played(club: &Club<'_>) -> String {
    let stake = json!({"stake_cents": 25, "currency": "HKD"});
    let at = club.open_match_with(stake).await;
    let win = declared(3, "self_draw", None, 4);
    club.record(&at, 1, win).await.expect(201);
    at
}

async fn settle(club: &Club<'_>, path: &str, etag: &str, key: &str, body: Value) -> Answer {
    let request = club.owner.request(Method::POST, path).key(key);
    request.header("If-Match", etag).json(&body).send().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_settled_in_points_and_money() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = played(&club).await;
    let mut script = club.script();
    script.know("at", at);
    script
        .run(r#"
        owner GET $at -> 200; $etag = @etag
        owner GET $at/settlement -> 200; $preview = .; @etag = $etag; /point_transfers # 3; /balances/2/party/name = "Chun"
        owner POST $at/settlement?dry_run=true {} -> 200; $parts = /parts
        owner POST $at/settlement {} -> 428 if_match_required
        owner POST $at/settlement [If-Match: "1"] {} -> 412 settlement_stale
        owner POST $at/settlement [If-Match: $etag] {"note": "at the bar"} -> 400 unknown_field
        owner POST $at/settlement [Idempotency-Key: k] [If-Match: $etag] {} -> 201; $settled = .; $location = @location; /parts = $parts
            ; has {"scope": {"kind": "match"}, "complete": false, "currency": "HKD"}
        owner POST $at/settlement [Idempotency-Key: k] [If-Match: $etag] {} -> 201; . = $settled; @idempotency-replayed = "true"
        owner GET $location -> 200; . = $settled
        owner GET $at/settlement -> 200; $after = .
        owner POST $at/settlement [If-Match: $etag] {} -> 409 nothing_to_settle
        owner POST $at/settlement?dry_run=true {} -> 409 nothing_to_settle
        "#)
        .await;
    let of = |field: &str, preview: &str| -> Vec<Value> {
        let balances = script.known(preview)["balances"].as_array().unwrap().iter();
        balances.map(|balance| balance[field].clone()).collect()
    };
    assert_eq!(of("points", "preview"), [-4, -2, 8, -2]);
    for (field, preview) in [
        ("amount_cents", "preview"),
        ("open_cents", "preview"),
        ("settled_cents", "after"),
    ] {
        assert_eq!(of(field, preview), [-100, -50, 200, -50]);
    }
    assert_eq!(of("open_cents", "after"), [0, 0, 0, 0]);
    let mut told = transfers(script.known("preview"));
    assert_eq!(told[0], owes("Ah Ming", "Chun", 100));
    told[1..].sort();
    let others = [owes("Bo", "Chun", 50), owes("Daai Lo", "Chun", 50)];
    assert_eq!(told[1..], others);
}

#[tokio::test(flavor = "multi_thread")]
async fn points_alone_settle_in_nothing() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let mut script = club.script();
    script.know("at", at);
    script.know("won", declared(3, "self_draw", None, 4));
    script
        .run(r#"
        owner POST $at/hands {"number": 1, "outcome": $won} -> 201
        owner GET $at/settlement -> 200; has {"currency": "XXX", "stake_cents": 0}; /point_transfers # 3; /transfers = []
        owner POST $at/settlement [If-Match: *] {} -> 409 nothing_to_settle
        "#)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_correction_after_a_settlement_is_an_adjustment() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = played(&club).await;
    let path = format!("{}/settlements", club.path);
    let month = json!({"from": "2026-11-01", "until": "2026-11-30", "currency": "HKD"});
    let asked = format!("{path}:preview?currency=HKD&from=2026-11-01&until=2026-11-30");
    let preview = club.owner.get(&asked).await;
    let first = settle(
        &club,
        &path,
        preview.header("etag"),
        &fresh_key(),
        month.clone(),
    )
    .await;
    let first = first.expect(201);
    let adjustments = |settlement: &Value| -> Vec<Value> {
        let parts = settlement["parts"].as_array().unwrap().iter();
        parts.map(|part| part["adjustment"].clone()).collect()
    };
    assert_eq!(
        adjustments(&first),
        [json!(false), json!(false), json!(false), json!(false)]
    );
    assert_eq!(transfers(&first), transfers(&preview.expect(200)));

    let hands = club.owner.get(&format!("{at}/hands")).await.expect(200);
    let seen = club.owner.get(&asked).await.header("etag").to_owned();
    let change = json!({"kind": "replace", "outcome_id": hands["hands"][0]["id"], "outcome": declared(2, "self_draw", None, 4)});
    let correction = json!({"changes": [change], "reason": "it was Bo"});
    let corrected = club
        .post_any(&format!("{at}/corrections"), correction)
        .await;
    corrected.expect(201);
    let stale = settle(&club, &path, &seen, &fresh_key(), month.clone()).await;
    stale.refused(412, "settlement_stale");
    let second = club.post_any(&path, month.clone()).await.expect(201);
    // Chun won 8 points and loses 2; Bo lost 2 and wins 8.
    assert_eq!(transfers(&second), [owes("Chun", "Bo", 250)]);
    assert_eq!(adjustments(&second), [json!(true), json!(true)]);
    let listed = club.owner.get(&format!("{path}?limit=1")).await.expect(200);
    assert_eq!(listed["settlements"], json!([second]));
    let next = format!(
        "{path}?limit=1&cursor={}",
        listed["next_cursor"].as_str().unwrap()
    );
    let listed = club.owner.get(&next).await.expect(200);
    assert_eq!(listed, json!({"settlements": [first]}));
    let nothing = club.post_any(&path, month).await;
    nothing.refused(409, "nothing_to_settle");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bad_period_is_refused() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let mut script = club.script();
    script
        .run(r#"
        owner POST $club/settlements [If-Match: *] {"from": "2026-11-30", "until": "2026-11-01", "currency": "HKD"} -> 422 invalid_value; at /until
        owner POST $club/settlements [If-Match: *] {"currency": "HKD", "from": "2199-12-31"} -> 422 invalid_value; at /from
        owner POST $club/settlements [If-Match: *] {"currency": "HKD", "until": "2199-12-31"} -> 422 invalid_value; at /until
        owner POST $club/settlements [If-Match: *] {} -> 400 missing_field
        owner POST $club/settlements [If-Match: *] {"currency": "hkd"} -> 422 invalid_value
        owner POST $club/settlements [If-Match: *] {"currency": "HKD", "from": "2026-02-30"} -> 422 invalid_value
        owner POST $club/settlements [If-Match: *] {"currency": "HKD", "match": null} -> 400 unknown_field
        owner GET $club/settlements:preview -> 400 invalid_parameter
        owner GET $club/settlements:preview?currency=HK -> 400 invalid_parameter
        owner GET $club/settlements:preview?currency=HKD&from=yesterday -> 400 invalid_parameter
        owner GET $club/settlements:preview?currency=HKD&from=2026-11-30&until=2026-11-01 -> 400 invalid_parameter
        owner GET $club/settlements:preview?currency=HKD&day=1 -> 400 invalid_parameter
        owner GET $club/settlements:preview?currency=EUR -> 200; /parts = []; @etag = "\"0\""
        "#)
        .await;
}

/// The pages of a preview, from this one on.
async fn pages(club: &Club<'_>, path: &str, first: Value) -> Vec<Value> {
    let mut pages = vec![first];
    while let Some(cursor) = pages.last().unwrap()["next_cursor"].as_str() {
        let next = format!("{path}&cursor={cursor}");
        pages.push(club.owner.get(&next).await.expect(200));
    }
    pages
}

/// A list of a preview, page by page.
fn listed(pages: &[Value], list: &str) -> Vec<Vec<Value>> {
    let of_page = |page: &Value| page[list].as_array().unwrap().clone();
    pages.iter().map(of_page).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_preview_has_pages() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = played(&club).await;
    played(&club).await;
    let path = format!("{}/settlements:preview?currency=HKD", club.path);
    let whole = club.owner.get(&path).await.expect(200);
    assert_eq!(whole["next_cursor"], Value::Null);
    let path = format!("{path}&limit=3");
    let answer = club.owner.get(&path).await;
    let etag = answer.header("etag").to_owned();
    let first = answer.expect(200);
    let read = pages(&club, &path, first.clone()).await;
    for (list, lengths) in [("parts", [3, 3, 2]), ("transfers", [3, 0, 0])] {
        let pages = listed(&read, list);
        assert_eq!(pages.iter().map(Vec::len).collect::<Vec<_>>(), lengths);
        assert_eq!(json!(pages.concat()), whole[list]);
    }
    // No page of another period begins there.
    let cursor = first["next_cursor"].as_str().unwrap();
    let elsewhere = format!("{path}&from=2026-11-21&cursor={cursor}");
    let refused = club.owner.get(&elsewhere).await;
    refused.refused(400, "invalid_cursor");
    // And none of the same, once it has changed.
    let goulash = club.record(&at, 2, json!({"kind": "goulash"})).await;
    goulash.expect(201);
    let next = club.owner.get(&format!("{path}&cursor={cursor}")).await;
    next.refused(412, "settlement_stale");
    let again = club.owner.get(&path).await;
    assert_ne!(again.header("etag"), etag);
}

/// A club that settles match by match and by the month, with a substitute, the house, a double, corrections and payments.
async fn settled_twice(club: &Club<'_>) {
    let mut script = club.script();
    script.know("at", played(club).await);
    script.know("second", declared(1, "discard", Some(2), 4));
    script.know("third", declared(3, "self_draw", None, 5));
    script
        .run(r#"
        owner POST $club/players {"name": "Fong"} -> 201; $fong = /id
        owner POST $at/penalties {"chair": 2, "points": 5, "payee": "house", "reason": "late"} -> 201
        owner POST $at/settlement [If-Match: *] {} -> 201; $settled = /id; $from = /transfers/0/from/id; $to = /transfers/0/to/id
        owner POST $at/substitutions {"chair": 2, "player": "$fong"} -> 201
        owner POST $at/hands {"number": 2, "outcome": $second} -> 201
        owner GET $at/hands -> 200; $first = /hands/0/id
        owner POST $at/corrections [If-Match: *] {"changes": [{"kind": "replace", "outcome_id": "$first", "outcome": {"kind": "goulash"}}],
        "reason": "nobody won"} -> 201
        owner POST $club/players {"name": "Chun, again"} -> 201; $double = /id
        owner POST $club/matches {"terms": {"variant": {"id": "old-hong-kong"}, "stake_cents": 40, "currency": "HKD"}, "players": ["$p1", "$p2", "$double", "$p4"], "played_on": "2026-11-21"} -> 201; $other = /id
        owner POST $club/matches/$other/hands {"number": 1, "outcome": $third} -> 201
        owner POST $club/players/$double:merge {"into": "$p3"} -> 200
        owner POST $club/settlements [If-Match: *] {"currency": "HKD"} -> 201
        owner POST $club/settlements/$settled/payments {"from": "$from", "to": "$to", "amount_cents": 1} -> 201; $paid = /payment/id
        owner POST $club/settlements/$settled/payments/$paid:reverse {"reason": "by mistake"} -> 201
        "#)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_auditor_comes_to_the_same_settlements() {
    let app = TestApp::start().await;
    let club = app.club().await;
    settled_twice(&club).await;
    let all = format!("{}/ledger/entries?limit=1000", club.path);
    let entries = club.owner.get(&all).await.expect(200);
    let mut auditor = audit::Auditor::default();
    let mut kinds = Vec::new();
    for entry in entries["entries"].as_array().unwrap() {
        let hash = entry["leaf_hash"].as_str().unwrap().parse().unwrap();
        let leaf = entry["leaf"].as_str().unwrap();
        let entry = auditor.entry(leaf.as_bytes(), hash);
        kinds.push(
            entry
                .unwrap_or_else(|finding| panic!("{finding}: {leaf}"))
                .body
                .kind(),
        );
    }
    let of = |kind: &str| kinds.iter().filter(|one| **one == kind).count();
    assert_eq!(of("settlement_made"), 2);
    assert_eq!((of("payment_recorded"), of("payment_reversed")), (1, 1));
    assert_eq!((of("match_corrected"), of("player_merged")), (1, 1));
}
