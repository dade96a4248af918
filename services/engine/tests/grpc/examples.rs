//! Worked examples of single hands: fan, and who pays what.

use wire::v1;
use wire::v1::variant_ref::Variant;

use crate::server::{Caller, FAN_LAAK, OLD_HONG_KONG, built_in, reference};
use crate::text;

/// Scores a win and compares patterns, fan and the points of East, South, West and North.
async fn check(variant: &str, win: &str, expected: &str) {
    let request = v1::ScoreHandRequest {
        variant: built_in(variant),
        win: Some(text::win(win)),
        ..Default::default()
    };
    let answer = Caller::of_new_engine().await.score(request).await.unwrap();
    let score = answer.score.unwrap();
    let points = text::points(answer.payments.iter().map(|payment| payment.half_points));
    assert_eq!(
        format!("{}: {points}", text::score(&score)),
        expected,
        "{win}"
    );
    let winds: Vec<i32> = answer
        .payments
        .iter()
        .map(|payment| payment.seat_wind)
        .collect();
    assert_eq!(winds, [1, 2, 3, 4]);
}

#[tokio::test]
async fn the_base_points_double_for_self_draw_discarder_and_dealer() {
    check(
        OLD_HONG_KONG,
        "88m NN pung:222m pung:444p pung:666s 1f +8m self_draw seat=west",
        "all_pungs 3 + self_draw 1 = 4 fan: -4 -2 +8 -2",
    )
    .await;
    check(
        OLD_HONG_KONG,
        "88s WW pung:222s pung:444s pung:666s 1f +8s from=south seat=north",
        "all_pungs 3 + half_flush 3 = 6 fan: -4 -4 -2 +10",
    )
    .await;
    check(
        OLD_HONG_KONG,
        "88m 99m pung:222m pung:444m pung:666m 2f +8m from=west seat=east",
        "all_pungs 3 + all_simples 1 + full_flush 6 = 10 fan: +64 -16 -32 -16",
    )
    .await;
}

#[tokio::test]
async fn a_limit_is_paid_without_doubling() {
    check(
        OLD_HONG_KONG,
        "19m 19p 19s ESWNCFP +P self_draw",
        "thirteen_orphans = limit: +192 -64 -64 -64",
    )
    .await;
    check(
        OLD_HONG_KONG,
        "1234f 1234q bonus_tiles seat=south",
        "eight_bonus_tiles = limit: -64 +192 -64 -64",
    )
    .await;
}

#[tokio::test]
async fn the_fan_laak_table_pays_double_from_discarder_and_after_self_draw() {
    check(
        FAN_LAAK,
        "222s 3s pung:PPP chow:567s pung:777s +1s from=east seat=south",
        "half_flush 3 + dragon_pung 1 + no_bonus_tiles 1 = 5 fan: -32 +64 -16 -16",
    )
    .await;
    check(
        FAN_LAAK,
        "46s 22s pung:EEE chow:456m pung:777p +5s self_draw",
        "seat_wind_pung 1 + round_wind_pung 1 + self_draw 1 + no_bonus_tiles 1 = 4 fan: +96 -32 -32 -32",
    )
    .await;
}

#[tokio::test]
async fn a_robbed_kong_is_paid_by_the_robbed() {
    check(
        OLD_HONG_KONG,
        "46m 99m pung:222m pung:333m pung:888m 4f +5m robbed=added_kong from=north last_tile",
        "all_simples 1 + full_flush 6 + robbing_kong 1 + last_tile 1 = 9 fan: +32 -8 -8 -16",
    )
    .await;
}

