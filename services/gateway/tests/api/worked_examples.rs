//! The worked examples that must come out exactly, over `/v1/score` and as recorded hands.

use serde_json::{Value, json};

use crate::app::{TestApp, declared};

/// Old Hong Kong, East round: melds, concealed, winning tile, bonus tile, winner, discarder, fan, payments East first.
type Example = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    u8,
    Option<u8>,
    u32,
    [i64; 4],
);

const EXAMPLES: [Example; 3] = [
    (
        "222m 444p 666s",
        "88m NN",
        "8m",
        "1f",
        3,
        None,
        4,
        [-4, -2, 8, -2],
    ),
    (
        "222s 444s 666s",
        "88s WW",
        "8s",
        "1f",
        4,
        Some(2),
        6,
        [-4, -4, -2, 10],
    ),
    (
        "222m 444m 666m",
        "88m 99m",
        "8m",
        "2f",
        1,
        Some(3),
        10,
        [64, -16, -32, -16],
    ),
];
const WINDS: [&str; 4] = ["east", "south", "west", "north"];

fn hand(melds: &str, concealed: &str, winning_tile: &str, bonus_tiles: &str) -> Value {
    let melds = melds
        .split(' ')
        .map(|tiles| json!({"kind": "pung", "tiles": tiles}));
    json!({
        "melds": melds.collect::<Vec<_>>(), "concealed": concealed,
        "winning_tile": winning_tile, "bonus_tiles": bonus_tiles
    })
}

fn seat(chair: u8) -> &'static str {
    WINDS[usize::from(chair) - 1]
}

