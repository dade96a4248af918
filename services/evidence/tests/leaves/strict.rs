//! What the parser refuses, and why.

use crate::examples;
use evidence::{Entry, Refusal, VariantAdded, leaf_hash};

fn leaf(kind: &str) -> String {
    let all = examples::all();
    let (_, entry) = all.iter().find(|(name, _)| *name == kind).unwrap();
    String::from_utf8(entry.to_bytes().unwrap()).unwrap()
}

/// Changes one place of a leaf and gives the reason it is refused for.
fn refusal(kind: &str, from: &str, to: &str) -> String {
    let leaf = leaf(kind);
    assert!(leaf.contains(from), "{leaf}");
    Entry::parse(leaf.replacen(from, to, 1).as_bytes())
        .unwrap_err()
        .to_string()
}

#[test]
fn only_canonical_bytes_are_read() {
    let canonical = "the bytes are not canonical JSON (RFC 8785)";
    let check = |from, to| assert_eq!(refusal("member_set", from, to), canonical, "{from} → {to}");
    check(r#"{"actor""#, r#"{ "actor""#);
    check(r#""role":"scorer""#, r#""role":"\u0073corer""#);
    check(r#""version":0}"#, r#""version":0} "#);
    check(r#""role":"scorer","#, r#""role":"scorer","role":"scorer","#);
    check(
        r#""format":"faan.entry","kind":"member_set""#,
        r#""kind":"member_set","format":"faan.entry""#,
    );
    assert_eq!(
        refusal(
            "hand_recorded, a win",
            r#""facts":{"#,
            r#""facts":{"last_tile":false,"#
        ),
        canonical
    );
    let upper = "00000000-0000-0000-0000-00000000000B";
    assert_eq!(
        refusal("player_enrolled", &upper.to_lowercase(), upper),
        canonical
    );
}

/// Leaf | what is changed in it | to what | what the reason says.
const REFUSED: &str = r#"
member_set                     | "role"                | "zeal":1,"role"             | unknown field `zeal`
member_set                     | scorer                | boss                        | unknown variant `boss`
member_set                     | ,"role":"scorer"      |                             | missing field `role`
member_set                     | member_set            | member_lost                 | unknown variant `member_lost`
member_set                     | faan.entry            | faan.exit                   | the format is not
member_set                     | "version":0           | "version":1                 | version 1 of the entry format is unknown
member_set                     | ,"version":0          |                             | missing field `version`
member_set                     | "version":0           | "version":"0"               | invalid type
member_set                     | "seq":2               | "seq":2.0                   | invalid type
member_set                     | "seq":2               | "seq":0                     | sequence numbers
member_set                     | 00.000002Z            | 00Z                         | six decimals
club_founded                   | "seq":1               | "seq":2                     | founds the club
player_enrolled                | "name_commitment":"   | "name_commitment":"0        | 64 lower-case
variant_added                  | "minimum_fan":3       | "minimum_fan":4             | does not have the hash
match_opened                   | 2026-11-21",          | 2026-11-31",                | a day is written
match_opened                   | 000e"]                | 000d"]                      | sits on two chairs
match_opened                   | "stake_cents":50      | "stake_cents":-1            | below zero
match_opened                   | "HKD"                 | "HKd"                       | three capital letters
match_opened                   | "HKD"                 | "HK"                        | three capital letters
match_opened                   | "HKD"                 | "HKDX"                      | three capital letters
match_opened                   | "HKD"                 | "HÉ"                        | three capital letters
match_opened                   | "next_number":1       | "next_number":2             | match that starts
match_opened                   | "dealer":1            | "dealer":2                  | match that starts
match_opened                   | "extra":0             | "extra":1                   | match that starts
match_opened                   | "round_wind":"east"   | "round_wind":"south"        | match that starts
match_opened                   | [0,0,0,0]             | [2,-2,0,0]                  | match that starts
match_opened                   | "next_number":1       | "ending":"early","next_number":1 | match that starts
match_ended                    | "ending":"early"      | "ending":"complete"         | ends with its last hand
hand_recorded, a win           | "won_by"              | "wind":1,"won_by"           | unknown field `wind`
hand_recorded, a win           | "half_points":-8      | "half_points":-9            | sum to -1 half points instead of zero
hand_recorded, a win           | "dealer":1,"extra":0  | "dealer":2,"extra":0        | seat winds
hand_recorded, a win           | "next_number":2       | "next_number":3             | does not follow
hand_recorded, a win           | "chair":4             | "chair":5                   | chairs are 1–4
hand_recorded, a win           | [-8,-8,-4,20]         | [-8,-8,-4,21]               | do not sum to zero
hand_recorded, a win           | "from_chair":2,       |                             | from_chair goes with
hand_recorded, a win           | "from_chair":2        | "from_chair":2,"robbed_kong":"added_kong" | kind of kong goes with
hand_recorded, a win           | "won_by":"discard"    | "won_by":"robbed_kong"      | kind of kong goes with
hand_recorded, a win           | "won_by":"discard"    | "won_by":"self_draw"        | from_chair goes with
hand_recorded, a win           | "won_by":"discard"    | "won_by":"bonus_tiles"      | from_chair goes with
hand_recorded, a declared win  | "declared":{          | "hand":{},"declared":{      | exactly one of the two
hand_recorded, a declared win  | "won_by":"self_draw"  | "won_by":"discard"          | from_chair goes with
hand_recorded, a declared win  | "won_by":"self_draw"  | "robbed_kong":"added_kong","won_by":"self_draw" | kind of kong goes with
hand_recorded, a declared win  | {"chair":1,"declared":{"fan":4,"fan_toward_minimum":3}} |                             | one to four winners
hand_recorded, a declared win  | "winners":[           | "winners":[{"chair":1,"declared":{"fan":4}}, | one to four winners
club_handed_over               | "role":"scorer"       | "role":"owner"              | owner no longer
invitation_made                | "single_use":true     | "single_use":false          | one player cannot be linked
invitation_made                | 2026-11-28T           | 2026-11-28                  | six decimals
invitation_accepted            | "player"              | "user":1,"player"           | unknown field `user`
player_merged                  | 00c"                  | 00b"                        | into themselves
hand_recorded, a goulash       | "kind":"goulash"      | "chair":1,"kind":"goulash"  | unknown field `chair`
"#;

#[test]
fn a_leaf_that_says_something_else_is_refused() {
    for line in REFUSED.trim().lines() {
        let case: Vec<_> = line.split('|').map(str::trim).collect();
        let [leaf, from, to, reason] = case.try_into().unwrap();
        let refusal = refusal(leaf, from, to);
        assert!(refusal.contains(reason), "{line}: {refusal}");
    }
}

#[test]
fn a_document_is_taken_as_it_is_or_not_at_all() {
    let document = |bytes: &str| VariantAdded::from_document(bytes.as_bytes());
    let added = document(r#"{"a":[1,2.5,"é"]}"#).unwrap();
    assert_eq!(
        added.document_bytes().unwrap(),
        r#"{"a":[1,2.5,"é"]}"#.as_bytes()
    );
    for spaced in [
        r#"{"a": 1}"#,
        r#"{"b":1,"a":2}"#,
        r#"{"a":1.0}"#,
        r#"{"a":1,"a":1}"#,
        r#"{"a":-0}"#,
    ] {
        assert!(
            matches!(document(spaced), Err(Refusal::NotCanonical)),
            "{spaced}"
        );
    }
    for large in [
        "9007199254740992",
        "-9007199254740993",
        "18446744073709551615",
        "1e+300",
    ] {
        assert!(
            matches!(document(large), Err(Refusal::Number(_))),
            "{large}"
        );
    }
    assert!(document("9007199254740991").is_ok());
    assert!(matches!(document("nonsense"), Err(Refusal::Json(_))));
}

#[test]
fn every_flipped_bit_shows() {
    for (name, entry) in examples::all() {
        let leaf = entry.to_bytes().unwrap();
        for bit in 0..leaf.len() * 8 {
            let mut flipped = leaf.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            assert_ne!(leaf_hash(&flipped), leaf_hash(&leaf), "{name}, bit {bit}");
            // It is refused, or it is another entry; never the same one.
            assert!(
                Entry::parse(&flipped)
                    .ok()
                    .is_none_or(|other| other != entry),
                "{name}, bit {bit}"
            );
        }
    }
}
