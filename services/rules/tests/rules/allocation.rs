//! Scoring a hand takes nothing from the heap, and neither does telling what counted.

use allocation_counter::measure;
use rules::{TableOptions, Variant, catalogue, notation, score};

const OPEN: TableOptions = TableOptions {
    minimum_fan: Some(0),
};

/// How many times scoring and itemising a win allocates.
fn allocations(variant: &Variant, win: &str) -> u64 {
    let win = notation::win(win).unwrap();
    let taken = measure(|| {
        if let Ok(scored) = score(variant, &OPEN, &win) {
            assert!(
                scored
                    .score
                    .counted(variant)
                    .map(|counted| counted.fan)
                    .sum::<u32>()
                    < 1000
            );
            assert_eq!(scored.score.capped(variant).count(), 0);
            assert!(scored.score.left_out(variant).count() < 64);
        }
    });
    taken.count_total
}

#[test]
fn scoring_allocates_nothing() {
    for variant in rules::variant::built_ins() {
        for entry in catalogue() {
            assert_eq!(
                allocations(variant, entry.example),
                0,
                "{} {}",
                variant.id(),
                entry.id
            );
        }
    }
}

#[test]
fn refusing_what_is_no_winning_hand_allocates_nothing() {
    for variant in rules::variant::built_ins() {
        for win in [
            "123m 456m 789m EE 5p + 6p",
            "123m 456m 789m EE 55p + 6p",
            "11111m 456m 789m E + E",
        ] {
            assert_eq!(allocations(variant, win), 0, "{} {win}", variant.id());
        }
    }
}

/// The measure can see an allocation.
#[test]
fn an_allocation_is_seen() {
    assert!(measure(|| drop(std::hint::black_box(vec![1]))).count_total > 0);
}
