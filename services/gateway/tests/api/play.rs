//! Hands played without a club: as a match of a club is, hand for hand.

use serde_json::{Map, Value, json};

use crate::app::{Club, Person, TestApp};
use crate::bad_hands::merge;
use crate::example_match;

/// A base and what is different from it, outcomes, the totals of chairs 1 to 4 and of the house in points, and where the match then stands.
type Case = (
    &'static str,
    &'static str,
    &'static str,
    [f64; 5],
    &'static str,
);

#[rustfmt::skip]
const CASES: &[Case] = &[
    // Tiles, where the seats follow from the deal: chair 3 is West, chair 2 becomes the dealer.
    ("old-hong-kong", "{}", r#"[{"kind":"win","won_by":"self_draw","winners":[{"chair":3,"hand":{"concealed":"88m NN","winning_tile":"8m","bonus_tiles":"1f",
        "melds":[{"kind":"pung","tiles":"222m"},{"kind":"pung","tiles":"444p"},{"kind":"pung","tiles":"666s"}]}}]}]"#,
        [-4.0, -2.0, 8.0, -2.0, 0.0], "hand 2, east round, chair 2 deals, extra 0"),
    // Tiles after fan.
    ("old-hong-kong", "{}", r#"[{"kind":"win","won_by":"discard","from_chair":1,"winners":[{"chair":2,"declared":{"fan":3}}]},
        {"kind":"win","won_by":"discard","from_chair":3,"winners":[{"chair":2,"hand":{"concealed":"123m 456m 78m CC","winning_tile":"9m","bonus_tiles":"2f",
        "melds":[{"kind":"pung","tiles":"111m"}]}}]}]"#,
        [-6.0, 14.0, -5.0, -3.0, 0.0], "hand 3, east round, chair 2 deals, extra 1"),
    // Every winner of one discard is paid, where the variant says so.
    ("old-hong-kong", r#"{"claims":{"several":"all"}}"#,
        r#"[{"kind":"win","won_by":"discard","from_chair":1,"winners":[{"chair":2,"declared":{"fan":3}},{"chair":3,"declared":{"fan":4}}]}]"#,
        [-8.0, 5.0, 5.0, -2.0, 0.0], "hand 2, east round, chair 2 deals, extra 0"),
    ("old-hong-kong", r#"{"claims":{"several":"all"}}"#,
        r#"[{"kind":"win","won_by":"discard","from_chair":4,"winners":[{"chair":1,"declared":{"fan":3}},{"chair":3,"declared":{"fan":4}}]}]"#,
        [6.0, -3.0, 3.0, -6.0, 0.0], "hand 2, east round, chair 1 deals, extra 1"),
    // A robbed kong, and the last tile.
    ("old-hong-kong", "{}", r#"[{"kind":"win","won_by":"robbed_kong","robbed_kong":"added_kong","from_chair":4,"last_tile":true,"winners":[{"chair":1,"hand":{
        "concealed":"46m 99m","winning_tile":"5m","bonus_tiles":"4f",
        "melds":[{"kind":"pung","tiles":"222m"},{"kind":"pung","tiles":"333m"},{"kind":"pung","tiles":"888m"}]}}]}]"#,
        [32.0, -8.0, -8.0, -16.0, 0.0], "hand 2, east round, chair 1 deals, extra 1"),
    // A limit hand.
    ("old-hong-kong", "{}", r#"[{"kind":"win","won_by":"self_draw","winners":[{"chair":2,"declared":{"fan":0,"limit":true}}]}]"#,
        [-64.0, 192.0, -64.0, -64.0, 0.0], "hand 2, east round, chair 2 deals, extra 0"),
    // Somebody is liable: for the whole of a self-draw, and for a discard of another's.
    ("hong-kong-sections", "{}", r#"[{"kind":"win","won_by":"self_draw","winners":[{"chair":1,"declared":{"fan":7},"liability":{"chair":4,"rule":"twelve_tiles"}}]}]"#,
        [192.0, 0.0, 0.0, -192.0, 0.0], "hand 2, east round, chair 2 deals, extra 0"),
    ("hong-kong-sections", "{}", r#"[{"kind":"win","won_by":"discard","from_chair":3,"winners":[{"chair":1,"declared":{"fan":6},"liability":{"chair":3,"rule":"nine_tiles"}}]}]"#,
        [64.0, 0.0, -64.0, 0.0, 0.0], "hand 2, east round, chair 2 deals, extra 0"),
    // Draws, and a false mahjong of an amount that the table states or the variant.
    ("old-hong-kong", "{}", r#"[{"kind":"goulash"},{"kind":"goulash","reason":"no tiles left"}]"#,
        [0.0; 5], "hand 3, east round, chair 1 deals, extra 2"),
    ("old-hong-kong", "{}", r#"[{"kind":"false_mahjong","chair":2,"points":10}]"#,
        [10.0, -30.0, 10.0, 10.0, 0.0], "hand 2, east round, chair 1 deals, extra 1"),
    ("old-hong-kong", r#"{"false_mahjong":{"points":128}}"#, r#"[{"kind":"false_mahjong","chair":2}]"#,
        [128.0, -384.0, 128.0, 128.0, 0.0], "hand 2, east round, chair 1 deals, extra 1"),
    // The hand is opened, and is none.
    ("old-hong-kong", r#"{"false_mahjong":{"rule":"open_hand"},"deal":{"stays_after":["dealer_win"]}}"#, r#"[{"kind":"false_mahjong","chair":2}]"#,
        [0.0; 5], "hand 1, east round, chair 1 deals, extra 0"),
    // What the players agreed on, with a winner and without.
    ("old-hong-kong", "{}", r#"[{"kind":"agreed","winner":3,"chair_points":[-2,-2,5,-1]},{"kind":"agreed","chair_points":[4,-4,0,0]}]"#,
        [2.0, -6.0, 5.0, -1.0, 0.0], "hand 3, east round, chair 2 deals, extra 1"),
    // A penalty is no hand, and what goes to the house leaves the table; who sits there is no matter.
    ("old-hong-kong", "{}", r#"[{"kind":"goulash"},{"kind":"penalty","chair":2,"points":5,"payee":"players"},{"kind":"penalty","chair":3,"points":4,"payee":"house"},
        {"kind":"substitution","chair":1,"player":"SUBSTITUTE"}]"#,
        [5.0, -15.0, 1.0, 5.0, 4.0], "hand 2, east round, chair 1 deals, extra 1"),
    ("old-hong-kong", r#"{"penalties":{"late":{"name":{"english":"Late"},"points":3}}}"#, r#"[{"kind":"penalty","chair":2,"penalty":"late","payee":"house"}]"#,
        [0.0, -3.0, 0.0, 0.0, 3.0], "hand 1, east round, chair 1 deals, extra 0"),
    // Half points.
    ("half-spicy-10-half-gun", r#"{"minimum_fan":0}"#, r#"[{"kind":"win","won_by":"discard","from_chair":1,"winners":[{"chair":2,"declared":{"fan":0}}]}]"#,
        [-1.0, 2.0, -0.5, -0.5, 0.0], "hand 2, east round, chair 2 deals, extra 0"),
    // The players stop.
    ("old-hong-kong", "{}", r#"[{"kind":"win","won_by":"discard","from_chair":1,"winners":[{"chair":2,"declared":{"fan":3}}]},{"kind":"early_end"}]"#,
        [-4.0, 6.0, -1.0, -1.0, 0.0], "early"),
];

