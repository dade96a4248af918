//! What the patterns look at: facts of a reading, computed once.

use crate::reading::{Reading, Set, SetKind, Shape};
use crate::{BonusTile, Suit, Tile, TileCounts, Win};

/// Facts of a winner's tiles that hold under every reading.
#[derive(Clone, Copy)]
pub(crate) struct TileFacts {
    /// The playing tiles, melds and winning tile included.
    pub(crate) counts: TileCounts,
    suits: [bool; 3],
    /// Whether there are winds or dragons.
    pub(crate) honours: bool,
    /// Whether there are 1s or 9s.
    pub(crate) terminals: bool,
    /// Whether there are tiles of the ranks 2–8.
    pub(crate) middles: bool,
    bonus: [bool; BonusTile::KINDS],
}

impl TileFacts {
    pub(crate) fn of(win: &Win) -> TileFacts {
        let mut facts = TileFacts {
            counts: win.hand.counts(),
            suits: [false; 3],
            honours: false,
            terminals: false,
            middles: false,
            bonus: [false; BonusTile::KINDS],
        };
        for (tile, _) in facts.counts.present() {
            match tile.suit() {
                Some(suit) => facts.suits[suit as usize] = true,
                None => facts.honours = true,
            }
            facts.terminals |= tile.is_terminal();
            facts.middles |= !tile.is_honour() && !tile.is_terminal();
        }
        for tile in &win.hand.bonus_tiles {
            facts.bonus[tile.index()] = true;
        }
        facts
    }

    /// The suit, if there is exactly one.
    pub(crate) fn only_suit(&self) -> Option<Suit> {
        let mut suits = Suit::ALL
            .into_iter()
            .filter(|&suit| self.suits[suit as usize]);
        suits.next().filter(|_| suits.next().is_none())
    }

    /// Whether a bonus tile was set aside.
    pub(crate) fn has_bonus(&self, tile: BonusTile) -> bool {
        self.bonus[tile.index()]
    }

    /// How many bonus tiles were set aside.
    pub(crate) fn bonus_tiles(&self) -> usize {
        self.bonus.iter().filter(|&&held| held).count()
    }
}

/// Facts of one reading of a win. A kong counts as a pung everywhere but in `kongs`.
pub(crate) struct Facts<'a> {
    pub(crate) win: &'a Win,
    pub(crate) reading: &'a Reading,
    pub(crate) tiles: &'a TileFacts,
    pub(crate) chows: u8,
    pub(crate) pungs: u8,
    pub(crate) kongs: u8,
    pub(crate) concealed_pungs: u8,
    /// The tile of the pair; `None` unless the reading is four sets and a pair.
    pub(crate) pair: Option<Tile>,
    pung_of: [bool; Tile::KINDS],
}

impl<'a> Facts<'a> {
    pub(crate) fn of(win: &'a Win, tiles: &'a TileFacts, reading: &'a Reading) -> Facts<'a> {
        let mut facts = Facts {
            win,
            reading,
            tiles,
            chows: 0,
            pungs: 0,
            kongs: 0,
            concealed_pungs: 0,
            pair: None,
            pung_of: [false; Tile::KINDS],
        };
        if reading.shape == Shape::Standard {
            reading.sets.iter().for_each(|set| facts.count(set));
        }
        facts
    }

    fn count(&mut self, set: &Set) {
        match set.kind {
            SetKind::Chow => self.chows += 1,
            SetKind::Pair => self.pair = Some(set.tile),
            SetKind::Pung | SetKind::Kong => {
                self.pungs += 1;
                self.kongs += u8::from(set.kind == SetKind::Kong);
                self.concealed_pungs += u8::from(set.concealed);
                self.pung_of[set.tile.index()] = true;
            }
        }
    }

    /// Whether there is a pung or kong of a tile.
    pub(crate) fn has_pung(&self, tile: Tile) -> bool {
        self.pung_of[tile.index()]
    }

    /// How many pungs and kongs there are of tiles of a kind.
    pub(crate) fn pungs_where(&self, kind: impl Fn(Tile) -> bool) -> u8 {
        Tile::all()
            .filter(|&tile| self.has_pung(tile) && kind(tile))
            .fold(0, |count, _| count + 1)
    }

    /// Whether nothing was claimed before the winning tile.
    pub(crate) fn is_concealed(&self) -> bool {
        self.win
            .hand
            .melds
            .iter()
            .all(|meld| !meld.kind.is_exposed())
    }
}
