//! Hands for the property tests.

use proptest::prelude::*;
use rules::{
    BonusTile, Circumstances, FirstTurn, Hand, KongKind, Meld, MeldKind, Replacement, Tile,
};
use rules::{Win, Wind, WonBy};

pub(crate) fn tile() -> impl Strategy<Value = Tile> {
    (0..34usize).prop_map(|index| Tile::from_index(index).unwrap())
}

pub(crate) fn wind() -> impl Strategy<Value = Wind> {
    proptest::sample::select(Wind::ALL.to_vec())
}

pub(crate) fn kong() -> impl Strategy<Value = KongKind> {
    proptest::sample::select(vec![
        KongKind::Exposed,
        KongKind::Added,
        KongKind::Concealed,
    ])
}

pub(crate) fn bonus_tiles() -> impl Strategy<Value = Vec<BonusTile>> {
    let all: Vec<BonusTile> = (0..8)
        .map(|index| BonusTile::from_index(index).unwrap())
        .collect();
    proptest::sample::subsequence(all, 0..=8)
}

pub(crate) fn circumstances() -> impl Strategy<Value = Circumstances<Wind>> {
    let won_by = prop_oneof![
        3 => Just(WonBy::SelfDraw),
        3 => wind().prop_map(|from| WonBy::Discard { from }),
        1 => (wind(), kong()).prop_map(|(from, kong)| WonBy::RobbedKong { from, kong }),
        1 => Just(WonBy::BonusTiles),
    ];
    let replacement = proptest::option::weighted(
        0.2,
        proptest::sample::select(vec![
            Replacement::BonusTile,
            Replacement::Kong,
            Replacement::SecondKong,
        ]),
    );
    let first_turn = proptest::option::weighted(
        0.1,
        proptest::sample::select(vec![FirstTurn::Heaven, FirstTurn::Earth, FirstTurn::Man]),
    );
    (
        won_by,
        proptest::bool::weighted(0.1),
        replacement,
        first_turn,
    )
        .prop_map(
            |(won_by, last_tile, replacement, first_turn)| Circumstances {
                last_tile,
                replacement,
                first_turn,
                ..Circumstances::plain(won_by)
            },
        )
}

/// Any win at all, most of them nonsense.
pub(crate) fn nonsense() -> impl Strategy<Value = Win> {
    let kind = prop_oneof![
        Just(MeldKind::Chow),
        Just(MeldKind::Pung),
        kong().prop_map(MeldKind::from)
    ];
    let meld = (kind, proptest::collection::vec(tile(), 0..6))
        .prop_map(|(kind, tiles)| Meld { kind, tiles });
    let hand = (
        proptest::collection::vec(tile(), 0..16),
        proptest::option::of(tile()),
        proptest::collection::vec(meld, 0..6),
        bonus_tiles(),
    )
        .prop_map(|(concealed, winning_tile, melds, bonus_tiles)| Hand {
            concealed,
            winning_tile,
            melds,
            bonus_tiles,
        });
    (hand, circumstances(), wind(), wind()).prop_map(
        |(hand, circumstances, seat_wind, round_wind)| Win {
            hand,
            circumstances,
            seat_wind,
            round_wind,
            liability: None,
        },
    )
}

/// A set by its first tile and kind.
pub(crate) fn set() -> impl Strategy<Value = Meld> {
    let chow = (0..3usize, 0..7usize)
        .prop_map(|(suit, rank)| Tile::from_index(9 * suit + rank).unwrap().chow().unwrap())
        .prop_map(|tiles| Meld {
            kind: MeldKind::Chow,
            tiles: tiles.to_vec(),
        });
    let pung = tile().prop_map(|tile| Meld {
        kind: MeldKind::Pung,
        tiles: vec![tile; 3],
    });
    let kong = (tile(), kong()).prop_map(|(tile, kong)| Meld {
        kind: kong.into(),
        tiles: vec![tile; 4],
    });
    prop_oneof![4 => chow, 4 => pung, 1 => kong]
}

/// Four sets and a pair, some of them declared, won somehow.
pub(crate) fn complete() -> impl Strategy<Value = Win> {
    (
        proptest::collection::vec(set(), 4),
        tile(),
        0..5usize,
        any::<prop::sample::Index>(),
        bonus_tiles(),
        circumstances(),
        wind(),
        wind(),
    )
        .prop_map(
            |(sets, pair, declared, place, bonus_tiles, circumstances, seat_wind, round_wind)| {
                let kongs = |meld: &Meld| meld.kind.is_kong();
                let declared =
                    declared.max(sets.iter().rposition(kongs).map_or(0, |place| place + 1));
                let mut concealed: Vec<Tile> = sets[declared..]
                    .iter()
                    .flat_map(|set| set.tiles.clone())
                    .collect();
                concealed.extend([pair, pair]);
                let winning_tile = concealed.swap_remove(place.index(concealed.len()));
                let hand = Hand {
                    concealed,
                    winning_tile: Some(winning_tile),
                    melds: sets[..declared].to_vec(),
                    bonus_tiles,
                };
                Win {
                    hand,
                    circumstances,
                    seat_wind,
                    round_wind,
                    liability: None,
                }
            },
        )
}

/// A concealed hand with three pungs that are three chows, too, and a pung or a pair that may be of another division.
pub(crate) fn of_many_readings() -> impl Strategy<Value = Win> {
    let tiles = (0..3usize, 0..7usize, tile(), tile(), 0..14usize);
    (tiles, circumstances(), wind(), wind()).prop_map(
        |((suit, rank, pung, pair, place), circumstances, seat_wind, round_wind)| {
            let first = Tile::from_index(9 * suit + rank).unwrap();
            let mut concealed = first.chow().unwrap().repeat(3);
            concealed.extend([pung, pung, pung, pair, pair]);
            let winning_tile = concealed.swap_remove(place);
            Win {
                hand: Hand {
                    concealed,
                    winning_tile: Some(winning_tile),
                    melds: Vec::new(),
                    bonus_tiles: Vec::new(),
                },
                circumstances,
                seat_wind,
                round_wind,
                liability: None,
            }
        },
    )
}
