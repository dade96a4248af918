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
    let path = format!("{at}/settlement");
    let preview = club.owner.get(&path).await;
    let etag = preview.header("etag").to_owned();
    assert_eq!(etag, club.owner.get(&at).await.header("etag"));
    let preview = preview.expect(200);
    let of = |field: &str, preview: &Value| -> Vec<Value> {
        let balances = preview["balances"].as_array().unwrap().iter();
        balances.map(|balance| balance[field].clone()).collect()
    };
    assert_eq!(of("points", &preview), [-4, -2, 8, -2]);
    assert_eq!(of("amount_cents", &preview), [-100, -50, 200, -50]);
    assert_eq!(of("open_cents", &preview), [-100, -50, 200, -50]);
    assert_eq!(preview["balances"][2]["party"]["name"], "Chun");
    assert_eq!(preview["point_transfers"].as_array().unwrap().len(), 3);
    let mut told = transfers(&preview);
    assert_eq!(told[0], owes("Ah Ming", "Chun", 100));
    told[1..].sort();
    assert_eq!(
        told[1..],
        [owes("Bo", "Chun", 50), owes("Daai Lo", "Chun", 50)]
    );

    let dry = club
        .owner
        .request(Method::POST, &format!("{path}?dry_run=true"));
    let dry = dry.json(&json!({})).send().await.expect(200);
    let missing = club.owner.post(&path, json!({})).await;
    missing.refused(428, "if_match_required");
    let stale = settle(&club, &path, "\"1\"", &fresh_key(), json!({})).await;
    stale.refused(412, "settlement_stale");
    let unknown = json!({"note": "at the bar"});
    let unknown = settle(&club, &path, &etag, &fresh_key(), unknown).await;
    unknown.refused(400, "unknown_field");
    let key = fresh_key();
    let settled = settle(&club, &path, &etag, &key, json!({})).await;
    let location = settled.header("location").to_owned();
    let again = settle(&club, &path, &etag, &key, json!({})).await;
    assert_eq!(again.header("idempotency-replayed"), "true");
    assert_eq!(again.text, settled.text);
    let settled = settled.expect(201);
    assert_eq!(settled["parts"], dry["parts"]);
    assert_eq!(settled["scope"]["kind"], "match");
    assert_eq!(
        (&settled["complete"], &settled["currency"]),
        (&json!(false), &json!("HKD"))
    );
    assert_eq!(club.owner.get(&location).await.expect(200), settled);
    let preview = club.owner.get(&path).await.expect(200);
    assert_eq!(of("settled_cents", &preview), [-100, -50, 200, -50]);
    assert_eq!(of("open_cents", &preview), [0, 0, 0, 0]);
    let nothing = settle(&club, &path, &etag, &fresh_key(), json!({})).await;
    nothing.refused(409, "nothing_to_settle");
    let nothing = club
        .owner
        .request(Method::POST, &format!("{path}?dry_run=true"));
    let nothing = nothing.json(&json!({})).send().await;
    nothing.refused(409, "nothing_to_settle");
}

