//! Dividing concealed tiles into sets and a pair.

use crate::Tile;
use crate::packed::{Chows, Group, Packed};
use crate::reading::SetKind;

/// One division of concealed tiles into sets and a pair.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Division {
    groups: [Way; 4],
    /// The tile of the pair.
    pub(crate) pair: Tile,
}

impl Division {
    /// The pungs, a bit for each tile.
    pub(crate) fn pungs(&self) -> u64 {
        let mask = |(group, way): (u32, &Way)| u64::from(way.pungs) << (9 * group);
        (0..).zip(&self.groups).map(mask).sum()
    }

    /// How many chows there are.
    pub(crate) fn chows(&self) -> u32 {
        self.groups.iter().map(|way| way.chows.total()).sum()
    }

    /// The sets, by their tile, a pung before a chow.
    pub(crate) fn each_set(&self, visit: &mut impl FnMut(SetKind, Tile)) {
        for (group, way) in self.groups.iter().enumerate() {
            let (mut pungs, mut chows) = (way.pungs, way.chows);
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
        let (group, place) = Packed::place(tile);
        self.groups[group].pungs >> place & 1 == 1
    }

    /// How many chows start with a tile.
    pub(crate) fn chows_from(&self, tile: Tile) -> u32 {
        let (group, place) = Packed::place(tile);
        self.groups[group].chows.count(place)
    }
}

/// One way to divide the tiles of a group.
#[derive(Clone, Copy, Debug, Default)]
struct Way {
    /// The pungs, a bit for each place.
    pungs: u16,
    chows: Chows,
}

/// Every way to divide the tiles of a group.
#[derive(Clone, Copy, Default)]
struct Ways {
    ways: [Way; Ways::MOST],
    len: usize,
}

impl Ways {
    /// A test tries every suit: no tiles have more ways.
    const MOST: usize = 3;

    /// The ways of a suit in their order: by the lowest set, a pung before a chow.
    fn of_suit(suit: Group) -> Ways {
        let mut ways = Ways::default();
        ways.divide(suit, Way::default());
        ways
    }

    /// Adds the ways that begin as one has begun. The lowest tile left can only start a pung or chows, so nothing is
    /// tried in vain unless three and more of it can be both.
    fn divide(&mut self, mut left: Group, mut way: Way) {
        while !left.is_empty() {
            let place = left.lowest();
            let count = left.count(place);
            let can_be_chows = left.has_chows(place, count);
            if count >= 3 && left.has_chows(place, count - 3) {
                let mut with_pung = way;
                with_pung.pungs |= 1 << place;
                let rest = left.without(place, 3);
                if can_be_chows {
                    self.divide(rest, with_pung);
                } else {
                    (left, way) = (rest, with_pung);
                    continue;
                }
            }
            if !can_be_chows {
                return;
            }
            left = left.without_chows(place, count);
            way.chows.add(place, count);
        }
        self.add(way);
    }

    /// Winds and dragons can only be pungs.
    fn of_honours(honours: Group) -> Ways {
        let mut ways = Ways::default();
        let (mut left, mut pungs) = (honours, 0);
        for place in honours.threes() {
            left = left.without(place, 3);
            pungs |= 1 << place;
        }
        if left.is_empty() {
            ways.add(Way {
                pungs,
                chows: Chows::default(),
            });
        }
        ways
    }

    fn of(tiles: Group, group: usize) -> Ways {
        if group < 3 {
            Ways::of_suit(tiles)
        } else {
            Ways::of_honours(tiles)
        }
    }

    fn add(&mut self, way: Way) {
        if let Some(place) = self.ways.get_mut(self.len) {
            *place = way;
            self.len += 1;
        }
    }

    fn iter(&self) -> impl Iterator<Item = Way> {
        self.ways[..self.len].iter().copied()
    }
}

/// Shows every division of the tiles into so many sets (0–4) and a pair, each once, to `visit`: by the tile of the
/// pair, then by the lowest set, a pung before a chow. There are at most four of each tile.
pub(crate) fn each_division(tiles: &Packed, sets: u32, visit: &mut impl FnMut(&Division)) {
    let totals = tiles.groups().map(Group::total);
    if totals.iter().sum::<u32>() != 3 * sets + 2 {
        return;
    }
    // Sets are threes: the group with the pair has two tiles more, and no other group has any over.
    let mut over = (0..4).filter(|&group| totals[group] % 3 != 0);
    let paired = match (over.next(), over.next()) {
        (Some(group), None) => group,
        (None | Some(_), _) => return,
    };
    let mut ways = [Ways::default(); 4];
    for (group, tiles) in tiles.groups().into_iter().enumerate() {
        if group != paired {
            ways[group] = Ways::of(tiles, group);
            if ways[group].len == 0 {
                return;
            }
        }
    }
    let with_pair = tiles.groups()[paired];
    let pairs = if paired < 3 {
        with_pair.possible_pairs()
    } else {
        with_pair.twos()
    };
    for place in pairs {
        ways[paired] = Ways::of(with_pair.without(place, 2), paired);
        each_combination(&ways, Packed::tile(paired, place), visit);
    }
}

fn each_combination(ways: &[Ways; 4], pair: Tile, visit: &mut impl FnMut(&Division)) {
    let [characters, dots, bamboos, honours] = ways;
    for characters in characters.iter() {
        for dots in dots.iter() {
            for bamboos in bamboos.iter() {
                for honours in honours.iter() {
                    let groups = [characters, dots, bamboos, honours];
                    visit(&Division { groups, pair });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every way to take pungs away so that chows are left, tried one after another.
    fn ways(group: Group) -> usize {
        let pungs = group.threes();
        let left = |choice: u32| {
            let chosen = (0..).zip(pungs).filter(|(bit, _)| choice >> bit & 1 == 1);
            chosen.fold(group, |left, (_, place)| left.without(place, 3))
        };
        (0..1 << pungs.len())
            .filter(|&choice| is_chows(left(choice)))
            .count()
    }

    fn is_chows(mut left: Group) -> bool {
        while !left.is_empty() {
            let place = left.lowest();
            if !left.has_chows(place, 1) {
                return false;
            }
            left = left.without_chows(place, 1);
        }
        true
    }

    /// Shows every suit of at most so many tiles.
    fn each_suit(suit: Group, place: u32, room: u64, visit: &mut impl FnMut(Group)) {
        if place == 9 {
            return visit(suit);
        }
        for count in 0..=room.min(4) {
            each_suit(suit.with(place, count), place + 1, room - count, visit);
        }
    }

    #[test]
    fn every_suit_is_divided_in_every_way() {
        let mut most = 0;
        each_suit(Group::default(), 0, 14, &mut |suit| {
            let found = Ways::of_suit(suit).len;
            assert_eq!(found, ways(suit), "{suit:?}");
            most = most.max(found);
            let pairs = suit
                .twos()
                .filter(|&place| Ways::of_suit(suit.without(place, 2)).len > 0);
            assert!(
                pairs
                    .into_iter()
                    .all(|place| suit.possible_pairs().any(|possible| possible == place))
            );
        });
        assert_eq!(most, Ways::MOST);
    }
}
