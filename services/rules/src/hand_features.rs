//! What the patterns look at in one reading of a win.

use crate::reading::{Candidate, Form};
use crate::tile_features::TileFeatures;
use crate::tile_kind_set::TileKindSet;
use crate::{SetKind, Shape, Tile, Win};

/// What holds of one reading of a win. A kong counts as a pung everywhere but in `kongs`.
pub(crate) struct HandFeatures<'a> {
    pub(crate) win: &'a Win,
    pub(crate) tiles: &'a TileFeatures,
    pub(crate) shape: Shape,
    pub(crate) chows: u32,
    /// How many pungs and kongs there are.
    pub(crate) pungs: u32,
    pub(crate) concealed_pungs: u32,
    /// The tiles of the pungs and kongs.
    pub(crate) of_pungs: TileKindSet,
    /// The tile of the pair; none unless the reading is four sets and a pair.
    pub(crate) pair: TileKindSet,
}

impl<'a> HandFeatures<'a> {
    pub(crate) fn of(
        win: &'a Win,
        tiles: &'a TileFeatures,
        candidate: &Candidate,
    ) -> HandFeatures<'a> {
        let mut facts = HandFeatures {
            win,
            tiles,
            shape: candidate.form.shape(),
            chows: 0,
            pungs: 0,
            concealed_pungs: 0,
            of_pungs: TileKindSet::NONE,
            pair: TileKindSet::NONE,
        };
        if let Form::Standard(division) = &candidate.form {
            let given = tiles.given && matches!(candidate.completed, Some((SetKind::Pung, _)));
            facts.chows = division.chows + tiles.melded_chows;
            facts.pungs = 4 - facts.chows;
            facts.concealed_pungs =
                4 - tiles.melds - division.chows - u32::from(given) + tiles.concealed_kongs;
            facts.of_pungs = division.pungs.or(tiles.melded_pungs);
            facts.pair = TileKindSet::of(division.pair);
        }
        facts
    }

    /// Whether some kinds have pungs or kongs, but for one that is the pair.
    pub(crate) fn little(&self, kinds: TileKindSet) -> bool {
        kinds.meet(self.pair) && self.of_pungs.or(self.pair).contain(kinds)
    }

    /// How many pungs and kongs of dragons there are.
    pub(crate) fn dragon_pungs(&self) -> u32 {
        let has = |dragon| u32::from(self.of_pungs.contains(dragon));
        has(Tile::RED) + has(Tile::GREEN) + has(Tile::WHITE)
    }
}
