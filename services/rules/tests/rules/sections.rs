//! The rules by sections: what a section leaves out, and the highest sum below a maximum hand, 23.

use rules::{LeftOutReason, TableOptions, Variant, notation, score};

/// Sets that differ in what the sections look at; a suit has more of them than a hand could use.
const SETS: [&str; 16] = [
    "EEE", "SSS", "WWW", "NNN", "CCC", "FFF", "PPP", "111m", "222m", "333m", "444m", "567m",
    "678m", "555p", "234p", "222s",
];
const PAIRS: [&str; 10] = ["E", "S", "W", "N", "C", "F", "P", "9m", "9p", "9s"];
const SEATS: [&str; 4] = ["east", "south", "west", "north"];

/// Every four of the sets, each as often as one likes: what there are no tiles for is refused later.
fn fours() -> Vec<[&'static str; 4]> {
    let mut fours = Vec::new();
    let places = 0..SETS.len();
    for a in places.clone() {
        for b in a..places.end {
            for c in b..places.end {
                fours.extend((c..places.end).map(|d| [a, b, c, d].map(|place| SETS[place])));
            }
        }
    }
    fours
}

/// The best circumstances there are: drawn as a replacement, and with every flower and season.
fn best(four: [&str; 4], pair: &str, seat: &str, round: &str) -> String {
    let melds: Vec<String> = four.iter().map(|set| format!("({set})")).collect();
    format!(
        "{pair} {} 1234f 1234q + {pair} self_draw replacement=bonus_tile seat={seat} round={round}",
        melds.join(" ")
    )
}

#[test]
fn the_highest_sum_below_a_maximum_hand_is_23() {
    let variant = Variant::built_in("hong-kong-sections").unwrap();
    let (mut highest, mut found, mut scored) = (0, Vec::new(), 0);
    for four in fours() {
        for pair in PAIRS {
            // What the winds are called makes no difference; which of them coincide does.
            for (seat, round) in SEATS
                .iter()
                .flat_map(|seat| [("east", *seat), (*seat, "east")])
            {
                let hand = best(four, pair, seat, round);
                let win = notation::win(&hand).unwrap();
                let Ok(one) = score(variant, &TableOptions::default(), &win) else {
                    continue;
                };
                scored += 1;
                if one.score.limit || one.score.fan < highest {
                    continue;
                }
                if one.score.fan > highest {
                    (highest, found) = (one.score.fan, Vec::new());
                }
                found.push(hand);
            }
        }
    }
    assert!(scored > 100_000, "{scored} hands");
    assert_eq!(highest, 23, "{found:?}");
    // Three pungs of dragons, a pung of the seat's or the round's wind, and a pair of another.
    for hand in found {
        assert!(
            ["CCC", "FFF", "PPP"].iter().all(|set| hand.contains(set)),
            "{hand}"
        );
    }
}

/// What is left out of a hand, each with the kind of reason and what that speaks of.
fn left_out(hand: &str) -> String {
    let variant = Variant::built_in("hong-kong-sections").unwrap();
    let scored = score(
        variant,
        &TableOptions::default(),
        &notation::win(hand).unwrap(),
    )
    .unwrap();
    let left_out = scored.score.left_out(variant);
    let valued = left_out.filter(|left| left.reason != LeftOutReason::NoValue);
    let each = valued.map(|left| {
        let kind = match left.reason {
            LeftOutReason::Group { .. } => "group",
            LeftOutReason::Limit { .. } => "limit",
            LeftOutReason::Condition(_) => "condition",
            LeftOutReason::Included { .. } | LeftOutReason::NoValue => "other",
        };
        let by = left.reason.by(variant).unwrap_or_default();
        format!("{}: {kind} {by}", variant.pattern_id(left.pattern))
    });
    each.collect::<Vec<_>>().join(", ")
}

#[test]
fn what_a_section_leaves_out_is_explained() {
    for (hand, expected) in [
        ("123m 456m 78m 55p (999s) 2f + 9m", ""),
        (
            "23m 789p PP (CCC) (FFF) 2f + 4m",
            "dragon_pung: group little_three_dragons",
        ),
        (
            "33s EE (PPP) (FFF) (CCC) 2f + 3s",
            "dragon_pung: group big_three_dragons",
        ),
        (
            "23m 55p (2222s) (777p) [9999m] 2f + 4m self_draw replacement=kong",
            "self_draw: group replacement",
        ),
        (
            "123m 78m 55p (EEE) (999s) 2f + 9m",
            "round_wind_pung: condition not_seat_wind",
        ),
        (
            "22p 77p (111p) (444p) (PPP) 2f + 2p",
            "all_pungs: limit pearl_dragon, half_flush: limit pearl_dragon, dragon_pung: limit pearl_dragon",
        ),
    ] {
        assert_eq!(left_out(hand), expected, "{hand}");
    }
}
