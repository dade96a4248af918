//! The flags that say how a hand was won, and the words of a win that say the same and more.

use clap::Args;

/// What the words of a win mean that no flag says, and some wins to begin with.
pub(super) const AFTER_SCORE: &str = "\
Words in the win, for everything that is not a tile:
  self_draw  last_tile  seat=WIND  round=WIND  from=WIND  replacement=…  first_turn=…
                         as the flags of these names; WIND is east, south, west or north
  robbed=KIND            the winning tile was robbed from a kong: exposed, added or concealed; with from=WIND
  added                  the kongs in parentheses were added to a melded pung
  bonus_tiles            won at once by seven or eight flowers and seasons; there is no `+` then
  liable=WIND rule=RULE  that player is liable 包: nine_tiles, twelve_tiles, five_tiles, big_three_dragons,
                         big_four_winds, kong_replacement or fourth_meld, as far as the variant plays it
  tiles_left=NUMBER  live_tile=yes|no
                         with five_tiles, where known: the tiles before the dead wall, and whether nobody had shown it

Examples:
  faan score \"88m NN (222m) (444p) (666s) 1f + 8m\" --seat west --self-draw
  faan score \"23m 55p (789s) (EEE) (CCC) + 4m from=north robbed=added\" --minimum 0
  faan score \"11m 99s (CCC) (FFF) (PPP) + 1m self_draw liable=south rule=big_three_dragons\" --variant half-spicy-13-full-gun
  faan score \"11m 33m 55p 77p 22s CC E + E\" --variant club.toml --readings

The exit status is 1 where the rules refuse the hand, and 2 where something cannot be understood.";

/// Each flag is a word of the same name.
#[derive(Debug, Args)]
pub struct Circumstances {
    /// The winner drew the winning tile.
    #[arg(long)]
    pub self_draw: bool,
    /// The winning tile was the last of the wall, or the discard or kong that followed it.
    #[arg(long)]
    pub last_tile: bool,
    /// What the winning tile replaced.
    #[arg(long, value_parser = ["bonus_tile", "kong", "second_kong"], ignore_case = true, value_name = "WHAT")]
    pub replacement: Option<String>,
    /// A win on the first turn: the dealer's dealt hand, the dealer's first discard, or the first draw of another.
    #[arg(long, value_parser = ["heaven", "earth", "man"], ignore_case = true, value_name = "WHICH")]
    pub first_turn: Option<String>,
}

impl Circumstances {
    /// A line with the words of the flags that are stated.
    pub fn added_to(&self, line: &str) -> String {
        let flag = |word: &str, on: bool| on.then(|| word.to_owned());
        let fact = |word: &str, value: &Option<String>| {
            value.as_ref().map(|value| format!("{word}={value}"))
        };
        let words = [
            flag("self_draw", self.self_draw),
            flag("last_tile", self.last_tile),
            fact("replacement", &self.replacement),
            fact("first_turn", &self.first_turn),
        ];
        let words = words.into_iter().flatten();
        words.fold(line.to_owned(), |line, word| format!("{line} {word}"))
    }
}
