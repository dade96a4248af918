//! Payments against a derivation of their own: the words of each rule sheet, as doublings.

mod guns;

use rules::{
    Amounts, Chair, Circumstances, Deal, DeclaredResult, MatchState, Outcome, Shown, TableOptions,
};
use rules::{Variant, WinOutcome, Wind, Winner, WonBy, play};

/// The base points of Old Hong Kong, printed as a list; 12 and more are 16.
fn old_hong_kong_base(fan: u32) -> i64 {
    [1, 1, 1, 1, 1, 2, 2, 2, 4, 4, 8, 8]
        .get(fan as usize)
        .copied()
        .unwrap_or(16)
}

/// The fan-laak table: what a win pays by a discard and self-drawn; 10 and more are the top.
fn fan_laak_totals(fan: u32) -> (i64, i64) {
    match fan {
        0 => (4, 6),
        1 => (8, 12),
        2 => (16, 24),
        3 => (32, 48),
        4..=6 => (64, 96),
        7..=9 => (128, 192),
        _ => (256, 384),
    }
}

fn declared(
    variant: &str,
    deal: Deal,
    winner: Chair,
    from: Option<Chair>,
    fan: u32,
    limit: bool,
) -> Amounts {
    let state = MatchState {
        deal,
        ..MatchState::start()
    };
    let shown = Shown::Declared(DeclaredResult {
        fan: if limit { 0 } else { fan },
        limit,
        fan_toward_minimum: None,
    });
    let circumstances =
        Circumstances::plain(from.map_or(WonBy::SelfDraw, |from| WonBy::Discard { from }));
    let outcome = Outcome::Win(WinOutcome {
        winners: vec![Winner {
            chair: winner,
            shown,
            liability: None,
        }],
        circumstances,
    });
    let variant = Variant::built_in(variant).unwrap();
    let played = play(
        variant,
        &TableOptions {
            minimum_fan: Some(0),
        },
        &state,
        &[outcome],
    )
    .unwrap();
    played[0].payments
}

/// Calls `check` for every dealer, winner and giver.
fn every_table(mut check: impl FnMut(Deal, Chair, Option<Chair>)) {
    for dealer in Chair::ALL {
        for winner in Chair::ALL {
            let givers = Chair::ALL
                .into_iter()
                .filter(|&from| from != winner)
                .map(Some);
            for from in givers.chain([None]) {
                check(
                    Deal {
                        round_wind: Wind::South,
                        dealer,
                        extra: 0,
                    },
                    winner,
                    from,
                );
            }
        }
    }
}

#[test]
fn old_hong_kong_doubles_for_the_draw_the_discard_and_the_dealer() {
    every_table(|deal, winner, from| {
        for fan in 0..=15 {
            let paid = declared("old-hong-kong", deal, winner, from, fan, false).half_points();
            for payer in Chair::ALL.into_iter().filter(|&payer| payer != winner) {
                let self_drawn = i64::from(from.is_none());
                let discarded = i64::from(from == Some(payer));
                let with_dealer = i64::from(deal.dealer == payer || deal.dealer == winner);
                let owed = old_hong_kong_base(fan) << (self_drawn + discarded + with_dealer);
                assert_eq!(
                    paid[payer.index()],
                    -2 * owed,
                    "{fan} fan, {deal:?}, {winner:?} from {from:?}"
                );
            }
        }
        let limit = declared("old-hong-kong", deal, winner, from, 0, true).half_points();
        let payers = Chair::ALL.into_iter().filter(|&payer| payer != winner);
        assert!(payers.into_iter().all(|payer| limit[payer.index()] == -128));
    });
}