/// A variant to name in a request: of its own, if something is different from the base.
async fn variant(somebody: &Person<'_>, base: &str, changes: &str) -> Value {
    let mut changes: Map<String, Value> = serde_json::from_str(changes).unwrap();
    if changes.is_empty() {
        return json!({"id": base});
    }
    changes.insert("id".to_owned(), "table".into());
    let derive = json!({"base": {"id": base}, "changes": changes});
    let derived = somebody.post("/v1/variants:derive", derive).await;
    let derived = derived.expect(200);
    assert_eq!(derived["problems"], json!([]), "{derived}");
    json!({"document": derived["document"]})
}

async fn play(somebody: &Person<'_>, variant: &Value, outcomes: &[Value]) -> Value {
    let asked = json!({"variant": variant, "outcomes": outcomes});
    somebody.post("/v1/hands:play", asked).await.expect(200)
}

/// The same as many requests, each with one outcome and the state of the answer before.
async fn play_in_turn(somebody: &Person<'_>, variant: &Value, outcomes: &[Value]) -> Vec<Value> {
    let (mut played, mut state) = (Vec::new(), None::<Value>);
    for outcome in outcomes {
        let mut asked = json!({"variant": variant, "outcomes": [outcome]});
        if let Some(state) = state {
            asked["state"] = state;
        }
        let answer = somebody.post("/v1/hands:play", asked).await.expect(200);
        played.push(answer["outcomes"][0].clone());
        state = Some(answer["state"].clone());
    }
    played
}

