//! The hands that are scored: random, the same in every run.

use rules::{
    Circumstances, Hand, Meld, MeldKind, Suit, TableOptions, Tile, TileCounts, Variant, Win, Wind,
    WonBy, score,
};

/// Numbers that look random (xorshift), from a fixed start.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % end
    }

    fn tile(&mut self) -> Tile {
        Tile::from_index(self.below(Tile::KINDS)).unwrap()
    }

    /// A set, of one suit or honours more often than chance has it, so that there are hands worth something.
    fn set(&mut self, suit: Suit) -> (MeldKind, Vec<Tile>) {
        let tile = match self.below(8) {
            0 | 1 => Tile::from_index(27 + self.below(7)).unwrap(),
            2..=5 => Tile::suited(suit, 1 + self.below(9) as u8).unwrap(),
            _ => self.tile(),
        };
        match tile.chow().filter(|_| self.below(2) == 0) {
            Some(chow) => (MeldKind::Chow, chow.to_vec()),
            None => (MeldKind::Pung, vec![tile; 3]),
        }
    }

    fn win(&mut self) -> Win {
        let suit = Suit::ALL[self.below(3)];
        let melded = self.below(4);
        let (mut concealed, mut melds) = (vec![self.tile(); 2], Vec::new());
        for place in 0..4 {
            let (kind, tiles) = self.set(suit);
            match (place < melded, kind) {
                (false, _) => concealed.extend(tiles),
                (true, MeldKind::Pung) if self.below(6) == 0 => melds.push(Meld {
                    kind: MeldKind::ExposedKong,
                    tiles: vec![tiles[0]; 4],
                }),
                (true, kind) => melds.push(Meld { kind, tiles }),
            }
        }
        let winning = concealed.swap_remove(self.below(concealed.len()));
        let seat_wind = Wind::ALL[self.below(4)];
        let from = Wind::ALL[(seat_wind.index() + 1 + self.below(3)) % 4];
        let won_by = if self.below(3) == 0 {
            WonBy::SelfDraw
        } else {
            WonBy::Discard { from }
        };
        Win {
            hand: Hand {
                concealed,
                winning_tile: Some(winning),
                melds,
                bonus_tiles: Vec::new(),
            },
            circumstances: Circumstances {
                last_tile: self.below(50) == 0,
                ..Circumstances::plain(won_by)
            },
            liability: None,
            seat_wind,
            round_wind: Wind::ALL[self.below(4)],
        }
    }
}

/// So many hands that the variant scores, and as many that it refuses: a quarter for a tile too many, a quarter, if there
/// is a minimum, for being below it, and the others for not being complete.
pub(crate) fn hands(variant: &Variant, count: usize) -> (Vec<Win>, Vec<Win>) {
    let mut dice = Dice(0x5eed_0ffa_a400);
    let (mut good, mut low, mut broken, mut crowded) = (vec![], vec![], vec![], vec![]);
    let options = TableOptions::default();
    let below = if variant.minimum_fan() > 0 {
        count / 4
    } else {
        0
    };
    while good.len() < count || low.len() < below {
        let win = dice.win();
        let counts: TileCounts = win.hand.counts();
        if Tile::all().any(|tile| counts[tile] > 4) {
            continue;
        }
        match score(variant, &options, &win) {
            Ok(_) => good.push(win),
            Err(_) => low.push(win),
        }
    }
    good.truncate(count);
    low.truncate(below);
    for win in good.iter().cycle() {
        let mut win = win.clone();
        if crowded.len() < count / 4 {
            win.hand.concealed.push(dice.tile());
            crowded.push(win);
        } else if low.len() + crowded.len() + broken.len() < count {
            let place = dice.below(win.hand.concealed.len());
            win.hand.concealed[place] = dice.tile();
            if score(variant, &options, &win).is_err() {
                broken.push(win);
            }
        } else {
            break;
        }
    }
    let mut bad: Vec<Win> = low.into_iter().chain(broken).chain(crowded).collect();
    for place in (1..bad.len()).rev() {
        bad.swap(place, dice.below(place + 1));
    }
    (good, bad)
}
