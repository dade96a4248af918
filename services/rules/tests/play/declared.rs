//! What a table states instead of tiles: declared results, and the amount of a false mahjong.

use rules::{
    Chair, Circumstances, DeclaredResult, KongKind, MatchState, Outcome, RefusalCode, Replacement,
};
use rules::{Shown, TableOptions, Variant, Winner, WonBy, play};

use crate::{declared, old_hong_kong, refused};

#[test]
fn a_declared_result_must_reach_the_minimum() {
    assert_eq!(refused(declared(2, Some(3), 2)), RefusalCode::BelowMinimum);
    // The fan of the self-draw itself does not count toward the minimum of Old Hong Kong.
    assert_eq!(refused(declared(2, None, 3)), RefusalCode::BelowMinimum);
    assert_eq!(old_hong_kong(&[declared(2, None, 4)]).len(), 1);
    assert_eq!(old_hong_kong(&[declared(2, Some(1), 3)]).len(), 1);
    assert_eq!(
        refused(declared(2, Some(2), 3)),
        RefusalCode::DiscarderIsWinner
    );
    assert_eq!(refused(declared(2, Some(1), 1001)), RefusalCode::OutOfRange);
}

#[test]
fn a_declared_result_may_say_what_counts_toward_the_minimum() {
    let with = |fan, limit, toward| {
        let mut outcome = declared(2, None, fan);
        if let Outcome::Win { winners, .. } = &mut outcome {
            winners[0].shown = Shown::Declared(DeclaredResult {
                fan,
                limit,
                fan_toward_minimum: toward,
            });
        }
        outcome
    };
    assert_eq!(refused(with(6, false, Some(2))), RefusalCode::BelowMinimum);
    assert_eq!(
        old_hong_kong(&[with(5, false, Some(3))])[0].scores[0]
            .1
            .fan_toward_minimum,
        3
    );
    assert_eq!(refused(with(5, false, Some(6))), RefusalCode::OutOfRange);
    // One of three fan is the self-draw's, which cannot count toward the minimum.
    assert_eq!(refused(with(3, false, Some(3))), RefusalCode::OutOfRange);
    assert_eq!(refused(with(5, true, None)), RefusalCode::OutOfRange);
    assert!(old_hong_kong(&[with(0, true, None)])[0].scores[0].1.limit);
}

#[test]
fn a_declared_result_must_be_possible_under_the_variant() {
    let refused = |variant: &Variant, won_by, replacement| {
        let shown = Shown::Declared(DeclaredResult {
            fan: 5,
            limit: false,
            fan_toward_minimum: None,
        });
        let outcome = Outcome::Win {
            winners: vec![Winner {
                chair: Chair::ALL[1],
                shown,
                liability: None,
            }],
            circumstances: Circumstances {
                replacement,
                ..Circumstances::plain(won_by)
            },
        };
        let played = play(
            variant,
            &TableOptions::default(),
            &MatchState::start(),
            &[outcome],
        );
        played.err().map(|refusal| refusal.refusal.code)
    };
    let (old, fan_laak) = (
        Variant::built_in("old-hong-kong").unwrap(),
        Variant::built_in("hkos-fan-laak").unwrap(),
    );
    assert_eq!(refused(old, WonBy::BonusTiles, None), None);
    assert_eq!(
        refused(fan_laak, WonBy::BonusTiles, None),
        Some(RefusalCode::BonusTileWinNotPlayed)
    );
    let from = Chair::ALL[0];
    let robbed = WonBy::RobbedKong {
        from,
        kong: KongKind::Concealed,
    };
    assert_eq!(refused(old, robbed, None), None);
    assert_eq!(
        refused(fan_laak, robbed, None),
        Some(RefusalCode::KongNotRobbable)
    );
    let replacement = Some(Replacement::BonusTile);
    assert_eq!(refused(old, WonBy::SelfDraw, replacement), None);
    let discard = WonBy::Discard { from };
    assert_eq!(
        refused(old, discard, replacement),
        Some(RefusalCode::ReplacementNotSelfDrawn)
    );
    let without = include_str!("../../variants/old-hong-kong.json")
        .replace("144,", "136,")
        .replace(r#""bonus_tile_wins": [8]"#, r#""bonus_tile_wins": []"#);
    let without = Variant::from_json(without.as_bytes()).unwrap();
    assert_eq!(
        refused(&without, WonBy::SelfDraw, replacement),
        Some(RefusalCode::BonusTilesNotUsed)
    );
}

#[test]
fn a_false_mahjong_costs_what_the_table_or_the_variant_says() {
    let call = |points| Outcome::FalseMahjong {
        chair: Chair::ALL[1],
        points,
    };
    assert_eq!(refused(call(None)), RefusalCode::FalseMahjongPointsMissing);
    assert_eq!(refused(call(Some(1_000_001))), RefusalCode::OutOfRange);
    assert_eq!(
        old_hong_kong(&[call(Some(10))])[0].payments.half_points(),
        [20, -60, 20, 20]
    );
    let fixed = include_str!("../../variants/old-hong-kong.json").replace(
        r#""false_mahjong": {}"#,
        r#""false_mahjong": {"points": 128}"#,
    );
    let variant = Variant::from_json(fixed.as_bytes()).unwrap();
    let play = |points| {
        play(
            &variant,
            &TableOptions::default(),
            &MatchState::start(),
            &[call(points)],
        )
    };
    assert_eq!(
        play(None).unwrap()[0].payments.half_points(),
        [256, -768, 256, 256]
    );
    assert_eq!(
        play(Some(10)).unwrap_err().refusal.code,
        RefusalCode::FalseMahjongPointsFixed
    );
}