/// What the ledger says of the same outcomes, without what only a recorded match has.
async fn recorded(club: &Club<'_>, variant: &Value, outcomes: &[Value]) -> Vec<Value> {
    let at = club.open_match_with(json!({"variant": variant})).await;
    let batch = json!({"number": 1, "outcomes": outcomes});
    let recorded = club.post_any(&format!("{at}/hands:batch"), batch).await;
    let recorded = recorded.expect(201)["outcomes"].take();
    let mut recorded = recorded.as_array().unwrap().clone();
    for outcome in &mut recorded {
        let fields = outcome.as_object_mut().unwrap();
        fields.retain(|name, _| {
            let of_entry = [
                "id",
                "match",
                "seq",
                "leaf_hash",
                "recorded_at",
                "recorded_by",
            ];
            let of_whole = ["variant_hash", "semantics", "reason"];
            !of_entry.contains(&name.as_str()) && !of_whole.contains(&name.as_str())
        });
        for payment in outcome["payments"].as_array_mut().unwrap() {
            payment.as_object_mut().unwrap().remove("player").unwrap();
        }
    }
    recorded
}

fn standing(state: &Value) -> String {
    if let Some(ending) = state["ending"].as_str() {
        return ending.to_owned();
    }
    let (deal, number) = (&state["deal"], &state["next_number"]);
    format!(
        "hand {number}, {} round, chair {} deals, extra {}",
        deal["round_wind"].as_str().unwrap(),
        deal["dealer"],
        deal["extra"]
    )
}

fn totals(state: &Value) -> Vec<f64> {
    let chairs = state["total_points"].as_array().unwrap().iter();
    let house = state.get("house_points").into_iter();
    let mut totals: Vec<f64> = chairs.chain(house).map(|t| t.as_f64().unwrap()).collect();
    totals.resize(5, 0.0);
    totals
}

