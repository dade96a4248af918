//! Matches: options, pages, the early end.

use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{Answer, Club, TestApp, declared, fresh_key};

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_opened_with_its_options() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let opened = club
        .try_open_match(json!({
            "minimum_fan": 4, "stake_cents": 50, "currency": "HKD", "starting_points": 500
        }))
        .await;
    let etag = opened.header("etag").to_owned();
    let location = opened.header("location").to_owned();
    let opened = opened.expect(201);
    let read = club.owner.get(&location).await;
    assert_eq!(read.header("etag"), etag);
    assert_eq!(read.expect(200), opened);
    assert_eq!(opened["minimum_fan"], 4);
    assert_eq!(opened["variant"]["id"], "old-hong-kong");
    assert_eq!(
        opened["deal"],
        json!({"round_wind": "east", "dealer": 1, "extra": 0})
    );
    let winds = opened["seats"]
        .as_array()
        .unwrap()
        .iter()
        .map(|seat| seat["seat_wind"].clone());
    assert_eq!(
        winds.collect::<Vec<_>>(),
        ["east", "south", "west", "north"]
    );
    assert_eq!(opened["seats"][2]["balance_points"], 500);
    assert_eq!(opened["seats"][0]["player"]["name"], "Ah Ming");
}

/// A table that does not say what everybody starts with starts with what its variant says.
#[tokio::test(flavor = "multi_thread")]
async fn a_match_starts_with_the_points_of_its_variant() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let flat = json!({"id": "modern-chinese"});
    let cases = [
        (json!({"variant": flat}), 13),
        (json!({"variant": flat, "starting_points": 0}), 0),
        (json!({"variant": flat, "starting_points": -5}), -5),
        (json!({}), 0),
    ];
    for (fields, expected) in cases {
        let opened = club.try_open_match(fields).await.expect(201);
        assert_eq!(opened["starting_points"], expected);
        assert_eq!(opened["seats"][3]["balance_points"], expected);
    }
}

