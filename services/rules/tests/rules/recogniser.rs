//! The recogniser against derivations of its own: every hand there is, and a brute force that shares nothing with it.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, TestRunner};
use rules::{Tile, TileCounts, is_seven_pairs, is_standard, is_thirteen_orphans};

/// Tiles as counts of three bits each, so that they sort and compare as numbers.
type Packed = u128;

fn packed(tiles: &[usize]) -> Packed {
    tiles.iter().map(|tile| 1 << (3 * tile)).sum()
}

fn count(packed: Packed, tile: usize) -> usize {
    (packed >> (3 * tile) & 7) as usize
}

fn unpacked(packed: Packed) -> TileCounts {
    TileCounts::of(
        Tile::all().flat_map(|tile| std::iter::repeat_n(tile, count(packed, tile.index()))),
    )
}

/// The 21 chows and 34 pungs.
fn every_set() -> Vec<Packed> {
    let chows = (0..27)
        .filter(|tile| tile % 9 < 7)
        .map(|tile| packed(&[tile, tile + 1, tile + 2]));
    chows
        .chain((0..34).map(|tile| packed(&[tile; 3])))
        .collect()
}

fn at_most_four_each(tiles: Packed) -> bool {
    (0..34).all(|tile| count(tiles, tile) <= 4)
}

/// Every distinct multiset of four sets and a pair that the set of tiles allows, sorted.
fn every_standard_hand() -> Vec<Packed> {
    let pairs: Vec<Packed> = (0..34).map(|tile| packed(&[tile; 2])).collect();
    let mut hands = vec![(0, 0)];
    // Each set of a hand stands no earlier in the list than the one before it. No count passes 4 + 3 = 7 in between.
    for _ in 0..4 {
        hands = hands
            .iter()
            .flat_map(|&(hand, from)| {
                every_set()
                    .into_iter()
                    .enumerate()
                    .skip(from)
                    .map(move |(at, set)| (hand + set, at))
            })
            .filter(|&(hand, _)| at_most_four_each(hand))
            .collect();
    }
    let with_pair = hands
        .iter()
        .flat_map(|(hand, _)| pairs.iter().map(move |pair| hand + pair));
    let mut hands: Vec<Packed> = with_pair.filter(|&hand| at_most_four_each(hand)).collect();
    hands.sort_unstable();
    hands.dedup();
    hands
}

#[test]
fn accepts_every_hand_of_four_sets_and_a_pair() {
    let hands = every_standard_hand();
    assert_eq!(hands.len(), 11_498_658);
    let missed = hands.iter().find(|&&hand| !is_standard(&unpacked(hand), 4));
    assert_eq!(missed, None);
}

#[test]
fn accepts_every_hand_of_seven_different_pairs() {
    let (mut hands, mut standard_too) = (0, 0);
    let mut chosen = [0, 1, 2, 3, 4, 5, 6];
    loop {
        let pairs: Vec<usize> = chosen.iter().flat_map(|&tile| [tile, tile]).collect();
        let tiles = unpacked(packed(&pairs));
        assert!(is_seven_pairs(&tiles), "{pairs:?}");
        hands += 1;
        standard_too += u32::from(is_standard(&tiles, 4));
        // The next combination in lexicographic order.
        let Some(place) = (0..7).rev().find(|&place| chosen[place] < 27 + place) else {
            break;
        };
        let from = chosen[place] + 1;
        (place..7).for_each(|later| chosen[later] = from + later - place);
    }
    assert_eq!((hands, standard_too), (5_379_616, 4_668));
}

#[test]
fn accepts_the_thirteen_orphans_and_nothing_near_them() {
    let orphans: Vec<usize> = (0..34)
        .filter(|&tile| tile >= 27 || matches!(tile % 9, 0 | 8))
        .collect();
    let accepted = |tile: usize| {
        let mut tiles = orphans.clone();
        tiles.push(tile);
        is_thirteen_orphans(&unpacked(packed(&tiles)))
    };
    let right: Vec<usize> = (0..34).filter(|&tile| accepted(tile)).collect();
    assert_eq!(right, orphans);
    for missing in 0..13 {
        let mut tiles = orphans.clone();
        tiles[missing] = orphans[(missing + 1) % 13];
        tiles.push(orphans[(missing + 2) % 13]);
        assert!(!is_thirteen_orphans(&unpacked(packed(&tiles))));
    }
}

/// Four sets and a pair by trying every pair with every choice of sets, in no clever order.
fn brute_force_standard(sets: &[Packed], tiles: Packed) -> bool {
    fn fits(part: Packed, tiles: Packed) -> bool {
        (0..34).all(|tile| count(part, tile) <= count(tiles, tile))
    }
    fn fill(sets: &[Packed], tiles: Packed) -> bool {
        tiles == 0
            || (0..sets.len())
                .any(|first| fits(sets[first], tiles) && fill(&sets[first..], tiles - sets[first]))
    }
    (0..34).any(|tile| {
        let pair = packed(&[tile; 2]);
        fits(pair, tiles) && fill(sets, tiles - pair)
    })
}

