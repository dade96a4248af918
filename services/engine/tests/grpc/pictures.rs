//! Hands that the sources of the variants picture are recognised as what they are called.

use wire::v1;

use crate::server::{Caller, FAN_LAAK, OLD_HONG_KONG, built_in};
use crate::text;

/// Scores a hand at a table without a minimum, and compares what its tiles show, counted or not.
async fn check(variant: &str, tiles: &str, shown: &str) {
    let request = v1::ScoreHandRequest {
        variant: built_in(variant),
        options: Some(v1::TableOptions {
            minimum_fan: Some(0),
        }),
        win: Some(text::win(tiles)),
        ..Default::default()
    };
    let score = Caller::of_new_engine()
        .await
        .score(request)
        .await
        .unwrap()
        .score
        .unwrap();
    let counted = score.counted.iter().map(|counted| counted.pattern.as_str());
    let left_out = score
        .left_out
        .iter()
        .map(|left_out| left_out.pattern.as_str());
    let matched: Vec<&str> = counted.chain(left_out).collect();
    for pattern in shown.split(' ') {
        assert!(
            matched.contains(&pattern),
            "{tiles} shows {matched:?}, not {pattern}"
        );
    }
}

#[tokio::test]
async fn the_hands_of_the_old_hong_kong_rules() {
    for (tiles, shown) in [
        (
            "111s 444p 666s PPP 9p +9p from=south",
            "all_pungs dragon_pung",
        ),
        ("123m 123m 456m 789m C +C from=south", "half_flush"),
        (
            "234s 234s 567s 789s 6s +6s from=south",
            "full_flush all_chows all_simples",
        ),
        ("123p 456p 777p 999p 8p +8p from=south", "full_flush"),
        (
            "EEE CCC PPP SSS F +F from=south",
            "all_honours all_pungs little_three_dragons",
        ),
        ("ESWN CFP 19s 19m 19p +9p from=south", "thirteen_orphans"),
        (
            "333s PPP FFF CCC E +E from=south",
            "half_flush all_pungs big_three_dragons",
        ),
    ] {
        check(OLD_HONG_KONG, tiles, shown).await;
    }
}

#[tokio::test]
async fn the_hands_of_the_fan_laak_rules() {
    for (tiles, shown) in [
        ("123s 345s 234p 678p 3m +3m from=south", "all_chows"),
        ("333p 444s 888p PPP N +N from=south", "all_pungs"),
        ("333p 456p 888p PPP N +N from=south", "half_flush"),
        ("CCC FFF 123m 789p P +P from=south", "little_three_dragons"),
        ("66s 99s 22m 55p 77p CC P +P from=south", "seven_pairs"),
        ("222s 234s 456s 888s 9s +9s from=south", "full_flush"),
        ("111m 333p 555s 777s E +E self_draw", "four_concealed_pungs"),
        ("EEE SSS WWW 123m N +N from=south", "little_four_winds"),
        ("EEE SSS WWW NNN 5m +5m from=south", "big_four_winds"),
        ("CCC FFF SSS WWW N +N from=south", "all_honours"),
        ("111s 999s 111p 111m 9m +9m from=south", "all_terminals"),
        ("111m 123m 456m 789m 9m +9m from=south", "nine_gates"),
        ("19s 19m 19p CFP ESWN +N from=south", "thirteen_orphans"),
        (
            "5m exposed_kong:1111m added_kong:2222s concealed_kong:3333p exposed_kong:EEEE +5m from=south",
            "four_kongs",
        ),
        ("111s 222s 444s FFF 7s +7s from=south", "jade_dragon"),
        ("111m 222m 444m CCC 7m +7m from=south", "ruby_dragon"),
        ("111p 222p 444p PPP 7p +7p from=south", "pearl_dragon"),
    ] {
        check(FAN_LAAK, tiles, shown).await;
    }
}

/// What the tiles show is told apart from what counts, and why.
#[tokio::test]
async fn a_limit_hand_names_what_it_leaves_out() {
    let request = v1::ScoreHandRequest {
        variant: built_in(OLD_HONG_KONG),
        win: Some(text::win(
            "pung:333s pung:PPP pung:FFF pung:CCC E +E from=south",
        )),
        ..Default::default()
    };
    let score = Caller::of_new_engine()
        .await
        .score(request)
        .await
        .unwrap()
        .score
        .unwrap();
    assert_eq!(text::score(&score), "big_three_dragons = limit");
    let all_pungs = score
        .left_out
        .iter()
        .find(|left_out| left_out.pattern == "all_pungs")
        .unwrap();
    assert_eq!(
        (all_pungs.reason(), all_pungs.by.as_str()),
        (v1::LeftOutReason::Limit, "big_three_dragons")
    );
}
