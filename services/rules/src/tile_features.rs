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
    // Inlined, so that the many fields are not copied.
    #[inline(always)]
    pub(crate) fn of(win: &Win) -> TileFeatures {
        let hand = &win.hand;
        let (mut concealed, mut kinds) = (Packed::default(), TileKindSet::NONE);
        let mut draw = |tile| {
            concealed.add(tile);
            kinds.add(tile);
        };
        hand.concealed.iter().for_each(|&tile| draw(tile));
        hand.winning_tile.iter().for_each(|&tile| draw(tile));
        let mut facts = TileFeatures {
            concealed,
            all: concealed,
            kinds,
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
        hand.melds.iter().for_each(|meld| facts.declare(meld));
        for tile in &hand.bonus_tiles {
            facts.bonus |= 1 << tile.index();
        }
        facts
    }

    /// Adds a meld.
    // The counts take no branch: what the melds are cannot be predicted.
    #[inline(always)]
    fn declare(&mut self, meld: &Meld) {
        let mut kinds = TileKindSet::NONE;
        for &tile in &meld.tiles {
            self.all.add(tile);
            kinds.add(tile);
        }
        self.kinds = self.kinds.or(kinds);
        self.declared.declare(meld.kind, kinds);
        self.are_melds &= is_meld(meld, kinds);
        let is_chow = meld.kind == MeldKind::Chow;
        let of_pung = [kinds, TileKindSet::NONE][usize::from(is_chow)];
        self.melded_pungs = self.melded_pungs.or(of_pung);
        self.melded_chows += u32::from(is_chow);
        self.kongs += u32::from(meld.kind.is_kong());
        self.concealed_kongs += u32::from(meld.kind == MeldKind::ConcealedKong);
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
        // The tiles are the rarer of the two.
        self.are_nine_gates(&self.concealed) && self.melds == 0
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
    let are_kinds = if meld.kind == MeldKind::Chow {
        !kinds.sequences().is_empty()
    } else {
        kinds.is_one()
    };
    are_kinds & (meld.tiles.len() == 3 + usize::from(meld.kind.is_kong()))
}
