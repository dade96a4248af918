//! What the patterns look at: facts of a win, and of one reading of it.

use crate::packed::{Group, Packed};
use crate::reading::{Candidate, Form, SetKind, Shape};
use crate::{BonusTile, KongKind, MeldKind, Suit, Tile, Win};

/// Facts of a winner's tiles that hold under every reading.
#[derive(Clone, Copy)]
pub(crate) struct TileFacts {
    /// The concealed tiles and the winning tile.
    pub(crate) concealed: Packed,
    /// The melded tiles too.
    pub(crate) all: Packed,
    pub(crate) winning: Option<Tile>,
    /// Whether somebody else gave the winning tile.
    pub(crate) given: bool,
    /// How many melds are declared.
    pub(crate) melds: u32,
    /// The declared pungs and kongs, a bit for each tile.
    melded_pungs: u64,
    melded_chows: u32,
    pub(crate) kongs: u32,
    concealed_kongs: u32,
    /// The flowers and seasons, a bit for each.
    bonus: u8,
}

impl TileFacts {
    /// Of tiles that have not been checked, at most [`Packed::MOST`], only the counts mean anything.
    pub(crate) fn of(win: &Win) -> TileFacts {
        let hand = &win.hand;
        let mut facts = TileFacts {
            concealed: Packed::default(),
            all: Packed::default(),
            winning: hand.winning_tile,
            given: !win.circumstances.won_by.is_own_draw(),
            melds: hand.melds.len() as u32,
            melded_pungs: 0,
            melded_chows: 0,
            kongs: 0,
            concealed_kongs: 0,
            bonus: 0,
        };
        hand.concealed
            .iter()
            .for_each(|&tile| facts.concealed.add(tile));
        hand.winning_tile
            .iter()
            .for_each(|&tile| facts.concealed.add(tile));
        facts.all = facts.concealed;
        for meld in &hand.melds {
            meld.tiles.iter().for_each(|&tile| facts.all.add(tile));
            let tile = meld.tiles.first().map_or(0, |tile| 1 << tile.index());
            match meld.kind {
                MeldKind::Chow => facts.melded_chows += 1,
                MeldKind::Pung => facts.melded_pungs |= tile,
                MeldKind::Kong(kong) => {
                    facts.melded_pungs |= tile;
                    facts.kongs += 1;
                    facts.concealed_kongs += u32::from(kong == KongKind::Concealed);
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
        let there = |suit: &Group| u32::from(!suit.is_empty());
        self.all.suits().iter().map(there).sum::<u32>() == 1
    }

    /// Whether nothing was claimed before the winning tile.
    pub(crate) fn is_concealed(&self) -> bool {
        self.melds == self.concealed_kongs
    }

    /// Whether the thirteen tiles before the winning tile are 1112345678999.
    pub(crate) fn is_pure(&self) -> bool {
        self.melds == 0
            && self.winning.is_some_and(|winning| {
                let mut before = self.concealed;
                before.remove(winning);
                before.has_nine_gates()
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

/// Facts of one reading of a win. A kong counts as a pung everywhere but in `kongs`.
pub(crate) struct Facts<'a> {
    pub(crate) win: &'a Win,
    pub(crate) tiles: &'a TileFacts,
    pub(crate) shape: Shape,
    pub(crate) chows: u32,
    pub(crate) concealed_pungs: u32,
    /// The tile of the pair; `None` unless the reading is four sets and a pair.
    pub(crate) pair: Option<Tile>,
    /// The pungs, a bit for each tile.
    pungs: u64,
}

/// The tiles of a kind, a bit for each.
const fn mask(first: Tile, count: u32) -> u64 {
    ((1 << count) - 1) << first.index()
}

const DRAGONS: u64 = mask(Tile::RED, 3);
const WINDS: u64 = mask(Tile::wind(crate::Wind::East), 4);

impl<'a> Facts<'a> {
    pub(crate) fn of(win: &'a Win, tiles: &'a TileFacts, candidate: &Candidate) -> Facts<'a> {
        let mut facts = Facts {
            win,
            tiles,
            shape: candidate.form.shape(),
            chows: 0,
            concealed_pungs: 0,
            pair: None,
            pungs: 0,
        };
        if let Form::Standard(division) = &candidate.form {
            let drawn = division.pungs;
            let given = tiles.given && matches!(candidate.completed, Some((SetKind::Pung, _)));
            facts.chows = division.chows() + tiles.melded_chows;
            facts.pungs = drawn | tiles.melded_pungs;
            facts.concealed_pungs = drawn.count_ones() - u32::from(given) + tiles.concealed_kongs;
            facts.pair = Some(division.pair);
        }
        facts
    }

    /// How many pungs and kongs there are.
    pub(crate) fn pungs(&self) -> u32 {
        self.pungs.count_ones()
    }

    /// Whether there is a pung or kong of a tile.
    pub(crate) fn has_pung(&self, tile: Tile) -> bool {
        self.pungs >> tile.index() & 1 == 1
    }

    /// How many pungs and kongs of dragons there are.
    pub(crate) fn dragon_pungs(&self) -> u32 {
        (self.pungs & DRAGONS).count_ones()
    }

    /// How many pungs and kongs of winds there are.
    pub(crate) fn wind_pungs(&self) -> u32 {
        (self.pungs & WINDS).count_ones()
    }

    /// How many pungs and kongs of a suit there are.
    pub(crate) fn pungs_of(&self, suit: Suit) -> u32 {
        let suit = match suit {
            Suit::Characters => 0,
            Suit::Dots => 9,
            Suit::Bamboos => 18,
        };
        (self.pungs & (0x1ff << suit)).count_ones()
    }
}
