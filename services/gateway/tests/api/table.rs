//! What players ask at a table, without a club.

use serde_json::{Value, json};

use crate::app::{Script, TestApp};

fn win(concealed: &str, tile: &str) -> Value {
    json!({
        "seat_wind": "south", "round_wind": "east", "won_by": "self_draw",
        "hand": {"concealed": concealed, "winning_tile": tile}
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_is_scored_as_its_hands_are() {
    let app = TestApp::start().await;
    let mut script = Script::of(&app.nobody());
    script.know("old", json!({"id": "old-hong-kong"}));
    let flush = win("123456789p 99p 11p", "9p");
    let mut nobody_gave = flush.clone();
    nobody_gave["won_by"] = json!("discard");
    script.know("flush", flush);
    script.know("nobody_gave", nobody_gave);
    script.know("none", win("13579m 13579p EEE", "1s"));
    script.know("unread", win("12x", "9p"));
    script.know("many", vec![win("", ""); 257]);
    // A hand that cannot be read refuses itself only. A request without a field that it needs is malformed as a whole.
    script
        .run(r#"
        nobody POST /v1/score {"variant": $old, "win": $flush} -> 200; $score = /score; $payments = /payments; $hash = /variant_hash
        nobody POST /v1/score:batch {"variant": $old, "wins": [$flush, $none, $flush]} -> 200; /results # 3; $first = /results/0
            ; /results/0/scored/score = $score; /results/0/scored/payments = $payments; /results/2 = $first
            ; /results/1/refused/code = "not_winning_hand"; /results/1/refused/pointer ~ /wins/1/hand; /variant_hash = $hash
        nobody POST /v1/score:batch {"variant": $old, "wins": [$unread, $flush]} -> 200; /results/1 = $first
            ; /results/0/refused has {"code": "notation_invalid", "pointer": "/wins/0/hand/concealed"}
        nobody POST /v1/score:batch {"variant": $old, "wins": [$flush, $nobody_gave]} -> 400 missing_field; at /wins/1/from_seat
        nobody POST /v1/score:batch {"variant": $old, "wins": $many} -> 422 too_large; at /wins
        "#)
        .await;
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
    let mut script = Script::of(&app.nobody());
    script.know("old", json!({"id": "old-hong-kong"}));
    script
        .run(r#"
        nobody POST /v1/score {"variant": $old, "win": "123456789p 99p 11p + 9p self_draw liable=west"} -> 422 notation_invalid; at /win
        nobody POST /v1/score {"variant": $old, "win": "888m NN (222m) (444p) (888m) + N"} -> 422 fifth_copy; at /win
        nobody POST /v1/score {"variant": $old, "win": 7} -> 400 invalid_field; at /win
        nobody POST /v1/score {"variant": $old, "win": {"seat": "east"}} -> 400 unknown_field; at /win/seat
        nobody POST /v1/score:batch {"variant": $old, "wins": ["88m ((", "123456789p 99p 11p + 9p self_draw"]} -> 200
            ; /results/0/refused has {"pointer": "/wins/0", "code": "notation_invalid"}; /results/1/scored/score/fan != null
        "#)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_hand_waits_for_what_completes_it() {
    let app = TestApp::start().await;
    let mut script = Script::of(&app.nobody());
    script.know("old", json!({"id": "old-hong-kong"}));
    script
        .run(r#"
        nobody POST /v1/waits {"variant": $old, "seat_wind": "south", "round_wind": "east", "hand": {"concealed": "123456789p 99s EE"},
        "seen": ["9s", "123m"]} -> 200; /waits # 2; /waits/0 has {"tile": "9s", "left": 1}; /waits/1 has {"tile": "E", "left": 2}
            ; $drawn = /waits/1/self_draw/score/fan; $discarded = /waits/1/discard/score/fan
        nobody POST /v1/waits {"variant": $old, "seat_wind": "south", "round_wind": "east", "hand": {"concealed": "123456789p 99s EE"},
        "seen": ["123m", "zz"]} -> 422 notation_invalid; at /seen/1
        "#)
        .await;
    assert!(script.known("drawn").as_u64() >= script.known("discarded").as_u64());
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
    let mut script = Script::of(&app.nobody());
    script.know("old", json!({"id": "old-hong-kong"}));
    let chow = json!({"chair": 2, "kind": "chow", "tiles": "46s"});
    let pung = json!({"chair": 3, "kind": "pung"});
    let win = json!({"chair": 4, "kind": "win", "hand": {"concealed": "123456789s 46s 11s"}});
    script.know("two", claims(json!([chow, pung])));
    script.know("three", claims(json!([chow, pung, win])));
    script.know("none", claims(json!([])));
    script
        .run(r#"
        nobody POST /v1/claims $two -> 200; has {"chairs": [3], "taken": "pung", "reason": "pung_first"}
        nobody POST /v1/claims $three -> 200; has {"chairs": [4], "reason": "win_first"}; /scores/0/chair = 4
        nobody POST /v1/claims $none -> 200; has {"chairs": [], "reason": "unclaimed", "taken": null}
        "#)
        .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_claim_that_cannot_be_is_pointed_at() {
    let app = TestApp::start().await;
    let mut script = Script::of(&app.nobody());
    script.know("old", json!({"id": "old-hong-kong"}));
    // Claims on the 5 of bamboos that chair 1 discarded.
    for line in r#"
        400 missing_field /claims/0/tiles [{"chair": 2, "kind": "chow"}]
        400 missing_field /claims/1/hand [{"chair": 3, "kind": "pung"}, {"chair": 4, "kind": "win"}]
        422 invalid_value /claims/0/tiles [{"chair": 2, "kind": "pung", "tiles": "46s"}]
        422 invalid_value /claims/0/hand [{"chair": 2, "kind": "kong", "hand": {}}]
        422 chow_out_of_turn /claims/0 [{"chair": 3, "kind": "chow", "tiles": "46s"}]
        422 notation_invalid /claims/0/tiles [{"chair": 2, "kind": "chow", "tiles": "4x"}]
        422 own_tile_claimed /claims/0/chair [{"chair": 1, "kind": "pung"}]
        422 wrong_tile_count /claims/0/hand/concealed [{"chair": 4, "kind": "win", "hand": {"concealed": "1s"}}]"#
        .lines()
        .skip(1)
    {
        let mut words = line.trim().splitn(4, ' ');
        let [status, code, pointer, stated] = std::array::from_fn(|_| words.next().unwrap());
        script.know("asked", claims(serde_json::from_str(stated).unwrap()));
        let asked = format!("nobody POST /v1/claims $asked -> {status} {code}; at {pointer}");
        script.run(&asked).await;
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
