//! Liability: who pays for all three, line by line, and the payments against a derivation of their own.

use rules::LiabilityRule;
use rules::{Amounts, Chair, Circumstances, DeclaredResult, MatchState, Outcome, Shown};
use rules::{
    StatedLiability, TableOptions, Variant, WinOutcome, Winner, WonBy, notation, play, score,
};
use serde_json::{Value, json};

/// Rules in the manner of Hong Kong sections: every liability is played, a limit hand is paid 128 by each.
fn variant(change: impl FnOnce(&mut Value)) -> Variant {
    let fan_laak = include_str!("../../variants/hkos-fan-laak.json");
    let mut document: Value = serde_json::from_str(fan_laak).unwrap();
    document["minimum_fan"] = json!(0);
    document["patterns"]["all_honours"] = json!({ "value": 7 });
    document["limit"] = json!({ "points": 128, "multiplied": false });
    document["liabilities"] = json!([
        { "rule": "nine_tiles", "at_least": 64, "hands": ["full_flush", "all_honours", "limit"] },
        { "rule": "twelve_tiles", "at_least": 192, "hands": ["full_flush", "all_honours", "limit"] },
        { "rule": "five_tiles" },
        { "rule": "big_three_dragons", "other_discard": "liable" },
        { "rule": "big_four_winds", "other_discard": "halves" },
        { "rule": "kong_replacement" },
        { "rule": "fourth_meld", "other_discard": "liable" }
    ]);
    change(&mut document);
    Variant::from_json(document.to_string().as_bytes())
        .unwrap_or_else(|problems| panic!("{problems:?}"))
}

fn points(payments: Amounts) -> String {
    let one = |half_points: i64| match half_points {
        0 => "0".to_owned(),
        other => format!("{:+}", other as f64 / 2.0),
    };
    payments.half_points().map(one).join(" ")
}

