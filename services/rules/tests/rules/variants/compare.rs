//! What is different between documents: a merge patch of Old Hong Kong, and what a club secretary reads.

use rules::Variant;
use rules::variant::built_ins;
use serde_json::Value;

const CASES: &str = r#"
{} => id: Id: old-hong-kong → other; derived_from: Derived from: nothing (not stated) → HASH
{"patterns": {"half_flush": {"value": 4}}} => patterns.half_flush.value: Half flush (half_flush): 3 fan → 4 fan
{"patterns": {"seven_pairs": null}} => patterns.seven_pairs: Seven pairs (seven_pairs): 4 fan → not played
{"patterns": {"kong_replacement": {"value": 1, "includes": ["self_draw"]}}} => patterns.kong_replacement: Kong replacement (kong_replacement): not played → 1 fan, includes Self-draw (self_draw)
{"patterns": {"nine_gates": {"value": 13}}} => patterns.nine_gates.value: Nine gates (nine_gates): limit → 13 fan
{"patterns": {"big_three_dragons": {"when": ["concealed", "self_drawn"]}}} => patterns.big_three_dragons.when: Big three dragons (big_three_dragons), only when: always (not stated) → concealed, self drawn
{"house_patterns": {"house:drawn": {"name": {"english": "Drawn_by oneself"}, "expression": "self_draw", "value": 1}}} => house_patterns.house:drawn: Drawn_by oneself (house:drawn): not played → 1 fan, is matched where `self_draw`
{"shapes": ["standard", "thirteen_orphans"], "patterns": {"seven_pairs": null}} => shapes: Shapes of a hand that win: all (not stated) → four sets and a pair, thirteen orphans; patterns.seven_pairs: Seven pairs (seven_pairs): 4 fan → not played
{"schedule": [{"from_fan": 0, "points": 1}, {"from_fan": 5, "points": 3}, {"from_fan": 8, "points": 4}, {"from_fan": 10, "points": 8}, {"from_fan": 13, "points": 16}]} => schedule[1]: From 5 fan: 2 points → 3 points; schedule[4]: From 13 fan: no step of its own → 16 points; schedule[4]: From 12 fan: 16 points → no step of its own
{"limit": {"points": 32}} => limit.points: A limit hand: 64 points → 32 points
{"multipliers": {"discarder": 1, "other": 0.5}} => multipliers.discarder: Who gave the tile pays the base points: 2 times → 1 time; multipliers.other: The others then pay the base points: 1 time → 0.5 times
{"cap": 13} => cap: The schedule ends at: no cap (not stated) → 13 fan
{"patterns": {"man": {"value": 8}}, "man_wins": ["self_draw", "dealer_discard"]} => patterns.man: Blessing of man (man): not played → 8 fan; man_wins: A non-dealer wins as man by: self-draw (not stated) → self-draw, the dealer's first discard
{"bonus_tile_win_patterns": ["self_draw", "all_flowers"]} => bonus_tile_win_patterns: Patterns that count with a win by bonus tiles: not stated → Self-draw (self_draw), All flowers (all_flowers)
{"claims": {"several": "all", "miss_win": true}} => claims.miss_win: Who passed up a win may not claim that tile before drawing: no (not stated) → yes; claims.several: Of several who claim to win: the nearest in turn wins → every winner is paid
{"deal": {"stays_after": []}} => deal.stays_after: The deal stays after: a win of the dealer, a goulash, a false mahjong → none
{"deal": {"last_deal_stays_after": ["dealer_win", "goulash"]}} => deal.last_deal_stays_after: In the last deal of the last round it stays after: the same (not stated) → a win of the dealer, a goulash
{"caps": [{"patterns": ["dragon_pung", "seat_wind_pung"], "fan": 1}]} => caps: Caps: none (not stated) → Dragon pung (dragon_pung), Seat wind pung (seat_wind_pung) bring at most 1 fan
{"groups": [{"name": "best_of both", "patterns": ["all_pungs", "half_flush"]}]} => groups[0]: Group best_of both: not played → All pungs (all_pungs), Half flush (half_flush)
{"liabilities": [{"rule": "big_three_dragons", "at_least": 100, "other_discard": "halves"}]} => liabilities[0]: Liability for big three dragons (big_three_dragons): not played → played, at least 100 points, if another gives the tile the two pay half each
{"liabilities": [{"rule": "nine_tiles", "from_fan": 7, "robbed_kong": true}]} => liabilities[0]: Liability for nine tiles (nine_tiles): not played → played, from 7 fan, also for a kong that the winner robs: yes
{"robbed_kongs": ["concealed_kong"], "concealed_kong_robbers": ["thirteen_orphans"]} => robbed_kongs: Kongs that may be robbed: exposed ones, added ones, concealed ones → concealed ones; concealed_kong_robbers: Hands that may rob a concealed kong: any (not stated) → Thirteen orphans (thirteen_orphans)
{"robbed_kong_payment": "alone_as_self_draw"} => robbed_kong_payment: After a robbed kong: all pay as after a discard (not stated) → whoever declared it pays for all three, as after a self-draw
{"false_mahjong": {"dealer_points": 20}} => false_mahjong.dealer_points: A false mahjong of the dealer costs, to each other player: the same (not stated) → 20 points
{"penalties": {"late_again": {"name": {"english": "Late again"}, "points": 10}}} => penalties.late_again: Penalty Late again (late_again): not played → 10 points
{"side_payments": {"kong": {"name": {"english": "Kong"}, "points": 2}}} => side_payments.kong: Side payment Kong (kong): not played → 2 points
{"name": {"english": "My_club"}} => name.english: English name: Old Hong Kong → My_club
"#;

