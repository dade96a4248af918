//! Matches: options, pages, the early end.

use serde_json::{Value, json};

use crate::app::{TestApp, declared};

#[tokio::test(flavor = "multi_thread")]
async fn a_match_is_opened_with_its_options() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let mut script = club.script();
    script
        .run(r#"
        owner POST $club/matches {"terms": {"variant": {"id": "old-hong-kong"}, "minimum_fan": 4, "stake_cents": 50, "currency": "HKD", "starting_points": 500}, "players": ["$p1", "$p2", "$p3", "$p4"], "played_on": "2026-11-21"}
            -> 201; $opened = .; $location = @location; $etag = @etag; /terms/minimum_fan = 4; /terms/variant/id = "old-hong-kong"
            ; /deal = {"round_wind": "east", "dealer": 1, "extra": 0}; /seats/0 has {"seat_wind": "east", "player": {"name": "Ah Ming"}}
            ; /seats/1/seat_wind = "south"; /seats/2 has {"seat_wind": "west", "balance_points": 500}; /seats/3/seat_wind = "north"
        owner GET $location -> 200; . = $opened; @etag = $etag
        "#)
        .await;
}

/// A table that does not say what everybody starts with starts with what its variant says.
#[tokio::test(flavor = "multi_thread")]
async fn a_match_starts_with_the_points_of_its_variant() {
    let app = TestApp::start().await;
    let club = app.club().await;
    for (fields, expected) in [
        (r#"{"variant": {"id": "modern-chinese"}}"#, 13),
        (
            r#"{"variant": {"id": "modern-chinese"}, "starting_points": 0}"#,
            0,
        ),
        (
            r#"{"variant": {"id": "modern-chinese"}, "starting_points": -5}"#,
            -5,
        ),
        ("{}", 0),
    ] {
        let opened = club.try_open_match(serde_json::from_str(fields).unwrap());
        let opened = opened.await.expect(201);
        assert_eq!(opened["terms"]["starting_points"], expected);
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
    (r#"{"stake_cents":"1","currency":"HKD"}"#, 400, "invalid_field", "/terms/stake_cents", "expected a whole number"),
    (r#"{"players":["A","B","C","Bo"]}"#, 400, "invalid_field", "/players/3", "expected an id"),
    (r#"{"minimum_fan":101}"#, 422, "invalid_value", "/terms/minimum_fan", "from 0 to 100"),
    (r#"{"stake_cents":1000001,"currency":"HKD"}"#, 422, "invalid_value", "/terms/stake_cents", "from 0 to 1000000"),
    (r#"{"stake_cents":9223372036854775807,"currency":"HKD"}"#, 422, "invalid_value", "/terms/stake_cents", "from 0 to 1000000"),
    (r#"{"stake_cents":9223372036854775808,"currency":"HKD"}"#, 422, "invalid_value", "/terms/stake_cents", "9223372036854775808"),
    (r#"{"stake_cents":-1,"currency":"HKD"}"#, 422, "invalid_value", "/terms/stake_cents", "from 0 to 1000000"),
    (r#"{"stake_cents":10}"#, 400, "missing_field", "/terms/currency", "currency"),
    (r#"{"stake_cents":10,"currency":"dollars"}"#, 422, "invalid_value", "/terms/currency", "ISO 4217"),
    (r#"{"starting_points":1000001}"#, 422, "invalid_value", "/terms/starting_points", "1000000"),
    (r#"{"played_on":"2026-02-30"}"#, 422, "invalid_value", "/played_on", "day of the calendar"),
    (r#"{"played_on":"21.11.2026"}"#, 422, "invalid_value", "/played_on", "day of the calendar"),
    (r#"{"played_on":"-0001-01-01"}"#, 422, "invalid_value", "/played_on", "from 1900 to 2200"),
    (r#"{"played_on":"+2026-11-21"}"#, 422, "invalid_value", "/played_on", "day of the calendar"),
    (r#"{"played_on":"1899-12-31"}"#, 422, "invalid_value", "/played_on", "from 1900 to 2200"),
    (r#"{"played_on":"2201-01-01"}"#, 422, "invalid_value", "/played_on", "from 1900 to 2200"),
    (r#"{"played_on":"2199-12-31"}"#, 422, "invalid_value", "/played_on", "still to come"),
    (r#"{"variant":{"id":"no-such"}}"#, 422, "variant_not_found", "/terms/variant/id", "`GET /v1/variants` lists them"),
    (r#"{"variant":{"hash":"0000000000000000000000000000000000000000000000000000000000000000"}}"#, 422, "variant_unknown", "/terms/variant/hash", "document"),
    (r#"{"variant":{"hash":"xyz"}}"#, 422, "variant_hash_invalid", "/terms/variant/hash", "64"),
    (r#"{"variant":{"document":{"format":"faan.variant/1"}}}"#, 422, "variant_invalid", "/terms/variant/document/id", "(and 13 more)"),
    (r#"{"variant":{"document":3}}"#, 422, "variant_invalid", "/terms/variant/document", "3 is not an object"),
    (r#"{"variant":3}"#, 400, "invalid_field", "/terms/variant", "expected an object"),
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
    let matches = club.get("/matches").await.expect(200);
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
    assert_eq!(problem["errors"][0]["pointer"], "/terms/stake_cents");
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
    let mut script = club.script();
    let mut opened = Vec::new();
    for _ in 0..5 {
        let at = club.open_match("old-hong-kong").await;
        opened.push(at.rsplit('/').next().unwrap().to_owned());
    }
    for (number, id) in opened.into_iter().enumerate() {
        script.know(&format!("m{number}"), id);
    }
    let other = club.owner.found_club("Another").await;
    script.know("other", other.path);
    // A cursor of one club is none in another.
    script
        .run(r#"
        owner GET $club/matches?limit=2 -> 200; /matches # 2; /matches/0/id = "$m4"; /matches/1/id = "$m3"; $cursor = /next_cursor
        owner GET $other/matches?cursor=$cursor -> 400 invalid_cursor
        owner GET $club/matches?limit=2&cursor=$cursor -> 200; /matches # 2; /matches/0/id = "$m2"; /matches/1/id = "$m1"; $cursor = /next_cursor
        owner GET $club/matches?limit=2&cursor=$cursor -> 200; /matches # 1; /matches/0/id = "$m0"; /next_cursor = null
        "#)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_match_ends_early_for_those_who_know_how_it_stands() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let mut script = club.script();
    script.know("at", at);
    script.know("won", declared(2, "self_draw", None, 4));
    // Two headers are one list: neither hides the other, and a list has no `*`. A repeated request sees neither 412 nor 409.
    script
        .run(r#"
        owner GET $at -> 200; $stale = @etag
        owner POST $at/hands {"number": 1, "outcome": $won} -> 201; $current = @etag
        owner GET $at -> 200; @etag = $current
        owner POST $at/end {"reason": "The hall closes"} -> 428 if_match_required
        owner POST $at/end [If-Match: $stale] {"reason": "The hall closes"} -> 412 match_stale
        owner POST $at/end [If-Match: 7] {"reason": "The hall closes"} -> 400 invalid_header
        owner POST $at/end [Idempotency-Key: k] [If-Match: $stale] [If-Match: *] {"reason": "The hall closes"} -> 400 invalid_header
        owner POST $at/end [Idempotency-Key: k] [If-Match: $stale] [If-Match: $current] {"reason": "The hall closes"} -> 201; $ended = .
            ; /outcome/kind = "early_end"; /reason = "The hall closes"; /state_after has {"ending": "early", "next_number": 2}
        owner POST $at/end [Idempotency-Key: k] [If-Match: $current] {"reason": "The hall closes"} -> 201; . = $ended; @idempotency-replayed = "true"
        owner POST $at/end [If-Match: *] {"reason": "The hall closes"} -> 409 match_over
        owner POST $at/hands {"number": 2, "outcome": {"kind": "goulash"}} -> 409 match_over
        "#)
        .await;
}
