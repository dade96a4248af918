//! What players ask at a table, without a club.

use serde_json::{Value, json};

use crate::app::TestApp;

fn win(concealed: &str, tile: &str) -> Value {
    json!({
        "seat_wind": "south", "round_wind": "east", "won_by": "self_draw",
        "hand": {"concealed": concealed, "winning_tile": tile}
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_is_scored_as_its_hands_are() {
    let app = TestApp::start().await;
    let flush = win("123456789p 99p 11p", "9p");
    let wins = [flush.clone(), win("13579m 13579p EEE", "1s"), flush.clone()];
    let batch = json!({"variant": {"id": "old-hong-kong"}, "wins": wins});
    let scored = app
        .nobody()
        .post("/v1/score:batch", batch)
        .await
        .expect(200);
    let one = json!({"variant": {"id": "old-hong-kong"}, "win": flush});
    let one = app.nobody().post("/v1/score", one).await.expect(200);
    let results = scored["results"].as_array().unwrap();
    assert_eq!(results.len(), 3);
    assert_eq!(results[0]["scored"]["score"], one["score"]);
    assert_eq!(results[0]["scored"]["payments"], one["payments"]);
    assert_eq!(results[2], results[0]);
    assert_eq!(
        results[1]["refused"]["code"], "not_winning_hand",
        "{}",
        results[1]
    );
    assert!(
        results[1]["refused"]["pointer"]
            .as_str()
            .unwrap()
            .starts_with("/wins/1/hand")
    );
    assert_eq!(scored["variant_hash"], one["variant_hash"]);

    // A hand that cannot be read refuses itself only. A request without a field that it needs is malformed as a whole.
    let unread =
        json!({"variant": {"id": "old-hong-kong"}, "wins": [win("12x", "9p"), flush.clone()]});
    let unread = app.nobody().post("/v1/score:batch", unread).await;
    let unread = &unread.expect(200)["results"];
    assert_eq!(unread[0]["refused"]["code"], "notation_invalid");
    assert_eq!(unread[0]["refused"]["pointer"], "/wins/0/hand/concealed");
    assert_eq!(unread[1], results[0]);
    let mut nobody_gave = flush.clone();
    nobody_gave["won_by"] = json!("discard");
    let missing = json!({"variant": {"id": "old-hong-kong"}, "wins": [flush, nobody_gave]});
    let missing = app.nobody().post("/v1/score:batch", missing).await;
    assert_eq!(
        missing.refused(400, "missing_field")["errors"][0]["pointer"],
        "/wins/1/from_seat"
    );
    let many = json!({"variant": {"id": "old-hong-kong"}, "wins": vec![win("", ""); 257]});
    let many = app.nobody().post("/v1/score:batch", many).await;
    assert_eq!(
        many.refused(422, "too_large")["errors"][0]["pointer"],
        "/wins"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_win_may_be_a_line_of_notation() {
    let app = TestApp::start().await;
    let score = async |win: Value| {
        let asked = json!({"variant": {"id": "old-hong-kong"}, "win": win});
        app.nobody().post("/v1/score", asked).await
    };
    for (line, fields) in [
        (
            "123456789p 99p 11p + 9p self_draw seat=south",
            win("123456789p 99p 11p", "9p"),
        ),
        (
            "888s 紅中 (123s) (456s) (777s) 2f + C from=west liable=west rule=nine_tiles",
            json!({
                "seat_wind": "east", "round_wind": "east", "won_by": "discard", "from_seat": "west",
                "liability": {"seat_wind": "west", "rule": "nine_tiles"},
                "hand": {
                    "concealed": "888s C", "winning_tile": "C", "bonus_tiles": "2f",
                    "melds": [
                        {"kind": "chow", "tiles": "123s"}, {"kind": "chow", "tiles": "456s"},
                        {"kind": "pung", "tiles": "777s"}
                    ]
                }
            }),
        ),
    ] {
        let (of_line, of_fields) = (score(json!(line)).await, score(fields.clone()).await);
        if of_fields.status == 200 {
            assert_eq!(of_line.expect(200), of_fields.expect(200), "{line}");
        } else {
            assert_eq!(of_line.json["code"], of_fields.json["code"], "{line}");
        }
    }
    let liable_for_nothing = score(json!("123456789p 99p 11p + 9p self_draw liable=west")).await;
    assert_eq!(
        liable_for_nothing.refused(422, "notation_invalid")["errors"][0]["pointer"],
        "/win"
    );
    let five_eights = score(json!("888m NN (222m) (444p) (888m) + N")).await;
    assert_eq!(
        five_eights.refused(422, "fifth_copy")["errors"][0]["pointer"],
        "/win"
    );
    let number = score(json!(7)).await;
    let number = number.refused(400, "invalid_field");
    assert_eq!(number["errors"][0]["pointer"], "/win");
    let misspelt = score(json!({"seat": "east"})).await;
    assert_eq!(
        misspelt.refused(400, "unknown_field")["errors"][0]["pointer"],
        "/win/seat"
    );

    let wins = json!(["88m ((", "123456789p 99p 11p + 9p self_draw"]);
    let batch = json!({"variant": {"id": "old-hong-kong"}, "wins": wins});
    let batch = app.nobody().post("/v1/score:batch", batch).await;
    let results = &batch.expect(200)["results"];
    assert_eq!(results[0]["refused"]["pointer"], "/wins/0");
    assert_eq!(results[0]["refused"]["code"], "notation_invalid");
    assert!(results[1]["scored"].is_object());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hand_waits_for_what_completes_it() {
    let app = TestApp::start().await;
    let ask = json!({
        "variant": {"id": "old-hong-kong"}, "seat_wind": "south", "round_wind": "east",
        "hand": {"concealed": "123456789p 99s EE"}, "seen": ["9s", "123m"]
    });
    let waits = app
        .nobody()
        .post("/v1/waits", ask.clone())
        .await
        .expect(200);
    let tiles: Vec<_> = waits["waits"]
        .as_array()
        .unwrap()
        .iter()
        .map(|wait| (&wait["tile"], &wait["left"]))
        .collect();
    assert_eq!(tiles, [(&json!("9s"), &json!(1)), (&json!("E"), &json!(2))]);
    let east = &waits["waits"][1];
    assert!(east["self_draw"]["score"]["fan"].as_u64() >= east["discard"]["score"]["fan"].as_u64());
    let mut bad = ask;
    bad["seen"] = json!(["123m", "zz"]);
    let bad = app
        .nobody()
        .post("/v1/waits", bad)
        .await
        .refused(422, "notation_invalid");
    assert_eq!(bad["errors"][0]["pointer"], "/seen/1");
}

/// Claims on the 5 of bamboos that chair 1 discarded.
fn claims(claims: Value) -> Value {
    json!({
        "variant": {"id": "old-hong-kong"}, "deal": {"round_wind": "east", "dealer": 1, "extra": 0},
        "won_by": "discard", "from_chair": 1, "tile": "5s", "claims": claims
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tile_goes_to_one_claim() {
    let app = TestApp::start().await;
    let resolve = async |stated: Value| app.nobody().post("/v1/claims", claims(stated)).await;
    let chow = json!({"chair": 2, "kind": "chow", "tiles": "46s"});
    let pung = json!({"chair": 3, "kind": "pung"});
    let resolved = resolve(json!([chow, pung])).await.expect(200);
    assert_eq!(resolved["chairs"], json!([3]));
    assert_eq!(
        (&resolved["taken"], &resolved["reason"]),
        (&json!("pung"), &json!("pung_first"))
    );
    let win = json!({"chair": 4, "kind": "win", "hand": {"concealed": "123456789s 46s 11s"}});
    let resolved = resolve(json!([chow, pung, win])).await.expect(200);
    assert_eq!(
        (&resolved["chairs"], &resolved["reason"]),
        (&json!([4]), &json!("win_first"))
    );
    assert_eq!(resolved["scores"][0]["chair"], 4);
    let nobody = resolve(json!([])).await.expect(200);
    assert_eq!(
        (&nobody["chairs"], &nobody["reason"]),
        (&json!([]), &json!("unclaimed"))
    );
    assert!(nobody["taken"].is_null());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_claim_that_cannot_be_is_pointed_at() {
    let app = TestApp::start().await;
    let pung = json!({"chair": 3, "kind": "pung"});
    let resolve = async |stated: Value| app.nobody().post("/v1/claims", claims(stated)).await;
    for (bad, status, code, pointer) in [
        (
            json!([{"chair": 2, "kind": "chow"}]),
            400,
            "missing_field",
            "/claims/0/tiles",
        ),
        (
            json!([pung, {"chair": 4, "kind": "win"}]),
            400,
            "missing_field",
            "/claims/1/hand",
        ),
        (
            json!([{"chair": 2, "kind": "pung", "tiles": "46s"}]),
            422,
            "invalid_value",
            "/claims/0/tiles",
        ),
        (
            json!([{"chair": 2, "kind": "kong", "hand": {}}]),
            422,
            "invalid_value",
            "/claims/0/hand",
        ),
        (
            json!([{"chair": 3, "kind": "chow", "tiles": "46s"}]),
            422,
            "chow_out_of_turn",
            "/claims/0",
        ),
        (
            json!([{"chair": 2, "kind": "chow", "tiles": "4x"}]),
            422,
            "notation_invalid",
            "/claims/0/tiles",
        ),
        (
            json!([{"chair": 1, "kind": "pung"}]),
            422,
            "own_tile_claimed",
            "/claims/0/chair",
        ),
        (
            json!([{"chair": 4, "kind": "win", "hand": {"concealed": "1s"}}]),
            422,
            "wrong_tile_count",
            "/claims/0/hand/concealed",
        ),
    ] {
        let refused = resolve(bad.clone()).await.refused(status, code);
        assert_eq!(refused["errors"][0]["pointer"], pointer, "{bad}: {refused}");
    }
}

/// A program that shows a hand need not read the variant document to name what counts.
#[tokio::test(flavor = "multi_thread")]
async fn house_patterns_come_with_their_names() {
    let app = TestApp::start().await;
    let base = json!({"id": "old-hong-kong"});
    let changes = json!({
        "id": "our-club",
        "house_patterns": {
            "house:red_last": {
                "name": {"english": "Red last", "traditional_chinese": "尾紅"},
                "expression": "winning_tile.tile == 'C'", "value": 1, "includes": ["house:red"]
            },
            "house:red": {"name": {"english": "Red"}, "expression": "tiles.exists(t, t.tile == 'C')", "value": 1},
            "house:green": {"name": {"english": "Green"}, "expression": "tiles.exists(t, t.tile == 'F')", "value": 1}
        }
    });
    let derived = json!({"base": base, "changes": changes});
    let derived = app.nobody().post("/v1/variants:derive", derived).await;
    let variant = json!({"document": derived.expect(200)["document"]});
    // The one that is left out is named too; the one that is not matched is not.
    let names = json!([
        {"pattern": "house:red", "name": {"english": "Red"}},
        {"pattern": "house:red_last", "name": {"english": "Red last", "traditional_chinese": "尾紅"}},
    ]);
    let win = win("111222333p 44p CC", "C");
    let winner = json!({"chair": 2, "hand": win["hand"]});
    let outcome = json!({"kind": "win", "won_by": "self_draw", "winners": [winner]});
    let claim = json!({"chair": 2, "kind": "win", "hand": {"concealed": "111222333p 44p CC"}});
    let waiting = json!({"concealed": "111222333p 44p CC"});
    for (path, mut asked) in [
        ("score", json!({"win": win, "explain": true})),
        ("score:batch", json!({"wins": [win, win]})),
        (
            "waits",
            json!({"seat_wind": "south", "round_wind": "east", "hand": waiting}),
        ),
        ("hands:play", json!({"outcomes": [outcome]})),
        (
            "claims",
            json!({
                "deal": {"round_wind": "east", "dealer": 1, "extra": 0},
                "won_by": "discard", "from_chair": 1, "tile": "C", "claims": [claim]
            }),
        ),
    ] {
        asked["variant"] = variant.clone();
        let answer = app.nobody().post(&format!("/v1/{path}"), asked).await;
        assert_eq!(answer.expect(200)["house_patterns"], names, "{path}");
    }
    let other = json!({"variant": base, "win": win});
    let other = app.nobody().post("/v1/score", other).await.expect(200);
    assert_eq!(other.get("house_patterns"), None);
}