/// The rules come first, whatever they are called, and what the documents are called last.
#[test]
fn differences_come_as_a_player_would_ask() {
    let base = Variant::built_in("old-hong-kong").unwrap();
    let patch = serde_json::json!({
        "id": "another", "version": 2, "name": { "english": "Another" }, "source": "Another book.",
        "readings": ["One."], "tiles": 136, "minimum_fan": 1, "shapes": ["standard", "seven_pairs", "thirteen_orphans"], "cap": 13, "limit": { "multiplied": true },
        "schedule": [{ "from_fan": 0, "points": 1 }], "patterns": { "half_flush": { "value": 4 } },
        "house_patterns": { "house:one": { "name": { "english": "One" }, "expression": "melds == 1", "value": 1 } },
        "groups": [{ "name": "One", "patterns": ["all_pungs", "all_chows"] }],
        "caps": [{ "patterns": ["all_pungs"], "fan": 2 }], "multipliers": { "dealer": 1 },
        "claims": { "several": "all" }, "robbed_kongs": ["concealed_kong"], "concealed_kong_robbers": ["thirteen_orphans"],
        "robbed_kong_payment": "as_self_draw", "bonus_tile_wins": null, "bonus_tile_win_patterns": [], "man_wins": ["discard"],
        "liabilities": [{ "rule": "five_tiles" }], "starting_points": 100,
        "penalties": { "late": { "name": { "english": "Late" } } },
        "side_payments": { "kong": { "name": { "english": "Kong" } } },
        "false_mahjong": { "points": 10 }, "deal": { "stays_after": [] },
    });
    let mut document: Value = serde_json::from_slice(base.document()).unwrap();
    rules::variant::merge(&mut document, &patch);
    document["patterns"]
        .as_object_mut()
        .unwrap()
        .retain(|id, _| {
            !["no_bonus_tiles", "eight_bonus_tiles"].contains(&id.as_str())
                && !id.starts_with("seat_")
                && !id.starts_with("all_f")
                && !id.starts_with("all_s")
        });
    let other = Variant::from_json(document.to_string().as_bytes()).unwrap();
    let fields = base.differences(&other).into_iter();
    let mut fields: Vec<String> = fields
        .map(|told| told.path.split(['.', '[']).next().unwrap().to_owned())
        .collect();
    fields.dedup();
    assert_eq!(
        fields.join(" "),
        "minimum_fan shapes limit cap schedule patterns house_patterns groups caps tiles multipliers claims robbed_kongs \
         concealed_kong_robbers robbed_kong_payment bonus_tile_wins bonus_tile_win_patterns man_wins liabilities penalties side_payments false_mahjong starting_points deal name readings source id version"
    );
    // Of every field but two, which here stay as they are.
    let schema = rules::variant::schema();
    let known = schema["properties"].as_object().unwrap().keys();
    let others: Vec<&String> = known.filter(|field| !fields.contains(field)).collect();
    assert_eq!(others, ["derived_from", "format"]);
}

/// Long texts are cut short in the words; as JSON they stand whole.
#[test]
fn long_texts_are_told_in_short() {
    let base = Variant::built_in("old-hong-kong").unwrap();
    let patch = serde_json::json!({ "id": "other", "source": "a_b ".repeat(100) });
    let other = base.derive(patch.to_string().as_bytes()).unwrap();
    let differences = base.differences(&other);
    let source = differences
        .iter()
        .find(|told| told.path == "source")
        .unwrap();
    assert!(
        source.text.ends_with("a_b a_b…") && source.text.len() < 300,
        "{}",
        source.text
    );
    assert!(source.after.as_ref().unwrap().len() > 400);
}

#[test]
fn differences_are_told_as_people_would() {
    let base = Variant::built_in("old-hong-kong").unwrap();
    for line in CASES.lines().filter(|line| !line.is_empty()) {
        let (patch, expected) = line.split_once(" => ").unwrap();
        let mut patch: Value = serde_json::from_str(patch).unwrap();
        let plain = patch == serde_json::json!({});
        patch["id"] = "other".into();
        let derived = base.derive(patch.to_string().as_bytes()).unwrap();
        let hash = rules::variant::write_hash(base.hash());
        let differences = base.differences(&derived);
        let told = differences
            .iter()
            .filter(|difference| {
                plain || !["id", "derived_from"].contains(&difference.path.as_str())
            })
            .map(|difference| {
                format!(
                    "{}: {}",
                    difference.path,
                    difference.text.replace(&hash, "HASH")
                )
            });
        assert_eq!(told.collect::<Vec<_>>().join("; "), expected);
    }
}

/// Whatever two documents say, their differences have a path, words, and two sides that differ.
#[test]
fn every_difference_between_built_ins_is_told() {
    for before in built_ins() {
        for after in built_ins() {
            let differences = before.differences(after);
            assert_eq!(differences.is_empty(), before.hash() == after.hash());
            for difference in differences {
                assert!(!difference.path.is_empty() && difference.text.contains(" → "));
                assert_ne!(difference.before, difference.after, "{}", difference.path);
            }
        }
    }
}