/// A win, and what East South West North gain, or why it is refused. East wins in East round.
const CASES: &str = "
    # Nine tiles: three melds of one suit, and the winning tile of a full flush.
    8899s (123s) (456s) (777s) 2f + 8s from=west liable=west rule=nine_tiles | +64 0 -64 0
    8899s (123s) (456s) (7777s) 2f + 8s from=west liable=west rule=nine_tiles | +64 0 -64 0
    456s 8899s (123s) (777s) 2f + 8s from=west liable=west rule=nine_tiles | LiabilityMeldsMissing at Melds
    8899s (123s) (456s) [7777s] 2f + 8s from=west liable=west rule=nine_tiles | LiabilityMeldsMissing at Melds
    88s CC (123s) (456s) (777s) 2f + 8s from=west liable=west rule=nine_tiles | LiabilityHandMissing at LiabilityRule
    8899s (123s) (456s) (777s) 2f + 8s from=west liable=north rule=nine_tiles | LiabilityWinMismatch at Liable
    8899s (123s) (456s) (777s) 2f + 8s self_draw liable=west rule=nine_tiles | LiabilityWinMismatch at Liable
    79s 99s (123s) (456s) (777s) 2f + 8s from=west robbed=added liable=west rule=nine_tiles | LiabilityWinMismatch at Liable
    9m (123s) (456p) (777m) (CCC) 2f + 9m from=west liable=north rule=fourth_meld | +8 0 0 -8
    9m (123s) (456p) (777m) [CCCC] 2f + 9m self_draw liable=north rule=fourth_meld | LiabilityMeldsMissing at Melds
    # Likewise a hand of honours, and a limit hand.
    CC PP (EEE) (SSS) (FFF) 2f + C from=west liable=west rule=nine_tiles | +256 0 -256 0
    66s 88s (222s) (444s) (FFF) 2f + 6s from=west liable=west rule=nine_tiles | +384 0 -384 0
    66s 88s (222s) (444s) (CCC) 2f + 6s from=west liable=west rule=nine_tiles | LiabilityHandMissing at LiabilityRule
    # What is shown is of one suit or of honours, whatever the hand is worth.
    11p 99m (111s) (999s) (111m) 2f + 1p from=west liable=west rule=nine_tiles | LiabilityMeldsMissing at Melds
    23m 55p (CCC) (FFF) (PPP) 2f + 4m from=west liable=west rule=nine_tiles | +384 0 -384 0
    9m (111m) (999s) (CCC) (FFF) 2f + 9m self_draw liable=west rule=twelve_tiles | LiabilityMeldsMissing at Melds

    # Twelve tiles: who fed the fourth meld pays for a self-draw; another's discard makes the discarder liable.
    9s (123s) (456s) (777s) (888s) 2f + 9s self_draw liable=north rule=twelve_tiles | +192 0 0 -192
    9s (123s) (456s) (777s) (888s) 2f + 9s from=west liable=north rule=twelve_tiles | +64 0 -64 0
    9s (123s) (456s) (777s) (888s) 2f + 9s from=north liable=north rule=twelve_tiles | +64 0 0 -64
    8s (222s) (444s) (666s) (FFF) 2f + 8s self_draw liable=north rule=twelve_tiles | +384 0 0 -384
    888s 9s (123s) (456s) (777s) 2f + 9s self_draw liable=north rule=twelve_tiles | LiabilityMeldsMissing at Melds
    9s (123s) (456s) (777s) [8888s] 2f + 9s self_draw liable=north rule=twelve_tiles | LiabilityMeldsMissing at Melds
    C (123s) (456s) (777s) (888s) 2f + C self_draw liable=north rule=twelve_tiles | LiabilityHandMissing at LiabilityRule
    9s (123s) (456s) (777s) (888s) 2f + 9s self_draw liable=east rule=twelve_tiles | LiableIsWinner at Liable

    # Five tiles: a live tile, late in the hand.
    78m 22p (123p) (456p) (789s) 2f + 9m from=west liable=west rule=five_tiles tiles_left=5 live_tile=yes | +8 0 -8 0
    78m 22p (123p) (456p) (789s) 2f + 9m from=west liable=west rule=five_tiles | +8 0 -8 0
    78m 22p (123p) (456p) (789s) 2f + 9m from=west liable=west rule=five_tiles tiles_left=6 live_tile=yes | FiveTilesNotMet at TilesLeft
    78m 22p (123p) (456p) (789s) 2f + 9m from=west liable=west rule=five_tiles tiles_left=5 live_tile=no | FiveTilesNotMet at LiveTile
    78m 22p (123p) (456p) (789s) 2f + 9m from=west liable=south rule=five_tiles | LiabilityWinMismatch at Liable

    # With the wall's last tile, none is left.
    78m 22p (123p) (456p) (789s) 2f + 9m from=west last_tile liable=west rule=five_tiles tiles_left=0 | +16 0 -16 0
    78m 22p (123p) (456p) (789s) 2f + 9m from=west last_tile liable=west rule=five_tiles | +16 0 -16 0
    78m 22p (123p) (456p) (789s) 2f + 9m from=west last_tile liable=west rule=five_tiles tiles_left=1 | LiabilityWinMismatch at TilesLeft

    # On the first turn nothing was fed or shown.
    8899s 123s 456s 777s 2f + 8s seat=south from=east first_turn=earth liable=east rule=nine_tiles | LiabilityWinMismatch at LiabilityRule
    8899s 123s 456s 777s 2f + 8s seat=south from=east first_turn=earth liable=east rule=five_tiles | LiabilityWinMismatch at LiabilityRule
    8899s 123s 456s 777s 2f + 8s self_draw first_turn=heaven liable=south rule=twelve_tiles | LiabilityWinMismatch at LiabilityRule
    123m 5m CCC FFF PPP 2f + 5m self_draw first_turn=heaven liable=south rule=big_three_dragons | LiabilityWinMismatch at LiabilityRule
    5m EEE SSS WWW NNN 2f + 5m seat=south self_draw first_turn=man liable=east rule=big_four_winds | LiabilityWinMismatch at LiabilityRule

    # Big three dragons: the third meld was fed, or the discard that completes it wins.
    123m 5m (CCC) (FFF) (PPP) 2f + 5m self_draw liable=south rule=big_three_dragons | +384 -384 0 0
    123m 5m (CCC) (FFF) (PPP) 2f + 5m from=west liable=south rule=big_three_dragons | +384 -384 0 0
    123m 5m (CCC) [FFFF] [PPPP] 2f + 5m self_draw liable=south rule=big_three_dragons | +384 -384 0 0
    123m 5m [CCCC] [FFFF] [PPPP] 2f + 5m self_draw liable=south rule=big_three_dragons | LiabilityMeldsMissing at Melds
    123m PPP 5m (CCC) (FFF) 2f + 5m self_draw liable=south rule=big_three_dragons | LiabilityMeldsMissing at Melds
    123m 55m PP (CCC) (FFF) 2f + P from=south liable=south rule=big_three_dragons | +384 -384 0 0
    123m 55m PP (CCC) (FFF) 2f + P from=west liable=south rule=big_three_dragons | LiabilityMeldsMissing at Melds
    123m 456m P (CCC) (FFF) 2f + P from=south liable=south rule=big_three_dragons | LiabilityHandMissing at LiabilityRule
    1234q 1234f bonus_tiles liable=south rule=big_three_dragons | BonusTileWinNotPlayed at WonBy

    # Big four winds; by halves if another player discards the winning tile.
    5m (EEE) (SSS) (WWW) (NNN) 2f + 5m self_draw liable=south rule=big_four_winds | +384 -384 0 0
    5m (EEE) (SSS) (WWW) (NNN) 2f + 5m from=west liable=south rule=big_four_winds | +384 -192 -192 0
    5m (EEE) (SSS) (WWW) (NNN) 2f + 5m from=south liable=south rule=big_four_winds | +384 -384 0 0
    55m NN (EEE) (SSS) (WWW) 2f + N from=south liable=south rule=big_four_winds | +384 -384 0 0
    5m NNN (EEE) (SSS) (WWW) 2f + 5m self_draw liable=south rule=big_four_winds | LiabilityMeldsMissing at Melds
    55m NN (EEE) (SSS) (WWW) 2f + 5m from=south liable=south rule=big_four_winds | LiabilityMeldsMissing at Melds
    123m N (EEE) (SSS) (WWW) 2f + N from=south liable=south rule=big_four_winds | LiabilityHandMissing at LiabilityRule

    # The kong that gave the replacement.
    78m 22p (1111p) (456p) (789s) 2f + 9m self_draw replacement=kong liable=south rule=kong_replacement | +24 -24 0 0
    78m 22p (1111p) (456p) (789s) 2f + 9m self_draw liable=south rule=kong_replacement | LiabilityWinMismatch at LiabilityRule
    78m 22p (1111p) (456p) (789s) 2f + 9m self_draw replacement=kong added liable=south rule=kong_replacement | LiabilityMeldsMissing at Melds
    78m 22p [1111p] (456p) (789s) 2f + 9m self_draw replacement=kong liable=south rule=kong_replacement | LiabilityMeldsMissing at Melds

    # Where two refusals apply, the earlier one is the answer.
    8899s (123s) (456s) (777s) 2f + 8s from=east liable=east rule=nine_tiles | DiscarderIsWinner at From
    8899s (123s) (777s) 2f 456s + 8s from=west liable=east rule=nine_tiles | LiableIsWinner at Liable
    89s CC (123s) (456s) (777s) 2f + 9s from=west liable=west rule=five_tiles tiles_left=9 live_tile=no | FiveTilesNotMet at TilesLeft
    68s CC (123s) (456s) (777s) 2f + 8s from=west liable=west rule=nine_tiles | NotWinningHand at Concealed
