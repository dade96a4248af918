//! The highest sum below a maximum hand that the rules by sections state: 23.

#![expect(clippy::indexing_slicing, reason = "a test fails by panicking")]

use rules::{TableOptions, Variant, notation, score};

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
