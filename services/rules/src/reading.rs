//! The ways to read a complete hand.

use crate::divide::{self, Sets};
use crate::{Hand, Meld, MeldKind, Tile, TileCounts, WonBy};

/// A set of three or four tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SetKind {
    /// Three identical tiles.
    Pung,
    /// Four identical tiles.
    Kong,
    /// Three in sequence.
    Chow,
}

/// A set in a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Set {
    /// What it is.
    pub kind: SetKind,
    /// Its tile, the lowest of a chow.
    pub tile: Tile,
    /// Whether it counts as concealed: made of the winner's own draws only.
    pub concealed: bool,
}

impl Set {
    /// Its tiles, three or four.
    #[must_use]
    pub fn tiles(&self) -> Vec<Tile> {
        match self.kind {
            SetKind::Pung => vec![self.tile; 3],
            SetKind::Kong => vec![self.tile; 4],
            SetKind::Chow => self.tile.chow().map_or_else(Vec::new, Vec::from),
        }
    }

    fn has(&self, tile: Tile) -> bool {
        match (self.kind, self.tile.chow()) {
            (SetKind::Chow, Some(chow)) => chow.contains(&tile),
            (SetKind::Chow, None) | (SetKind::Pung | SetKind::Kong, _) => self.tile == tile,
        }
    }

    fn declared(meld: &Meld) -> Option<Set> {
        let kind = match meld.kind {
            MeldKind::Chow => SetKind::Chow,
            MeldKind::Pung => SetKind::Pung,
            MeldKind::Kong(_) => SetKind::Kong,
        };
        let tile = meld.tiles.iter().min().copied()?;
        Some(Set {
            kind,
            tile,
            concealed: !meld.kind.is_exposed(),
        })
    }
}

/// Where the winning tile stands in four sets and a pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Completed {
    /// In the set at this place, 0–3.
    Set(usize),
    /// In the pair.
    Pair,
}

/// One way to read a winning hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reading {
    /// Four sets and a pair.
    Standard {
        /// The sets, declared ones first.
        sets: [Set; 4],
        /// The tile of the pair.
        pair: Tile,
        /// Where the winning tile stands.
        completed: Completed,
    },
    /// Seven different pairs 七對子.
    SevenPairs {
        /// The tiles of the pairs, in order.
        pairs: [Tile; 7],
    },
    /// One of each terminal and honour, and one of them twice 十三么.
    ThirteenOrphans {
        /// The tile that is there twice.
        pair: Tile,
    },
    /// Won at once by bonus tiles: there is nothing to read.
    BonusTiles,
}

/// Shows every reading of a hand to `visit`, in a fixed order: divisions into four sets and a pair (by the tile of
/// the pair, then by the lowest set, a pung before a chow), each with the winning tile in every place it fits (sets
/// first, then the pair); then seven pairs; then thirteen orphans.
///
/// The hand must have passed the checks.
pub(crate) fn each_reading<S>(hand: &Hand, won_by: &WonBy<S>, visit: &mut impl FnMut(Reading)) {
    let Some(winning_tile) = hand.winning_tile else {
        return visit(Reading::BonusTiles);
    };
    let concealed = TileCounts::of(hand.concealed.iter().copied().chain([winning_tile]));
    let declared: Vec<Set> = hand.melds.iter().filter_map(Set::declared).collect();
    let by_own_draw = matches!(won_by, WonBy::SelfDraw | WonBy::BonusTiles);
    divide::each_division(
        &concealed,
        4 - declared.len().min(4),
        &mut |drawn: &Sets, pair| {
            if let Some(sets) = four(&declared, drawn) {
                each_place(sets, declared.len(), pair, winning_tile, by_own_draw, visit);
            }
        },
    );
    if declared.is_empty() {
        if let Some(pairs) = divide::seven_pairs(&concealed) {
            visit(Reading::SevenPairs { pairs });
        }
        if let Some(pair) = divide::thirteen_orphans(&concealed) {
            visit(Reading::ThirteenOrphans { pair });
        }
    }
}

fn four(declared: &[Set], drawn: &Sets) -> Option<[Set; 4]> {
    let mut all = declared.iter().copied().chain(drawn.iter());
    Some([all.next()?, all.next()?, all.next()?, all.next()?])
}

fn each_place(
    sets: [Set; 4],
    declared: usize,
    pair: Tile,
    winning_tile: Tile,
    by_own_draw: bool,
    visit: &mut impl FnMut(Reading),
) {
    for place in declared..4 {
        // Equal sets stand next to each other; putting the tile in the second would be the same reading again.
        let repeats = place > declared && sets[place] == sets[place - 1];
        if sets[place].has(winning_tile) && !repeats {
            let mut sets = sets;
            sets[place].concealed = by_own_draw;
            visit(Reading::Standard {
                sets,
                pair,
                completed: Completed::Set(place),
            });
        }
    }
    if pair == winning_tile {
        visit(Reading::Standard {
            sets,
            pair,
            completed: Completed::Pair,
        });
    }
}

/// Whether tiles are so many sets (0–4) and a pair.
#[must_use]
pub fn is_standard(tiles: &TileCounts, sets: usize) -> bool {
    let mut found = false;
    divide::each_division(tiles, sets, &mut |_, _| found = true);
    found
}

/// Whether fourteen tiles are seven different pairs.
#[must_use]
pub fn is_seven_pairs(tiles: &TileCounts) -> bool {
    divide::seven_pairs(tiles).is_some()
}

/// Whether fourteen tiles are thirteen orphans.
#[must_use]
pub fn is_thirteen_orphans(tiles: &TileCounts) -> bool {
    divide::thirteen_orphans(tiles).is_some()
}