";

fn found(variant: &Variant, win: &str) -> String {
    let win = notation::win(win).unwrap_or_else(|error| panic!("{error} in {win}"));
    match score(variant, &TableOptions::default(), &win) {
        Ok(scored) => points(scored.payments),
        Err(refusal) => format!("{:?} at {:?}", refusal.code, refusal.field),
    }
}

#[test]
fn the_liable_player_pays_for_all_three() {
    let variant = variant(|_| {});
    let lines = CASES.lines().map(str::trim);
    let cases: Vec<&str> = lines
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect();
    let wrong: Vec<String> = cases
        .iter()
        .filter_map(|line| {
            let (win, expected) = line.split_once(" | ").unwrap();
            let found = found(&variant, win);
            (found != expected).then(|| format!("{line}\n    found: {found}"))
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The worked examples of the rules by sections: 6 fan and the nine tiles, 7 fan and the twelve; a limit hand.
const SECTIONS: &str = "
    8899s (123s) (456s) (777s) 2f + 8s from=west liable=west rule=nine_tiles | +64 0 -64 0
    9s (123s) (456s) (777s) (888s) 2f + 9s self_draw liable=north rule=twelve_tiles | +192 0 0 -192
    8s (222s) (444s) (666s) (FFF) 2f + 8s self_draw liable=north rule=twelve_tiles | +384 0 0 -384
    66s 88s (222s) (444s) (FFF) 2f + 6s from=south liable=south rule=nine_tiles | +384 -384 0 0
    78m 22p (123p) (456p) (789s) 2f + 9m from=west liable=west rule=five_tiles | LiabilityNotPlayed at LiabilityRule
";

#[test]
fn the_examples_of_the_rules_by_sections_come_out() {
    let variant = Variant::built_in("hong-kong-sections").unwrap();
    for line in SECTIONS
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
    {
        let (win, expected) = line.split_once(" | ").unwrap();
        assert_eq!(found(variant, win), expected, "{win}");
    }
}

/// A hand of two suits at the limit, a hand of honours, a limit hand of one suit and honours, and a full flush.
const HANDS: [&str; 4] = [
    "23m 55p (CCC) (FFF) (PPP) 2f + 4m from=west liable=west rule=nine_tiles",
    "CC PP (EEE) (SSS) (FFF) 2f + C from=west liable=west rule=nine_tiles",
    "66s 88s (222s) (444s) (FFF) 2f + 6s from=west liable=west rule=nine_tiles",
    "8899s (123s) (456s) (777s) 2f + 8s from=west liable=west rule=nine_tiles",
];

#[test]
fn a_rule_punishes_the_hands_that_the_document_names() {
    let check = |hands: Value, expected: [bool; 4]| {
        let variant = variant(|document| {
            document["liabilities"] = json!([{ "rule": "nine_tiles" }]);
            if !hands.is_null() {
                document["liabilities"][0]["hands"] = hands.clone();
            }
        });
        for (win, punished) in HANDS.iter().zip(expected) {
            let found = found(&variant, win);
            let missing = "LiabilityHandMissing at LiabilityRule";
            assert_eq!(found != missing, punished, "{hands} {win}: {found}");
        }
    };
    check(json!(["full_flush", "all_honours", "limit"]), [true; 4]);
    check(Value::Null, [false, false, false, true]);
    check(json!(["full_flush"]), [false, false, false, true]);
    check(json!(["limit"]), [true, false, true, false]);
    check(
        json!(["all_honours", "jade_dragon"]),
        [false, true, true, false],
    );
}

#[test]
fn a_rule_may_be_of_limit_hands_alone() {
    let variant = variant(|document| {
        document["liabilities"] = json!([{ "rule": "five_tiles", "hands": ["limit"] }]);
    });
    let facts = "from=west liable=west rule=five_tiles";
    let limit = format!("23m 55p (CCC) (FFF) (PPP) 2f + 4m {facts}");
    assert_eq!(found(&variant, &limit), "+384 0 -384 0");
    let cheap = format!("78m 22p (123p) (456p) (789s) 2f + 9m {facts}");
    assert_eq!(
        found(&variant, &cheap),
        "LiabilityHandMissing at LiabilityRule"
    );
}

#[test]
fn what_is_punished_is_said_by_name() {
    let variant = variant(|_| {});
    let win =
        notation::win("88s CC (123s) (456s) (777s) 2f + 8s from=west liable=west rule=nine_tiles");
    let refusal = score(&variant, &TableOptions::default(), &win.unwrap()).unwrap_err();
    assert_eq!(
        refusal.message(),
        "this liability is for hands of another kind: full flush, all honours, any limit hand"
    );
}

#[test]
fn a_rule_that_is_not_played_makes_nobody_liable() {
    let variant = variant(|document| document["liabilities"] = json!([{ "rule": "twelve_tiles" }]));
    let win = "8899s (123s) (456s) (777s) 2f + 8s from=west liable=west rule=nine_tiles";
    assert_eq!(found(&variant, win), "LiabilityNotPlayed at LiabilityRule");
}

#[test]
fn the_words_of_a_liability_go_together() {
    let read = |text: &str| notation::win(text).map(|win| win.liability.is_some());
    let place = |text: &str| read(text).unwrap_err().position;
    assert_eq!(read("5m + 5m liable=west rule=nine_tiles"), Ok(true));
    assert_eq!(read("5m + 5m"), Ok(false));
    assert_eq!(place("5m + 5m liable=west"), 9);
    assert_eq!(place("5m + 5m tiles_left=4"), 9);
    assert_eq!(place("5m + 5m rule=ten_tiles"), 9);
    assert_eq!(place("5m + 5m tiles_left=-1"), 9);
    assert_eq!(place("5m + 5m tiles_left=1000"), 9);
    assert_eq!(place("5m + 5m live_tile=maybe"), 9);
}

/// Plays a declared result that `liable` fed the twelve tiles of, on a fresh table: chair 1 is East.
fn declared(
    variant: &Variant,
    winner: Chair,
    liable: Chair,
    from: Option<Chair>,
    fan: u32,
) -> [i64; 4] {
    let shown = Shown::Declared(DeclaredResult {
        fan,
        limit: false,
        fan_toward_minimum: None,
    });
    let outcome = Outcome::Win(WinOutcome {
        winners: vec![Winner {
            chair: winner,
            shown,
            liability: Some(StatedLiability {
                rule: LiabilityRule::TwelveTiles,
                liable,
                tiles_left: None,
                live_tile: None,
            }),
        }],
        circumstances: Circumstances::plain(
            from.map_or(WonBy::SelfDraw, |from| WonBy::Discard { from }),
        ),
    });
    let start = MatchState::start();
    let played = play(variant, &TableOptions::default(), &start, &[outcome]).unwrap();
    played[0].payments.half_points()
}

/// The words of the rules, as sums: what all three would have paid, in half points, goes to whom it concerns.
#[test]
fn every_payment_is_what_all_three_would_have_paid() {
    const TABLE: [i64; 14] = [1, 2, 4, 8, 16, 16, 16, 32, 32, 32, 64, 64, 64, 64];
    for (other_discard, multipliers) in [
        ("discarder", [2, 2, 1]),
        ("liable", [2, 2, 1]),
        ("halves", [2, 2, 1]),
        ("halves", [1, 2, 0]),
    ] {
        let variant = variant(|document| {
            let [self_draw, discarder, other] = multipliers;
            document["multipliers"]["self_draw"] = json!(self_draw);
            document["multipliers"]["discarder"] = json!(discarder);
            document["multipliers"]["other"] = json!(other);
            document["liabilities"][1] =
                json!({ "rule": "twelve_tiles", "at_least": 50, "other_discard": other_discard });
        });
        assert!(variant.pays_half_points());
        let [self_draw, discarder, other] = multipliers;
        for fan in 0..14 {
            let points = TABLE[fan as usize];
            for (winner, liable, from) in tables() {
                let paid = declared(&variant, winner, liable, from, fan);
                let mut expected = [0; 4];
                let Some(giver) = from else {
                    let total = (2 * points * 3 * i64::from(self_draw)).max(2 * 50);
                    expected[winner.index()] = total;
                    expected[liable.index()] = -total;
                    assert_eq!(paid, expected);
                    continue;
                };
                let total = 2 * points * i64::from(discarder + 2 * other);
                expected[winner.index()] = total;
                match other_discard {
                    "discarder" => expected[giver.index()] -= total,
                    "liable" => expected[liable.index()] -= total,
                    _ if giver == liable => expected[giver.index()] -= total,
                    _ => {
                        expected[giver.index()] -= total / 2;
                        expected[liable.index()] -= total / 2;
                    }
                }
                assert_eq!(
                    paid, expected,
                    "{other_discard} {winner:?} {liable:?} {from:?} {fan}"
                );
            }
        }
    }
}

/// Every winner, liable player and giver, or none for a self-draw.
fn tables() -> Vec<(Chair, Chair, Option<Chair>)> {
    let mut tables = Vec::new();
    for winner in Chair::ALL {
        let others = || Chair::ALL.into_iter().filter(move |&chair| chair != winner);
        for liable in others() {
            tables.extend(others().map(|giver| (winner, liable, Some(giver))));
            tables.push((winner, liable, None));
        }
    }
    tables
}
