//! The built-in documents and what is refused of others; `UPDATE_EXPECT=1` rewrites the published schema.

mod compare;
mod derive;
mod problems;
mod random;

use rules::LiabilityRule;
use rules::variant::{FalseMahjongRule, OtherDiscard, built_ins, schema};
use rules::{TableOptions, Variant, notation, score};

use crate::published;

pub(crate) const OLD_HONG_KONG: &str = include_str!("../../../variants/old-hong-kong.json");

/// The documents in a folder, with the names of their files.
fn files(folder: &str) -> Vec<(String, Vec<u8>)> {
    let folder = format!("{}/variants{folder}", env!("CARGO_MANIFEST_DIR"));
    let paths = std::fs::read_dir(folder).unwrap();
    paths
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.is_file())
        .map(|path| {
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            (name, std::fs::read(&path).unwrap())
        })
        .collect()
}

#[test]
fn every_built_in_document_compiles_and_fits_the_schema() {
    let schema = jsonschema::validator_for(&schema()).unwrap();
    let mut ids = Vec::new();
    for (id, text) in files("") {
        let variant =
            Variant::from_json(&text).unwrap_or_else(|problems| panic!("{id}: {problems:?}"));
        assert_eq!(variant.id(), id);
        ids.push(id);
    }
    for (id, text) in files("/derived") {
        let stated: serde_json::Value = serde_json::from_slice(&text).unwrap();
        let base = Variant::built_in(stated["base"].as_str().unwrap());
        let base = base.unwrap_or_else(|| panic!("{id}: a base that there is not"));
        let variant = base.derive(stated["patch"].to_string().as_bytes());
        let variant = variant.unwrap_or_else(|problems| panic!("{id}: {problems:?}"));
        assert_eq!(
            (variant.id(), variant.derived_from()),
            (&*id, Some(base.hash()))
        );
        ids.push(id);
    }
    ids.sort();
    let known: Vec<&str> = built_ins().iter().map(|variant| variant.id()).collect();
    assert_eq!(ids, known);
    for variant in built_ins() {
        let document: serde_json::Value = serde_json::from_slice(variant.document()).unwrap();
        let wrong = schema.iter_errors(&document).next();
        assert!(wrong.is_none(), "{}: {wrong:?}", variant.id());
        assert!(!variant.readings().is_empty() && !variant.source().is_empty());
    }
}

/// Whoever writes a document by the schema learns what it means to leave a field out.
#[test]
fn the_schema_says_what_an_absent_field_means() {
    let schema = schema();
    let parts = schema["$defs"].as_object().unwrap().values();
    for part in parts.chain([&schema]) {
        let required = part["required"].as_array();
        let required = |name: &str| required.is_some_and(|names| names.contains(&name.into()));
        for (name, field) in part["properties"].as_object().into_iter().flatten() {
            let text = field["description"].as_str().unwrap();
            let told = field.get("default").is_some() || text.to_lowercase().contains("absent");
            assert!(
                told || required(name) || name == "derived_from",
                "{name}: {text}"
            );
        }
    }
}

/// Where the texts of the form for house rules are: whatever somebody fills in or chooses, with its pointer.
fn stated(pointer: &str, schema: &serde_json::Value, found: &mut Vec<(String, serde_json::Value)>) {
    for (name, property) in schema["properties"].as_object().into_iter().flatten() {
        found.push((format!("{pointer}/properties/{name}"), property.clone()));
    }
    for words in ["oneOf", "anyOf"] {
        let words = schema[words].as_array().into_iter().flatten();
        found.extend(words.map(|word| (pointer.to_owned(), word.clone())));
    }
    for (name, field) in schema.as_object().into_iter().flatten() {
        stated(&format!("{pointer}/{name}"), field, found);
    }
    for item in schema.as_array().into_iter().flatten() {
        stated(pointer, item, found);
    }
}

/// The form for house rules takes its texts from the schema: a rule is declared with them.
#[test]
fn whatever_is_filled_in_or_chosen_has_its_texts_in_both_languages() {
    let mut found = Vec::new();
    stated("", &schema(), &mut found);
    assert!(found.len() > 90, "only {}", found.len());
    for (pointer, schema) in found {
        for text in [
            "title",
            "x-title-zh-Hant",
            "description",
            "x-description-zh-Hant",
        ] {
            let text = schema[text].as_str().map(str::trim);
            assert!(
                text.is_some_and(|text| !text.is_empty()),
                "{pointer}: {schema}"
            );
        }
    }
}

