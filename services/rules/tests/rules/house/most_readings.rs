//! No hand has more readings than the limit of steps is reckoned with.

use rules::{TableOptions, Variant, notation};

/// Calls with every way to hold so many tiles of one suit, at most four of each rank.
fn each_holding(rank: usize, left: u8, held: &mut [u8; 9], visit: &mut impl FnMut(&[u8; 9])) {
    if rank == held.len() {
        if left == 0 {
            visit(held);
        }
        return;
    }
    for count in 0..=left.min(4) {
        held[rank] = count;
        each_holding(rank + 1, left - count, held, visit);
    }
    held[rank] = 0;
}

fn ranks(held: &[u8; 9]) -> String {
    let ranks = held.iter().zip(1_u8..);
    ranks
        .flat_map(|(&count, rank)| (0..count).map(move |_| char::from(b'0' + rank)))
        .collect()
}

/// All fourteen tiles in one suit, where there are the most ways to divide them; and two suits that each can be divided in
/// several ways.
#[test]
fn no_hand_has_more_readings_than_are_reckoned_with() {
    let variant = Variant::built_in("old-hong-kong").unwrap();
    let options = TableOptions {
        minimum_fan: Some(0),
    };
    let (mut most, mut shown) = (0, String::new());
    let mut try_hand = |tiles: &str, rest: &str, winning: char| {
        let line = format!(
            "{}m {rest} + {winning}m self_draw",
            tiles.replacen(winning, "", 1)
        );
        let win = notation::win(&line).unwrap();
        let found = rules::readings(variant, &options, &win).map_or(0, |readings| readings.len());
        if found > most {
            (most, shown) = (found, line);
        }
    };
    for (tiles, rest) in [
        (14, ""),
        (12, "11p"),
        (11, "111p"),
        (9, "11122p"),
        (5, "111222333p"),
        (8, "111222p"),
    ] {
        each_holding(0, tiles, &mut [0; 9], &mut |held| {
            let text = ranks(held);
            // Where nothing is there three times, hardly anything is divided in two ways.
            if held.iter().filter(|&&count| count >= 3).count() < 2 {
                return;
            }
            for rank in 1..=9_u8 {
                if held[usize::from(rank) - 1] > 0 {
                    try_hand(&text, rest, char::from(b'0' + rank));
                }
            }
        });
    }
    println!("{most} readings: {shown}");
    assert!(most as u64 <= Variant::MOST_READINGS, "{most}: {shown}");
    assert!(most > 5, "{most}");
}
