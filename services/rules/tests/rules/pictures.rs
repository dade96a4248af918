//! Hands that the sources of the variants picture are recognised as what they are called.

use rules::{TableOptions, Variant, notation, score};

/// Variant, hand, and what its tiles show, counted or not.
const PICTURES: &str = "
    old-hong-kong | 111s 444p 666s PPP 9p + 9p from=south | all_pungs dragon_pung
    old-hong-kong | 123m 123m 456m 789m C + C from=south | half_flush
    old-hong-kong | 234s 234s 567s 789s 6s + 6s from=south | full_flush all_chows all_simples
    old-hong-kong | 123p 456p 777p 999p 8p + 8p from=south | full_flush
    old-hong-kong | EEE CCC PPP SSS F + F from=south | all_honours all_pungs little_three_dragons
    old-hong-kong | ESWN CFP 19s 19m 19p + 9p from=south | thirteen_orphans
    old-hong-kong | 333s PPP FFF CCC E + E from=south | half_flush all_pungs big_three_dragons
    hkos-fan-laak | 123s 345s 234p 678p 3m + 3m from=south | all_chows
    hkos-fan-laak | 333p 444s 888p PPP N + N from=south | all_pungs
    hkos-fan-laak | 333p 456p 888p PPP N + N from=south | half_flush
    hkos-fan-laak | CCC FFF 123m 789p P + P from=south | little_three_dragons
    hkos-fan-laak | 66s 99s 22m 55p 77p CC P + P from=south | seven_pairs
    hkos-fan-laak | 222s 234s 456s 888s 9s + 9s from=south | full_flush
    hkos-fan-laak | 111m 333p 555s 777s E + E self_draw | four_concealed_pungs
    hkos-fan-laak | EEE SSS WWW 123m N + N from=south | little_four_winds
    hkos-fan-laak | EEE SSS WWW NNN 5m + 5m from=south | big_four_winds
    hkos-fan-laak | CCC FFF SSS WWW N + N from=south | all_honours
    hkos-fan-laak | 111s 999s 111p 111m 9m + 9m from=south | all_terminals
    hkos-fan-laak | 111m 123m 456m 789m 9m + 9m from=south | nine_gates
    hkos-fan-laak | 19s 19m 19p CFP ESWN + N from=south | thirteen_orphans
    hkos-fan-laak | 5m (1111m) (2222s) [3333p] (EEEE) + 5m from=south | four_kongs
    hkos-fan-laak | 111s 222s 444s FFF 7s + 7s from=south | jade_dragon
    hkos-fan-laak | 111m 222m 444m CCC 7m + 7m from=south | ruby_dragon
    hkos-fan-laak | 111p 222p 444p PPP 7p + 7p from=south | pearl_dragon";

#[test]
fn pictured_hands_show_what_they_are_called() {
    let options = TableOptions {
        minimum_fan: Some(0),
    };
    for line in PICTURES.trim().lines() {
        let columns: Vec<&str> = line.split('|').map(str::trim).collect();
        let variant = Variant::built_in(columns[0]).unwrap();
        let win = notation::win(columns[1]).unwrap();
        let score = score(variant, &options, &win).unwrap().score;
        let counted = score.counted(variant).map(|counted| counted.pattern);
        let left_out = score.left_out(variant).map(|left_out| left_out.pattern);
        let matched = counted.chain(left_out);
        let matched: Vec<&str> = matched.map(|pattern| variant.pattern_id(pattern)).collect();
        for pattern in columns[2].split(' ') {
            assert!(matched.contains(&pattern), "{line}: {matched:?}");
        }
    }
}