#[test]
fn the_published_schema_is_current() {
    let current = serde_json::to_string_pretty(&schema()).unwrap();
    published::check("../../proto/variant.schema.json", &format!("{current}\n"));
}

#[test]
fn the_hash_is_of_the_content_and_not_of_its_writing() {
    let variant = Variant::from_json(OLD_HONG_KONG.as_bytes()).unwrap();
    let value: serde_json::Value = serde_json::from_str(OLD_HONG_KONG).unwrap();
    let compact = Variant::from_json(value.to_string().as_bytes()).unwrap();
    let decimal = Variant::from_json(
        OLD_HONG_KONG
            .replace(r#""minimum_fan": 3"#, r#""minimum_fan": 3.0"#)
            .as_bytes(),
    )
    .unwrap();
    let other = Variant::from_json(
        OLD_HONG_KONG
            .replace(r#""minimum_fan": 3"#, r#""minimum_fan": 4"#)
            .as_bytes(),
    )
    .unwrap();
    assert_eq!(
        (variant.hash(), variant.document()),
        (compact.hash(), compact.document())
    );
    assert_eq!(variant.hash(), decimal.hash());
    assert_ne!(variant.hash(), other.hash());
    let again = Variant::from_json(variant.document()).unwrap();
    assert_eq!(again.hash(), variant.hash());
}

#[test]
fn what_a_document_states_is_what_the_variant_says() {
    let document = OLD_HONG_KONG
        .replace(r#""limit": { "points": 64, "#, r#""limit": { "#)
        .replace(
            r#""several": "nearest""#,
            r#""several": "nearest", "miss_win": true"#,
        )
        .replace(r#""deal": {"#, r#""deal": { "rounds": false, "#)
        .replace(r#""dealer_win", "goulash", "false_mahjong""#, "")
        .replace(r#""dealer": 2"#, r#""dealer": 1"#)
        .replace(
            r#""false_mahjong": {}"#,
            r#""false_mahjong": { "rule": "open_hand" }, "starting_points": 13, "cap": 12,
               "penalties": { "late": { "name": { "english": "Late" }, "points": 5 } },
               "liabilities": [
                   { "rule": "twelve_tiles", "at_least": 192 },
                   { "rule": "big_four_winds", "other_discard": "halves" }
               ]"#,
        );
    let variant = Variant::from_json(document.as_bytes()).unwrap();
    assert!(variant.miss_win() && !variant.has_rounds());
    assert_eq!(variant.false_mahjong(), FalseMahjongRule::OpenHand);
    assert_eq!((variant.starting_points(), variant.cap()), (13, Some(12)));
    assert_eq!(
        [9, 11, 12, 99].map(|fan| variant.points(fan)),
        [4, 8, 16, 16]
    );
    let penalty = &variant.penalties()[0];
    assert_eq!((penalty.id.as_str(), penalty.points), ("late", Some(5)));
    let liabilities = variant.liabilities().iter();
    let stated: Vec<_> = liabilities
        .map(|liability| (liability.rule, liability.at_least, liability.other_discard))
        .collect();
    assert_eq!(
        stated,
        [
            (
                LiabilityRule::TwelveTiles,
                Some(192),
                OtherDiscard::Discarder
            ),
            (LiabilityRule::BigFourWinds, None, OtherDiscard::Halves)
        ]
    );
}

#[test]
fn without_bonus_tiles_none_is_no_merit() {
    let document = include_str!("../../../variants/hkos-fan-laak.json")
        .replace(r#""tiles": 144"#, r#""tiles": 136"#);
    let variant = Variant::from_json(document.as_bytes()).unwrap();
    let options = TableOptions {
        minimum_fan: Some(0),
    };
    let scored = score(
        &variant,
        &options,
        &notation::win("123m 456m 78m 55p (999s) + 9m").unwrap(),
    )
    .unwrap();
    assert_eq!(scored.score.fan, 0);
    let refused = score(
        &variant,
        &options,
        &notation::win("123m 456m 78m 55p (999s) 1f + 9m").unwrap(),
    )
    .unwrap_err();
    assert_eq!(refused.code, rules::RefusalCode::BonusTilesNotUsed);
}

#[test]
fn a_limit_hand_that_fails_a_condition_scores_as_an_ordinary_hand() {
    let document = OLD_HONG_KONG
        .replace(
            r#""big_three_dragons": { "value": "limit" }"#,
            r#""big_three_dragons": { "value": "limit", "when": ["concealed", "self_drawn"] }"#,
        )
        .replace(r#""tiles": 144"#, r#""tiles": 136"#)
        .replace(r#""bonus_tile_wins": [8]"#, r#""bonus_tile_wins": []"#);
    let variant = Variant::from_json(document.as_bytes()).unwrap();
    let scored = |win: &str| {
        score(
            &variant,
            &TableOptions::default(),
            &notation::win(win).unwrap(),
        )
        .unwrap()
        .score
    };
    let ordinary = scored("33s EE (PPP) (FFF) (CCC) + 3s");
    assert_eq!((ordinary.limit, ordinary.fan), (false, 3 + 3 + 3));
    assert!(scored("33s EE PPP [FFFF] [CCCC] + 3s self_draw").limit);
}

#[test]
fn halves_are_exact() {
    let document = include_str!("../../../variants/hkos-fan-laak.json").replace(
        r#""discarder": 2, "other": 1"#,
        r#""discarder": 1, "other": 0.5"#,
    );
    let variant = Variant::from_json(document.as_bytes()).unwrap();
    assert!(
        variant.pays_half_points()
            && !Variant::built_in("hkos-fan-laak")
                .unwrap()
                .pays_half_points()
    );
    let win = notation::win("123m 456m 78m 55p (999s) 2f + 9m").unwrap();
    let paid = score(
        &variant,
        &TableOptions {
            minimum_fan: Some(0),
        },
        &win,
    )
    .unwrap()
    .payments;
    assert_eq!(paid.half_points(), [4, -2, -1, -1]);
}

#[test]
fn a_win_by_bonus_tiles_must_meet_its_conditions() {
    let scored = |condition: &str, win: &str| {
        let document = OLD_HONG_KONG.replace(
            r#""eight_bonus_tiles": { "value": "limit" }"#,
            &format!(r#""eight_bonus_tiles": {{ "value": 8, "when": ["{condition}"] }}"#),
        );
        let variant = Variant::from_json(document.as_bytes()).unwrap();
        let win = notation::win(win).unwrap();
        score(
            &variant,
            &TableOptions {
                minimum_fan: Some(0),
            },
            &win,
        )
        .map_err(|refusal| refusal.code)
    };
    let melded = "1234q 1234f (EEE) bonus_tiles";
    assert_eq!(
        scored("concealed", melded).unwrap_err(),
        rules::RefusalCode::BonusTileWinNotPlayed
    );
    assert_eq!(
        scored("concealed", "1234q 1234f bonus_tiles")
            .unwrap()
            .score
            .fan,
        8
    );
    // It is paid as self-drawn, and counts as that.
    assert_eq!(scored("self_drawn", melded).unwrap().score.fan, 8);
}

#[test]
fn a_house_pattern_counts_like_any_other() {
    let base = Variant::built_in("old-hong-kong").unwrap();
    let patch = r#"{"id": "our-club", "minimum_fan": 0, "house_patterns": {
        "house:no_fives": { "name": { "english": "No fives" }, "expression": "tiles.all(t, t.rank != 5)", "value": 2 },
        "house:all_low": {
            "name": { "english": "All low" }, "expression": "tiles.all(t, t.rank in [1, 2, 3])", "value": 5,
            "includes": ["house:no_fives", "all_chows"]
        },
        "house:north": {
            "name": { "english": "North" }, "expression": "pairs.exists(p, p.tile == 'N')", "value": "limit",
            "when": ["self_drawn"]
        }
    }}"#;
    let variant = base.derive(patch.as_bytes()).unwrap();
    let check = |win: &str, counted: &[(&str, u32)], left_out: &[&str]| {
        let win = notation::win(win).unwrap();
        let score = score(&variant, &TableOptions::default(), &win)
            .unwrap()
            .score;
        let house = |id: &&str| id.starts_with("house:");
        let by_id = score
            .counted(&variant)
            .map(|counted| (variant.pattern_id(counted.pattern), counted.fan));
        assert_eq!(
            by_id.filter(|(id, _)| house(id)).collect::<Vec<_>>(),
            counted
        );
        let ids = score
            .left_out(&variant)
            .map(|left| variant.pattern_id(left.pattern));
        assert_eq!(ids.filter(house).collect::<Vec<_>>(), left_out);
    };
    check(
        "123m 123p 123s 11m 23p + 1p 1f",
        &[("house:all_low", 5)],
        &["house:no_fives"],
    );
    check(
        "123m 123p 789s 11m 23p + 1p 1f",
        &[("house:no_fives", 2)],
        &[],
    );
    check("456m 123p 789s 11m 23p + 1p 1f", &[], &[]);
    let north = "456m 123p 789s NN 23p + 1p 1f";
    check(north, &[], &["house:north"]);
    check(&format!("{north} self_draw"), &[("house:north", 0)], &[]);
}
