//! A whole win as one line, for examples, tests and the command line.

use super::words::{Word, WordKind, words};
use super::{NotationError, Tiles, error, parse};
use crate::{
    Circumstances, FirstTurn, Hand, KongKind, LiabilityRule, Meld, MeldKind, Replacement,
    StatedLiability, Tile, Win, Wind, WonBy,
};

/// Reads a win: concealed tiles, exposed melds in parentheses, concealed kongs in brackets, bonus tiles, `+` before
/// the winning tile, and words for the rest.
///
/// `88m NN (222m) (444p) [6666s] 1f + 8m self_draw seat=west round=east`. Spaces are free around `+`, parentheses and
/// brackets. The words are [`FACTS`]: `robbed` is the kind of the robbed kong, and `from` who declared it; `added` says
/// that the kongs in parentheses were added to a pung; `liable` and `rule` go together, with `tiles_left` and `live_tile`
/// where they are known. Unless stated, both winds are East, and the player to the right discarded the tile.
///
/// # Errors
/// The first character that does not fit, and what was expected there.
pub fn win(text: &str) -> Result<Win, NotationError> {
    let mut line = Line::default();
    for word in words(text)? {
        line.read(&word)?;
    }
    line.check_won_by()?;
    let liability = line.liability.read()?;
    Ok(Win {
        liability,
        ..line.win()
    })
}

/// The words that state facts, each with the values it may have; a word without values stands by itself.
pub const FACTS: [(&str, &str); 14] = [
    ("seat", WIND),
    ("round", WIND),
    ("from", WIND),
    ("self_draw", ""),
    ("robbed", "exposed, added or concealed"),
    ("bonus_tiles", ""),
    ("last_tile", ""),
    ("replacement", "bonus_tile, kong or second_kong"),
    ("first_turn", "heaven, earth or man"),
    ("added", ""),
    ("liable", WIND),
    (
        "rule",
        "nine_tiles, twelve_tiles, five_tiles, big_three_dragons, big_four_winds, kong_replacement or fourth_meld",
    ),
    ("tiles_left", "a number from 0 to 255"),
    ("live_tile", "yes or no"),
];

const WIND: &str = "east, south, west or north";

#[derive(Default)]
struct Line<'a> {
    hand: Hand,
    winning_tile_follows: bool,
    added: bool,
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
    /// The names of the facts that were stated so far, and where.
    stated: Vec<(&'a str, usize)>,
}

/// The words about liability.
#[derive(Default)]
struct Liability {
    rule: Option<LiabilityRule>,
    liable: Option<Wind>,
    tiles_left: Option<u8>,
    live_tile: Option<bool>,
    /// Where the first of them stands.
    position: Option<usize>,
}

impl Liability {
    fn read(&self) -> Result<Option<StatedLiability<Wind>>, NotationError> {
        let Liability {
            tiles_left,
            live_tile,
            ..
        } = *self;
        match (self.rule, self.liable, self.position) {
            (Some(rule), Some(liable), _) => Ok(Some(StatedLiability {
                rule,
                liable,
                tiles_left,
                live_tile,
            })),
            (.., None) => Ok(None),
            (.., Some(position)) => {
                let text = "a liability needs both `liable=` and `rule=`";
                Err(error(position, text.to_owned()))
            }
        }
    }
}

impl<'a> Line<'a> {
    fn read(&mut self, word: &Word<'a>) -> Result<(), NotationError> {
        let position = word.position;
        let inside = |inner: NotationError| error(position + inner.position, inner.text);
        match word.kind {
            WordKind::Plus if self.winning_tile_follows => {
                let text = "a second `+`: expected one, before the winning tile";
                return Err(error(position, text.to_owned()));
            }
            WordKind::Plus => self.winning_tile_follows = true,
            WordKind::Meld(tiles) => self.meld(tiles, KongKind::Exposed).map_err(inside)?,
            WordKind::ConcealedKong(tiles) => {
                self.meld(tiles, KongKind::Concealed).map_err(inside)?;
            }
            WordKind::Tiles(tiles) => {
                let tiles = parse(tiles)
                    .map_err(|inner| error(position + inner.position - 1, inner.text))?;
                self.loose(tiles, position)?;
            }
            WordKind::Flag(name) => {
                self.once(name, position)?;
                self.flag(name).map_err(|text| error(position, text))?;
            }
            WordKind::Fact(name, value) => {
                self.once(name, position)?;
                if ["liable", "rule", "tiles_left", "live_tile"].contains(&name) {
                    self.liability.position.get_or_insert(position);
                }
                let read = self.fact(name, value);
                read.map_err(|expected| {
                    error(position, format!("`{name}={value}`: expected {expected}"))
                })?;
            }
        }
        Ok(())
    }

    /// No fact is stated twice: which of the two would hold?
    fn once(&mut self, name: &'a str, position: usize) -> Result<(), NotationError> {
        if self.stated.iter().any(|&(stated, _)| stated == name) {
            return Err(error(position, format!("`{name}` is stated twice")));
        }
        self.stated.push((name, position));
        Ok(())
    }

