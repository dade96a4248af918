//! What the patterns look at in a win before it is read.

use crate::packed::Packed;
use crate::sets::Sets;
use crate::tile_kind_set::TileKindSet;
use crate::{BonusTile, Meld, MeldKind, Suit, Tile, Win};

/// What holds of a winner's tiles and hold under every reading.
#[derive(Clone, Copy)]
pub(crate) struct TileFeatures {
    /// The concealed tiles and the winning tile.
    pub(crate) concealed: Packed,
    /// The melded tiles too.
    pub(crate) all: Packed,
    /// The kinds of all of them.
    pub(crate) kinds: TileKindSet,
    pub(crate) winning: Option<Tile>,
    /// Whether somebody else gave the winning tile.
    pub(crate) given: bool,
    /// How many melds are declared.
    pub(crate) melds: u32,
    /// What they are said to be.
    pub(crate) declared: Sets,
    /// Whether each is that.
    pub(crate) are_melds: bool,
    /// The declared pungs and kongs.
    pub(crate) melded_pungs: TileKindSet,
    pub(crate) melded_chows: u32,
    pub(crate) kongs: u32,
    pub(crate) concealed_kongs: u32,
    /// The flowers and seasons, a bit for each.
    bonus: u8,
}

impl TileFeatures {
    /// Of tiles that have not been checked, at most [`Packed::MOST`], only the counts mean anything.
    pub(crate) fn of(win: &Win) -> TileFeatures {
        let hand = &win.hand;
        let mut facts = TileFeatures {
            concealed: Packed::default(),
            all: Packed::default(),
            kinds: TileKindSet::NONE,
            winning: hand.winning_tile,
            given: !win.circumstances.won_by.is_own_draw(),
            melds: hand.melds.len() as u32,
            declared: Sets::none(),
            are_melds: true,
            melded_pungs: TileKindSet::NONE,
            melded_chows: 0,
            kongs: 0,
            concealed_kongs: 0,
            bonus: 0,
        };
        let mut draw = |tile| {
            facts.concealed.add(tile);
            facts.kinds.add(tile);
        };
        hand.concealed.iter().for_each(|&tile| draw(tile));
        hand.winning_tile.iter().for_each(|&tile| draw(tile));
        facts.all = facts.concealed;
        for meld in &hand.melds {
            let mut kinds = TileKindSet::NONE;
            for &tile in &meld.tiles {
                facts.all.add(tile);
                kinds.add(tile);
            }
            facts.kinds = facts.kinds.or(kinds);
            facts.declared.declare(meld.kind, kinds);
            facts.are_melds &= is_meld(meld, kinds);
            match meld.kind {
                MeldKind::Chow => facts.melded_chows += 1,
                MeldKind::Pung => facts.melded_pungs = facts.melded_pungs.or(kinds),
                MeldKind::ExposedKong | MeldKind::AddedKong | MeldKind::ConcealedKong => {
                    facts.melded_pungs = facts.melded_pungs.or(kinds);
                    facts.kongs += 1;
                    facts.concealed_kongs += u32::from(!meld.kind.is_exposed());
                }
            }
        }
        for tile in &hand.bonus_tiles {
            facts.bonus |= 1 << tile.index();
        }
        facts
    }

    /// Whether all suit tiles are of one suit, and there are some.
    pub(crate) fn has_one_suit(&self) -> bool {
        let there = |suit| u32::from(self.kinds.meet(TileKindSet::of_suit(suit)));
        Suit::ALL.map(there).iter().sum::<u32>() == 1
    }

    /// Whether nothing was claimed before the winning tile.
    pub(crate) fn is_concealed(&self) -> bool {
        self.melds == self.concealed_kongs
    }

    /// Whether the hand is concealed, and is 1112345678999 and one more tile of the suit.
    pub(crate) fn has_nine_gates(&self) -> bool {
        self.melds == 0 && self.are_nine_gates(&self.concealed)
    }

    /// Whether the thirteen tiles before the winning tile are 1112345678999.
    pub(crate) fn is_pure(&self) -> bool {
        self.melds == 0
            && self.winning.is_some_and(|winning| {
                let mut before = self.concealed;
                before.remove(winning);
                self.are_nine_gates(&before)
            })
    }

    /// Whether some of the tiles, which are all of one suit, are at least 1112345678999.
    fn are_nine_gates(&self, tiles: &Packed) -> bool {
        Suit::ALL.into_iter().any(|suit| {
            self.kinds == TileKindSet::of_suit(suit) && tiles.group(suit as usize).has_nine_gates()
        })
    }

    /// Whether a bonus tile was set aside.
    pub(crate) fn has_bonus(&self, tile: BonusTile) -> bool {
        self.bonus >> tile.index() & 1 == 1
    }

    /// Whether all four flowers were set aside.
    pub(crate) fn has_all_flowers(&self) -> bool {
        self.bonus & 0x0f == 0x0f
    }

    /// Whether all four seasons were set aside.
    pub(crate) fn has_all_seasons(&self) -> bool {
        self.bonus & 0xf0 == 0xf0
    }

    /// How many bonus tiles were set aside.
    pub(crate) fn bonus_tiles(&self) -> u32 {
        self.bonus.count_ones()
    }
}

/// Whether a meld of tiles of some kinds is what it is said to be.
pub(crate) fn is_meld(meld: &Meld, kinds: TileKindSet) -> bool {
    match meld.kind {
        MeldKind::Chow => meld.tiles.len() == 3 && !kinds.sequences().is_empty(),
        MeldKind::Pung => meld.tiles.len() == 3 && kinds.is_one(),
        MeldKind::ExposedKong | MeldKind::AddedKong | MeldKind::ConcealedKong => {
            meld.tiles.len() == 4 && kinds.is_one()
        }
    }
}
