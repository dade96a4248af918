//! Random documents: valid ones that come out as they went in, and spoilt ones that are refused in their place.

use proptest::prelude::*;
use proptest::sample::{select, subsequence};
use proptest::test_runner::{Config, RngSeed, TestRunner};
use rules::variant::schema;
use rules::{Variant, catalogue};
use serde_json::{Map, Value, json};

const CASES: u32 = 4_000;

fn runner(cases: u32) -> TestRunner {
    TestRunner::new(Config {
        cases,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(20_240_229),
        ..Config::default()
    })
}

fn ids() -> Vec<&'static str> {
    catalogue().map(|definition| definition.id).collect()
}

fn some_ids(most: usize) -> impl Strategy<Value = Vec<&'static str>> {
    subsequence(ids(), 0..=most)
}

/// Patterns worth fan or a limit; each includes only fan patterns that come later in the catalogue, so that there
/// are no cycles.
fn patterns() -> impl Strategy<Value = Value> {
    let worth = (1..20_u32, 0..8_u8, any::<bool>(), some_ids(3), conditions());
    proptest::collection::vec(worth, 0..12)
        .prop_flat_map(|worths| {
            let count = worths.len();
            (Just(worths), subsequence(ids(), count))
        })
        .prop_map(|(worths, ids)| {
            let limits: Vec<&str> = ids
                .iter()
                .zip(&worths)
                .filter(|(_, worth)| worth.1 == 0)
                .map(|(id, _)| *id)
                .collect();
            let mut patterns = Map::new();
            for (id, (fan, kind, toward, includes, when)) in ids.iter().zip(&worths) {
                let later =
                    |other: &&&str| position(other) > position(id) && !limits.contains(other);
                let includes: Vec<_> = includes.iter().filter(later).collect();
                let value = if *kind == 0 {
                    json!("limit")
                } else {
                    json!(fan)
                };
                patterns.insert((*id).to_owned(), json!({
                "value": value, "counts_toward_minimum": toward, "includes": includes, "when": when
            }));
            }
            patterns.into()
        })
}

fn position(id: &str) -> Option<usize> {
    catalogue().position(|definition| definition.id == id)
}

fn conditions() -> impl Strategy<Value = Vec<&'static str>> {
    subsequence(
        vec![
            "concealed",
            "self_drawn",
            "suited_pair",
            "pure",
            "not_seat_wind",
        ],
        0..3,
    )
}

fn schedule() -> impl Strategy<Value = Value> {
    let step = (1..5_u32, 0..1000_u32);
    proptest::collection::vec(step, 0..10).prop_map(|steps| {
        let mut schedule = vec![json!({ "from_fan": 0, "points": 1 })];
        let mut from_fan = 0;
        for (further, points) in steps {
            from_fan += further;
            schedule.push(json!({ "from_fan": from_fan, "points": points * 2 }));
        }
        schedule.into()
    })
}

/// Fields of a document that go together whatever the others say.
fn fields() -> impl Strategy<Value = Value> {
    let times = |halves: u32| {
        if halves.is_multiple_of(2) {
            json!(halves / 2)
        } else {
            json!(f64::from(halves) / 2.0)
        }
    };
    let halves = || (0..16_u32).prop_map(times);
    let multipliers = (halves(), halves(), halves(), 1..4_u32).prop_map(|(own, discarder, other, dealer)| {
        json!({ "self_draw": own, "discarder": discarder, "other": other, "dealer": dealer })
    });
    let claims = (select(vec!["nearest", "best", "all"]), some_ids(2), any::<bool>())
        .prop_map(|(several, first, miss)| json!({ "several": several, "first": first, "miss_win": miss }));
    let stays = subsequence(
        vec![
            "dealer_win",
            "goulash",
            "false_mahjong",
            "dealer_false_mahjong",
        ],
        0..=4,
    );
    let deal = (stays, proptest::option::of(1..=100_u32)).prop_map(|(stays, most)| {
        let mut deal = json!({ "stays_after": stays });
        if let Some(most) = most
            && !stays.is_empty()
        {
            deal["most_hands"] = most.into();
        }
        deal
    });
    let kongs = subsequence(vec!["exposed_kong", "added_kong", "concealed_kong"], 0..=3);
    let group = subsequence(ids(), 2..6).prop_map(|ids| json!([{ "name": "a", "patterns": ids }]));
    let cap = (subsequence(ids(), 1..6), 1..50_u32)
        .prop_map(|(ids, fan)| json!([{ "patterns": ids, "fan": fan }]));
    let text = select(vec![
        "a",
        "Old \"rules\"",
        "\u{1f004} 麻雀",
        "\u{0}\u{7f}\u{2028}",
        "\\",
    ]);
    (multipliers, claims, deal, kongs, group, cap, text, 0..1000_u32).prop_map(
        |(multipliers, claims, deal, kongs, groups, caps, text, points)| {
            json!({
                "multipliers": multipliers, "claims": claims, "deal": deal, "robbed_kongs": kongs,
                "groups": groups, "caps": caps, "source": text, "readings": [text], "name": { "english": text },
                "limit": { "points": points, "multiplied": points % 2 == 0 },
                "false_mahjong": { "points": points },
                "penalties": { "late": { "name": { "english": text }, "points": points } },
                "liabilities": [{ "rule": "five_tiles", "at_least": points + 1 }],
            })
        },
    )
}

