//! For whom players count after merges, some of which were taken back.

use evidence::PlayerId;
use proptest::collection::vec;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use tally::{MergeChange, counts_for, with_merged};
use uuid::Uuid;

const PEOPLE: u128 = 9;

fn player(n: u128) -> PlayerId {
    PlayerId(Uuid::from_u128(n))
}

/// The changes of these that a club could enter, and into whom each player is merged after them.
fn possible(steps: &[(u128, u128)]) -> (Vec<MergeChange>, BTreeMap<PlayerId, PlayerId>) {
    let (mut changes, mut direct) = (Vec::new(), BTreeMap::new());
    for (one, other) in steps {
        let (player, into) = (player(*one), player(*other));
        if direct.remove(&player).is_some() {
            changes.push(MergeChange { player, into: None });
        } else if player != into && !direct.contains_key(&into) {
            direct.insert(player, into);
            let into = Some(into);
            changes.push(MergeChange { player, into });
        }
    }
    (changes, direct)
}

fn last(direct: &BTreeMap<PlayerId, PlayerId>, player: PlayerId) -> PlayerId {
    direct
        .get(&player)
        .map_or(player, |into| last(direct, *into))
}

proptest! {
    #[test]
    fn everybody_counts_for_the_last_of_their_merges(
        steps in vec((0..PEOPLE, 0..PEOPLE), 0..40),
    ) {
        let (changes, direct) = possible(&steps);
        let found = counts_for(changes);
        prop_assert_eq!(found.keys().collect::<BTreeSet<_>>(), direct.keys().collect());
        for one in (0..PEOPLE).map(player) {
            let whom = last(&direct, one);
            prop_assert_eq!(*found.get(&one).unwrap_or(&one), whom);
            let merges = direct.iter().map(|(double, into)| (*double, *into));
            let with = with_merged(one, merges);
            let passes = |double: &PlayerId| {
                std::iter::successors(Some(*double), |at| direct.get(at).copied()).any(|at| at == one)
            };
            prop_assert_eq!(with, (0..PEOPLE).map(player).filter(passes).collect::<BTreeSet<_>>());
        }
    }
}

/// No ledger holds it, but standings can be asked of an export that nobody verified.
#[test]
fn a_circle_ends() {
    let change = |one, into| MergeChange {
        player: player(one),
        into: Some(player(into)),
    };
    let found = counts_for([change(1, 2), change(2, 1), change(3, 1), change(4, 4)]);
    assert_eq!(found.len(), 4);
}