#[tokio::test(flavor = "multi_thread")]
async fn points_alone_settle_in_nothing() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    club.record(&at, 1, declared(3, "self_draw", None, 4))
        .await
        .expect(201);
    let path = format!("{at}/settlement");
    let preview = club.owner.get(&path).await.expect(200);
    assert_eq!(
        (&preview["currency"], &preview["stake_cents"]),
        (&json!("XXX"), &json!(0))
    );
    assert_eq!(preview["point_transfers"].as_array().unwrap().len(), 3);
    assert_eq!(transfers(&preview), []);
    let nothing = settle(&club, &path, "*", &fresh_key(), json!({})).await;
    nothing.refused(409, "nothing_to_settle");
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
    let change = json!({"kind": "replace", "outcome": hands["hands"][0]["id"], "with": declared(2, "self_draw", None, 4)});
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
    let path = format!("{}/settlements", club.path);
    let backwards = json!({"from": "2026-11-30", "until": "2026-11-01", "currency": "HKD"});
    let refused = club.post_any(&path, backwards).await;
    assert_eq!(
        refused.refused(422, "invalid_value")["errors"][0]["pointer"],
        "/until"
    );
    for end in ["from", "until"] {
        let mut distant = json!({"currency": "HKD"});
        distant[end] = "2199-12-31".into();
        let refused = club.post_any(&path, distant).await;
        let refused = refused.refused(422, "invalid_value");
        assert_eq!(refused["errors"][0]["pointer"], format!("/{end}"));
    }
    for (body, status, code) in [
        (json!({}), 400, "missing_field"),
        (json!({"currency": "hkd"}), 422, "invalid_value"),
        (
            json!({"currency": "HKD", "from": "2026-02-30"}),
            422,
            "invalid_value",
        ),
        (
            json!({"currency": "HKD", "match": null}),
            400,
            "unknown_field",
        ),
    ] {
        club.post_any(&path, body).await.refused(status, code);
    }
    for query in [
        "",
        "?currency=HK",
        "?currency=HKD&from=yesterday",
        "?currency=HKD&from=2026-11-30&until=2026-11-01",
        "?currency=HKD&day=1",
    ] {
        let refused = club.owner.get(&format!("{path}:preview{query}")).await;
        refused.refused(400, "invalid_parameter");
    }
    let empty = club
        .owner
        .get(&format!("{path}:preview?currency=EUR"))
        .await;
    assert_eq!(empty.header("etag"), "\"0\"");
    assert_eq!(empty.expect(200)["parts"], json!([]));
}

/// A club that settles match by match and by the month, with a substitute, the house, a double, corrections and payments.
async fn settled_twice(club: &Club<'_>) {
    let fong = json!({"name": "Fong"});
    let enrol = format!("{}/players", club.path);
    let fong = club.owner.post(&enrol, fong).await.expect(201)["id"].clone();
    let at = played(club).await;
    let penalty = json!({"chair": 2, "points": 5, "payee": "house", "reason": "late"});
    club.owner
        .post(&format!("{at}/penalties"), penalty)
        .await
        .expect(201);
    let settled = club
        .post_any(&format!("{at}/settlement"), json!({}))
        .await
        .expect(201);
    let takes_over = json!({"chair": 2, "player": fong});
    club.owner
        .post(&format!("{at}/substitutions"), takes_over)
        .await
        .expect(201);
    club.record(&at, 2, declared(1, "discard", Some(2), 4))
        .await
        .expect(201);
    let hands = club.owner.get(&format!("{at}/hands")).await.expect(200);
    let change =
        json!({"kind": "replace", "outcome": hands["hands"][0]["id"], "with": {"kind": "goulash"}});
    let correction = json!({"changes": [change], "reason": "nobody won"});
    club.post_any(&format!("{at}/corrections"), correction)
        .await
        .expect(201);
    let double = json!({"name": "Chun, again"});
    let double = club.owner.post(&enrol, double).await.expect(201)["id"].clone();
    let [a, b, c, d] = [0, 1, 2, 3].map(|at| &club.players[at]);
    let other = json!({"stake_cents": 40, "currency": "HKD", "players": [a, b, double, d]});
    let other = club.open_match_with(other).await;
    club.record(&other, 1, declared(3, "self_draw", None, 5))
        .await
        .expect(201);
    let double = double.as_str().unwrap();
    club.owner
        .post(&format!("{enrol}/{double}:merge"), json!({"into": c}))
        .await
        .expect(200);
    let month = json!({"currency": "HKD"});
    club.post_any(&format!("{}/settlements", club.path), month)
        .await
        .expect(201);
    let transfer = &settled["transfers"][0];
    let payment =
        json!({"from": transfer["from"]["id"], "to": transfer["to"]["id"], "amount_cents": 1});
    let payments = format!(
        "{}/settlements/{}/payments",
        club.path,
        settled["id"].as_str().unwrap()
    );
    let paid = club.owner.post(&payments, payment).await.expect(201);
    let paid = paid["payment"]["id"].as_str().unwrap();
    let reason = json!({"reason": "by mistake"});
    club.owner
        .post(&format!("{payments}/{paid}:reverse"), reason)
        .await
        .expect(201);
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
