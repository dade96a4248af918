//! A whole win as one line, for examples, tests and the command line.

use super::{NotationError, error, parse};
use crate::{
    BonusTile, Circumstances, FirstTurn, Hand, KongKind, LiabilityRule, Meld, MeldKind,
    Replacement, StatedLiability, Tile, Win, Wind, WonBy,
};

/// Reads a win: concealed tiles, exposed melds in parentheses, concealed kongs in brackets, bonus tiles, `+` before
/// the winning tile, and words for the rest.
///
/// `88m NN (222m) (444p) [6666s] 1f + 8m self_draw seat=west round=east`. The words are `self_draw`, `from=SEAT`,
/// `robbed=exposed|added|concealed` (with `from`), `bonus_tiles`, `last_tile`, `replacement=bonus_tile|kong|second_kong`,
/// `first_turn=heaven|earth|man`, `added` (every exposed kong in parentheses is an added one), `seat=SEAT` and
/// `round=SEAT`; `liable=SEAT` and `rule=nine_tiles|twelve_tiles|five_tiles|big_three_dragons|big_four_winds|kong_replacement`
/// together, with `tiles_left=NUMBER` and `live_tile=yes|no` where they are known. Unless stated, both winds are East, and the tile was discarded by the player to the right.
///
/// # Errors
/// The first character that does not fit, and what was expected there.
pub fn win(text: &str) -> Result<Win, NotationError> {
    let mut line = Line::default();
    let mut position = 1;
    for word in text.split(' ') {
        line.read(word)
            .map_err(|inner| error(position + inner.position - 1, inner.text))?;
        position += word.chars().count() + 1;
    }
    let liability = line.liability.read()?;
    Ok(Win {
        liability,
        ..line.win()
    })
}

#[derive(Default)]
struct Line {
    hand: Hand,
    winning_tile_follows: bool,
    seat_wind: Option<Wind>,
    round_wind: Option<Wind>,
    from: Option<Wind>,
    robbed: Option<KongKind>,
    self_draw: bool,
    bonus_tiles: bool,
    last_tile: bool,
    replacement: Option<Replacement>,
    first_turn: Option<FirstTurn>,
    liability: Liability,
}

/// The words about liability.
#[derive(Default)]
struct Liability {
    rule: Option<LiabilityRule>,
    liable: Option<Wind>,
    tiles_left: Option<u8>,
    live_tile: Option<bool>,
}

impl Liability {
    fn read(&self) -> Result<Option<StatedLiability<Wind>>, NotationError> {
        let Liability {
            tiles_left,
            live_tile,
            ..
        } = *self;
        match (self.rule, self.liable) {
            (Some(rule), Some(liable)) => Ok(Some(StatedLiability {
                rule,
                liable,
                tiles_left,
                live_tile,
            })),
            (None, None) if tiles_left.is_none() && live_tile.is_none() => Ok(None),
            _ => {
                let text = "a liability needs both `liable=` and `rule=`";
                Err(error(1, text.to_owned()))
            }
        }
    }

    fn fact(&mut self, key: &str, value: &str) -> Result<(), NotationError> {
        let unknown = || error(1, format!("`{key}={value}` is not known"));
        match (key, value) {
            ("liable", _) => self.liable = Some(wind(value)?),
            ("rule", _) => {
                let named = |rule: &LiabilityRule| rule.id() == value;
                let rule = LiabilityRule::ALL.into_iter().find(named);
                self.rule = Some(rule.ok_or_else(unknown)?);
            }
            ("tiles_left", _) => self.tiles_left = Some(value.parse().map_err(|_| unknown())?),
            ("live_tile", "yes") => self.live_tile = Some(true),
            ("live_tile", "no") => self.live_tile = Some(false),
            _ => return Err(unknown()),
        }
        Ok(())
    }
}

impl Line {
    fn read(&mut self, word: &str) -> Result<(), NotationError> {
        match word {
            "" => {}
            "+" => self.winning_tile_follows = true,
            "self_draw" => self.self_draw = true,
            "bonus_tiles" => self.bonus_tiles = true,
            "last_tile" => self.last_tile = true,
            "added" => self.add_kongs(),
            _ => match word.split_once('=') {
                Some((key, value)) => self.fact(key, value)?,
                None => self.tiles(word)?,
            },
        }
        Ok(())
    }

