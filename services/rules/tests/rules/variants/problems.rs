//! What is refused of a document: each line is a merge patch of Old Hong Kong and everything that is wrong with it.

use std::collections::BTreeSet;

use rules::Variant;
use rules::variant::{DocumentCode, DocumentError, merge};
use serde_json::Value;

use super::OLD_HONG_KONG;
use crate::house::expression_codes;

const CASES: &str = r#"
{} =>
{"tiles": null} => missing_field tiles
{"tiles": 140} => unknown_value tiles
{"tiles": "144"} => wrong_type tiles
{"wild_cards": 4, "jokers": {}} => unknown_field jokers; unknown_field wild_cards
{"half flush": 1} => unknown_field ["half flush"]
{"format": "faan.variant/2"} => unknown_value format
{"id": "Old Hong Kong"} => malformed id
{"id": "-"} => malformed id
{"derived_from": "ABC"} => malformed derived_from
{"version": 0} => out_of_range version
{"version": 1.5} => wrong_type version
{"version": 1e300} => out_of_range version
{"name": "Old"} => wrong_type name
{"name": {"english": ""}} => out_of_range name.english
{"name": {"english": null, "klingon": "x"}} => missing_field name.english; unknown_field name.klingon
{"source": ""} => out_of_range source
{"readings": ["a", 2, ""]} => wrong_type readings[1]; out_of_range readings[2]
{"minimum_fan": 101} => out_of_range minimum_fan
{"minimum_fan": -1} => out_of_range minimum_fan
{"patterns": []} => wrong_type patterns
{"patterns": {"half_flesh": {"value": 3}}} => unknown_pattern patterns.half_flesh
{"patterns": {"half.flush": {"value": 3}}} => unknown_pattern patterns["half.flush"]
{"patterns": {"half_flush": 3}} => wrong_type patterns.half_flush
{"patterns": {"half_flush": {"value": 0}}} => out_of_range patterns.half_flush.value
{"patterns": {"half_flush": {"value": "most"}}} => unknown_value patterns.half_flush.value
{"patterns": {"half_flush": {"value": [1]}}} => wrong_type patterns.half_flush.value
{"patterns": {"half_flush": {"worth": 1}}} => unknown_field patterns.half_flush.worth
{"patterns": {"half_flush": {"when": ["sunny"]}}} => unknown_value patterns.half_flush.when[0]
{"patterns": {"half_flush": {"when": ["pure", "pure"]}}} => repeated patterns.half_flush.when[1]
{"patterns": {"half_flush": {"includes": ["x"]}}} => unknown_pattern patterns.half_flush.includes[0]
{"patterns": {"half_flush": {"includes": ["half_flush"]}}} => include_cycle patterns.half_flush.includes
{"patterns": {"half_flush": {"includes": ["full_flush"]}, "full_flush": {"includes": ["half_flush"]}}} => include_cycle patterns.half_flush.includes; include_cycle patterns.full_flush.includes
{"patterns": {"full_flush": {"includes": ["nine_gates"]}}} => limit_included patterns.full_flush.includes
{"groups": [{"name": "Winds", "patterns": ["seat_wind_pung", "round_wind_pung"]}]} =>
{"groups": [{"name": "Winds", "patterns": ["seat_wind_pung"]}]} => group_too_small groups[0].patterns
{"groups": [{"name": "Winds", "patterns": ["seat_wind_pung", "wind"]}]} => unknown_pattern groups[0].patterns[1]
{"groups": [{"name": "a", "patterns": ["all_pungs", "all_chows"]}, {"name": "b", "patterns": ["half_flush", "all_pungs"]}]} => group_overlap groups[1].patterns
{"groups": [{"name": "", "patterns": ["all_pungs", "all_pungs"]}]} => out_of_range groups[0].name; repeated groups[0].patterns[1]
{"caps": [{"patterns": ["dragon_pung"], "fan": 2}]} =>
{"caps": [{"patterns": [], "fan": 0}]} => out_of_range caps[0].fan; out_of_range caps[0].patterns
{"caps": [{"patterns": ["dragon"], "fan": 2}]} => unknown_pattern caps[0].patterns[0]
{"caps": [{"patterns": ["dragon_pung"], "fan": 2}, {"patterns": ["all_pungs", "dragon_pung"], "fan": 2}]} => cap_overlap caps[1].patterns
{"cap": 12} =>
{"cap": 11} => cap_below_schedule cap
{"cap": 0} => out_of_range cap
{"schedule": []} => out_of_range schedule
{"schedule": [{"from_fan": 1, "points": 1}]} => schedule_hole schedule[0].from_fan
{"schedule": [{"from_fan": 0, "points": 1}, {"from_fan": 0, "points": 2}]} => schedule_order schedule[1].from_fan
{"schedule": [{"from_fan": 0, "points": 1000001}]} => out_of_range schedule[0].points
{"schedule": [{"from_fan": 0}]} => missing_field schedule[0].points
{"schedule": [{"from_fan": 0, "points": "many"}], "cap": 1} => wrong_type schedule[0].points
{"limit": {"points": 1000001}} => out_of_range limit.points
{"limit": {"points": null}} =>
{"limit": null} => missing_field limit
{"multipliers": {"self_draw": 0.3}} => remainder multipliers.self_draw
{"multipliers": {"other": 8.5, "discarder": -0.5}} => out_of_range multipliers.discarder; out_of_range multipliers.other
{"multipliers": {"dealer": 0}} => out_of_range multipliers.dealer
{"multipliers": {"dealer": 1.5}} => wrong_type multipliers.dealer
{"shapes": ["standard", "seven_pairs", "thirteen_orphans"]} =>
{"shapes": ["standard", "thirteen_orphans"], "patterns": {"seven_pairs": null}} =>
{"shapes": ["standard", "thirteen_orphans"]} => never_applies patterns.seven_pairs
{"shapes": ["standard"]} => never_applies patterns.seven_pairs; never_applies patterns.thirteen_orphans
{"shapes": []} => out_of_range shapes
{"shapes": null} =>
{"shapes": "standard"} => wrong_type shapes
{"shapes": ["standard", "standard", "pairs"]} => repeated shapes[1]; unknown_value shapes[2]
{"claims": {"several": "all", "miss_win": true, "first": ["thirteen_orphans"]}} =>
{"claims": {"several": "none"}} => unknown_value claims.several
{"claims": {"first": ["x"]}} => unknown_pattern claims.first[0]
{"man_wins": ["discard"]} => no_value man_wins
{"man_wins": ["discard"], "house_patterns": {"house:reds": {"name": {"english": "Reds"}, "expression": "first_turn == 'man'", "value": 2}}} =>
{"man_wins": ["self_draw", "discard"], "patterns": {"man": {"value": 8}}} =>
{"man_wins": ["dealer_discard", "discard"], "patterns": {"man": {"value": 8}}} => never_applies man_wins[0]
{"man_wins": [], "patterns": {"man": {"value": 8}}} => out_of_range man_wins
{"man_wins": ["discard", "discard", "dealer"], "patterns": {"man": {"value": 8}}} => repeated man_wins[1]; unknown_value man_wins[2]
{"robbed_kongs": ["kong"]} => unknown_value robbed_kongs[0]
{"robbed_kong_payment": "alone_as_self_draw"} =>
{"robbed_kong_payment": "alone"} => unknown_value robbed_kong_payment
{"robbed_kong_payment": "as_self_draw", "robbed_kongs": []} => never_applies robbed_kong_payment
{"concealed_kong_robbers": ["thirteen_orphans"], "robbed_kongs": ["concealed_kong"]} =>
{"concealed_kong_robbers": ["thirteen_orphans"], "robbed_kongs": ["added_kong"]} => never_applies concealed_kong_robbers
{"concealed_kong_robbers": [], "robbed_kongs": ["concealed_kong"]} => out_of_range concealed_kong_robbers
{"concealed_kong_robbers": ["orphans"], "robbed_kongs": ["concealed_kong"]} => unknown_pattern concealed_kong_robbers[0]
{"bonus_tile_wins": [7, 8]} => no_value bonus_tile_wins[0]
{"patterns": {"eight_bonus_tiles": null}} => no_value bonus_tile_wins[0]
{"patterns": {"eight_bonus_tiles": null}, "bonus_tile_wins": []} =>
{"bonus_tile_win_patterns": ["self_draw", "last_tile", "seat_flower"]} =>
{"bonus_tile_win_patterns": ["self_draw"], "bonus_tile_wins": []} => never_applies bonus_tile_win_patterns
{"bonus_tile_win_patterns": ["half_flush"]} => never_applies bonus_tile_win_patterns
{"bonus_tile_win_patterns": ["replacement"]} => no_value bonus_tile_win_patterns
{"bonus_tile_win_patterns": ["self_drawn"]} => unknown_pattern bonus_tile_win_patterns[0]
{"bonus_tile_win_patterns": ["self_draw", "self_draw"]} => repeated bonus_tile_win_patterns[1]
{"bonus_tile_win_patterns": ["house:reds"], "house_patterns": {"house:reds": {"name": {"english": "Reds"}, "expression": "shape == 'bonus_tiles'", "value": 2}}} =>
{"tiles": 136} => never_applies bonus_tile_wins
{"patterns": {"eight_bonus_tiles": {"when": ["bonus_tile_win", "self_drawn", "concealed", "not_seat_wind"]}}} =>
{"patterns": {"eight_bonus_tiles": {"when": ["suited_pair"]}}} => never_applies bonus_tile_wins[0]
{"patterns": {"eight_bonus_tiles": {"when": ["pure"]}}, "bonus_tile_wins": []} =>
{"patterns": {"half_flush": {"when": ["bonus_tile_win"]}}} => never_applies patterns.half_flush.when
{"tiles": 136, "bonus_tile_wins": null} =>
{"bonus_tile_wins": [6, 8]} => unknown_value bonus_tile_wins[0]
{"bonus_tile_wins": [8, 8]} => repeated bonus_tile_wins[1]
{"bonus_tile_wins": [7, 8, 8]} => out_of_range bonus_tile_wins
{"deal": {"stays_after": ["draw"]}} => unknown_value deal.stays_after[0]
{"deal": {"most_hands": 0}} => out_of_range deal.most_hands
{"deal": {"rounds": false, "most_hands": 3}} => never_applies deal.stays_after; never_applies deal.most_hands; never_applies multipliers.dealer
{"deal": {"stays_after": [], "most_hands": 3}} => never_applies deal.most_hands
{"deal": {"stays_after": ["goulash"], "most_hands": 3}} =>
{"deal": {"stays_after": [], "last_deal_stays_after": ["goulash"], "most_hands": 3}} =>
{"deal": {"last_deal_stays_after": []}} =>
{"deal": {"last_deal_stays_after": ["goulash", "goulash"]}} => repeated deal.last_deal_stays_after[1]
{"deal": {"last_deal_stays_after": "goulash"}} => wrong_type deal.last_deal_stays_after
{"deal": {"rounds": false, "stays_after": [], "last_deal_stays_after": []}, "multipliers": {"dealer": 1}} => never_applies deal.last_deal_stays_after
{"false_mahjong": {"rule": "open_hand"}, "deal": {"stays_after": [], "last_deal_stays_after": ["false_mahjong"]}} => never_applies deal.last_deal_stays_after
{"deal": {"rounds": false, "stays_after": []}, "multipliers": {"dealer": 1}} =>
{"false_mahjong": {"points": 1000001}} => out_of_range false_mahjong.points
{"false_mahjong": {"rule": "open_hand"}} => never_applies deal.stays_after
{"false_mahjong": {"rule": "open_hand"}, "deal": {"stays_after": ["dealer_win"]}} =>
{"false_mahjong": {"rule": "open_hand", "points": 5}, "deal": {"stays_after": []}} => never_applies false_mahjong.points
{"false_mahjong": {"rule": "open_hand", "dealer_points": 5}, "deal": {"stays_after": []}} => never_applies false_mahjong.dealer_points
{"false_mahjong": {"rule": "open_hand"}, "deal": {"stays_after": ["other_false_mahjong"]}} => never_applies deal.stays_after
{"false_mahjong": {"dealer_points": 1000001}} => out_of_range false_mahjong.dealer_points
{"false_mahjong": {"points": 5, "dealer_points": 10}, "deal": {"rounds": false, "stays_after": []}, "multipliers": {"dealer": 1}} => never_applies false_mahjong.dealer_points
{"deal": {"stays_after": ["dealer_win", "goulash", "false_mahjong", "dealer_false_mahjong", "other_false_mahjong"]}} =>
{"liabilities": [{"rule": "nine_tiles", "robbed_kong": true, "from_fan": 7}]} =>
{"liabilities": [{"rule": "fourth_meld", "robbed_kong": true}]} => never_applies liabilities[0].robbed_kong
{"liabilities": [{"rule": "nine_tiles", "robbed_kong": true}], "robbed_kongs": []} => never_applies liabilities[0].robbed_kong
{"liabilities": [{"rule": "big_three_dragons", "other_discard": "halves"}], "multipliers": {"self_draw": 0.5, "discarder": 1, "other": 0.5, "dealer": 1}} =>
{"liabilities": [{"rule": "big_three_dragons", "other_discard": "halves"}], "multipliers": {"self_draw": 0.5, "discarder": 1, "other": 0.5, "dealer": 1}, "robbed_kong_payment": "as_self_draw"} => remainder liabilities[0].other_discard
{"liabilities": [{"rule": "big_four_winds", "other_discard": "halves"}], "multipliers": {"self_draw": 0.5, "discarder": 1, "other": 0.5, "dealer": 1}, "robbed_kong_payment": "as_self_draw"} =>
{"liabilities": [{"rule": "nine_tiles", "from_fan": 0}]} => out_of_range liabilities[0].from_fan
{"liabilities": [{"rule": "nine_tiles", "at_least": 64}, {"rule": "nine_tiles"}]} => repeated liabilities[1].rule
{"liabilities": [{"rule": "ten_tiles", "at_least": 0}]} => out_of_range liabilities[0].at_least; unknown_value liabilities[0].rule
{"liabilities": [{"rule": "kong_replacement"}]} => no_value liabilities[0].rule
{"liabilities": [{"rule": "big_four_winds"}], "patterns": {"big_four_winds": null}} => no_value liabilities[0].rule
{"liabilities": [{"rule": "nine_tiles"}, {"rule": "big_four_winds"}], "patterns": []} => wrong_type patterns
{"liabilities": [{"rule": "nine_tiles", "hands": ["full_flush", "all_honours", "limit"]}]} =>
{"liabilities": [{"rule": "five_tiles", "hands": ["limit"]}, {"rule": "kong_replacement", "hands": ["limit"]}]} =>
{"liabilities": [{"rule": "nine_tiles", "hands": ["house:reds"]}], "house_patterns": {"house:reds": {"name": {"english": "Reds"}, "expression": "true", "value": 2}}} =>
{"liabilities": [{"rule": "fourth_meld", "at_least": 20, "hands": ["limit"], "other_discard": "halves"}]} =>
{"liabilities": [{"rule": "fourth_meld", "hands": ["mixed_terminals"]}]} => no_value liabilities[0].hands[0]
{"liabilities": [{"rule": "nine_tiles", "hands": []}]} => out_of_range liabilities[0].hands
{"liabilities": [{"rule": "nine_tiles", "hands": ["limit", "limit"]}]} => repeated liabilities[0].hands[1]
{"liabilities": [{"rule": "nine_tiles", "hands": ["full_flesh", "mixed_terminals", "limit"]}]} => unknown_pattern liabilities[0].hands[0]; no_value liabilities[0].hands[1]
{"liabilities": [{"rule": "big_three_dragons", "hands": ["all_honours"]}]} => never_applies liabilities[0].hands
{"liabilities": [{"rule": "nine_tiles", "other_discard": "liable"}, {"rule": "five_tiles", "other_discard": "halves"}]} => never_applies liabilities[0].other_discard; never_applies liabilities[1].other_discard
{"liabilities": [{"rule": "twelve_tiles", "other_discard": "halves"}]} =>
{"liabilities": [{"rule": "twelve_tiles", "other_discard": "halves"}], "multipliers": {"discarder": 1.5, "other": 0, "dealer": 1}} => remainder liabilities[0].other_discard
{"penalties": {"late": {"name": {"english": "Late"}, "points": 5}}} =>
{"penalties": {"Late!": {"name": {"english": "Late"}}}} => malformed penalties["Late!"]
{"penalties": {"late": {"points": 5}}} => missing_field penalties.late.name
{"house_patterns": {"house:reds": {"name": {"english": "Reds"}, "expression": "honours == 0", "value": 2, "includes": ["all_simples"]}}, "groups": [{"name": "a", "patterns": ["house:reds", "all_pungs"]}], "claims": {"first": ["house:reds"]}} =>
{"house_patterns": {"reds": {"name": {"english": "Reds"}, "expression": "true", "value": 2}}} => malformed house_patterns.reds
{"house_patterns": {"house:reds": {"expression": "true", "value": 2}}, "claims": {"first": ["house:reds", "house:x"]}} => missing_field house_patterns.house:reds.name
{"house_patterns": {"house:reds": {"name": {"english": "Reds"}, "expression": "honors == 0", "value": 2}}} => expression_unknown_fact house_patterns.house:reds.expression
{"house_patterns": {"house:reds": {"name": {"english": "Reds"}, "expression": "honours", "value": 2}, "house:a": {"name": {"english": "A"}, "expression": "honours ==", "value": 2}}} => expression_syntax house_patterns.house:a.expression; expression_not_boolean house_patterns.house:reds.expression
{"house_patterns": {"house:reds": {"name": {"english": "Reds"}, "expression": "1 / honours == 0", "value": 2}}} => expression_fails house_patterns.house:reds.expression
{"house_patterns": {"house:reds": {"name": {"english": "Reds"}, "expression": "true", "value": 2, "includes": ["house:reds", "house:x"]}}} => unknown_pattern house_patterns.house:reds.includes[1]; include_cycle house_patterns.house:reds.includes
{"house_patterns": {"house:reds": {"name": {"english": "Reds"}, "expression": "true", "value": 2}}, "patterns": {"house:reds": {"value": 3}}} => unknown_pattern patterns.house:reds
{"patterns": {"half_flush": {"includes": ["house:reds"]}}} => unknown_pattern patterns.half_flush.includes[0]
{"starting_points": -5} => out_of_range starting_points
{"starting_points": [{}]} => wrong_type starting_points
{"minimum_fan": 500, "patterns": {"half_flesh": {"value": 3}, "half_flush": {"value": 0}}, "schedule": [{"from_fan": 2, "points": 2}], "x": 1} => out_of_range minimum_fan; out_of_range patterns.half_flush.value; unknown_field x; unknown_pattern patterns.half_flesh; schedule_hole schedule[0].from_fan
"#;