fn brute_force_seven_pairs(tiles: Packed) -> bool {
    (0..34).filter(|&tile| count(tiles, tile) == 2).count() == 7
}

fn brute_force_orphans(tiles: Packed) -> bool {
    let orphans: Packed = (0..34)
        .filter(|&tile| tile >= 27 || matches!(tile % 9, 0 | 8))
        .map(|tile| packed(&[tile]))
        .sum();
    (0..34).any(|tile| count(orphans, tile) == 1 && orphans + packed(&[tile]) == tiles)
}

/// Fourteen tiles of the wall, from a shuffled start of it.
fn random_hand() -> impl Strategy<Value = Packed> {
    proptest::sample::subsequence((0..136).collect::<Vec<usize>>(), 14)
        .prop_map(|tiles| packed(&tiles.iter().map(|tile| tile / 4).collect::<Vec<_>>()))
}

/// Fourteen tiles of few kinds, where divisions are many and errors likely.
fn crowded_hand() -> impl Strategy<Value = Packed> {
    (
        0..3usize,
        proptest::sample::subsequence((0..40).collect::<Vec<usize>>(), 14),
    )
        .prop_map(|(suit, tiles)| {
            let kind = |tile: usize| {
                if tile / 4 == 9 {
                    27 + suit
                } else {
                    9 * suit + tile / 4
                }
            };
            packed(&tiles.iter().map(|&tile| kind(tile)).collect::<Vec<_>>())
        })
}

/// A complete hand of some kind, with one tile exchanged for another.
fn near_miss() -> impl Strategy<Value = Packed> {
    let of_set =
        |set: Packed| (0..34).flat_map(move |tile| std::iter::repeat_n(tile, count(set, tile)));
    let standard = (proptest::sample::subsequence(every_set(), 4), 0..34usize).prop_map(
        move |(sets, pair)| {
            sets.into_iter()
                .flat_map(of_set)
                .chain([pair; 2])
                .collect::<Vec<_>>()
        },
    );
    let pairs =
        proptest::sample::subsequence((0..34).collect::<Vec<usize>>(), 7).prop_map(|pairs| {
            pairs
                .into_iter()
                .flat_map(|tile| [tile; 2])
                .collect::<Vec<_>>()
        });
    let orphans = (0..34usize).prop_map(|pair| {
        let orphans = (0..34).filter(|&tile| tile >= 27 || matches!(tile % 9, 0 | 8));
        orphans.chain([pair]).collect::<Vec<_>>()
    });
    (
        prop_oneof![4 => standard, 1 => pairs, 1 => orphans],
        0..14usize,
        0..34usize,
    )
        .prop_map(|(hand, place, found)| {
            let mut exchanged = hand.clone();
            exchanged[place] = found;
            let possible = |tiles: &Vec<usize>| {
                (0..34).all(|tile| tiles.iter().filter(|&&other| other == tile).count() <= 4)
            };
            // Where the exchange, or the hand itself, needs a fifth copy, one hand stands for all of those.
            let tiles = [exchanged, hand].into_iter().find(possible);
            packed(&tiles.unwrap_or_else(|| vec![0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 8, 8, 4]))
        })
}

#[test]
fn agrees_with_brute_force_on_random_and_near_miss_hands() {
    let sets = every_set();
    let hands = prop_oneof![1 => random_hand(), 2 => crowded_hand(), 3 => near_miss()];
    let mut runner = TestRunner::new(Config {
        cases: 50_000,
        failure_persistence: None,
        ..Config::default()
    });
    let mut complete = 0;
    let outcome = runner.run(&hands, |hand| {
        let tiles = unpacked(hand);
        prop_assert_eq!(is_standard(&tiles, 4), brute_force_standard(&sets, hand));
        prop_assert_eq!(is_seven_pairs(&tiles), brute_force_seven_pairs(hand));
        prop_assert_eq!(is_thirteen_orphans(&tiles), brute_force_orphans(hand));
        Ok(())
    });
    outcome.unwrap();
    // The sample must contain both answers in earnest, or the agreement would say little.
    let mut seeds = TestRunner::deterministic();
    for _ in 0..2_000 {
        let hand = hands.new_tree(&mut seeds).unwrap().current();
        complete += u32::from(brute_force_standard(&sets, hand));
    }
    assert!(
        (40..1_960).contains(&complete),
        "{complete} of 2,000 complete"
    );
}
