//! Dividing concealed tiles into sets and a pair.

use crate::Tile;
use crate::packed::{Chows, Group, Packed};

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

    /// The ways in their order: by the lowest set, a pung before a chow. Once the pungs are chosen, there is at most
    /// one way for the chows.
    fn of(group: Group, chows: bool) -> Ways {
        let mut ways = Ways::default();
        let pungs = group.threes();
        let choices = 1_u32 << pungs.count();
        for choice in (0..choices).rev() {
            let mut left = group;
            let mut chosen = 0;
            // The lowest place decides first: it is the highest bit of the choice.
            let mut bit = choices >> 1;
            for place in pungs {
                if choice & bit != 0 {
                    left = left.without(place, 3);
                    chosen |= 1 << place;
                }
                bit >>= 1;
            }
            let chows = if chows {
                left.chows()
            } else {
                left.is_empty().then(Chows::default)
            };
            if let (Some(chows), Some(way)) = (chows, ways.ways.get_mut(ways.len)) {
                *way = Way {
                    pungs: chosen,
                    chows,
                };
                ways.len += 1;
            }
        }
        ways
    }

    fn iter(&self) -> impl Iterator<Item = Way> {
        self.ways.into_iter().take(self.len)
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
            ways[group] = Ways::of(tiles, group < 3);
            if ways[group].len == 0 {
                return;
            }
        }
    }
    let with_pair = tiles.groups()[paired];
    for place in with_pair.twos() {
        ways[paired] = Ways::of(with_pair.without(place, 2), paired < 3);
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

    /// Every suit of at most fourteen tiles: what [`Ways::MOST`] promises, and that it promises no more than needed.
    #[test]
    fn no_suit_has_more_ways_than_there_is_room_for() {
        fn most(group: Group, place: u32, room: u64) -> usize {
            if place == 9 {
                let pungs = group.threes();
                let left = |choice: u32| {
                    pungs.enumerate().fold(group, |left, (bit, place)| {
                        if choice >> bit & 1 == 1 {
                            left.without(place, 3)
                        } else {
                            left
                        }
                    })
                };
                return (0..1 << pungs.count())
                    .filter(|&choice| left(choice).chows().is_some())
                    .count();
            }
            (0..=room.min(4))
                .map(|count| most(group.with(place, count), place + 1, room - count))
                .max()
                .unwrap()
        }
        assert_eq!(most(Group::default(), 0, 14), Ways::MOST);
    }
}
