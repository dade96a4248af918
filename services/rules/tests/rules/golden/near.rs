//! The wins that differ from one in one tile, one set or one circumstance. Many of them cannot be: that is for the
//! rules to say.

use rules::{BonusTile, FirstTurn, KongKind, Meld, MeldKind, Replacement, Tile, Win, Wind, WonBy};

/// All of them.
pub(crate) fn wins(win: &Win) -> Vec<Win> {
    let mut near = Near {
        win,
        found: Vec::new(),
    };
    near.circumstances();
    near.bonus_tiles();
    near.tiles();
    near.pairs();
    near.melds();
    near.found
}

struct Near<'a> {
    win: &'a Win,
    found: Vec<Win>,
}

impl Near<'_> {
    fn with(&mut self, change: impl FnOnce(&mut Win)) {
        let mut win = self.win.clone();
        change(&mut win);
        self.found.push(win);
    }

    fn circumstances(&mut self) {
        let kongs = [KongKind::Exposed, KongKind::Added, KongKind::Concealed];
        self.with(|win| win.circumstances.won_by = WonBy::SelfDraw);
        for seat in Wind::ALL {
            self.with(|win| win.seat_wind = seat);
            self.with(|win| win.round_wind = seat);
            self.with(|win| win.circumstances.won_by = WonBy::Discard { from: seat });
            for kong in kongs {
                self.with(|win| win.circumstances.won_by = WonBy::RobbedKong { from: seat, kong });
            }
        }
        self.with(|win| win.circumstances.last_tile = !win.circumstances.last_tile);
        let replacements = [
            Replacement::BonusTile,
            Replacement::Kong,
            Replacement::SecondKong,
        ];
        for replacement in replacements.map(Some).into_iter().chain([None]) {
            self.with(|win| win.circumstances.replacement = replacement);
        }
        let first_turns = [FirstTurn::Heaven, FirstTurn::Earth, FirstTurn::Man];
        for first_turn in first_turns.map(Some).into_iter().chain([None]) {
            self.with(|win| win.circumstances.first_turn = first_turn);
        }
    }

    /// One more, one less, or another instead of one.
    fn bonus_tiles(&mut self) {
        let all: Vec<BonusTile> = Wind::ALL
            .iter()
            .flat_map(|&seat| [BonusTile::flower(seat), BonusTile::season(seat)])
            .collect();
        for &tile in &all {
            self.with(|win| win.hand.bonus_tiles.push(tile));
        }
        for place in 0..self.win.hand.bonus_tiles.len() {
            self.with(|win| {
                win.hand.bonus_tiles.remove(place);
            });
            for &tile in &all {
                self.with(|win| win.hand.bonus_tiles[place] = tile);
            }
        }
    }

    fn tiles(&mut self) {
        for tile in Tile::all() {
            for place in 0..self.win.hand.concealed.len() {
                self.with(|win| win.hand.concealed[place] = tile);
            }
            if self.win.hand.winning_tile.is_some() {
                self.with(|win| win.hand.winning_tile = Some(tile));
            }
        }
    }

    /// Two tiles that are alike, for two others that are alike.
    fn pairs(&mut self) {
        let hand = &self.win.hand;
        let places = |tile: Tile| {
            let alike = hand.concealed.iter().enumerate();
            alike
                .filter(move |&(_, &found)| found == tile)
                .map(|(place, _)| place)
        };
        for from in Tile::all() {
            let places: Vec<usize> = places(from).take(2).collect();
            let with_winning = hand.winning_tile == Some(from);
            for to in Tile::all() {
                if let [first, second] = places[..] {
                    self.with(|win| {
                        win.hand.concealed[first] = to;
                        win.hand.concealed[second] = to;
                    });
                }
                if let (Some(&first), true) = (places.first(), with_winning) {
                    self.with(|win| {
                        win.hand.concealed[first] = to;
                        win.hand.winning_tile = Some(to);
                    });
                }
            }
        }
    }

    /// A declared set for another, or kept in the hand; a set of the hand declared.
    fn melds(&mut self) {
        for place in 0..self.win.hand.melds.len() {
            for meld in sets() {
                self.with(|win| win.hand.melds[place] = meld);
            }
            self.with(|win| {
                let meld = win.hand.melds.remove(place);
                win.hand.concealed.extend(meld.tiles.into_iter().take(3));
            });
        }
        for meld in sets().filter(|meld| meld.kind != MeldKind::Chow) {
            let tile = meld.tiles[0];
            let held = &self.win.hand.concealed;
            if held.iter().filter(|&&found| found == tile).count() == 3 {
                self.with(|win| {
                    win.hand.concealed.retain(|&found| found != tile);
                    win.hand.melds.push(meld);
                });
            }
        }
    }
}

/// Every set that can be declared.
fn sets() -> impl Iterator<Item = Meld> {
    let kongs = [KongKind::Exposed, KongKind::Added, KongKind::Concealed];
    Tile::all().flat_map(move |tile| {
        let chow = tile.chow().map(|tiles| Meld {
            kind: MeldKind::Chow,
            tiles: tiles.to_vec(),
        });
        let pung = Meld {
            kind: MeldKind::Pung,
            tiles: vec![tile; 3],
        };
        let kongs = kongs.map(|kong| Meld {
            kind: kong.into(),
            tiles: vec![tile; 4],
        });
        chow.into_iter().chain([pung]).chain(kongs)
    })
}