#[test]
fn everything_that_is_wrong_is_named_in_its_place() {
    let mut seen = BTreeSet::new();
    for line in CASES.lines().filter(|line| !line.is_empty()) {
        let (patch, expected) = line.split_once(" =>").unwrap();
        let mut document: Value = serde_json::from_str(OLD_HONG_KONG).unwrap();
        merge(&mut document, &serde_json::from_str(patch).unwrap());
        let problems = problems(document.to_string().as_bytes());
        assert_eq!(lines(&problems), expected.trim(), "{patch}");
        seen.extend(problems.iter().map(|problem| problem.code.as_str()));
    }
    // The others have tests of their own.
    let elsewhere = [
        "unreadable",
        "too_large",
        "minimum_unreachable",
        "reserved_id",
        "same_version",
    ];
    seen.extend(elsewhere);
    // What is wrong with expressions has tests beside them.
    seen.extend(expression_codes().map(DocumentCode::as_str));
    let all: BTreeSet<&str> = DocumentCode::ALL.map(DocumentCode::as_str).into();
    assert_eq!(seen, all);
}

fn problems(json: &[u8]) -> Vec<DocumentError> {
    Variant::from_json(json).err().unwrap_or_default()
}

/// `code path` for each, separated by semicolons.
pub(crate) fn lines(problems: &[DocumentError]) -> String {
    let line = |problem: &DocumentError| format!("{} {}", problem.code.as_str(), problem.path);
    let lines: Vec<String> = problems.iter().map(line).collect();
    lines.join("; ").trim_end().to_owned()
}

