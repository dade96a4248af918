//! Hands that are refused: a stable code, the field, and a sentence that a club secretary understands. Each case
//! is a good hand with something changed (a JSON merge patch, RFC 7396).

use serde_json::{Value, json};

use crate::app::{Club, TestApp};

/// South, in East round, on East's discard: `PPP 567s 777s 222s` and `3s` with `1s`.
fn good_win() -> Value {
    json!({
        "seat_wind": "south", "round_wind": "east", "won_by": "discard", "from_seat": "east",
        "hand": {"concealed": "222s 3s", "winning_tile": "1s", "melds": [
            {"kind": "pung", "tiles": "PPP"}, {"kind": "chow", "tiles": "567s"}, {"kind": "pung", "tiles": "777s"}
        ]}
    })
}

#[rustfmt::skip]
const SCORED: &[(&str, &str, &str, &str)] = &[
    (r#"{"hand":{"concealed":"222s 3x"}}"#, "notation_invalid", "/win/hand/concealed", "rank 3"),
    (r#"{"hand":{"concealed":"222s 1f"}}"#, "tile_misplaced", "/win/hand/concealed", "1f"),
    (r#"{"hand":{"bonus_tiles":"1s"}}"#, "tile_misplaced", "/win/hand/bonus_tiles", "1s"),
    (r#"{"hand":{"winning_tile":"1s2s"}}"#, "winning_tile_mismatch", "/win/hand/winning_tile", "one tile completes a hand"),
    (r#"{"hand":{"winning_tile":null}}"#, "winning_tile_mismatch", "/win/hand/winning_tile", "the tile that completed the hand"),
    (r#"{"hand":{"concealed":"222s"}}"#, "wrong_tile_count", "/win/hand/concealed", "4"),
    (r#"{"hand":{"concealed":"1222s 3s"}}"#, "wrong_tile_count", "/win/hand/concealed", "is the winning tile among them?"),
    (r#"{"hand":{"concealed":"777s 3s"}}"#, "fifth_copy", "/win/hand/concealed", "7s is there 7 times"),
    (r#"{"hand":{"bonus_tiles":"1f1f"}}"#, "duplicate_bonus_tile", "/win/hand/bonus_tiles", "1f"),
    (r#"{"hand":{"melds":[{"kind":"pung","tiles":"PPC"},{"kind":"chow","tiles":"567s"},{"kind":"pung","tiles":"777s"}]}}"#, "meld_invalid", "/win/hand/melds/0/tiles", "pung"),
    (r#"{"hand":{"melds":[{"kind":"pung","tiles":"PPP"},{"kind":"chow","tiles":"568s"},{"kind":"pung","tiles":"777s"}]}}"#, "meld_invalid", "/win/hand/melds/1/tiles", "chow"),
    (r#"{"hand":{"melds":[{"kind":"pung","tiles":"PPP"},{"kind":"chow","tiles":"ESW"},{"kind":"pung","tiles":"777s"}]}}"#, "honour_chow", "/win/hand/melds/1/tiles", "chow"),
    (r#"{"hand":{"concealed":"22s 4s 9s"}}"#, "not_winning_hand", "/win/hand/concealed", "Not a winning hand: 12249s"),
    (r#"{"from_seat":"south"}"#, "discarder_is_winner", "/win/from_seat", "their own discard"),
    (r#"{"from_seat":null}"#, "missing_field", "/win/from_seat", "`from_seat` is missing"),
    (r#"{"won_by":"self_draw"}"#, "field_unexpected", "/win/from_seat", "`from_seat` does not go with how the hand was won"),
    (r#"{"robbed_kong":"added_kong"}"#, "field_unexpected", "/win/robbed_kong", "`robbed_kong` does not go"),
    (r#"{"won_by":"robbed_kong"}"#, "missing_field", "/win/robbed_kong", "`robbed_kong` is missing"),
    (r#"{"won_by":"robbed_kong","robbed_kong":"concealed_kong"}"#, "kong_not_robbable", "/win/robbed_kong", "kong"),
    (r#"{"won_by":"robbed_kong","robbed_kong":"added_kong","hand":{"concealed":"22s 13s","winning_tile":"2s"}}"#, "robbed_tile_held", "/win/hand/winning_tile", "another 2s"),
    (r#"{"replacement":"kong"}"#, "replacement_not_self_drawn", "/win/replacement", "replacement"),
    (r#"{"won_by":"self_draw","from_seat":null,"replacement":"kong"}"#, "replacement_without_kong", "/win/replacement", "kong"),
    (r#"{"won_by":"self_draw","from_seat":null,"replacement":"bonus_tile"}"#, "replacement_without_bonus_tile", "/win/replacement", "flower"),
    (r#"{"first_turn":"heaven"}"#, "heaven_impossible", "/win/first_turn", "eaven"),
    (r#"{"first_turn":"earth"}"#, "earth_impossible", "/win/first_turn", "arth"),
    (r#"{"first_turn":"man"}"#, "man_impossible", "/win/first_turn", "an"),
    (r#"{"won_by":"bonus_tiles","from_seat":null,"hand":{"winning_tile":null,"concealed":"222s 3s","bonus_tiles":"1234f1234q"}}"#, "bonus_tile_win_not_played", "/win/won_by", "no immediate win by 8 bonus tiles"),
    (r#"{"hand":{"concealed":"22s 34p","winning_tile":"5p","melds":[{"kind":"chow","tiles":"123s"},{"kind":"chow","tiles":"567s"},{"kind":"pung","tiles":"777s"}]}}"#, "below_minimum", "/win", "of the 3"),
];

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_hand_names_the_field_and_the_reason() {
    let app = TestApp::start().await;
    let score = async |win: Value| {
        let body = json!({"variant": {"id": "hkos-fan-laak"}, "win": win});
        app.nobody().post("/v1/score", body).await
    };
    score(good_win()).await.expect(200);
    let mut faults = Vec::new();
    for (patch, code, pointer, sentence) in SCORED {
        let mut win = good_win();
        merge(&mut win, serde_json::from_str(patch).unwrap());
        let refusal = score(win).await;
        let status = if *code == "missing_field" { 400 } else { 422 };
        faults.extend(refusal.fault(patch, (status, code, pointer, sentence)));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// North, on South's discard.
fn good_outcome() -> Value {
    json!({"kind": "win", "won_by": "discard", "from_chair": 2, "winners": [{"chair": 4, "hand": {
        "concealed": "88s WW", "winning_tile": "8s", "bonus_tiles": "1f",
        "melds": [{"kind": "pung", "tiles": "222s"}, {"kind": "pung", "tiles": "444s"}, {"kind": "pung", "tiles": "666s"}]
    }}]})
}

#[rustfmt::skip]
const RECORDED: &[(&str, u16, &str, &str, &str)] = &[
    (r#"{"from_chair":4}"#, 422, "discarder_is_winner", "/outcome/from_chair", "their own discard"),
    (r#"{"from_chair":5}"#, 422, "invalid_value", "/outcome/from_chair", "chairs are 1–4"),
    (r#"{"from_chair":null}"#, 400, "missing_field", "/outcome/from_chair", "`from_chair` is missing"),
    (r#"{"won_by":null}"#, 400, "missing_field", "/outcome/won_by", "`won_by` is missing"),
    (r#"{"winners":[{"chair":4,"declared":{"fan":8},"liability":{"chair":3,"rule":"nine_tiles"}}]}"#, 422, "liability_not_played", "/outcome/winners/0/liability/rule", "rule of liability"),
    (r#"{"winners":[]}"#, 422, "winner_missing", "/outcome/winners", "winner"),
    (r#"{"winners":null}"#, 400, "missing_field", "/outcome/winners", "`winners` is missing"),
    (r#"{"winners":[{"chair":4}]}"#, 422, "invalid_value", "/outcome/winners/0", "exactly one"),
    (r#"{"winners":[{"chair":4,"declared":{"fan":2}}]}"#, 422, "below_minimum", "/outcome/winners/0/declared/fan", "2 of the 3 fan needed"),
    (r#"{"winners":[{"chair":4,"declared":{"fan":1001}}]}"#, 422, "out_of_range", "/outcome/winners/0/declared/fan", "1000"),
    (r#"{"winners":[{"chair":4,"declared":{"fan":8}},{"chair":3,"declared":{"fan":8}}]}"#, 422, "several_winners_not_played", "/outcome/winners", "winner"),
    (r#"{"winners":[{"chair":4,"hand":{"concealed":"88s WW","winning_tile":"8s","melds":[{"kind":"pung","tiles":"222s"},{"kind":"pung","tiles":"445s"},{"kind":"pung","tiles":"666s"}]}}]}"#, 422, "meld_invalid", "/outcome/winners/0/hand/melds/1/tiles", "pung"),
    (r#"{"winners":[{"chair":4,"hand":{"concealed":"88s WE","winning_tile":"8s","melds":[{"kind":"pung","tiles":"222s"},{"kind":"pung","tiles":"444s"},{"kind":"pung","tiles":"666s"}]}}]}"#, 422, "not_winning_hand", "/outcome/winners/0/hand/concealed", "Not a winning hand"),
    (r#"{"chair":1}"#, 400, "unknown_field", "/outcome/chair", "does not belong"),
    (r#"{"kind":"goulash"}"#, 400, "unknown_field", "/outcome/won_by", "goulash"),
    (r#"{"kind":"riichi"}"#, 400, "invalid_field", "/outcome/kind", "`false_mahjong`"),
    (r#"{"kind":"false_mahjong","won_by":null,"from_chair":null,"winners":null,"chair":1}"#, 422, "false_mahjong_points_missing", "/outcome/points", "state the points"),
];

#[tokio::test(flavor = "multi_thread")]
async fn a_refused_outcome_is_not_recorded() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let mut faults = Vec::new();
    for (patch, status, code, pointer, sentence) in RECORDED {
        let mut outcome = good_outcome();
        merge(&mut outcome, serde_json::from_str(patch).unwrap());
        let refusal = club.record(&at, 1, outcome).await;
        faults.extend(refusal.fault(patch, (*status, code, pointer, sentence)));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert_eq!(hands(&club, &at).await, json!([]));
    club.record(&at, 1, good_outcome()).await.expect(201);
}

async fn hands(club: &Club<'_>, at: &str) -> Value {
    club.owner.get(&format!("{at}/hands")).await.expect(200)["hands"].clone()
}

pub(crate) fn merge(target: &mut Value, patch: Value) {
    let (Value::Object(fields), Value::Object(changes)) = (&mut *target, patch.clone()) else {
        *target = patch;
        return;
    };
    for (name, change) in changes {
        if change.is_null() {
            fields.remove(&name);
        } else {
            merge(fields.entry(name).or_insert(Value::Null), change);
        }
    }
}