#[test]
fn fan_laak_totals_are_those_of_its_table() {
    every_table(|deal, winner, from| {
        for fan in 0..=13 {
            let paid = declared("hkos-fan-laak", deal, winner, from, fan, false).half_points();
            let (discarded, self_drawn) = fan_laak_totals(fan);
            let total = if from.is_some() {
                discarded
            } else {
                self_drawn
            };
            assert_eq!(
                paid[winner.index()],
                2 * total,
                "{fan} fan, {deal:?}, {winner:?} from {from:?}"
            );
            let shares = if from.is_some() { 4 } else { 3 };
            for payer in Chair::ALL.into_iter().filter(|&payer| payer != winner) {
                let share = if from == Some(payer) { 2 } else { 1 };
                assert_eq!(-paid[payer.index()] * shares, 2 * total * share);
            }
        }
        let limit = declared("hkos-fan-laak", deal, winner, from, 0, true).half_points();
        assert_eq!(
            limit[winner.index()],
            if from.is_some() { 512 } else { 768 }
        );
    });
}

#[test]
fn in_the_new_style_the_discarder_pays_all() {
    const PRINTED: [i64; 14] = [1, 2, 4, 8, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384];
    every_table(|deal, winner, from| {
        for fan in 0..=20 {
            let paid =
                declared("hong-kong-new-style", deal, winner, from, fan, false).half_points();
            let points = PRINTED[fan.min(13) as usize];
            for payer in Chair::ALL.into_iter().filter(|&payer| payer != winner) {
                let owed = match from {
                    None => points,
                    Some(discarder) if discarder == payer => 2 * points,
                    Some(_) => 0,
                };
                assert_eq!(
                    paid[payer.index()],
                    -2 * owed,
                    "{fan} fan, {deal:?}, {winner:?} from {from:?}"
                );
            }
        }
    });
}

/// The list of the rules by sections: level, total, payment.
const SECTIONS: [(std::ops::RangeInclusive<u32>, i64); 7] = [
    (0..=0, 1),
    (1..=1, 2),
    (2..=2, 4),
    (3..=3, 8),
    (4..=6, 16),
    (7..=9, 32),
    (10..=23, 64),
];

#[test]
fn by_sections_the_thrower_or_everybody_pays_double_but_for_maximum_hands() {
    every_table(|deal, winner, from| {
        let mut levels = 0;
        for (total, payment) in SECTIONS {
            for fan in total {
                let paid = declared("hong-kong-sections", deal, winner, from, fan, false);
                for payer in Chair::ALL.into_iter().filter(|&payer| payer != winner) {
                    let double = from.is_none() || from == Some(payer);
                    let owed = if double { payment + payment } else { payment };
                    assert_eq!(paid.half_points()[payer.index()], -2 * owed, "{fan} fan");
                }
                levels += 1;
            }
        }
        assert_eq!(levels, 24);
        let maximum = declared("hong-kong-sections", deal, winner, from, 0, true).half_points();
        assert_eq!(maximum[winner.index()], 2 * 3 * 128);
    });
}

#[test]
fn in_the_modern_game_the_others_give_one_card_each() {
    let variant = Variant::built_in("modern-chinese").unwrap();
    // A deck of cards dealt out to four.
    assert_eq!(variant.starting_points() * 4, 52);
    for fan in [0, 1, 13] {
        every_table(|deal, winner, from| {
            let paid = declared("modern-chinese", deal, winner, from, fan, false).half_points();
            let payers = Chair::ALL.into_iter().filter(|&payer| payer != winner);
            assert!(payers.into_iter().all(|payer| paid[payer.index()] == -2));
        });
    }
}

#[test]
fn amounts_cannot_hold_what_does_not_sum_to_zero() {
    assert!(Amounts::new([1, 0, 0, 0]).is_none());
    assert!(Amounts::new([i64::MAX, i64::MAX, 1, 1]).is_none());
    assert!(Amounts::new([Amounts::LARGEST + 1, -Amounts::LARGEST - 1, 0, 0]).is_none());
    let largest = Amounts::new([Amounts::LARGEST, -Amounts::LARGEST, 0, 0]).unwrap();
    assert_eq!(largest.plus(Amounts::new([1, -1, 0, 0]).unwrap()), None);
    assert_eq!(largest.half_points().iter().sum::<i64>(), 0);
}