#[test]
fn what_is_no_json_is_said_to_be_none() {
    let check = |text: &str, expected: &str| {
        let problems = problems(text.as_bytes());
        assert_eq!(lines(&problems), "unreadable", "{text}");
        assert!(problems[0].text.contains(expected), "{}", problems[0].text);
    };
    check("{", "EOF");
    check("", "EOF");
    check(r#"{"id": 1e400}"#, "out of range");
    check(
        &OLD_HONG_KONG.replace(r#""tiles": 144"#, r#""tiles": 144, "tiles": 136"#),
        "`tiles` stands twice",
    );
    check(
        &OLD_HONG_KONG.replace(r#""half_flush": {"#, r#""full_flush": {"#),
        "`full_flush` stands twice",
    );
    assert_eq!(lines(&problems(b"[]")), "wrong_type");
    assert_eq!(lines(&problems(b"null")), "wrong_type");
}

#[test]
fn a_document_has_a_largest_size() {
    let spaced = |spaces: usize| format!("{}{OLD_HONG_KONG}", " ".repeat(spaces));
    assert_eq!(lines(&problems(spaced(65_536).as_bytes())), "too_large");
    assert_eq!(lines(&problems(spaced(1000).as_bytes())), "");
    // Each of these characters is six bytes in canonical form.
    let grows = OLD_HONG_KONG.replace(
        r#""readings": ["#,
        &format!(r#""readings": ["{}","#, "\\u0001".repeat(10)),
    );
    assert_eq!(lines(&problems(grows.as_bytes())), "");
}

/// Hostile documents do not make the answer long.
#[test]
fn no_more_than_five_hundred_problems_are_named() {
    let fields: Vec<String> = (0..5000).map(|number| format!(r#""{number}":0"#)).collect();
    let problems = problems(format!("{{{}}}", fields.join(",")).as_bytes());
    assert_eq!(problems.len(), 500, "{:?}", problems.first());
}

#[test]
fn a_minimum_that_no_hand_reaches_is_named() {
    let check = |patch: &str, expected: &str| {
        let mut document: Value = serde_json::from_str(NEW_STYLE).unwrap();
        merge(&mut document, &serde_json::from_str(patch).unwrap());
        assert_eq!(
            lines(&problems(document.to_string().as_bytes())),
            expected,
            "{patch}"
        );
    };
    const NEW_STYLE: &str = include_str!("../../../variants/hong-kong-new-style.json");
    check(r#"{"minimum_fan": 100}"#, "");
    let few = |patterns: &str, rest: &str, minimum: u32| {
        let mut document: Value = serde_json::from_str(NEW_STYLE).unwrap();
        document["patterns"] = serde_json::from_str(patterns).unwrap();
        document["minimum_fan"] = minimum.into();
        document["bonus_tile_wins"] = Value::Array(Vec::new());
        merge(&mut document, &serde_json::from_str(rest).unwrap());
        lines(&problems(document.to_string().as_bytes()))
    };
    let check = |patterns: &str, rest: &str, most: u32| {
        assert_eq!(few(patterns, rest, most), "", "{patterns}");
        assert_eq!(
            few(patterns, rest, most + 1),
            "minimum_unreachable minimum_fan",
            "{patterns}"
        );
    };
    check("{}", "{}", 0);
    check(r#"{"dragon_pung": {"value": 2}}"#, "{}", 6);
    check(
        r#"{"dragon_pung": {"value": 2}}"#,
        r#"{"caps": [{"patterns": ["dragon_pung"], "fan": 4}]}"#,
        4,
    );
    check(
        r#"{"self_draw": {"value": 1}, "robbing_kong": {"value": 2}}"#,
        "{}",
        2,
    );
    check(
        r#"{"self_draw": {"value": 1, "counts_toward_minimum": false}, "last_tile": {"value": 1}}"#,
        "{}",
        1,
    );
    let group = r#"{"groups": [{"name": "a", "patterns": ["all_pungs", "dragon_pung"]}]}"#;
    check(
        r#"{"all_pungs": {"value": 4}, "dragon_pung": {"value": 1}}"#,
        group,
        4,
    );
    assert_eq!(few(r#"{"nine_gates": {"value": "limit"}}"#, "{}", 100), "");
}

/// Each of these expressions may be there, but not all of them.
#[test]
fn the_expressions_of_a_document_share_their_steps() {
    let loops = "tiles.all(t, tiles.all(u, t.rank + u.rank >= 0))";
    let pattern = |number: u8| {
        let id = format!("house:{}", char::from(b'a' + number));
        let name = serde_json::json!({ "english": "A" });
        (
            id,
            serde_json::json!({ "name": name, "expression": loops, "value": 1 }),
        )
    };
    let with = |count: u8| {
        let mut document: Value = serde_json::from_str(OLD_HONG_KONG).unwrap();
        document["house_patterns"] = Value::Object((0..count).map(pattern).collect());
        lines(&problems(document.to_string().as_bytes()))
    };
    assert_eq!(with(7), "");
    assert_eq!(
        with(10),
        "expression_too_many_steps house_patterns.house:h.expression"
    );
}