#[tokio::test(flavor = "multi_thread")]
async fn hands_are_played_as_a_match_records_them() {
    let app = TestApp::start().await;
    let (club, nobody) = (app.club().await, app.nobody());
    let players = format!("{}/players", club.path);
    let substitute = club.post_any(&players, json!({"name": "Ka Yan"})).await;
    let substitute = substitute.expect(201)["id"].take();
    for (base, changes, outcomes, points, stands) in CASES {
        let variant = variant(&nobody, base, changes).await;
        let outcomes = outcomes.replace("SUBSTITUTE", substitute.as_str().unwrap());
        let outcomes: Vec<Value> = serde_json::from_str(&outcomes).unwrap();
        let played = play(&nobody, &variant, &outcomes).await;
        let each = played["outcomes"].as_array().unwrap();
        let case = format!("{base} {changes} {outcomes:?}");
        assert_eq!(totals(&played["state"]), points, "{case}");
        assert_eq!(standing(&played["state"]), *stands, "{case}");
        assert_eq!(each.last().unwrap()["state_after"], played["state"]);
        assert_eq!(*each, recorded(&club, &variant, &outcomes).await, "{case}");
        assert_eq!(
            *each,
            play_in_turn(&nobody, &variant, &outcomes).await,
            "{case}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_match_takes_its_course_to_its_end() {
    let app = TestApp::start().await;
    let (club, nobody) = (app.club().await, app.nobody());
    let variant = json!({"id": "old-hong-kong"});
    let mut outcomes = example_match::outcomes();
    let played = play(&nobody, &variant, &outcomes).await;
    let each = played["outcomes"].as_array().unwrap();
    assert_eq!(each.len(), 18);
    assert_eq!(played["state"]["ending"], "complete");
    let dealers: String = each
        .iter()
        .map(|hand| hand["deal"]["dealer"].to_string())
        .collect();
    assert_eq!(dealers, "123412334123412334");
    assert_eq!(*each, recorded(&club, &variant, &outcomes).await);
    assert_eq!(*each, play_in_turn(&nobody, &variant, &outcomes).await);

    outcomes.push(json!({"kind": "goulash"}));
    let asked = json!({"variant": variant, "outcomes": outcomes});
    let over = nobody.post("/v1/hands:play", asked).await;
    let over = over.refused(409, "match_over");
    assert_eq!(over["errors"][0]["pointer"], "/outcomes/18");
    let nothing = json!({"variant": variant, "outcomes": []});
    let start = nobody.post("/v1/hands:play", nothing).await.expect(200);
    assert_eq!(
        standing(&start["state"]),
        "hand 1, east round, chair 1 deals, extra 0"
    );
    assert_eq!(start["variant_hash"], played["variant_hash"]);
}

/// Changes to a good request (a JSON merge patch, RFC 7396) and what is said of them: status, code, pointer, sentence.
#[rustfmt::skip]
const REFUSED: &[(&str, u16, &str, &str, &str)] = &[
    (r#"{"variant":{"id":"none"}}"#, 422, "variant_not_found", "/variant/id", "none"),
    (r#"{"variant":{"hash":"00"}}"#, 422, "invalid_value", "/variant", "only one"),
    (r#"{"variant":{"id":null,"document":{"id":"x"}}}"#, 422, "variant_invalid", "/variant/document/format", "`format` is missing"),
    (r#"{"options":{"minimum_fan":101}}"#, 422, "invalid_value", "/options/minimum_fan", "0 to 100"),
    (r#"{"outcomes":null}"#, 400, "missing_field", "/outcomes", "`outcomes` is missing"),
    (r#"{"outcomes":[{"kind":"goulash"},{"kind":"goulash","chair":1}]}"#, 400, "unknown_field", "/outcomes/1/chair", "does not belong"),
    (r#"{"outcomes":[{"kind":"goulash"},{"kind":"win","won_by":"discard"}]}"#, 400, "missing_field", "/outcomes/1/winners", "missing"),
    (r#"{"outcomes":[{"kind":"goulash"},{"kind":"win","won_by":"discard","winners":[{"chair":2,"declared":{"fan":3}}]}]}"#, 400, "missing_field", "/outcomes/1/from_chair", "missing"),
    (r#"{"outcomes":[{"kind":"win","won_by":"self_draw","winners":[{"chair":5,"declared":{"fan":3}}]}]}"#, 422, "invalid_value", "/outcomes/0/winners/0/chair", "chair"),
    (r#"{"outcomes":[{"kind":"win","won_by":"self_draw","winners":[{"chair":1,"declared":{"fan":2}}]}]}"#, 422, "below_minimum", "/outcomes/0/winners/0/declared/fan", "3"),
    (r#"{"outcomes":[{"kind":"win","won_by":"self_draw","winners":[{"chair":1,"hand":{"concealed":"12x"}}]}]}"#, 422, "notation_invalid", "/outcomes/0/winners/0/hand/concealed", "x"),
    (r#"{"outcomes":[{"kind":"win","won_by":"discard","from_chair":1,"winners":[{"chair":2,"declared":{"fan":4}},{"chair":3,"declared":{"fan":4}}]}]}"#, 422, "several_winners_not_played", "/outcomes/0/winners", "one"),
    (r#"{"outcomes":[{"kind":"win","won_by":"discard","from_chair":1,"winners":[{"chair":2,"declared":{"fan":4},"liability":{"chair":1,"rule":"nine_tiles"}}]}]}"#, 422, "liability_not_played", "/outcomes/0/winners/0/liability/rule", "liab"),
    (r#"{"outcomes":[{"kind":"agreed","chair_points":[1,0,0,0]}]}"#, 422, "agreed_points_unbalanced", "/outcomes/0/chair_points", "sum"),
    (r#"{"outcomes":[{"kind":"agreed","chair_points":[1000001,-1000001,0,0]}]}"#, 422, "invalid_value", "/outcomes/0/chair_points/0", "multiple of 0.5"),
    (r#"{"outcomes":[{"kind":"penalty","chair":1,"payee":"house"}]}"#, 422, "penalty_points_missing", "/outcomes/0/points", "points"),
    (r#"{"state":{"total_points":[1,0,0,0]}}"#, 422, "state_invalid", "/state/total_points", "sum"),
    (r#"{"state":{"total_points":[0.25,0,0,0]}}"#, 422, "invalid_value", "/state/total_points/0", "multiple of 0.5"),
    (r#"{"state":{"total_points":[0,0,0]}}"#, 422, "invalid_value", "/state/total_points", "length 4"),
    (r#"{"state":{"house_points":-1,"total_points":[1,0,0,0]}}"#, 422, "state_invalid", "/state/total_points", "house"),
    (r#"{"state":{"next_number":0}}"#, 422, "out_of_range", "/state/next_number", "1"),
    (r#"{"state":{"next_number":100002}}"#, 422, "out_of_range", "/state/next_number", "100001"),
    (r#"{"state":{"deal":{"dealer":0}}}"#, 422, "invalid_value", "/state/deal/dealer", "chair"),
    (r#"{"state":{"ending":"early"}}"#, 409, "match_over", "/outcomes/0", "over"),
    (r#"{"state":{"players":[]}}"#, 400, "unknown_field", "/state/players", "players"),
];

#[tokio::test(flavor = "multi_thread")]
async fn what_is_refused_points_into_the_request() {
    let app = TestApp::start().await;
    let nobody = app.nobody();
    let good = json!({
        "variant": {"id": "old-hong-kong"},
        "state": {
            "next_number": 5, "deal": {"round_wind": "south", "dealer": 2, "extra": 0},
            "total_points": [3_000_000, -3_000_000.5, 0.5, -1], "house_points": 1
        },
        "outcomes": [{"kind": "goulash"}, {"kind": "goulash"}]
    });
    let played = nobody.post("/v1/hands:play", good.clone()).await;
    let played = played.expect(200);
    assert_eq!(
        played["state"]["total_points"],
        good["state"]["total_points"]
    );
    assert_eq!(played["state"]["house_points"], 1);
    let mut faults = Vec::new();
    for (patch, status, code, pointer, sentence) in REFUSED {
        let mut asked = good.clone();
        merge(&mut asked, serde_json::from_str(patch).unwrap());
        let refused = nobody.post("/v1/hands:play", asked).await;
        faults.extend(refused.fault(patch, (*status, code, pointer, sentence)));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));

    // Every outcome that is refused is named.
    let low = json!({"kind": "win", "won_by": "self_draw", "winners": [{"chair": 1, "declared": {"fan": 1}}]});
    let asked =
        json!({"variant": {"id": "old-hong-kong"}, "outcomes": [low, {"kind": "goulash"}, low]});
    let refused = nobody.post("/v1/hands:play", asked).await;
    let errors = refused.refused(422, "below_minimum")["errors"].take();
    let errors = errors.as_array().unwrap().iter();
    let pointers: Vec<&Value> = errors.map(|error| &error["pointer"]).collect();
    assert_eq!(
        pointers,
        [
            "/outcomes/0/winners/0/declared/fan",
            "/outcomes/2/winners/0/declared/fan"
        ]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn as_much_is_played_as_the_engine_plays() {
    let app = TestApp::start().await;
    let nobody = app.nobody();
    let hand = |tiles: &str, pung: &str| json!({"concealed": tiles, "winning_tile": "9m", "melds": [{"kind": "pung", "tiles": pung}]});
    let three = json!({"kind": "win", "won_by": "discard", "from_chair": 4, "winners": [
        {"chair": 1, "hand": hand("78m 123p 456p CC", "EEE")},
        {"chair": 2, "hand": hand("78m 123s 456s FF", "SSS")},
        {"chair": 3, "hand": hand("78m 789p 789s PP", "WWW")}
    ]});
    let variant = variant(&nobody, "old-hong-kong", r#"{"claims":{"several":"all"}}"#).await;
    let asked = |outcomes: usize| json!({"variant": variant, "options": {"minimum_fan": 0}, "outcomes": vec![three.clone(); outcomes]});
    let played = nobody.post("/v1/hands:play", asked(200)).await.expect(200);
    let last = &played["outcomes"][199];
    assert_eq!(
        (&last["number"], &last["deal"]["extra"]),
        (&json!(200), &json!(199))
    );
    assert_eq!(last["scores"].as_array().unwrap().len(), 3);
    let more = nobody.post("/v1/hands:play", asked(201)).await;
    let more = more.refused(422, "too_large");
    assert_eq!(more["errors"][0]["pointer"], "/outcomes");
    // A match of more goes on with the state, to the most hands that one has.
    let mut rest = json!({"variant": {"id": "old-hong-kong"}, "state": played["state"], "outcomes": [{"kind": "goulash"}]});
    let after = nobody.post("/v1/hands:play", rest.clone()).await;
    assert_eq!(after.expect(200)["outcomes"][0]["number"], 201);
    rest["state"]["next_number"] = 100_000.into();
    let last = nobody.post("/v1/hands:play", rest.clone()).await;
    rest["state"] = last.expect(200)["state"].clone();
    assert_eq!(rest["state"]["next_number"], 100_001);
    let more = nobody.post("/v1/hands:play", rest).await;
    more.refused(422, "out_of_range");
}