/// Fields of a match, with `A`, `B`, `C` for players of the club; status, code, pointer and sentence.
#[rustfmt::skip]
const IMPOSSIBLE: &[(&str, u16, &str, &str, &str)] = &[
    (r#"{"players":["A","B","C","A"]}"#, 422, "players_not_distinct", "/players", "two chairs"),
    (r#"{"players":["A","B","C","00000000-0000-4000-8000-000000000000"]}"#, 422, "unknown_player", "/players/3", "chair 4"),
    (r#"{"players":["A","B","C"]}"#, 422, "invalid_value", "/players", "length 3"),
    (r#"{"players":["A","B","C","A","B"]}"#, 422, "invalid_value", "/players", "list is too long"),
    (r#"{"players":"A"}"#, 400, "invalid_field", "/players", "expected an array"),
    (r#"{"stake_cents":"1","currency":"HKD"}"#, 400, "invalid_field", "/stake_cents", "expected a whole number"),
    (r#"{"players":["A","B","C","Bo"]}"#, 400, "invalid_field", "/players/3", "expected an id"),
    (r#"{"minimum_fan":101}"#, 422, "invalid_value", "/minimum_fan", "from 0 to 100"),
    (r#"{"stake_cents":1000001,"currency":"HKD"}"#, 422, "invalid_value", "/stake_cents", "from 0 to 1000000"),
    (r#"{"stake_cents":9223372036854775807,"currency":"HKD"}"#, 422, "invalid_value", "/stake_cents", "from 0 to 1000000"),
    (r#"{"stake_cents":9223372036854775808,"currency":"HKD"}"#, 422, "invalid_value", "/stake_cents", "9223372036854775808"),
    (r#"{"stake_cents":-1,"currency":"HKD"}"#, 422, "invalid_value", "/stake_cents", "from 0 to 1000000"),
    (r#"{"stake_cents":10}"#, 400, "missing_field", "/currency", "currency"),
    (r#"{"stake_cents":10,"currency":"dollars"}"#, 422, "invalid_value", "/currency", "ISO 4217"),
    (r#"{"starting_points":1000001}"#, 422, "invalid_value", "/starting_points", "1000000"),
    (r#"{"played_on":"2026-02-30"}"#, 422, "invalid_value", "/played_on", "day of the calendar"),
    (r#"{"played_on":"21.11.2026"}"#, 422, "invalid_value", "/played_on", "day of the calendar"),
    (r#"{"played_on":"-0001-01-01"}"#, 422, "invalid_value", "/played_on", "from 1900 to 2200"),
    (r#"{"played_on":"+2026-11-21"}"#, 422, "invalid_value", "/played_on", "day of the calendar"),
    (r#"{"played_on":"1899-12-31"}"#, 422, "invalid_value", "/played_on", "from 1900 to 2200"),
    (r#"{"played_on":"2201-01-01"}"#, 422, "invalid_value", "/played_on", "from 1900 to 2200"),
    (r#"{"played_on":"2199-12-31"}"#, 422, "invalid_value", "/played_on", "still to come"),
    (r#"{"variant":{"id":"no-such"}}"#, 422, "variant_not_found", "/variant/id", "`GET /v1/variants` lists them"),
    (r#"{"variant":{"hash":"0000000000000000000000000000000000000000000000000000000000000000"}}"#, 422, "variant_unknown", "/variant/hash", "document"),
    (r#"{"variant":{"hash":"xyz"}}"#, 422, "variant_hash_invalid", "/variant/hash", "64"),
    (r#"{"variant":{"document":{"format":"faan.variant/1"}}}"#, 422, "variant_invalid", "/variant/document/id", "(and 13 more)"),
    (r#"{"variant":{"document":3}}"#, 422, "variant_invalid", "/variant/document", "3 is not an object"),
    (r#"{"variant":3}"#, 400, "invalid_field", "/variant", "expected an object"),
];

#[tokio::test(flavor = "multi_thread")]
async fn matches_that_cannot_be() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let mut faults = Vec::new();
    for (fields, status, code, pointer, sentence) in IMPOSSIBLE {
        let named = ["A", "B", "C"].iter().zip(&club.players);
        let named = named.fold((*fields).to_owned(), |fields, (letter, id)| {
            fields.replace(&format!("\"{letter}\""), &format!("\"{id}\""))
        });
        let refusal = club
            .try_open_match(serde_json::from_str(&named).unwrap())
            .await;
        faults.extend(refusal.fault(fields, (*status, code, pointer, sentence)));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let matches = club
        .owner
        .get(&format!("{}/matches", club.path))
        .await
        .expect(200);
    assert_eq!(matches["matches"], json!([]));
}

/// A match is played today somewhere on earth, or was played before.
#[tokio::test(flavor = "multi_thread")]
async fn no_match_is_opened_for_a_day_to_come() {
    let app = TestApp::start().await;
    let club = app.club().await;
    #[expect(clippy::disallowed_methods, reason = "days pass by the wall clock")]
    let latest = (time::OffsetDateTime::now_utc() + time::Duration::hours(14)).date();
    for day in ["1900-01-01".to_owned(), latest.to_string()] {
        club.open_match_with(json!({ "played_on": day })).await;
    }
    // One day is left for midnight, if it comes between.
    let day = latest + time::Duration::days(2);
    let refused = club.try_open_match(json!({ "played_on": day.to_string() }));
    let refused = refused.await.refused(422, "invalid_value");
    assert_eq!(refused["errors"][0]["pointer"], "/played_on");
}

#[tokio::test(flavor = "multi_thread")]
async fn half_points_need_an_even_stake() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let variant = app
        .nobody()
        .get("/v1/variants/hkos-fan-laak")
        .await
        .expect(200);
    let mut document = variant["document"].clone();
    // The discarder pays once, the others half.
    document["id"] = "halves".into();
    document["multipliers"]["discarder"] = 1.into();
    document["multipliers"]["other"] = 0.5.into();
    let halves = json!({"variant": {"document": document}, "stake_cents": 25, "currency": "HKD"});
    let problem = club
        .try_open_match(halves.clone())
        .await
        .refused(422, "stake_not_divisible");
    assert_eq!(problem["errors"][0]["pointer"], "/stake_cents");
    let mut even = halves;
    even["stake_cents"] = 26.into();
    let at = club.open_match_with(even).await;
    // 3 fan are 8 points: 8 from the discarder and 4 from each other.
    let hand = club
        .record(&at, 1, declared(3, "discard", Some(2), 3))
        .await
        .expect(201);
    assert_eq!(points(&hand), [-4.0, -8.0, 16.0, -4.0]);
}

fn points(hand: &Value) -> Vec<f64> {
    let payments = hand["payments"].as_array().unwrap().iter();
    payments
        .map(|payment| payment["points"].as_f64().unwrap())
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn matches_come_in_pages() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let mut opened = Vec::new();
    for _ in 0..5 {
        opened.push(club.open_match("old-hong-kong").await);
    }
    opened.reverse();
    let mut listed = Vec::new();
    let mut cursor = String::new();
    let mut pages = 0;
    loop {
        let path = format!("{}/matches?limit=2{cursor}", club.path);
        let page = club.owner.get(&path).await.expect(200);
        for one in page["matches"].as_array().unwrap() {
            listed.push(format!(
                "{}/matches/{}",
                club.path,
                one["id"].as_str().unwrap()
            ));
        }
        pages += 1;
        match page["next_cursor"].as_str() {
            Some(next) => cursor = format!("&cursor={next}"),
            None => break,
        }
    }
    assert_eq!((listed, pages), (opened, 3));

    // A cursor of one club is none in another.
    let page = club
        .owner
        .get(&format!("{}/matches?limit=2", club.path))
        .await
        .expect(200);
    let other = club.owner.found_club("Another").await;
    let foreign = format!(
        "{}/matches?cursor={}",
        other.path,
        page["next_cursor"].as_str().unwrap()
    );
    other
        .owner
        .get(&foreign)
        .await
        .refused(400, "invalid_cursor");
}

async fn end(club: &Club<'_>, at: &str, key: &str, if_match: Option<&str>) -> Answer {
    let mut request = club
        .owner
        .request(Method::POST, &format!("{at}/end"))
        .key(key);
    if let Some(etag) = if_match {
        request = request.header("If-Match", etag);
    }
    request
        .json(&json!({"reason": "The hall closes"}))
        .send()
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_ends_early_for_those_who_know_how_it_stands() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let stale = club.owner.get(&at).await.header("etag").to_owned();
    let recorded = club.record(&at, 1, declared(2, "self_draw", None, 4)).await;
    let current = recorded.header("etag").to_owned();
    assert_eq!(club.owner.get(&at).await.header("etag"), current);

    end(&club, &at, &fresh_key(), None)
        .await
        .refused(428, "if_match_required");
    end(&club, &at, &fresh_key(), Some(&stale))
        .await
        .refused(412, "match_stale");
    end(&club, &at, &fresh_key(), Some("7"))
        .await
        .refused(400, "invalid_header");
    // Two headers are one list: neither hides the other, and a list has no `*`.
    let key = fresh_key();
    let with_two = |second: &str| {
        let request = club.owner.request(Method::POST, &format!("{at}/end"));
        let request = request.key(&key).header("If-Match", &stale);
        let body = json!({"reason": "The hall closes"});
        request.header("If-Match", second).json(&body).send()
    };
    with_two("*").await.refused(400, "invalid_header");
    let ended = with_two(&current).await;
    // A repeated request sees neither 412 nor 409.
    let again = end(&club, &at, &key, Some(&current)).await;
    assert_eq!(ended.text, again.text);
    assert_eq!(again.header("idempotency-replayed"), "true");
    let ended = ended.expect(201);
    assert_eq!(ended["outcome"]["kind"], "early_end");
    assert_eq!(ended["reason"], "The hall closes");
    assert_eq!(ended["state_after"]["ending"], "early");
    assert_eq!(ended["state_after"]["next_number"], 2);
    end(&club, &at, &fresh_key(), Some("*"))
        .await
        .refused(409, "match_over");
    let late = club.record(&at, 2, json!({"kind": "goulash"})).await;
    late.refused(409, "match_over");
}
