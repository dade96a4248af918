//! What is different between documents: a merge patch of Old Hong Kong, and what a club secretary reads.

use rules::Variant;
use rules::variant::built_ins;
use serde_json::Value;

const CASES: &str = r#"
{} => derived_from: Derived from: not stated → HASH; id: Id: old-hong-kong → other
{"patterns": {"half_flush": {"value": 4}}} => patterns.half_flush.value: Half flush: 3 fan → 4 fan
{"patterns": {"seven_pairs": null}} => patterns.seven_pairs: Seven pairs: 4 fan → not played
{"patterns": {"kong_replacement": {"value": 1, "includes": ["self_draw"]}}} => patterns.kong_replacement: Kong replacement: not played → 1 fan, includes Self-draw
{"patterns": {"nine_gates": {"value": 13}}} => patterns.nine_gates.value: Nine gates: limit → 13 fan
{"patterns": {"big_three_dragons": {"when": ["concealed", "self_drawn"]}}} => patterns.big_three_dragons.when: Big three dragons, when: not stated → concealed, self drawn
{"schedule": [{"from_fan": 0, "points": 1}, {"from_fan": 5, "points": 3}, {"from_fan": 8, "points": 4}, {"from_fan": 10, "points": 8}, {"from_fan": 13, "points": 16}]} => schedule[1]: 5 fan: 2 points → 3 points; schedule[4]: 13 fan: no step → 16 points; schedule[4]: 12 fan: 16 points → no step
{"limit": {"points": 32}} => limit.points: Limit, points: 64 points → 32 points
{"multipliers": {"discarder": 1, "other": 0.5}} => multipliers.discarder: Multipliers, discarder: 2 times → 1 times; multipliers.other: Multipliers, other: 1 times → 0.5 times
{"cap": 13} => cap: Cap: not stated → 13 fan
{"claims": {"several": "all", "miss_win": true}} => claims.miss_win: Claims, miss win: not stated → yes; claims.several: Claims, several: nearest → all
{"deal": {"stays_after": []}} => deal.stays_after: Deal, stays after: dealer win, goulash, false mahjong → none
{"liabilities": [{"rule": "big_three_dragons"}]} => liabilities: Liabilities: not stated → rule Big three dragons
"#;

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
