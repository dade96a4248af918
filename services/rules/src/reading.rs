//! The ways to read a complete hand.

use crate::divide::{self, Sets};
use crate::{Hand, Meld, MeldKind, Tile, TileCounts, WonBy};

/// What a set is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SetKind {
    /// Three identical tiles.
    Pung,
    /// Four identical tiles.
    Kong,
    /// Three in sequence.
    Chow,
    /// The eyes, or one pair of seven.
    Pair,
}

/// A set or pair in a reading.
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
    /// Its tiles, two to four.
    #[must_use]
    pub fn tiles(&self) -> Vec<Tile> {
        match self.kind {
            SetKind::Pair => vec![self.tile; 2],
            SetKind::Pung => vec![self.tile; 3],
            SetKind::Kong => vec![self.tile; 4],
            SetKind::Chow => self.tile.chow().map_or_else(Vec::new, Vec::from),
        }
    }

    fn has(&self, tile: Tile) -> bool {
        match self.kind {
            SetKind::Pair | SetKind::Pung | SetKind::Kong => self.tile == tile,
            SetKind::Chow => self.tile.chow().is_some_and(|chow| chow.contains(&tile)),
        }
    }

    fn pair(tile: Tile) -> Set {
        Set {
            kind: SetKind::Pair,
            tile,
            concealed: true,
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

/// The shape of a reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Shape {
    /// Four sets and a pair.
    Standard,
    /// Seven different pairs 七對子.
    SevenPairs,
    /// One of each terminal and honour, and one of them twice 十三么.
    ThirteenOrphans,
    /// Won at once by bonus tiles 花糊: there is nothing to read.
    BonusTiles,
}

/// One way to read a winning hand.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Reading {
    /// Its shape.
    pub shape: Shape,
    /// Four sets, declared ones first, and the pair; or seven pairs; none in the other shapes.
    pub sets: Vec<Set>,
    /// The place in `sets` of the one that the winning tile completed.
    pub completed: Option<usize>,
}

impl Reading {
    fn without_sets(shape: Shape) -> Reading {
        Reading {
            shape,
            sets: Vec::new(),
            completed: None,
        }
    }

    /// A reading whose winning tile stands in the set at `place`: there, only an own draw keeps the set concealed.
    fn completed_at(shape: Shape, sets: &[Set], place: usize, own_draw: bool) -> Reading {
        let mut sets = sets.to_vec();
        sets[place].concealed = own_draw;
        Reading {
            shape,
            sets,
            completed: Some(place),
        }
    }
}

/// Shows every reading of a hand to `visit`, in the order that [`score`](crate::score()) promises for ties.
///
/// The hand must have passed the checks.
pub(crate) fn each_reading<S: Copy>(
    hand: &Hand,
    won_by: &WonBy<S>,
    visit: &mut impl FnMut(Reading),
) {
    let Some(winning_tile) = hand.winning_tile else {
        return visit(Reading::without_sets(Shape::BonusTiles));
    };
    let own_draw = won_by.is_own_draw();
    let concealed = TileCounts::of(hand.concealed.iter().copied().chain([winning_tile]));
    let declared: Vec<Set> = hand.melds.iter().filter_map(Set::declared).collect();
    divide::each_division(
        &concealed,
        4 - declared.len().min(4),
        &mut |drawn: &Sets, pair| {
            let sets: Vec<Set> = declared
                .iter()
                .copied()
                .chain(drawn.iter())
                .chain([Set::pair(pair)])
                .collect();
            for place in declared.len()..sets.len() {
                // Equal sets stand next to each other; the tile in the second would be the same reading again.
                let repeats = place > declared.len() && sets[place] == sets[place - 1];
                if sets[place].has(winning_tile) && !repeats {
                    visit(Reading::completed_at(
                        Shape::Standard,
                        &sets,
                        place,
                        own_draw,
                    ));
                }
            }
        },
    );
    if declared.is_empty() {
        if let Some(pairs) = divide::seven_pairs(&concealed) {
            let sets = pairs.map(Set::pair);
            if let Some(place) = sets.iter().position(|pair| pair.has(winning_tile)) {
                visit(Reading::completed_at(
                    Shape::SevenPairs,
                    &sets,
                    place,
                    own_draw,
                ));
            }
        }
        if divide::thirteen_orphans(&concealed) {
            visit(Reading::without_sets(Shape::ThirteenOrphans));
        }
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
    divide::thirteen_orphans(tiles)
}