#[tokio::test]
async fn the_other_readings_are_told_when_asked_for() {
    let caller = Caller::of_new_engine().await;
    let request = v1::ScoreHandRequest {
        variant: built_in(OLD_HONG_KONG),
        win: Some(text::win("111m 222m 333m 45s 99p +6s self_draw 4f")),
        ..Default::default()
    };
    let brief = caller.score(request.clone()).await.unwrap();
    let explained = caller
        .score(v1::ScoreHandRequest {
            explain: true,
            ..request
        })
        .await
        .unwrap();
    let score = explained.score.clone().unwrap();
    let because = score.counted.iter().map(|counted| counted.because.as_str());
    assert_eq!(
        because.collect::<Vec<_>>(),
        [
            "concealed pungs of 1m, 2m and 3m",
            "there are no winds and no dragons",
            "the winner drew 6s",
        ]
    );
    let mut without_words = score;
    let counted = without_words.counted.iter_mut();
    counted.for_each(|counted| counted.because.clear());
    let left_out = without_words.left_out.iter_mut();
    left_out.for_each(|left_out| assert!(!std::mem::take(&mut left_out.because).is_empty()));
    assert_eq!(
        (brief.score, brief.other_readings),
        (Some(without_words), Vec::new())
    );
    let readings = explained.score.iter().chain(&explained.other_readings);
    let readings: Vec<String> = readings.map(reading).collect();
    assert_eq!(
        readings,
        [
            "111m 222m 333m 456s* 99p: three_concealed_pungs 3 + all_simples 1 + self_draw 1 = 5 fan",
            "123m 123m 123m 456s* 99p: all_chows 1 + all_simples 1 + self_draw 1 = 3 fan",
        ]
    );
}

/// The set that the winning tile completes is marked `*`, and `-` if that made it exposed.
#[tokio::test]
async fn a_reading_says_where_the_winning_tile_stands() {
    for (win, expected) in [
        (
            "222m 555m 333p 789s 9s +9s from=south",
            "222m 555m 333p 789s*- 99s",
        ),
        (
            "222m 555m 333p 77s 99s +9s from=south",
            "222m 555m 333p 999s*- 77s",
        ),
        (
            "222m 555m 77s 99s pung:333p +9s self_draw",
            "333p- 222m 555m 999s* 77s",
        ),
        (
            "66s 99s 22m 55p 77p CC P +P from=south",
            "22m 55p 77p 66s 99s CC PP*-",
        ),
        (
            "66s 99s 22m 55p 77p CC P +P self_draw",
            "22m 55p 77p 66s 99s CC PP*",
        ),
    ] {
        let request = v1::ScoreHandRequest {
            variant: built_in(OLD_HONG_KONG),
            options: Some(v1::TableOptions {
                minimum_fan: Some(0),
            }),
            win: Some(text::win(win)),
            ..Default::default()
        };
        let answer = Caller::of_new_engine().await.score(request).await.unwrap();
        assert_eq!(sets(&answer.score.unwrap()), expected, "{win}");
    }
}

fn reading(score: &v1::Score) -> String {
    format!("{}: {}", sets(score), text::score(score))
}

fn sets(score: &v1::Score) -> String {
    let set = |set: &v1::ReadSet| {
        let completed = if set.completed { "*" } else { "" };
        let exposed = if set.concealed { "" } else { "-" };
        format!(
            "{}{completed}{exposed}",
            set.tiles.as_ref().unwrap().notation
        )
    };
    let sets: Vec<String> = score
        .reading
        .as_ref()
        .unwrap()
        .sets
        .iter()
        .map(set)
        .collect();
    sets.join(" ")
}

#[tokio::test]
async fn what_a_cap_takes_away_is_told() {
    let base = rules::Variant::built_in(OLD_HONG_KONG).unwrap();
    let patch =
        br#"{"id": "capped", "caps": [{"patterns": ["dragon_pung", "all_pungs"], "fan": 2}]}"#;
    let document = base.derive(patch).unwrap().document().to_vec();
    let request = v1::ScoreHandRequest {
        variant: Some(reference(Variant::Document(document))),
        win: Some(text::win(
            "88s 66p pung:CCC pung:444s pung:999p 2f +8s self_draw",
        )),
        options: Some(v1::TableOptions {
            minimum_fan: Some(2),
        }),
        explain: true,
    };
    let caller = Caller::of_new_engine().await;
    let score = caller.score(request).await.unwrap().score.unwrap();
    let capped = v1::CappedPatterns {
        patterns: vec!["all_pungs".to_owned(), "dragon_pung".to_owned()],
        fan_before: 4,
        fan: 2,
        because: "all pungs and dragon pung bring 2 fan at most, not 4".to_owned(),
    };
    assert_eq!(score.capped, [capped]);
    assert_eq!((score.fan, score.fan_toward_minimum), (3, 2));
}
