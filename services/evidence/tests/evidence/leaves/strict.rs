//! What the parser refuses, and why.

use super::examples;
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
    check(r#""version":1}"#, r#""version":1} "#);
    check(r#""role":"scorer","#, r#""role":"scorer","role":"scorer","#);
    check(
        r#""format":"faan.entry","kind":"member_set""#,
        r#""kind":"member_set","format":"faan.entry""#,
    );
    assert_eq!(
        refusal(
            "outcome_recorded, a win",
            r#""outcome":{"#,
            r#""outcome":{"last_tile":false,"#
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
member_set                     | scorer                | boss                        | the word “boss”
member_set                     | ,"role":"scorer"      |                             | missing field `role`
member_set                     | member_set            | member_lost                 | the kind of entry “member_lost” is unknown
member_set                     | member_set","role"    | member_lost", "role"        | unknown variant `member_lost`
member_set                     | "member_set"          | 7                           | invalid type
member_set                     | faan.entry            | faan.exit                   | the format is not
member_set                     | "version":1           | "version":2                 | version 2 of the format is unknown
member_set                     | ,"version":1          |                             | missing field `version`
member_set                     | "version":1           | "version":"0"               | invalid type
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
club_handed_over               | "role":"scorer"       | "role":"owner"              | owner no longer
invitation_made                | "single_use":true     | "single_use":false          | one player cannot be linked
invitation_made                | 2026-11-28T           | 2026-11-28                  | six decimals
invitation_accepted            | "player"              | "user":1,"player"           | unknown field `user`
text_erased                    | "entry":11            | "entry":0                   | only of an earlier entry
text_erased                    | "entry":11            | "entry":99                  | only of an earlier entry
player_merged                  | 00c"                  | 00b"                        | into themselves
player_unmerged                | 00c"                  | 00b"                        | into themselves
player_unmerged                | "into":"              | "from":"                    | the field “from”
outcome_recorded, a win        | "won_by"              | "wind":1,"won_by"           | unknown field `wind`
outcome_recorded, a win        | "half_points":-12     | "half_points":-13           | sum to -1 half points instead of zero
outcome_recorded, a win        | "dealer":1,"extra":0  | "dealer":2,"extra":0        | seat winds
outcome_recorded, a win        | "next_number":2       | "next_number":3             | does not follow
outcome_recorded, a win        | "number":1,           | "number":0,                 | numbered from 1 on
outcome_recorded, a win        | "number":1,           |                             | hands have a number
outcome_recorded, an early end | "result":{            | "result":{"number":null,    | canonical
outcome_recorded, a win        | "chair":4,"hand"      | "chair":5,"hand"            | chairs are 1–4
outcome_recorded, a win        | [0,-12,0,12]          | [0,-12,0,13]                | do not sum to zero
outcome_recorded, a win        | "house_half_points":0,|                             | missing field `house_half_points`
outcome_recorded, a win        | "house_half_points":0 | "house_half_points":1       | do not sum to zero
outcome_recorded, a win        | "next_number":2       | "ending":"early","next_number":2 | as its last outcome ends it
outcome_recorded, a win        | "from_chair":2,       |                             | from_chair goes with
outcome_recorded, a win        | "from_chair":2        | "from_chair":2,"robbed_kong":"added_kong" | kind of kong goes with
outcome_recorded, a win        | "won_by":"discard"    | "won_by":"robbed_kong"      | kind of kong goes with
outcome_recorded, a win        | "won_by":"discard"    | "won_by":"self_draw"        | from_chair goes with
outcome_recorded, a win        | "won_by":"discard"    | "won_by":"bonus_tiles"      | from_chair goes with
outcome_recorded, a win        | "liability":{"chair":2| "liability":{"chair":4      | liable for a win of their own
outcome_recorded, a win        | "rule":"five_tiles"   | "rule":"six_tiles"          | the word “six_tiles”
outcome_recorded, a win        | "rule":"five_tiles",  |                             | missing field `rule`
outcome_recorded, a declared win | "declared":{        | "hand":{},"declared":{      | exactly one of the two
outcome_recorded, a declared win | "won_by":"self_draw" | "won_by":"discard"         | from_chair goes with
outcome_recorded, a declared win | "won_by":"self_draw" | "robbed_kong":"added_kong","won_by":"self_draw" | kind of kong goes with
outcome_recorded, a declared win | {"chair":1,"declared":{"fan":4,"fan_toward_minimum":3}} |                             | one to four winners
outcome_recorded, a declared win | "winners":[         | "winners":[{"chair":1,"declared":{"fan":4}}, | one to four winners
outcome_recorded, a goulash    | "kind":"goulash"      | "chair":1,"kind":"goulash"  | the field “chair”
outcome_recorded, an agreed hand | [-6,-2,16,-8]       | [-6,-2,16,-7]               | agreed on does not sum to zero
outcome_recorded, an agreed hand | [-6,-2,16,-8]       | [-6,-2,8]                   | invalid length
outcome_recorded, an agreed hand | "number":4,         |                             | hands have a number
outcome_recorded, a penalty to the players | "payee":"players" | "payee":"ghosts" | the word “ghosts”
outcome_recorded, a penalty to the house | "scores":[] | "number":6,"scores":[]      | nothing else has one
outcome_recorded, a penalty to the house | {"house_half_points":10} | {"house_half_points":11} | sum to 1 half points instead of zero
outcome_recorded, a penalty to the house | ,"payee":"house" |                        | missing field `payee`
outcome_recorded, a side payment | "from_chair":4 | "from_chair":2               | goes from a chair to itself
outcome_recorded, a side payment | "from_chair":4 | "from_chair":5               | chairs are 1–4
outcome_recorded, a side payment | "kind":"side_payment" | "kind":"side_payment","payee":"house" | the field “payee”
outcome_recorded, a side payment | "scores":[] | "number":1,"scores":[]      | nothing else has one
outcome_recorded, totals | [48,-16,-40,4] | [48,-16,-40,5]                   | house do not sum to zero
outcome_recorded, totals | "house_half_points":4,"kind" | "house_half_points":0,"kind" | the house gets nothing, or less
outcome_recorded, totals | "half_points":[48,-16,-40,4],"house_half_points":4 | "half_points":[48,-16,-40,12],"house_half_points":-4 | the house gets nothing, or less
outcome_recorded, totals | "half_points":[48,-16,-40,4] | "half_points":[46,-14,-40,4] | not the totals that were stated
outcome_recorded, totals | "ending":"complete",   |                             | as its last outcome ends it
outcome_recorded, totals | "ending":"complete"    | "ending":"early"            | as its last outcome ends it
outcome_recorded, totals | "scores":[] | "number":1,"scores":[]              | nothing else has one
outcome_recorded, a substitution | "player":"00000000-0000-0000-0000-00000000000f" | "player":"f" | expected an id
outcome_recorded, an early end | "ending":"early",     |                             | as its last outcome ends it
outcome_recorded, an early end | "ending":"early"      | "ending":"complete"         | as its last outcome ends it
settlement_made                | "amount_cents":300,"match" | "amount_cents":301,"match" | do not sum to zero
settlement_made                | "amount_cents":300,"from" | "amount_cents":299,"from" | do not settle the parts
settlement_made                | "party":"house"       | "party":"bank"              | a player's id or `house`
settlement_made                | "HKD"                 | "hkd"                       | three capital letters
settlement_made                | "kind":"match","match" | "from":null,"kind":"match","match" | the field “from”
settlement_made, of an evening | "kind":"evening"    | "kind":"night"              | the word “night”
evening_opened                 | "Window","2"          | "2","2"                     | two tables have the same label
evening_opened                 | "Window","2"          | "Window",""                 | has 1 to 40 characters
attendance_changed             | "checked_in":[        | "checked_in":["ffffffff-0000-0000-0000-000000000000", | not in the order of their ids
attendance_changed             | "checked_out":[]      | "checked_out":["00000000-0000-0000-0000-000000000046"] | came and left at once
round_drawn                    | "round":1             | "round":0                   | numbered from 1
round_drawn                    | "sitting_out":[       | "sitting_out":["00000000-0000-0000-0000-00000000000b", | two places in a round
round_drawn, once more         | "redraw":true         | "redraw":false              | not canonical
round_drawn, once more         | "round":2             | "round":1                   | no round is before the first one
round_opened                   | "matches":["00000000-0000-0000-0000-000000000015"] | "matches":[] | 1 to 100 matches
season_opened                  | 2026-11-30",         | 2026-08-31",                | ends before it begins
season_opened                  | "unfinished":"count"  | "unfinished":"wait"         | the word “wait”
season_opened                  | "rules":{"unfinished":"count"} | "rules":{}         | not canonical
season_opened                  | "unfinished":"count"  | "best":0,"unfinished":"count" | more than a season can have
season_opened                  | "unfinished":"count"  | "best":5001,"unfinished":"count" | more than a season can have
season_opened                  | "unfinished":"count"  | "minimum_matches":1,"unfinished":"count" | a minimum of one match
season_opened                  | "unfinished":"count"  | "teams":[],"unfinished":"count" | not canonical
season_opened, with all rules  | "house-rules",        | "house-rules","house-rules", | named twice
season_opened, with all rules  | "house-rules"         | "plum-rules"                | not in the order of an entry
season_opened, with all rules  | "house-rules"         | ""                          | has 1 to 100 characters
season_opened, with all rules  | "half_points":-15     | "half_points":0             | a handicap is not 0
season_opened, with all rules  | "half_points":20      | "half_points":2000001       | a million points
season_opened, with all rules  | "half_points":-15,"player":"00000000-0000-0000-0000-00000000000b" | "half_points":-15,"player":"00000000-0000-0000-0000-00000000000c" | has a handicap before it
season_opened, with all rules  | "Dragons"             | ""                          | 1 to 40 characters
season_opened, with all rules  | "Dragons"             | "Winds"                     | the same label
season_opened, with all rules  | "label":"Winds","players":["00000000-0000-0000-0000-00000000000c"] | "label":"Winds","players":[] | at least one player
season_opened, with all rules  | "label":"Winds","players":["00000000-0000-0000-0000-00000000000c"] | "label":"Winds","players":["00000000-0000-0000-0000-00000000000b"] | in the teams twice
season_closed                  | "season"              | "at":1,"season"             | unknown field `at`
member_set, a referee          | "referee"             | "umpire"                    | the word “umpire”
tournament_opened              | "until":"2026-12-05"  | "until":"2026-12-04"        | ends before it begins
tournament_opened              | "rounds":5            | "rounds":65                 | 1 to 64 rounds
tournament_opened              | "rounds":5            | "rounds":0                  | 1 to 64 rounds
tournament_opened              | "schedule"            | "lottery"                   | the word “lottery”
tournament_opened              | "scoring":"points"    | "scoring":"table_points"    | are not stated
tournament_opened              | "scoring":"points"    | "scoring":"points","table_points":[3,2,1,0] | counts points alone
tournament_opened              | "scoring":"points"    | "scoring":"points","ties":["table_points"] | no table points that rank
tournament_opened              | "scoring":"points"    | "scoring":"points","ties":[] | not canonical
tournament_opened              | "scoring":"points"    | "sat_out":{"half_points":0,"table_points":0},"scoring":"points" | counts nothing
tournament_opened              | "scoring":"points"    | "sat_out":{"half_points":1,"table_points":1},"scoring":"points" | there are none
tournament_opened, with all rules | [30,10,-10,-30]    | [30,10,-30,-10]             | than the one before
tournament_opened, with all rules | [30,10,-10,-30]    | [1001,10,-10,-30]           | −1000 to 1000
tournament_opened, with all rules | [30,10,-10,-30]    | [30,10,-10]                 | invalid length
tournament_opened, with all rules | "best_match"       | "points"                    | stated twice
tournament_opened, with all rules | "half_points":-1   | "half_points":-2000001      | at most a million points
tournament_opened, with all rules | "after_round":5    | "after_round":6             | not the last one
tournament_opened, with all rules | "after_round":5    | "after_round":0             | not the last one
tournament_opened, with all rules | "players":4        | "players":6                 | a multiple of four
tournament_opened, with all rules | "players":4        | "players":404               | a multiple of four
tournament_opened, with all rules | "minutes":90       | "minutes":601               | 1 to 600 minutes
tournament_opened, with all rules | "finish_hand"      | "go_on"                     | the word “go_on”
entrants_changed               | "team":"Winds"        | "team":""                   | 1 to 40 characters
entrants_changed               | "substitute":true     | "substitute":false          | not canonical
entrants_changed               | "withdrawn":[]        | "withdrawn":["00000000-0000-0000-0000-000000000047"] | registered and left at once
entrants_changed               | "player":"00000000-0000-0000-0000-00000000000b" | "player":"00000000-0000-0000-0000-00000000000c" | order of their ids
entrants_changed, some withdraw | "checked_in":["00000000-0000-0000-0000-000000000047"] | "checked_in":["00000000-0000-0000-0000-000000000046"] | came and left at once
entrants_changed, some withdraw | "00000000-0000-0000-0000-00000000000c","00000000-0000-0000-0000-000000000046" | "00000000-0000-0000-0000-000000000046","00000000-0000-0000-0000-00000000000c" | order of their ids
tournament_round_drawn         | "round":1             | "round":0                   | from 1 to 64
tournament_round_drawn         | "round":1             | "round":65                  | from 1 to 64
tournament_round_drawn         | "random"              | "chance"                    | the word “chance”
tournament_round_drawn         | "sitting_out":[       | "sitting_out":["00000000-0000-0000-0000-00000000000b", | two places in a round
tournament_round_drawn, once more | "redraw":true      | "redraw":false              | not canonical
tournament_round_opened        | "matches":["00000000-0000-0000-0000-00000000002c"] | "matches":[] | 1 to 100 matches
tournament_clock_changed       | 5400                  | 36001                       | at most 600 minutes
tournament_clock_changed       | "running":true        | "running":1                 | invalid type
penalty_given                  | "half_points":40      | "half_points":2000001       | at most a million points
penalty_given                  | "half_points":40      | "half_points":-1            | invalid value
penalty_given                  | "table_points":10     | "table_points":1001         | 1000 table points
penalty_given                  | "round":1             | "round":0                   | from 1 to 64
penalty_given, a warning       | "player"              | "round":null,"player"       | canonical
penalty_withdrawn              | "penalty":54          | "penalty":0                 | 1 to 2^53
tournament_closed              | "tournament"          | "at":1,"tournament"         | unknown field `at`
settlement_made, of a period   | 2026-11-30            | 2026-10-30                  | ends before it begins
settlement_made, of a period   | "adjustment":true     | "adjustment":false          | not of one version
settlement_made, of a period   | "from":"2026-11-01"   | "from":null                 | invalid type
payment_recorded               | "amount_cents":200    | "amount_cents":0            | 1 to 2^53
payment_recorded               | "to":"house"          | "to":"00000000-0000-0000-0000-00000000000b" | pays themselves
payment_reversed               | "reason_commitment":" | "reason_commitment":"0      | 64 lower-case
match_declared                 | "void":true           | "void":1                    | invalid type
match_declared                 | "void":true           | "void":true,"why":1         | the field “why”
match_declared                 | "reason_commitment":" | "reason_commitment":"0      | 64 lower-case
tables_replayed                | "kind":"tournament"   | "kind":"season"             | the word “season”
tables_replayed                | "round":1             | "round":65                  | from 1 to 64
tables_replayed                | "table":1             | "table":0                   | order of their numbers
tables_replayed                | "table":3             | "table":1                   | order of their numbers
tables_replayed                | 02d","table":1        | 02e","table":1              | two tables have the same match
tables_replayed                | "match":"00000000-0000-0000-0000-00000000002d","table":1 | "at":1,"match":"00000000-0000-0000-0000-00000000002d","table":1 | the field “at”
match_corrected                | "changes":[           | "changes":[],"chances":[    | unknown field `chances`
match_corrected                | "kind":"void"         | "kind":"avoid"              | the word “avoid”
match_corrected                | "before":"00000000-0000-0000-0000-00000000006d" | "before":null | canonical
match_corrected                | 00000000b","00000000-0000-0000-0000-00000000000d | 00000000b","00000000-0000-0000-0000-00000000000b | sits on two chairs
match_corrected                | "follow_players"      | "follow_the_leader"         | the word “follow_the_leader”
match_corrected                | "dealer":1,"extra":0  | "dealer":2,"extra":0        | seat winds
match_corrected                | "number":1,           | "number":0,                 | numbered from 1 on
"#;

#[test]
fn a_leaf_that_says_something_else_is_refused() {
    let unexpected = REFUSED.trim().lines().filter_map(|line| {
        let case: Vec<_> = line.split('|').map(str::trim).collect();
        let [leaf, from, to, reason] = case.try_into().unwrap();
        let refusal = refusal(leaf, from, to);
        (!refusal.contains(reason)).then(|| format!("{line}: {refusal}"))
    });
    assert_eq!(unexpected.collect::<Vec<_>>(), Vec::<String>::new());
}

/// Leaf | what is changed in it | to a number at its limit.
const AT_A_LIMIT: &str = r#"
season_opened                  | "unfinished":"count"  | "best":5000,"unfinished":"count"
season_opened                  | "unfinished":"count"  | "minimum_matches":5000,"unfinished":"count"
season_opened                  | "unfinished":"count"  | "minimum_matches":2,"unfinished":"count"
season_opened, with all rules  | "half_points":20      | "half_points":2000000
tournament_opened              | "rounds":5            | "rounds":64
tournament_opened              | "rounds":5            | "rounds":1
tournament_opened, with all rules | [30,10,-10,-30]    | [1000,0,0,-1000]
tournament_opened, with all rules | "half_points":-1   | "half_points":-2000000
tournament_opened, with all rules | "half_points":-1   | "half_points":2000000
tournament_opened, with all rules | "table_points":10} | "table_points":-1000}
tournament_opened, with all rules | "after_round":5    | "after_round":1
tournament_opened, with all rules | "players":4        | "players":400
tournament_opened, with all rules | "minutes":90       | "minutes":600
tournament_opened, with all rules | "minutes":90       | "minutes":1
tournament_round_drawn         | "round":1             | "round":64
tournament_clock_changed       | 5400                  | 36000
penalty_given                  | "half_points":40      | "half_points":2000000
penalty_given                  | "table_points":10     | "table_points":1000
penalty_given                  | "round":1             | "round":64
tables_replayed                | "round":1             | "round":64
payment_recorded               | "amount_cents":200    | "amount_cents":1
payment_recorded               | "amount_cents":200    | "amount_cents":9007199254740991
"#;

#[test]
fn a_leaf_may_say_what_is_just_within_a_limit() {
    let unexpected = AT_A_LIMIT.trim().lines().filter_map(|line| {
        let case: Vec<_> = line.split('|').map(str::trim).collect();
        let [kind, from, to] = case.try_into().unwrap();
        let (leaf, at_limit) = (leaf(kind), leaf(kind).replacen(from, to, 1));
        let read = Entry::parse(at_limit.as_bytes()).map(|_| leaf.contains(from));
        (!matches!(read, Ok(true))).then(|| format!("{line}: {read:?}"))
    });
    assert_eq!(unexpected.collect::<Vec<_>>(), Vec::<String>::new());
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
fn a_flipped_bit_of_any_byte_shows() {
    for (name, entry) in examples::all() {
        let leaf = entry.to_bytes().unwrap();
        for (byte, bit) in (0..leaf.len()).map(|byte| (byte, byte % 8)) {
            let mut flipped = leaf.clone();
            flipped[byte] ^= 1 << bit;
            assert_ne!(leaf_hash(&flipped), leaf_hash(&leaf), "{name}, byte {byte}");
            // It is refused, or it is another entry; never the same one.
            assert!(
                Entry::parse(&flipped)
                    .ok()
                    .is_none_or(|other| other != entry),
                "{name}, byte {byte}"
            );
        }
    }
}
