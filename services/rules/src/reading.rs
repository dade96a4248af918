//! The ways to read a complete hand.

use crate::decompose::{self, Division};
use crate::packed::Packed;
use crate::sets::{Set, Sets};
use crate::tile_features::TileFeatures;
use crate::tile_kind_set::TileKindSet;
use crate::winning_shape::WinningShapes;
use crate::{SetKind, Shape, Tile, TileCounts, Win, WinningShape};

/// One way to read a winning hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Reading {
    /// Its shape.
    pub shape: Shape,
    /// Four sets, declared ones first, and the pair; or seven pairs; none in the other shapes.
    pub sets: Sets,
    /// The place in `sets` of the one that the winning tile completed.
    pub completed: Option<usize>,
}

/// A reading that is not written out yet: to score a hand, nobody needs its sets in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Read {
    candidate: Candidate,
    /// The melds.
    declared: Sets,
    /// Whether somebody else gave the winning tile.
    given: bool,
}

impl Read {
    // Inlined, so that it is not copied.
    #[inline(always)]
    pub(crate) fn of(tiles: &TileFeatures, candidate: &Candidate) -> Read {
        Read {
            candidate: *candidate,
            declared: tiles.declared,
            given: tiles.given,
        }
    }

    /// Writes it out.
    pub(crate) fn reading(&self) -> Reading {
        let Candidate { form, completed } = self.candidate;
        let mut sets = Sets::none();
        match form {
            Form::Standard(division) => {
                sets = self.declared;
                division.each_set(&mut |kind, tile| sets.push(Set::drawn(kind, tile)));
                sets.push(Set::drawn(SetKind::Pair, division.pair));
            }
            Form::SevenPairs(kinds) => {
                let pairs = Tile::all().filter(|&tile| kinds.contains(tile));
                pairs.for_each(|tile| sets.push(Set::drawn(SetKind::Pair, tile)));
            }
            Form::ThirteenOrphans | Form::BonusTiles => {}
        }
        let completed = completed.and_then(|completed| {
            // Equal sets stand next to each other, and the first of them is the one.
            let is_it = |&place: &usize| (sets[place].kind, sets[place].tile) == completed;
            (self.declared.len()..sets.len()).find(is_it)
        });
        if let Some(place) = completed {
            sets.complete(place, !self.given);
        }
        Reading {
            shape: form.shape(),
            sets,
            completed,
        }
    }
}

/// A way to read a hand, before it is written out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Candidate {
    pub(crate) form: Form,
    /// The set or pair, by its kind and tile, that the winning tile completed.
    pub(crate) completed: Option<(SetKind, Tile)>,
}

/// How a hand is complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    Standard(Division),
    /// By the kinds of the pairs.
    SevenPairs(TileKindSet),
    ThirteenOrphans,
    BonusTiles,
}

impl Form {
    pub(crate) const fn shape(&self) -> Shape {
        match self {
            Form::Standard(_) => Shape::Standard,
            Form::SevenPairs(_) => Shape::SevenPairs,
            Form::ThirteenOrphans => Shape::ThirteenOrphans,
            Form::BonusTiles => Shape::BonusTiles,
        }
    }
}

/// Shows every way to read a hand to `visit`, in the shapes that win, in the order that [`score`](crate::score()) promises for ties.
///
/// The hand must have passed the checks. Without `every_place`, of the places in which the winning tile makes no
/// difference to any pattern of the catalogue only the first is shown.
pub(crate) fn each_candidate(
    tiles: &TileFeatures,
    shapes: WinningShapes,
    every_place: bool,
    visit: &mut impl FnMut(&Candidate),
) {
    let Some(winning) = tiles.winning else {
        return visit(&Candidate {
            form: Form::BonusTiles,
            completed: None,
        });
    };
    if shapes.contains(WinningShape::Standard) {
        each_standard_candidate(tiles, winning, every_place, visit);
    }
    // Fourteen concealed tiles leave none for melds.
    if shapes.contains(WinningShape::SevenPairs) && tiles.concealed.is_seven_pairs() {
        visit(&Candidate {
            form: Form::SevenPairs(tiles.kinds),
            completed: Some((SetKind::Pair, winning)),
        });
    }
    if shapes.contains(WinningShape::ThirteenOrphans) && tiles.concealed.is_thirteen_orphans() {
        visit(&Candidate {
            form: Form::ThirteenOrphans,
            completed: None,
        });
    }
}

/// The ways to read a hand as four sets and a pair.
fn each_standard_candidate(
    tiles: &TileFeatures,
    winning: Tile,
    every_place: bool,
    visit: &mut impl FnMut(&Candidate),
) {
    decompose::each_division(&tiles.concealed, &mut |division| {
        let mut shown = false;
        each_place(division, winning, &mut |kind| {
            // Only a pung cares: given its third tile, it is not concealed.
            let differs = tiles.given && kind.0 == SetKind::Pung;
            if every_place || differs || !shown {
                visit(&Candidate {
                    form: Form::Standard(*division),
                    completed: Some(kind),
                });
            }
            shown |= !differs;
        });
    });
}

/// Every reading of a win, in any shape, which need not have passed the checks: none, if no hand can be like this.
pub(crate) fn all(win: &Win) -> Vec<Reading> {
    let tiles = TileFeatures::of(win);
    let mut readings = Vec::new();
    let countable = win.hand.counts().total() <= Packed::MOST && !tiles.all.is_overdrawn();
    let complete = tiles.winning.is_none() || tiles.concealed.total() + 3 * tiles.melds == 14;
    if countable && complete {
        each_candidate(&tiles, WinningShapes::ALL, true, &mut |candidate| {
            readings.push(Read::of(&tiles, candidate).reading());
        });
    }
    readings
}

/// The sets and the pair of a division that the tile can stand in, in their order.
fn each_place(division: &Division, tile: Tile, visit: &mut impl FnMut((SetKind, Tile))) {
    let [third, second, first] = division.chows_with(tile);
    let chow = |back: u8, there: bool| {
        let from = if there { tile.back(back) } else { None };
        from.map(|from| (SetKind::Chow, from))
    };
    chow(2, third).into_iter().for_each(&mut *visit);
    chow(1, second).into_iter().for_each(&mut *visit);
    if division.has_pung(tile) {
        visit((SetKind::Pung, tile));
    }
    chow(0, first).into_iter().for_each(&mut *visit);
    if division.pair == tile {
        visit((SetKind::Pair, tile));
    }
}

/// Whether tiles, at most four of each, are so many sets (0–4) and a pair.
#[must_use]
pub fn is_standard(tiles: &TileCounts, sets: u32) -> bool {
    let mut found = false;
    if let Some(tiles) = legal(tiles).filter(|tiles| tiles.total() == 3 * sets + 2) {
        decompose::each_division(&tiles, &mut |_| found = true);
    }
    found
}

/// Whether fourteen tiles are seven different pairs.
#[must_use]
pub fn is_seven_pairs(tiles: &TileCounts) -> bool {
    legal(tiles).is_some_and(|tiles| tiles.is_seven_pairs())
}

/// Whether fourteen tiles are thirteen orphans.
#[must_use]
pub fn is_thirteen_orphans(tiles: &TileCounts) -> bool {
    legal(tiles).is_some_and(|tiles| tiles.is_thirteen_orphans())
}

/// The tiles, packed, if a hand can have them.
fn legal(tiles: &TileCounts) -> Option<Packed> {
    let legal = tiles.total() <= Packed::MOST && tiles.overdrawn().is_none();
    legal.then(|| Packed::from(tiles))
}
