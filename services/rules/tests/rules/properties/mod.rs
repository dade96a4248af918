//! What must hold of every hand, however strange.

mod strategies;
mod words;

use std::collections::BTreeSet;

use proptest::prelude::*;
use rules::{Score, TableOptions, Variant, notation, readings, score};
use strategies::{bonus_tiles, complete, nonsense, of_many_readings, tile};

fn built_in() -> impl Strategy<Value = &'static Variant> {
    proptest::sample::select(vec![
        "old-hong-kong",
        "hkos-fan-laak",
        "hong-kong-new-style",
    ])
    .prop_map(|id| &**Variant::built_in(id).unwrap())
}

const OPEN: TableOptions = TableOptions {
    minimum_fan: Some(0),
};

proptest! {
    #![proptest_config(ProptestConfig { cases: 5_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_panics_and_what_is_paid_sums_to_zero(win in prop_oneof![nonsense(), complete()], variant in built_in()) {
        if let Ok(scored) = score(variant, &TableOptions::default(), &win) {
            prop_assert_eq!(scored.payments.half_points().iter().sum::<i64>(), 0);
            prop_assert!(scored.payments.half_points()[win.seat_wind.index()] > 0);
            prop_assert!(scored.score.meets_minimum());
            let best = (scored.score.limit, scored.score.fan);
            let all = readings(variant, &TableOptions::default(), &win).unwrap();
            prop_assert_eq!(all.first(), Some(&scored.score));
            prop_assert!(all.iter().all(|other| !other.meets_minimum() || (other.limit, other.fan) <= best));
        }
    }

    /// Ways of winning that are limits by themselves, with concealed tiles that can be read in several ways.
    #[test]
    fn of_readings_that_pay_the_same_the_one_with_more_limits_counts(win in of_many_readings(), variant in built_in()) {
        let limits = |score: &Score| score.counted(variant).filter(|counted| counted.limit).count();
        if let Ok(scored) = score(variant, &OPEN, &win) {
            let all = readings(variant, &OPEN, &win).unwrap();
            let alike = all.iter().filter(|other| (other.points, other.limit) == (scored.score.points, scored.score.limit));
            let most = alike.map(|other| (limits(other), other.fan)).max();
            prop_assert_eq!(most, Some((limits(&scored.score), scored.score.fan)));
        }
    }

    #[test]
    fn the_order_of_the_tiles_does_not_matter(win in complete(), variant in built_in(), turn in 0..14usize) {
        let mut turned = win.clone();
        let by = turn % win.hand.concealed.len().max(1);
        turned.hand.concealed.rotate_left(by);
        turned.hand.concealed.reverse();
        turned.hand.bonus_tiles.reverse();
        prop_assert_eq!(score(variant, &OPEN, &win), score(variant, &OPEN, &turned));
    }

    #[test]
    fn what_counts_adds_up_and_nothing_counts_twice(win in complete(), variant in built_in()) {
        for score in readings(variant, &OPEN, &win).into_iter().flatten() {
            prop_assert_eq!(score.counted(variant).map(|counted| counted.fan).sum::<u32>(), score.fan);
            prop_assert_eq!(score.counted(variant).any(|counted| counted.limit), score.limit);
            let counted = score.counted(variant).map(|counted| counted.pattern);
            let all: Vec<_> = counted.chain(score.left_out(variant).map(|left_out| left_out.pattern)).collect();
            prop_assert_eq!(all.iter().collect::<BTreeSet<_>>().len(), all.len());
        }
    }

    #[test]
    fn a_minimum_refuses_exactly_what_is_below_it(win in complete(), variant in built_in(), minimum in 0..12u32) {
        if let Ok(open) = score(variant, &OPEN, &win) {
            let all = readings(variant, &OPEN, &win).unwrap();
            let best = all.iter().map(|score| score.fan_toward_minimum).max();
            let strict = score(variant, &TableOptions { minimum_fan: Some(minimum) }, &win);
            prop_assert_eq!(strict.is_ok(), open.score.limit || best >= Some(minimum));
        }
    }

    #[test]
    fn notation_is_read_as_it_is_written(tiles in proptest::collection::vec(tile(), 0..20), bonus in bonus_tiles()) {
        let mut sorted = tiles.clone();
        sorted.sort();
        prop_assert_eq!(notation::parse(&notation::playing(&tiles)).unwrap().playing, sorted);
        prop_assert_eq!(notation::parse(&notation::bonus(&bonus)).unwrap().bonus, bonus);
    }

    #[test]
    fn any_text_is_read_or_refused_at_a_place_in_it(text in "[1-9mpszfqESWNCFP 🀀🀄🀐🀥\u{FE0F}x]{0,30}") {
        match notation::parse(&text) {
            Ok(tiles) => prop_assert!(tiles.playing.len() + tiles.bonus.len() <= text.chars().count()),
            Err(error) => prop_assert!((1..=text.chars().count()).contains(&error.position)),
        }
    }
}