fn amounts(payments: &Value) -> Vec<Value> {
    payments
        .as_array()
        .unwrap()
        .iter()
        .map(|payment| payment["points"].clone())
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn old_hong_kong_hands_with_their_tiles() {
    let app = TestApp::start().await;
    let club = app.club().await;
    for (melds, concealed, winning, bonus, winner, from, fan, payments) in EXAMPLES {
        let hand = hand(melds, concealed, winning, bonus);
        let won_by = if from.is_some() {
            "discard"
        } else {
            "self_draw"
        };
        let mut win = json!({
            "seat_wind": seat(winner), "round_wind": "east", "won_by": won_by, "hand": hand
        });
        let mut outcome =
            json!({"kind": "win", "won_by": won_by, "winners": [{"chair": winner, "hand": hand}]});
        if let Some(from) = from {
            win["from_seat"] = seat(from).into();
            outcome["from_chair"] = from.into();
        }
        let body = json!({"variant": {"id": "old-hong-kong"}, "win": win});
        let scored = app.nobody().post("/v1/score", body).await.expect(200);
        assert_eq!(scored["score"]["fan"], fan);
        assert_eq!(amounts(&scored["payments"]), payments.map(Value::from));

        let at = club.open_match("old-hong-kong").await;
        let recorded = club.record(&at, 1, outcome).await.expect(201);
        assert_eq!(recorded["scores"][0]["score"], scored["score"]);
        assert_eq!(amounts(&recorded["payments"]), payments.map(Value::from));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn old_hong_kong_hands_as_declared() {
    let app = TestApp::start().await;
    let club = app.club().await;
    for (_, _, _, _, winner, from, fan, payments) in EXAMPLES {
        let at = club.open_match("old-hong-kong").await;
        let won_by = if from.is_some() {
            "discard"
        } else {
            "self_draw"
        };
        let recorded = club
            .record(&at, 1, declared(winner, won_by, from, fan))
            .await
            .expect(201);
        assert_eq!(amounts(&recorded["payments"]), payments.map(Value::from));
        assert_eq!(recorded["scores"][0]["score"]["declared"], true);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn fan_laak_hands_with_their_tiles() {
    let app = TestApp::start().await;
    let score = async |win: Value| {
        let body = json!({"variant": {"id": "hkos-fan-laak"}, "win": win});
        app.nobody().post("/v1/score", body).await.expect(200)
    };
    let fourth = score(json!({
        "seat_wind": "south", "round_wind": "east", "won_by": "discard", "from_seat": "east",
        "hand": {"concealed": "222s 3s", "winning_tile": "1s", "melds": [
            {"kind": "pung", "tiles": "PPP"}, {"kind": "chow", "tiles": "567s"}, {"kind": "pung", "tiles": "777s"}
        ]}
    }));
    let fourth = fourth.await;
    assert_eq!(
        counted(&fourth),
        ["dragon_pung 1", "half_flush 3", "no_bonus_tiles 1"]
    );
    assert_eq!(fourth["score"]["fan"], 5);
    assert_eq!(
        amounts(&fourth["payments"]),
        [-32, 64, -16, -16].map(Value::from)
    );

    let fifth = score(json!({
        "seat_wind": "east", "round_wind": "east", "won_by": "self_draw",
        "hand": {"concealed": "46s 22s", "winning_tile": "5s", "melds": [
            {"kind": "pung", "tiles": "EEE"}, {"kind": "chow", "tiles": "456m"}, {"kind": "pung", "tiles": "777p"}
        ]}
    }));
    let fifth = fifth.await;
    assert_eq!(
        counted(&fifth),
        [
            "no_bonus_tiles 1",
            "round_wind_pung 1",
            "seat_wind_pung 1",
            "self_draw 1"
        ]
    );
    assert_eq!(
        amounts(&fifth["payments"]),
        [96, -32, -32, -32].map(Value::from)
    );
}

/// What counted, by name.
fn counted(scored: &Value) -> Vec<String> {
    let counted = scored["score"]["counted"].as_array().unwrap().iter();
    let mut counted: Vec<_> = counted
        .map(|one| format!("{} {}", one["pattern"].as_str().unwrap(), one["fan"]))
        .collect();
    counted.sort();
    counted
}

/// Fan-laak totals by fan: by discard, and self-drawn. No fan at all is no self-draw.
const TOTALS: &[(u32, u32, Option<u32>)] = &[
    (0, 4, None),
    (1, 8, Some(12)),
    (2, 16, Some(24)),
    (3, 32, Some(48)),
    (4, 64, Some(96)),
    (5, 64, Some(96)),
    (6, 64, Some(96)),
    (7, 128, Some(192)),
    (8, 128, Some(192)),
    (9, 128, Some(192)),
    (10, 256, Some(384)),
    (13, 256, Some(384)),
];

#[tokio::test(flavor = "multi_thread")]
async fn fan_laak_totals() {
    let app = TestApp::start().await;
    let club = app.club().await;
    for &(fan, by_discard, self_drawn) in TOTALS {
        let fields = json!({"variant": {"id": "hkos-fan-laak"}, "minimum_fan": 0});
        let at = club.open_match_with(fields).await;
        let hand = club
            .record(&at, 1, declared(2, "discard", Some(3), fan))
            .await
            .expect(201);
        assert_eq!(
            hand["payments"][1]["points"], by_discard,
            "{fan} fan by discard"
        );
        if let Some(self_drawn) = self_drawn {
            let hand = club
                .record(&at, 2, declared(2, "self_draw", None, fan))
                .await
                .expect(201);
            assert_eq!(
                hand["payments"][1]["points"], self_drawn,
                "{fan} fan self-drawn"
            );
        }
    }
}

/// The hands that the rules picture: tiles with `+` before the winning one, and what they show, counted or not.
/// All are won by discard, except where four pungs are to be concealed.
#[rustfmt::skip]
const PICTURED: &[(&str, &str, &str)] = &[
    ("old-hong-kong", "111s 444p 666s PPP 9p +9p", "all_pungs dragon_pung"),
    ("old-hong-kong", "123m 123m 456m 789m C +C", "half_flush"),
    ("old-hong-kong", "234s 234s 567s 789s 6s +6s", "full_flush all_chows all_simples"),
    ("old-hong-kong", "123p 456p 777p 999p 8p +8p", "full_flush"),
    ("old-hong-kong", "EEE CCC PPP SSS F +F", "all_honours all_pungs little_three_dragons"),
    ("old-hong-kong", "ESWN CFP 19s 19m 19p +9p", "thirteen_orphans"),
    ("old-hong-kong", "333s PPP FFF CCC E +E", "half_flush all_pungs big_three_dragons"),
    ("hkos-fan-laak", "123s 345s 234p 678p 3m +3m", "all_chows"),
    ("hkos-fan-laak", "333p 444s 888p PPP N +N", "all_pungs"),
    ("hkos-fan-laak", "333p 456p 888p PPP N +N", "half_flush"),
    ("hkos-fan-laak", "CCC FFF 123m 789p P +P", "little_three_dragons"),
    ("hkos-fan-laak", "66s 99s 22m 55p 77p CC P +P", "seven_pairs"),
    ("hkos-fan-laak", "222s 234s 456s 888s 9s +9s", "full_flush"),
    ("hkos-fan-laak", "111m 333p 555s 777s E +E", "four_concealed_pungs"),
    ("hkos-fan-laak", "EEE SSS WWW 123m N +N", "little_four_winds"),
    ("hkos-fan-laak", "EEE SSS WWW NNN 5m +5m", "big_four_winds"),
    ("hkos-fan-laak", "CCC FFF SSS WWW N +N", "all_honours"),
    ("hkos-fan-laak", "111s 999s 111p 111m 9m +9m", "all_terminals"),
    ("hkos-fan-laak", "111m 123m 456m 789m 9m +9m", "nine_gates"),
    ("hkos-fan-laak", "19s 19m 19p CFP ESWN +N", "thirteen_orphans"),
    ("hkos-fan-laak", "5m +5m (1111m 2222s 3333p EEEE)", "four_kongs"),
    ("hkos-fan-laak", "111s 222s 444s FFF 7s +7s", "jade_dragon"),
    ("hkos-fan-laak", "111m 222m 444m CCC 7m +7m", "ruby_dragon"),
    ("hkos-fan-laak", "111p 222p 444p PPP 7p +7p", "pearl_dragon"),
];

#[tokio::test(flavor = "multi_thread")]
async fn pictured_hands_are_what_they_are_called() {
    let app = TestApp::start().await;
    for (variant, tiles, names) in PICTURED {
        let scored = app
            .nobody()
            .post("/v1/score", pictured(variant, tiles))
            .await
            .expect(200);
        let score = &scored["score"];
        let list = |list: &str| score[list].as_array().unwrap().clone();
        let matched = list("counted").into_iter().chain(list("left_out"));
        let matched: Vec<Value> = matched.map(|one| one["pattern"].clone()).collect();
        for name in names.split(' ') {
            assert!(
                matched.contains(&name.into()),
                "{tiles}: no {name} in {score}"
            );
        }
    }
}

/// A hand at a table without a minimum, with exposed kongs in parentheses.
fn pictured(variant: &str, tiles: &str) -> Value {
    let (tiles, kongs) = tiles
        .trim_end_matches(')')
        .split_once(" (")
        .unwrap_or((tiles, ""));
    let (concealed, winning_tile) = tiles.split_once(" +").unwrap();
    let kongs = kongs
        .split_whitespace()
        .map(|tiles| json!({"kind": "exposed_kong", "tiles": tiles}));
    let mut win = json!({
        "seat_wind": "west", "round_wind": "north", "won_by": "discard", "from_seat": "south",
        "hand": {"concealed": concealed, "winning_tile": winning_tile, "melds": kongs.collect::<Vec<_>>()}
    });
    if concealed.starts_with("111m 333p") {
        win["won_by"] = "self_draw".into();
        win["from_seat"] = Value::Null;
    }
    json!({"variant": {"id": variant}, "options": {"minimum_fan": 0}, "win": win})
}
