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

#[tokio::test(start_paused = true)]
async fn a_score_comes_with_what_counted_and_what_everybody_pays() {
    let pungs = "88s WW pung:222s pung:444s pung:666s 1f +8s from=south seat=north";
    let six = "all_pungs 3 + half_flush 3 = 6 fan: -4 -4 -2 +10";
    check(OLD_HONG_KONG, pungs, six).await;
    let bonus_tiles = "1234f 1234q bonus_tiles seat=south";
    let limit = "eight_bonus_tiles = limit: -64 +192 -64 -64";
    check(OLD_HONG_KONG, bonus_tiles, limit).await;
    let self_drawn = "46s 22s pung:EEE chow:456m pung:777p +5s self_draw";
    let four = "seat_wind_pung 1 + round_wind_pung 1 + self_draw 1 + no_bonus_tiles 1 = 4 fan: +96 -32 -32 -32";
    check(FAN_LAAK, self_drawn, four).await;
    let robbed =
        "46m 99m pung:222m pung:333m pung:888m 4f +5m robbed=added_kong from=north last_tile";
    let nine = "all_simples 1 + full_flush 6 + robbing_kong 1 + last_tile 1 = 9 fan: +32 -8 -8 -16";
    check(OLD_HONG_KONG, robbed, nine).await;
}

#[tokio::test(start_paused = true)]
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
#[tokio::test(start_paused = true)]
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

#[tokio::test(start_paused = true)]
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

/// What the tiles show is told apart from what counts, and why.
#[tokio::test(start_paused = true)]
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
