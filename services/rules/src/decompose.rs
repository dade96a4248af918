//! Dividing concealed tiles into sets and a pair.

use crate::SetKind;
use crate::Tile;
use crate::packed::{Chows, Group, Packed};
use crate::tile_kind_set::TileKindSet;

/// One division of concealed tiles into sets and a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Division {
    /// The tiles of the pungs.
    pub(crate) pungs: TileKindSet,
    /// How many chows there are.
    pub(crate) chows: u32,
    /// Where they start, by group; none do among the honours.
    starts: [Chows; 4],
    /// The tile of the pair.
    pub(crate) pair: Tile,
}

impl Division {
    /// The sets, by their tile, a pung before a chow.
    pub(crate) fn each_set(&self, visit: &mut impl FnMut(SetKind, Tile)) {
        for (group, &chows) in self.starts.iter().enumerate() {
            let (mut pungs, mut chows) = (self.pungs.of_group(group), chows);
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
        self.starts[group & 3].around(place)
    }

    /// Adds the sets of a group: whether it is sets and nothing else.
    fn add_group(&mut self, group: usize, tiles: Group) -> bool {
        if group < 3 {
            self.add_suit(group, tiles)
        } else {
            self.add_honours(tiles)
        }
    }

    /// Takes the lowest set away until there is none left. The lowest tile can only start a pung or chows, and never
    /// has to be taken back: three equal chows are as well three pungs, so three and more of it are a pung, if anything.
    fn add_suit(&mut self, suit: usize, tiles: Group) -> bool {
        let mut left = tiles;
        while !left.is_empty() {
            let place = left.lowest();
            let count = left.count(place);
            if count >= 3 {
                self.pungs.add(Packed::tile(suit, place));
                left = left.without(place, 3);
            } else {
                match left.without_chows(place, count.into()) {
                    Some(rest) => left = rest,
                    None => return false,
                }
                self.chows += count;
                self.starts[suit & 3].add(place, count);
            }
        }
        true
    }

    /// Winds and dragons can only be pungs.
    fn add_honours(&mut self, honours: Group) -> bool {
        let mut left = honours;
        for place in honours.threes() {
            self.pungs.add(Packed::tile(3, place));
            left = left.without(place, 3);
        }
        left.is_empty()
    }

    /// Shows the division and the others that differ from it by three pungs in sequence being three chows.
    fn each_likeness(&self, visit: &mut impl FnMut(&Division)) {
        visit(self);
        let mut starts = self.pungs.sequences();
        while let Some(start) = starts.take_highest() {
            let (group, place) = Packed::place(start);
            let mut other = *self;
            other.pungs = self.pungs.without(TileKindSet::from(start, 3));
            other.chows += 3;
            other.starts[group & 3].add(place, 3);
            visit(&other);
        }
    }
}

/// Shows every division of the tiles into sets, at most four, and a pair, each once, to `visit`: by the tile of the pair,
/// then by the lowest set, a pung before a chow. There are at most four of each tile.
pub(crate) fn each_division(tiles: &Packed, visit: &mut impl FnMut(&Division)) {
    let mut sets = Division {
        pungs: TileKindSet::NONE,
        chows: 0,
        starts: [Chows::default(); 4],
        pair: Tile::WHITE,
    };
    // Sets are threes: the group with the pair has two tiles more, and no other group has any over.
    let mut paired = None;
    for group in 0..4 {
        match tiles.total_of(group) % 3 {
            0 if sets.add_group(group, tiles.group(group)) => {}
            2 if paired.is_none() => paired = Some(group),
            _ => return,
        }
    }
    let Some(paired) = paired else {
        return;
    };
    for place in tiles.possible_pairs(paired) {
        let mut division = Division {
            pair: Packed::tile(paired, place),
            ..sets
        };
        if division.add_group(paired, tiles.group(paired).without(place, 2)) {
            division.each_likeness(visit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Suit;

    /// The places of the pungs in every way to divide a suit into sets, tried one after another.
    fn ways(suit: Group) -> Vec<u64> {
        let places: Vec<u32> = suit.threes().collect();
        let chosen = |choice: &u32| {
            let pungs = (0..).zip(&places);
            let chosen = pungs.filter(|(bit, _)| choice >> bit & 1 == 1);
            chosen.map(|(_, &place)| place).collect::<Vec<u32>>()
        };
        let choices = (0..1 << places.len()).map(|choice| chosen(&choice));
        let right = choices.filter(|pungs| {
            let without = |left: Group, &place: &u32| left.without(place, 3);
            is_chows(pungs.iter().fold(suit, without))
        });
        right
            .map(|pungs| pungs.iter().map(|place| 1 << place).sum())
            .collect()
    }

    fn is_chows(mut left: Group) -> bool {
        while !left.is_empty() {
            match left.without_chows(left.lowest(), 1) {
                Some(rest) => left = rest,
                None => return false,
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
                found.push(pungs);
            });
            // More pungs at lower places come first.
            let in_order = |pungs: &u64| std::cmp::Reverse(pungs.reverse_bits());
            assert!(found.is_sorted_by_key(in_order), "{suit:?}");
            let mut expected = ways(tiles.group(0));
            expected.sort_by_key(in_order);
            assert_eq!(found, expected, "{suit:?}");
            most = most.max(found.len());
            if suit.len() % 3 == 2 {
                let (mut found, tiles) = (0, packed(suit));
                each_division(&tiles, &mut |_| found += 1);
                let suit = tiles.group(0);
                let expected = suit.twos().map(|place| ways(suit.without(place, 2)).len());
                assert_eq!(found, expected.sum::<usize>(), "{suit:?}");
                pair += found;
            }
        });
        assert_eq!(most, 3);
        assert!(pair > 0);
    }

    fn packed<'a>(tiles: impl IntoIterator<Item = &'a Tile>) -> Packed {
        let mut packed = Packed::default();
        tiles.into_iter().for_each(|&tile| packed.add(tile));
        packed
    }
}
