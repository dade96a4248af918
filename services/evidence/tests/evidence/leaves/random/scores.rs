//! Random scores of winners.

use super::{chairs, text};
use evidence::{
    CappedPatterns, CountedPattern, LeftOutPattern, LeftOutReason, ReadSet, Reading, Score,
    SetKind, Shape, WinnerScore,
};
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::select;

/// What a winner's hand came to.
pub(super) fn scores() -> impl Strategy<Value = WinnerScore> {
    let numbers = (any::<u32>(), any::<u32>(), any::<u32>(), any::<u32>());
    let switches = (any::<bool>(), any::<bool>());
    (
        chairs(),
        of(readings()),
        vec(counted(), 0..3),
        vec(capped(), 0..3),
        vec(left_out(), 0..3),
        numbers,
        switches,
    )
        .prop_map(
            |(
                chair,
                reading,
                counted,
                capped,
                left_out,
                (fan, fan_toward_minimum, minimum_fan, points),
                (limit, declared),
            )| {
                let score = Score {
                    reading,
                    counted,
                    capped,
                    left_out,
                    fan,
                    fan_toward_minimum,
                    minimum_fan,
                    limit,
                    points,
                    declared,
                };
                WinnerScore { chair, score }
            },
        )
}

fn readings() -> impl Strategy<Value = Reading> {
    let set = (
        select(SetKind::ALL.to_vec()),
        text(),
        any::<bool>(),
        any::<bool>(),
    )
        .prop_map(|(kind, tiles, concealed, completed)| ReadSet {
            kind,
            tiles,
            concealed,
            completed,
        });
    (select(Shape::ALL.to_vec()), vec(set, 0..5)).prop_map(|(shape, sets)| Reading { shape, sets })
}

fn counted() -> impl Strategy<Value = CountedPattern> {
    (
        text(),
        any::<u32>(),
        any::<u32>(),
        any::<bool>(),
        any::<bool>(),
    )
        .prop_map(
            |(pattern, count, fan, limit, counts_toward_minimum)| CountedPattern {
                pattern,
                count,
                fan,
                limit,
                counts_toward_minimum,
            },
        )
}

fn capped() -> impl Strategy<Value = CappedPatterns> {
    (vec(text(), 0..3), any::<u32>(), any::<u32>()).prop_map(|(patterns, fan_before, fan)| {
        CappedPatterns {
            patterns,
            fan_before,
            fan,
        }
    })
}

fn left_out() -> impl Strategy<Value = LeftOutPattern> {
    (text(), select(LeftOutReason::ALL.to_vec()), of(text())).prop_map(|(pattern, reason, by)| {
        LeftOutPattern {
            pattern,
            reason,
            by,
        }
    })
}