    fn fact(&mut self, key: &str, value: &str) -> Result<(), NotationError> {
        match (key, value) {
            ("seat", _) => self.seat_wind = Some(wind(value)?),
            ("round", _) => self.round_wind = Some(wind(value)?),
            ("from", _) => self.from = Some(wind(value)?),
            ("robbed", "exposed") => self.robbed = Some(KongKind::Exposed),
            ("robbed", "added") => self.robbed = Some(KongKind::Added),
            ("robbed", "concealed") => self.robbed = Some(KongKind::Concealed),
            ("replacement", "bonus_tile") => self.replacement = Some(Replacement::BonusTile),
            ("replacement", "kong") => self.replacement = Some(Replacement::Kong),
            ("replacement", "second_kong") => self.replacement = Some(Replacement::SecondKong),
            ("first_turn", "heaven") => self.first_turn = Some(FirstTurn::Heaven),
            ("first_turn", "earth") => self.first_turn = Some(FirstTurn::Earth),
            ("first_turn", "man") => self.first_turn = Some(FirstTurn::Man),
            _ => self.liability.fact(key, value)?,
        }
        Ok(())
    }

    fn tiles(&mut self, word: &str) -> Result<(), NotationError> {
        let (inner, kong) = match word.as_bytes() {
            [b'(', .., b')'] => (&word[1..word.len() - 1], KongKind::Exposed),
            [b'[', .., b']'] => (&word[1..word.len() - 1], KongKind::Concealed),
            _ => return self.loose(word),
        };
        let tiles = parse(inner)
            .map_err(|inner| error(inner.position + 1, inner.text))?
            .playing;
        let kind = match tiles.as_slice() {
            [_, _, _, _] => MeldKind::Kong(kong),
            [first, second, _] if first != second => MeldKind::Chow,
            _ => MeldKind::Pung,
        };
        self.hand.melds.push(Meld { kind, tiles });
        Ok(())
    }

    fn loose(&mut self, word: &str) -> Result<(), NotationError> {
        let tiles = parse(word)?;
        self.hand.bonus_tiles.extend::<Vec<BonusTile>>(tiles.bonus);
        if self.winning_tile_follows {
            self.winning(tiles.playing)
        } else {
            self.hand.concealed.extend(tiles.playing);
            Ok(())
        }
    }

    fn winning(&mut self, playing: Vec<Tile>) -> Result<(), NotationError> {
        match (playing.as_slice(), self.hand.winning_tile) {
            ([], _) => {}
            (&[tile], None) => self.hand.winning_tile = Some(tile),
            _ => return Err(error(1, "there is one winning tile".to_owned())),
        }
        Ok(())
    }

    fn add_kongs(&mut self) {
        for meld in &mut self.hand.melds {
            if meld.kind == MeldKind::Kong(KongKind::Exposed) {
                meld.kind = MeldKind::Kong(KongKind::Added);
            }
        }
    }

    /// The win, but for what is said of a liability.
    fn win(self) -> Win {
        let seat_wind = self.seat_wind.unwrap_or(Wind::East);
        let from = self.from.unwrap_or(seat_wind.next());
        let won_by = match self.robbed {
            _ if self.bonus_tiles => WonBy::BonusTiles,
            _ if self.self_draw => WonBy::SelfDraw,
            Some(kong) => WonBy::RobbedKong { from, kong },
            None => WonBy::Discard { from },
        };
        Win {
            hand: self.hand,
            circumstances: Circumstances {
                won_by,
                last_tile: self.last_tile,
                replacement: self.replacement,
                first_turn: self.first_turn,
            },
            seat_wind,
            round_wind: self.round_wind.unwrap_or(Wind::East),
            liability: None,
        }
    }
}

fn wind(value: &str) -> Result<Wind, NotationError> {
    match value {
        "east" => Ok(Wind::East),
        "south" => Ok(Wind::South),
        "west" => Ok(Wind::West),
        "north" => Ok(Wind::North),
        _ => Err(error(
            1,
            format!("`{value}` is not a seat: expected east, south, west or north"),
        )),
    }
}