fn document() -> impl Strategy<Value = Value> {
    (
        fields(),
        patterns(),
        schedule(),
        select(vec!["a", "0-", "our-club"]),
        1..100_u32,
        any::<bool>(),
    )
        .prop_map(|(mut document, patterns, schedule, id, version, bonus)| {
            document["format"] = "faan.variant/1".into();
            document["patterns"] = patterns;
            document["schedule"] = schedule;
            document["id"] = id.into();
            document["version"] = version.into();
            document["tiles"] = if bonus { 144 } else { 136 }.into();
            document["minimum_fan"] = 0.into();
            document["starting_points"] = version.into();
            if version % 20 == 0 {
                // Seldom, since an expression is tried on many hands.
                document["house_patterns"] = json!({ "house:x": {
                    "name": { "english": "X" }, "expression": "honours == 0", "value": version
                } });
            }
            document
        })
}

#[test]
fn a_valid_document_comes_out_as_it_went_in() {
    let case = |document: Value| {
        let check = |variant: Result<Variant, _>| {
            variant.map_err(|problems: Vec<rules::variant::DocumentError>| {
                TestCaseError::fail(format!("{problems:?}"))
            })
        };
        let variant = check(Variant::check(document.to_string().as_bytes()))?;
        let exported = check(Variant::from_json(variant.document()))?;
        prop_assert_eq!(exported.hash(), variant.hash());
        prop_assert_eq!(
            serde_json::from_slice::<Value>(exported.document()).unwrap(),
            document
        );
        Ok(())
    };
    runner(CASES).run(&document(), case).unwrap();
}

/// What is done to a document, at a place that is chosen among all its places.
fn spoilers() -> impl Strategy<Value = Value> {
    select(vec![
        Value::Null,
        json!(true),
        json!(-1),
        json!(0),
        json!(0.3),
        json!(1e300),
        json!(7),
        json!(4_000_000_000_u64),
        json!(""),
        json!("limit"),
        json!("house:x"),
        json!("a.b[0]\"\u{0}"),
        json!([]),
        json!([[]]),
        json!({}),
        json!(["self_draw", "self_draw"]),
        json!({ "value": 1 }),
        json!({ "": {} }),
        json!([1, "2", null]),
    ])
}

/// Puts `spoiler` in the place with a number; or removes what is there, or adds a field to it.
fn spoil(value: &mut Value, number: &mut usize, how: u8, spoiler: &Value) -> bool {
    if *number == 0 {
        match (how, &mut *value) {
            (0, Value::Object(fields)) => {
                drop(fields.insert("a new field".to_owned(), spoiler.clone()))
            }
            (0 | 1, Value::Array(items)) => items.push(spoiler.clone()),
            (1, Value::Object(fields)) => {
                if let Some(name) = fields.keys().next().cloned() {
                    fields.remove(&name);
                }
            }
            _ => *value = spoiler.clone(),
        }
        return true;
    }
    *number -= 1;
    match value {
        Value::Array(items) => items
            .iter_mut()
            .any(|item| spoil(item, number, how, spoiler)),
        Value::Object(fields) => fields
            .values_mut()
            .any(|field| spoil(field, number, how, spoiler)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => false,
    }
}

/// Whatever is wrong is named in its place, the published schema says the same as we do of the form, and nothing
/// panics.
#[test]
fn a_spoilt_document_is_refused_in_its_place() {
    let schema = jsonschema::validator_for(&schema()).unwrap();
    let refused = std::cell::Cell::new(0);
    let case = |(mut document, places, how, spoiler): (Value, Vec<usize>, u8, Value)| {
        for mut place in places {
            spoil(&mut document, &mut place, how, &spoiler);
        }
        let text = document.to_string();
        match Variant::from_json(text.as_bytes()) {
            Ok(_) => prop_assert!(schema.is_valid(&document), "{}", text),
            Err(problems) => {
                refused.set(refused.get() + 1);
                let form = [
                    "missing_field",
                    "unknown_field",
                    "wrong_type",
                    "unknown_value",
                    "out_of_range",
                    "malformed",
                ];
                let of_form = problems
                    .iter()
                    .any(|problem| form.contains(&problem.code.as_str()));
                prop_assert!(
                    !of_form || !schema.is_valid(&document),
                    "{} {:?}",
                    text,
                    problems
                );
                for problem in problems {
                    prop_assert!(
                        !problem.path.is_empty() || !document.is_object(),
                        "{} {:?}",
                        text,
                        problem
                    );
                    prop_assert!(!problem.text.is_empty() && problem.code.as_str() != "unreadable");
                }
            }
        }
        Ok(())
    };
    let places = proptest::collection::vec(0..120_usize, 1..4);
    runner(CASES)
        .run(&(document(), places, 0..4_u8, spoilers()), case)
        .unwrap();
    assert!(
        refused.get() > CASES / 2,
        "{} of them were wrong",
        refused.get()
    );
}

/// Bytes that are changed anywhere: read or refused, but never a panic.
#[test]
fn spoilt_bytes_are_read_or_refused() {
    let spoilt = (
        document(),
        proptest::collection::vec((any::<proptest::sample::Index>(), any::<u8>()), 1..4),
    );
    let case = |(document, changes): (Value, Vec<(proptest::sample::Index, u8)>)| {
        let mut bytes = document.to_string().into_bytes();
        for (place, byte) in changes {
            let place = place.index(bytes.len());
            bytes[place] = byte;
        }
        if let Err(problems) = Variant::from_json(&bytes) {
            let is_json =
                serde_json::from_slice::<Value>(&bytes).is_ok_and(|value| value.is_object());
            let located = problems
                .iter()
                .all(|problem| !problem.path.is_empty() || problem.code.as_str() == "unreadable");
            prop_assert!(!problems.is_empty() && (located || !is_json));
        }
        Ok(())
    };
    runner(CASES / 5).run(&spoilt, case).unwrap();
}
