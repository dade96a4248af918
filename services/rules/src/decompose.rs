//! Dividing concealed tiles into sets and a pair.

use crate::SetKind;
use crate::Tile;
use crate::packed::{Chows, ChowsBySuit, Packed};
use crate::tile_kind_set::TileKindSet;

/// One division of concealed tiles into sets and a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Division {
    /// The tiles of the pungs.
    pub(crate) pungs: TileKindSet,
    /// How many chows there are.
    pub(crate) chows: u32,
    /// Where they start, but for the three that are read instead of pungs.
    starts: ChowsBySuit,
    /// The first of three tiles in sequence of which there are three chows instead of three pungs.
    chows_for_pungs: Option<Tile>,
    /// The tile of the pair.
    pub(crate) pair: Tile,
}

impl Division {
    /// The sets, by their tile, a pung before a chow.
    pub(crate) fn each_set(&self, visit: &mut impl FnMut(SetKind, Tile)) {
        for group in 0..4 {
            let (mut pungs, mut chows) = (self.pungs.of_group(group), self.chows_of(group));
            while pungs != 0 || !chows.is_empty() {
                let place = pungs.trailing_zeros();
                if pungs != 0 && place <= chows.lowest() {
                    pungs &= pungs - 1;
                    visit(SetKind::Pung, Packed::tile(group, place));
                } else {
                    visit(SetKind::Chow, Packed::tile(group, chows.lowest()));
                    chows = chows.without_lowest();
                }
            }
        }
    }

    /// Whether there is a pung of a tile.
    pub(crate) fn has_pung(&self, tile: Tile) -> bool {
        self.pungs.contains(tile)
    }

    /// Whether there are chows of which a tile is the third, the second, the first.
    pub(crate) fn chows_with(&self, tile: Tile) -> [bool; 3] {
        let (group, place) = Packed::place(tile);
        self.chows_of(group).around(place)
    }

    fn chows_of(&self, group: usize) -> Chows {
        let mut chows = self.starts.of(group);
        if let Some((in_group, place)) = self.chows_for_pungs.map(Packed::place)
            && in_group == group
        {
            chows.add(place, 3);
        }
        chows
    }

    /// Shows the division and the others that differ from it by three pungs in sequence being three chows.
    fn each_likeness(&self, visit: &mut impl FnMut(&Division)) {
        visit(self);
        let mut starts = self.pungs.sequences();
        while let Some(start) = starts.take_highest() {
            let other = Division {
                pungs: self.pungs.without(TileKindSet::from(start, 3)),
                chows: self.chows + 3,
                chows_for_pungs: Some(start),
                ..*self
            };
            visit(&other);
        }
    }
}

