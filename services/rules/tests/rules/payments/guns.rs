//! The tables Hong Kong plays, from the words of their sources: spicy rises, guns and tiers.

use rules::{Chair, Variant};

use super::{declared, every_table};

/// How many portions a hand pays where the rise doubles with each fan 辣辣上.
fn spicy(fan: u32) -> i64 {
    2_i64.pow(fan)
}

/// The same, slowed to half the pace above four fan, with the mean between two steps 半辣上.
fn half_spicy(fan: u32) -> i64 {
    match fan {
        0..=4 => spicy(fan),
        even if even % 2 == 0 => 16 * 2_i64.pow((even - 4) / 2),
        odd => i64::midpoint(half_spicy(odd - 1), half_spicy(odd + 1)),
    }
}

/// What a player pays, in halves of a portion: a winner gets three for a self-draw and two for a discard.
fn halves(half_gun: bool, from: Option<Chair>, payer: Chair) -> i64 {
    match from {
        None => 2,
        Some(discarder) if half_gun => 1 + i64::from(discarder == payer),
        Some(discarder) => 4 * i64::from(discarder == payer),
    }
}

fn check(variant: &str, half_gun: bool, portion: impl Fn(u32) -> i64) {
    every_table(|deal, winner, from| {
        for fan in 0..=20 {
            let paid = declared(variant, deal, winner, from, fan, false).half_points();
            for payer in Chair::ALL.into_iter().filter(|&payer| payer != winner) {
                let owed = portion(fan) * halves(half_gun, from, payer);
                assert_eq!(
                    -paid[payer.index()],
                    owed,
                    "{variant}: {fan} fan from {from:?}"
                );
            }
            let shares = if from.is_none() { 6 } else { 4 };
            assert_eq!(paid[winner.index()], portion(fan) * shares);
        }
    });
}

#[test]
fn spicy_rises_stop_at_their_cap_and_guns_split_the_discard() {
    for cap in [8, 10, 13] {
        for (gun, half_gun) in [("full", false), ("half", true)] {
            let id = |rise: &str| format!("{rise}-spicy-{cap}-{gun}-gun");
            check(&id("half"), half_gun, |fan| half_spicy(fan.min(cap)));
            check(&id("full"), half_gun, |fan| spicy(fan.min(cap)));
            for rise in ["half", "full"] {
                let variant = Variant::built_in(&id(rise)).unwrap();
                assert_eq!((variant.minimum_fan(), variant.cap()), (3, Some(cap)));
                assert_eq!(variant.pays_half_points(), half_gun);
            }
        }
    }
}

/// The tiers of the page, "each pay" and "guilty / self-pick".
const TIERS: [(std::ops::RangeInclusive<u32>, i64, i64); 7] = [
    (0..=0, 1, 2),
    (1..=1, 2, 4),
    (2..=2, 4, 8),
    (3..=3, 8, 16),
    (4..=6, 16, 32),
    (7..=9, 32, 64),
    (10..=20, 64, 128),
];

fn tier(fan: u32) -> (i64, i64) {
    let mut tiers = TIERS.into_iter();
    let (_, each, guilty) = tiers.find(|(fans, ..)| fans.contains(&fan)).unwrap();
    (each, guilty)
}

#[test]
fn four_seven_ten_are_the_tiers_of_the_page() {
    every_table(|deal, winner, from| {
        for fan in 0..=20 {
            let (each, guilty) = tier(fan);
            let paid = declared("four-seven-ten", deal, winner, from, fan, false).half_points();
            for payer in Chair::ALL.into_iter().filter(|&payer| payer != winner) {
                let is_guilty = from.is_none() || from == Some(payer);
                let owed = if is_guilty { guilty } else { each };
                assert_eq!(-paid[payer.index()], 2 * owed, "{fan} fan from {from:?}");
            }
        }
    });
    check("four-seven-ten-full-gun", false, |fan| tier(fan).0);
    check("four-seven-ten-half-gun", true, |fan| tier(fan).0);
}
