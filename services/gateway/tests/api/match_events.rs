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
    let refused = batch(
        &club,
        &at,
        &fresh_key(),
        &json!({"number": 1, "outcomes": many}),
    )
    .await;
    let refused = refused.refused(422, "below_minimum");
    let pointers: Vec<_> = refused["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|error| &error["pointer"])
        .collect();
    assert_eq!(
        pointers,
        [
            "/outcomes/57/winners/0/declared/fan",
            "/outcomes/80/winners/0/declared/fan"
        ]
    );
    assert_eq!(club.owner.get(&at).await.expect(200)["next_number"], 1);
    for outcomes in [vec![], vec![json!({"kind": "goulash"}); 101]] {
        let refused = batch(
            &club,
            &at,
            &fresh_key(),
            &json!({"number": 1, "outcomes": outcomes}),
        )
        .await;
        assert_eq!(
            refused.refused(422, "invalid_value")["errors"][0]["pointer"],
            "/outcomes"
        );
    }
}

/// What a sheet says that everybody gained or lost.
fn standings(sheet: &Value) -> Vec<(&str, f64)> {
    let standings = sheet["standings"].as_array().unwrap().iter();
    let standing = |one: &'_ Value| one["points"].as_f64().unwrap();
    standings
        .map(|one| (one["player"]["name"].as_str().unwrap(), standing(one)))
        .collect()
}

/// Nobody takes a chair over who sits at the table or is no player: not in a batch before a hand either, and no dry run
/// shows it.
async fn cannot_sit_down(club: &Club<'_>, at: &str, player: &Value, code: &str) {
    let alone = json!({"chair": 3, "player": player});
    let mut among = alone.clone();
    among["kind"] = json!("substitution");
    let among = json!({"number": 2, "outcomes": [among, {"kind": "goulash"}]});
    for (route, body) in [("substitutions", alone), ("hands:batch", among)] {
        for dry in ["", "?dry_run=true"] {
            let refused = club
                .owner
                .post(&format!("{at}/{route}{dry}"), body.clone())
                .await;
            refused.refused(422, code);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn penalties_and_substitutions_are_no_hands() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club
        .open_match_with(json!({"stake_cents": 10, "currency": "HKD"}))
        .await;
    club.record(&at, 1, declared(3, "self_draw", None, 4))
        .await
        .expect(201);

    let penalty =
        json!({"chair": 2, "points": 5, "payee": "house", "reason": "looked into the wall"});
    let paid = club
        .owner
        .post(&format!("{at}/penalties"), penalty)
        .await
        .expect(201);
    assert!(paid["number"].is_null());
    assert_eq!(paid["house_points"], 5);
    assert_eq!(paid["payments"][1]["points"], -5);
    assert_eq!(paid["reason"], "looked into the wall");
    assert_eq!(paid["state_after"]["next_number"], 2);

    let fong = club
        .owner
        .post(&format!("{}/players", club.path), json!({"name": "Fong"}))
        .await
        .expect(201);
    let substitution = json!({"chair": 2, "player": fong["id"]});
    club.owner
        .post(&format!("{at}/substitutions"), substitution)
        .await
        .expect(201);
    cannot_sit_down(&club, &at, &fong["id"], "players_not_distinct").await;
    cannot_sit_down(&club, &at, &json!(club.owner.id), "unknown_player").await;

    let agreed = json!({"kind": "agreed", "winner": 2, "chair_points": [-8, 16, -4, -4]});
    let hand = club.record(&at, 2, agreed.clone()).await.expect(201);
    assert_eq!(hand["outcome"], agreed);
    assert_eq!(hand["payments"][1]["player"], fong["id"]);
    club.record(&at, 3, json!({"kind": "early_end"}))
        .await
        .refused(422, "invalid_value");

    let sheet = club.owner.get(&format!("{at}/rounds")).await.expect(200);
    // Hand 1 cost Bo 2, and the penalty 5; Fong won 16 on his chair.
    let expected = [
        ("Ah Ming", -12.0),
        ("Bo", -7.0),
        ("Chun", 4.0),
        ("Daai Lo", -6.0),
        ("Fong", 16.0),
    ];
    assert_eq!(standings(&sheet), expected);
    // Chun won hand 1, and Fong the one whose payments were agreed.
    let wins = sheet["standings"].as_array().unwrap().iter();
    let wins: Vec<_> = wins.map(|one| one["wins"].as_u64().unwrap()).collect();
    assert_eq!(wins, [0, 0, 1, 0, 1]);
    assert_eq!(sheet["house_points"], 5);
    let results: Vec<_> = sheet["rounds"][0]["hands"]
        .as_array()
        .unwrap()
        .iter()
        .map(|line| line["result"].clone())
        .collect();
    assert_eq!(results, ["win", "penalty", "substitution", "agreed"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_end_by_mistake_is_taken_back() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let end = club
        .owner
        .request(Method::POST, &format!("{at}/end"))
        .key(&fresh_key());
    let end = end
        .header("If-Match", "*")
        .json(&json!({}))
        .send()
        .await
        .expect(201);
    let void =
        json!({"changes": [{"kind": "void", "outcome": end["id"]}], "reason": "they went on"});
    let reopened = club
        .owner
        .request(Method::POST, &format!("{at}/corrections"))
        .key(&fresh_key());
    reopened
        .header("If-Match", "*")
        .json(&void)
        .send()
        .await
        .expect(201);
    club.record(&at, 1, json!({"kind": "goulash"}))
        .await
        .expect(201);
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
    let points: Vec<f64> = hand["payments"]
        .as_array()
        .unwrap()
        .iter()
        .map(|payment| payment["points"].as_f64().unwrap())
        .collect();
    assert!(
        points[1] == 0.0 && points[3] == 0.0 && points[0] == -points[2] && points[2] > 0.0,
        "{points:?}"
    );
    win["winners"][0]["liability"]["chair"] = json!(3);
    let own = club.record(&at, 2, win).await;
    assert_eq!(own.status, 422, "{}", own.text);
}