/// Shows every division of the tiles into sets, at most four, and a pair, each once, to `visit`: by the tile of the pair,
/// then by the lowest set, a pung before a chow. There are at most four of each tile.
pub(crate) fn each_division(tiles: &Packed, visit: &mut impl FnMut(&Division)) {
    let (mut pungs, mut starts) = (TileKindSet::NONE, ChowsBySuit::default());
    // All groups are sets but the one with the pair.
    let mut paired = 0u32;
    for group in 0..4 {
        let (are_sets, of_pungs, chows) = tiles.group(group).sets(group);
        pungs = pungs.or(TileKindSet::of_places(group, of_pungs));
        starts = starts.with(group, chows);
        paired |= u32::from(!are_sets) << group;
    }
    if !paired.is_power_of_two() {
        return;
    }
    let paired = paired.trailing_zeros() as usize;
    let group = tiles.group(paired);
    for place in group.possible_pairs() {
        let (are_sets, of_pungs, chows) = group.without(place, 2).sets(paired);
        if are_sets {
            let starts = starts.with(paired, chows);
            let division = Division {
                pungs: pungs.or(TileKindSet::of_places(paired, of_pungs)),
                chows: starts.total(),
                starts,
                chows_for_pungs: None,
                pair: Packed::tile(paired, place),
            };
            division.each_likeness(visit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Suit;
    use crate::packed::Group;
    use crate::sets::Set;

    type Counts = [u32; 9];

    fn counts(suit: Group) -> Counts {
        std::array::from_fn(|place| suit.count(place as u32))
    }

    /// The places of the pungs in every way to divide a suit into sets, tried one after another.
    fn ways(suit: Counts) -> Vec<u64> {
        let threes = suit
            .iter()
            .rev()
            .fold(0, |threes, &count| threes << 1 | u64::from(count >= 3));
        let possible = (0..1 << 9).filter(|pungs| pungs & !threes == 0);
        let right = possible.filter(|pungs| {
            let mut left = suit;
            let taken = (0..9).filter(|place| pungs >> place & 1 == 1);
            let mut taken = taken.map(|place| take(&mut left, place, 3));
            taken.all(|is_there| is_there) && is_chows(left)
        });
        right.collect()
    }

    /// Takes some tiles away, if they are there.
    fn take(counts: &mut Counts, place: usize, count: u32) -> bool {
        let left = counts.get(place).and_then(|there| there.checked_sub(count));
        left.map(|left| counts[place] = left).is_some()
    }

    fn is_chows(mut left: Counts) -> bool {
        while let Some(lowest) = left.iter().position(|&count| count > 0) {
            if !(lowest..lowest + 3).all(|place| take(&mut left, place, 1)) {
                return false;
            }
        }
        true
    }

    /// Shows every suit of at most so many tiles.
    fn each_suit(suit: &mut Vec<Tile>, rank: u8, room: usize, visit: &mut impl FnMut(&[Tile])) {
        let Some(tile) = Tile::suited(Suit::Characters, rank) else {
            return visit(suit);
        };
        let tiles = suit.len();
        for count in 0..=room.min(4) {
            suit.resize(tiles + count, tile);
            each_suit(suit, rank + 1, room - count, visit);
        }
        suit.truncate(tiles);
    }

    #[test]
    fn every_suit_is_divided_in_every_way() {
        let (mut most, mut pair) = (0, 0);
        let honours = [Tile::RED; 2];
        each_suit(&mut Vec::new(), 1, 12, &mut |suit| {
            let tiles = packed(suit.iter().chain(&honours));
            let mut found = Vec::new();
            each_division(&tiles, &mut |division| {
                assert_eq!(division.pair, Tile::RED);
                let pungs = division.pungs.of_group(0);
                let sets = pungs.count_ones() + division.chows;
                assert_eq!(sets as usize * 3, suit.len());
                assert_eq!(tiles_of(division), tiles);
                found.push(pungs);
            });
            // More pungs at lower places come first.
            let in_order = |pungs: &u64| std::cmp::Reverse(pungs.reverse_bits());
            assert!(found.is_sorted_by_key(in_order), "{suit:?}");
            let mut expected = ways(counts(tiles.group(0)));
            expected.sort_by_key(in_order);
            assert_eq!(found, expected, "{suit:?}");
            most = most.max(found.len());
            if suit.len() % 3 == 2 {
                let (mut found, tiles) = (0, packed(suit));
                each_division(&tiles, &mut |division| {
                    assert_eq!(tiles_of(division), tiles);
                    found += 1;
                });
                let expected = (0..9).filter_map(|place| {
                    let mut left = counts(tiles.group(0));
                    take(&mut left, place, 2).then(|| ways(left).len())
                });
                assert_eq!(found, expected.sum::<usize>(), "{suit:?}");
                pair += found;
            }
        });
        assert_eq!(most, 3);
        assert!(pair > 0);
    }

    #[test]
    fn the_sets_of_each_suit_stay_apart() {
        let [characters, bamboos, dots] = Suit::ALL.map(|suit| {
            move |ranks: &[u8]| {
                let tiles = ranks.iter().map(|&rank| Tile::suited(suit, rank));
                tiles.collect::<Option<Vec<Tile>>>().unwrap()
            }
        });
        let hands = [
            [
                characters(&[1, 2, 3]),
                bamboos(&[1, 2, 3]),
                dots(&[1, 2, 3]),
            ],
            [characters(&[7, 8, 9]), bamboos(&[2, 2, 3, 3, 4, 4]), vec![]],
            [
                characters(&[5, 5, 5]),
                vec![],
                dots(&[6, 6, 6, 7, 8, 7, 8, 9, 9]),
            ],
            [vec![], bamboos(&[7, 8, 9, 9, 9, 9]), dots(&[1, 1, 1])],
        ];
        for hand in hands {
            let tiles = packed(hand.iter().flatten().chain(&[Tile::RED; 2]));
            let mut found = 0;
            each_division(&tiles, &mut |division| {
                assert_eq!(tiles_of(division), tiles, "{hand:?}");
                let sets = hand.iter().flatten().count() as u32 / 3;
                let pungs = Tile::all().filter(|&tile| division.has_pung(tile)).count() as u32;
                assert_eq!(division.chows + pungs, sets, "{hand:?}");
                found += 1;
            });
            assert_eq!(found, 1, "{hand:?}");
        }
    }

    fn tiles_of(division: &Division) -> Packed {
        let mut tiles = vec![division.pair; 2];
        division.each_set(&mut |kind, tile| tiles.extend(Set::drawn(kind, tile).tiles()));
        packed(&tiles)
    }

    fn packed<'a>(tiles: impl IntoIterator<Item = &'a Tile>) -> Packed {
        let mut packed = Packed::default();
        tiles.into_iter().for_each(|&tile| packed.add(tile));
        packed
    }
}
