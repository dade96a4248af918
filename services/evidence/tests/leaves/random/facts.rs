//! What the table states, of any shape.

use super::{chairs, text};
use evidence::{
    Chair, Declared, Facts, FalseMahjong, FirstTurn, Hand, Meld, MeldKind, Replacement, RobbedKong,
    Shown, Win, Winner, WonBy,
};
use proptest::collection::vec;
use proptest::option::of;
use proptest::prelude::*;
use proptest::sample::{select, subsequence};

pub(super) fn facts() -> impl Strategy<Value = Facts> {
    prop_oneof![
        Just(Facts::Goulash {}),
        (chairs(), of(any::<u32>()))
            .prop_map(|(chair, points)| Facts::FalseMahjong(FalseMahjong { chair, points })),
        wins().prop_map(Facts::Win),
    ]
}

/// Wins that state what goes with the way they were got.
fn wins() -> impl Strategy<Value = Win> {
    let ways = (select(WonBy::ALL), chairs(), select(RobbedKong::ALL));
    let circumstances = (
        any::<bool>(),
        of(select(Replacement::ALL)),
        of(select(FirstTurn::ALL)),
    );
    let winners = subsequence(&Chair::ALL, 1..=4).prop_flat_map(|chairs| {
        let winners = chairs
            .into_iter()
            .map(|chair| shown().prop_map(move |shown| Winner { chair, shown }));
        winners.collect::<Vec<_>>()
    });
    (ways, circumstances, winners).prop_map(
        |((won_by, giver, kong), (last_tile, replacement, first_turn), winners)| Win {
            won_by,
            from_chair: matches!(won_by, WonBy::Discard | WonBy::RobbedKong).then_some(giver),
            robbed_kong: (won_by == WonBy::RobbedKong).then_some(kong),
            last_tile,
            replacement,
            first_turn,
            winners,
        },
    )
}

fn shown() -> impl Strategy<Value = Shown> {
    let melds = vec(
        (select(MeldKind::ALL), text()).prop_map(|(kind, tiles)| Meld { kind, tiles }),
        0..4,
    );
    let hand = (text(), text(), melds, text()).prop_map(
        |(concealed, winning_tile, melds, bonus_tiles)| {
            Shown::Hand(Hand {
                concealed,
                winning_tile,
                melds,
                bonus_tiles,
            })
        },
    );
    let declared = (any::<u32>(), any::<bool>(), of(any::<u32>())).prop_map(
        |(fan, limit, fan_toward_minimum)| {
            Shown::Declared(Declared {
                fan,
                limit,
                fan_toward_minimum,
            })
        },
    );
    prop_oneof![hand, declared]
}
