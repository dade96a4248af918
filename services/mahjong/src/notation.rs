//! Tiles as text.
//!
//! `123m55p EEE CC`: ranks before the letter of their suit (`m` characters, `p` dots, `s` bamboos, `f` flowers,
//! `q` seasons, `z` honours in the order East, South, West, North, white, green, red), winds `E S W N`, dragons
//! `C` red, `F` green, `P` white. Spaces are free and case matters. Two more ways to write tiles are read: their
//! Chinese names (`八萬 二三四筒 東 紅中 白板 梅 春`, traditional or simplified), and the tiles of Unicode
//! (U+1F000–U+1F029), mapped by their names: Unicode lists bamboos before dots, and the bamboo flower before the
//! chrysanthemum.

mod chinese;

use crate::{BonusTile, Suit, Tile, Wind};

/// Some tiles that were read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tiles {
    /// The playing tiles, as written.
    pub playing: Vec<Tile>,
    /// The bonus tiles, as written.
    pub bonus: Vec<BonusTile>,
}

/// Why a text is no notation of tiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationError {
    /// The place of the first character that does not fit, counted from 1.
    pub position: usize,
    /// What is wrong there and what was expected, as a sentence.
    pub text: String,
}

impl std::fmt::Display for NotationError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "at character {}: {}", self.position, self.text)
    }
}

impl std::error::Error for NotationError {}

enum Kind {
    Playing(Tile),
    Bonus(BonusTile),
}

/// Reads tiles.
///
/// # Errors
/// The first character that does not fit, and what was expected there.
pub fn parse(text: &str) -> Result<Tiles, NotationError> {
    let mut tiles = Tiles::default();
    // Ranks wait here for the letter that says what they are ranks of.
    let mut ranks: Vec<(usize, u8)> = Vec::new();
    let mut before = ' ';
    for (index, found) in text.chars().enumerate() {
        let position = index + 1;
        if let Some(rank) = rank(found) {
            ranks.push((position, rank));
        } else if let Some(letter) = suit(found) {
            if ranks.is_empty() {
                return Err(error(position, no_ranks(found)));
            }
            for (position, rank) in ranks.drain(..) {
                tiles
                    .push(ranked(letter, rank).ok_or_else(|| no_such_rank(position, rank, found))?);
            }
        } else if found == '\u{FE0F}'
            || found.is_whitespace()
            || chinese::is_second_sign(before, found)
        {
            // Spaces are free, and a variation selector only asks for a colourful picture of the tile before it.
        } else if let Some(&(_, rank)) = ranks.first() {
            return Err(error(position, not_a_suit(found, rank)));
        } else {
            tiles.push(single(found).ok_or_else(|| unknown(position, found))?);
        }
        before = found;
    }
    match ranks.first() {
        Some(&(position, rank)) => Err(error(
            position,
            format!("rank {rank} is not followed by one of the letters m p s z f q"),
        )),
        None => Ok(tiles),
    }
}

impl Tiles {
    fn push(&mut self, kind: Kind) {
        match kind {
            Kind::Playing(tile) => self.playing.push(tile),
            Kind::Bonus(tile) => self.bonus.push(tile),
        }
    }
}

fn rank(found: char) -> Option<u8> {
    let digit = found.to_digit(10).map(|digit| digit as u8);
    digit.or_else(|| chinese::numeral(found))
}

/// The letter of the suit, or of what else has ranks.
fn suit(found: char) -> Option<char> {
    match found {
        'm' | 'p' | 's' | 'z' | 'f' | 'q' => Some(found),
        _ => chinese::suit(found),
    }
}

fn ranked(letter: char, rank: u8) -> Option<Kind> {
    let honours = [
        Tile::wind(Wind::East),
        Tile::wind(Wind::South),
        Tile::wind(Wind::West),
        Tile::wind(Wind::North),
        Tile::WHITE,
        Tile::GREEN,
        Tile::RED,
    ];
    let index = usize::from(rank.checked_sub(1)?);
    let seat = Wind::ALL.get(index).copied();
    match letter {
        'm' => Tile::suited(Suit::Characters, rank).map(Kind::Playing),
        'p' => Tile::suited(Suit::Dots, rank).map(Kind::Playing),
        's' => Tile::suited(Suit::Bamboos, rank).map(Kind::Playing),
        'z' => honours.get(index).copied().map(Kind::Playing),
        'f' => seat.map(BonusTile::flower).map(Kind::Bonus),
        'q' => seat.map(BonusTile::season).map(Kind::Bonus),
        _ => None,
    }
}

fn single(found: char) -> Option<Kind> {
    if let Some((letter, rank)) = chinese::bonus(found) {
        return ranked(letter, rank);
    }
    let tile = match chinese::honour(found).unwrap_or(found) {
        'E' => Tile::wind(Wind::East),
        'S' => Tile::wind(Wind::South),
        'W' => Tile::wind(Wind::West),
        'N' => Tile::wind(Wind::North),
        'C' => Tile::RED,
        'F' => Tile::GREEN,
        'P' => Tile::WHITE,
        _ => return unicode(found),
    };
    Some(Kind::Playing(tile))
}