    /// Nobody gives a tile that was drawn, nor one that there is not.
    fn check_won_by(&self) -> Result<(), NotationError> {
        let (how, contradicting): (_, &[&str]) = if self.self_draw {
            ("self_draw", &["from", "robbed", "bonus_tiles"])
        } else if self.bonus_tiles {
            ("bonus_tiles", &["from", "robbed"])
        } else {
            return Ok(());
        };
        let mut stated = self.stated.iter();
        match stated.find(|(name, _)| contradicting.contains(name)) {
            Some((name, position)) => {
                let text = format!("`{name}` does not go with `{how}`: leave one of them out");
                Err(error(*position, text))
            }
            None => Ok(()),
        }
    }

    fn flag(&mut self, name: &str) -> Result<(), String> {
        match name {
            "self_draw" => self.self_draw = true,
            "bonus_tiles" => self.bonus_tiles = true,
            "last_tile" => self.last_tile = true,
            "added" => self.added = true,
            _ if values(name).is_some() => {
                return Err(format!(
                    "`{name}` needs a value: expected `{name}=…`, no spaces around `=`"
                ));
            }
            _ => {
                let text = format!(
                    "`{name}` is neither tiles nor a known word: expected tiles such as `123m` or `EE` (the case matters), one of the words {}, or one with a value such as `seat=west`",
                    names(false)
                );
                return Err(text);
            }
        }
        Ok(())
    }

    /// Reads a fact with a value, or says what was expected.
    fn fact(&mut self, name: &str, value: &str) -> Result<(), String> {
        let value = value.to_ascii_lowercase();
        let Some(expected) = values(name) else {
            return Err(format!("one of the words {} before `=`", names(true)));
        };
        let known = match name {
            "seat" => set(&mut self.seat_wind, value.parse().ok()),
            "round" => set(&mut self.round_wind, value.parse().ok()),
            "from" => set(&mut self.from, value.parse().ok()),
            "robbed" => set(&mut self.robbed, kong(&value)),
            "replacement" => set(&mut self.replacement, value.parse().ok()),
            "first_turn" => set(&mut self.first_turn, value.parse().ok()),
            "liable" => set(&mut self.liability.liable, value.parse().ok()),
            "rule" => set(&mut self.liability.rule, value.parse().ok()),
            "tiles_left" => set(&mut self.liability.tiles_left, value.parse().ok()),
            _ => set(&mut self.liability.live_tile, yes_or_no(&value)),
        };
        if known {
            Ok(())
        } else {
            Err(expected.to_owned())
        }
    }

    fn meld(&mut self, text: &str, kong: KongKind) -> Result<(), NotationError> {
        let Tiles { playing, bonus } = parse(text)?;
        if !bonus.is_empty() {
            let text = "a meld has no flowers or seasons: expected them outside of the brackets";
            return Err(error(1, text.to_owned()));
        }
        let kind = match playing.as_slice() {
            [_, _, _, _] => kong.into(),
            [first, second, _] if first != second => MeldKind::Chow,
            _ => MeldKind::Pung,
        };
        self.hand.melds.push(Meld {
            kind,
            tiles: playing,
        });
        Ok(())
    }

    fn loose(&mut self, tiles: Tiles, position: usize) -> Result<(), NotationError> {
        self.hand.bonus_tiles.extend(tiles.bonus);
        if self.winning_tile_follows {
            self.winning(&tiles.playing, position)
        } else {
            self.hand.concealed.extend(tiles.playing);
            Ok(())
        }
    }

    fn winning(&mut self, playing: &[Tile], position: usize) -> Result<(), NotationError> {
        match (playing, self.hand.winning_tile) {
            ([], _) => {}
            (&[tile], None) => self.hand.winning_tile = Some(tile),
            _ => {
                let text = "there is one winning tile: expected just one tile after `+`, the others before it";
                return Err(error(position, text.to_owned()));
            }
        }
        Ok(())
    }

    /// The win, but for what is said of a liability.
    fn win(mut self) -> Win {
        if self.added {
            self.add_kongs();
        }
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

    fn add_kongs(&mut self) {
        for meld in &mut self.hand.melds {
            if meld.kind == MeldKind::ExposedKong {
                meld.kind = MeldKind::AddedKong;
            }
        }
    }
}

/// The values of a fact in words, if it is one that has any.
fn values(name: &str) -> Option<&'static str> {
    let mut facts = FACTS.into_iter();
    let (_, values) = facts.find(|&(known, values)| known == name && !values.is_empty())?;
    Some(values)
}

/// The names of the facts that have values, or of those that have none.
fn names(with_values: bool) -> String {
    let facts = FACTS.into_iter();
    let names = facts.filter(|(_, values)| values.is_empty() != with_values);
    let names: Vec<&str> = names.map(|(name, _)| name).collect();
    names.join(", ")
}

/// Sets a fact, if its value is known.
fn set<T>(fact: &mut Option<T>, value: Option<T>) -> bool {
    *fact = value;
    fact.is_some()
}

/// `added` for an `added_kong`.
fn kong(value: &str) -> Option<KongKind> {
    let mut kinds = KongKind::ALL.into_iter();
    kinds.find(|kind| kind.as_str().strip_suffix("_kong") == Some(value))
}

fn yes_or_no(value: &str) -> Option<bool> {
    match value {
        "yes" => Some(true),
        "no" => Some(false),
        _ => None,
    }
}