fn unicode(found: char) -> Option<Kind> {
    let code = u32::from(found);
    let rank = |first: u32| (code - first + 1) as u8;
    match code {
        0x1F000..=0x1F003 => ranked('z', rank(0x1F000)),
        0x1F004 => single('C'),
        0x1F005 => single('F'),
        0x1F006 => single('P'),
        0x1F007..=0x1F00F => ranked('m', rank(0x1F007)),
        0x1F010..=0x1F018 => ranked('s', rank(0x1F010)),
        0x1F019..=0x1F021 => ranked('p', rank(0x1F019)),
        0x1F022 | 0x1F023 => ranked('f', rank(0x1F022)),
        0x1F024 => ranked('f', 4),
        0x1F025 => ranked('f', 3),
        0x1F026..=0x1F029 => ranked('q', rank(0x1F026)),
        _ => None,
    }
}

fn error(position: usize, text: String) -> NotationError {
    NotationError { position, text }
}

fn no_ranks(found: char) -> String {
    let hint = match found {
        'p' => "; the white dragon is a capital `P`",
        's' => "; the south wind is a capital `S`",
        'f' => "; the green dragon is a capital `F`",
        _ => "",
    };
    format!("`{found}` needs ranks before it, as in `123{found}`{hint}")
}

fn not_a_suit(found: char, rank: u8) -> String {
    let hint = match found {
        'P' => "; `P` is the white dragon",
        'S' => "; `S` is the south wind",
        'F' => "; `F` is the green dragon",
        _ => "",
    };
    let found = found.escape_debug();
    format!(
        "`{found}` cannot follow the rank {rank}: expected m (characters), p (dots), s (bamboos), z (honours), f (flowers) or q (seasons){hint}"
    )
}

fn no_such_rank(position: usize, rank: u8, letter: char) -> NotationError {
    let highest = match letter {
        'z' => 7,
        'f' | 'q' => 4,
        _ => 9,
    };
    error(
        position,
        format!("there is no `{rank}{letter}`: the ranks of `{letter}` are 1–{highest}"),
    )
}

fn unknown(position: usize, found: char) -> NotationError {
    let text = "is not a tile: expected ranks with m p s z f q, one of E S W N C F P, a Chinese name such as 八萬 or 紅中, or a Unicode tile";
    error(position, format!("`{}` {text}", found.escape_debug()))
}

/// Writes playing tiles in canonical form: sorted, suits first, ranks together, one group a suit or honour.
#[must_use]
pub fn playing(tiles: &[Tile]) -> String {
    let mut sorted = tiles.to_vec();
    sorted.sort_unstable();
    let same_group = |a: &Tile, b: &Tile| {
        if a.is_honour() {
            a == b
        } else {
            a.suit() == b.suit()
        }
    };
    // Answers over the wire write every set, so this takes one text and no further one for each group.
    let mut text = String::with_capacity(2 * sorted.len());
    for group in sorted.chunk_by(same_group) {
        if !text.is_empty() {
            text.push(' ');
        }
        push_group(&mut text, group);
    }
    text
}

/// Writes bonus tiles in canonical form: flowers, then seasons.
#[must_use]
pub fn bonus(tiles: &[BonusTile]) -> String {
    let mut sorted = tiles.to_vec();
    sorted.sort_unstable();
    let groups: Vec<String> = sorted
        .chunk_by(|a, b| a.is_flower() == b.is_flower())
        .map(|group| {
            let ranks: String = group
                .iter()
                .map(|tile| char::from(b'1' + (tile.index() % 4) as u8))
                .collect();
            ranks
                + if group.iter().all(|tile| tile.is_flower()) {
                    "f"
                } else {
                    "q"
                }
        })
        .collect();
    groups.join(" ")
}

fn push_group(text: &mut String, tiles: &[Tile]) {
    let ranks = tiles
        .iter()
        .filter_map(|tile| tile.rank())
        .map(|rank| char::from(b'0' + rank));
    match tiles.first().and_then(|tile| tile.suit()) {
        Some(suit) => text.extend(ranks.chain([suit_letter(suit)])),
        None => text.extend(tiles.iter().map(|&tile| honour_letter(tile))),
    }
}

fn suit_letter(suit: Suit) -> char {
    match suit {
        Suit::Characters => 'm',
        Suit::Dots => 'p',
        Suit::Bamboos => 's',
    }
}

fn honour_letter(tile: Tile) -> char {
    match tile {
        Tile::RED => 'C',
        Tile::GREEN => 'F',
        Tile::WHITE => 'P',
        wind if wind == Tile::wind(Wind::East) => 'E',
        wind if wind == Tile::wind(Wind::South) => 'S',
        wind if wind == Tile::wind(Wind::West) => 'W',
        _ => 'N',
    }
}
