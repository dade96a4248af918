//! Why a pattern holds, and why one does not count, in words that name the tiles.

use crate::{
    Capped, Condition, LeftOutReason, Pattern, PatternIndex, Reading, Score, Set, SetKind, Suit,
    Tile,
};
use crate::{Variant, Win, Wind, WonBy, notation};

/// Why a reading shows a pattern, as words that name the tiles: `pungs of C and F`. The pattern must be one that the
/// score counts or leaves out.
#[must_use]
pub fn explain(variant: &Variant, win: &Win, score: &Score, pattern: PatternIndex) -> String {
    match (pattern.pattern(), &score.reading()) {
        (Some(pattern), Some(reading)) => Shown { win, reading }.explain(pattern),
        (None, _) => variant
            .house_pattern(pattern)
            .map_or_else(String::new, |house| {
                format!("the hand is one of which `{}` is true", house.text)
            }),
        (_, None) => "the table declared the result".to_owned(),
    }
}

impl LeftOutReason {
    /// The id of the pattern, or the name of the condition, that the reason speaks of.
    #[must_use]
    pub fn by<'v>(&self, variant: &'v Variant) -> Option<&'v str> {
        match *self {
            LeftOutReason::Included { by }
            | LeftOutReason::Limit { by }
            | LeftOutReason::Group { by } => Some(variant.pattern_id(by)),
            LeftOutReason::Condition(condition) => Some(condition.id()),
            LeftOutReason::NoValue => None,
        }
    }

    /// Why the pattern does not count, as words.
    #[must_use]
    pub fn explain(&self, variant: &Variant) -> String {
        let name = |pattern| name(variant, pattern);
        match *self {
            LeftOutReason::Included { by } => format!("{} includes it", name(by)),
            LeftOutReason::Limit { by } => {
                format!("nothing is added to a limit, here {}", name(by))
            }
            LeftOutReason::Group { by } => {
                format!("only the best of its group counts, here {}", name(by))
            }
            LeftOutReason::Condition(condition) => demanded(condition).to_owned(),
            LeftOutReason::NoValue => "the variant gives it no value".to_owned(),
        }
    }
}

impl Capped {
    /// What the cap does, as words: `seat flower and seat season bring 1 fan at most, not 2`.
    #[must_use]
    pub fn explain(&self, variant: &Variant) -> String {
        let names: Vec<String> = self
            .patterns
            .into_iter()
            .map(|pattern| name(variant, pattern))
            .collect();
        let bring = if names.len() == 1 { "brings" } else { "bring" };
        let Capped {
            fan, fan_before, ..
        } = self;
        format!(
            "{} {bring} {fan} fan at most, not {fan_before}",
            and(&names)
        )
    }
}

fn name(variant: &Variant, pattern: PatternIndex) -> String {
    variant.pattern_names(pattern).0.to_lowercase()
}

fn demanded(condition: Condition) -> &'static str {
    match condition {
        Condition::Concealed => "it counts only if nothing was claimed before the winning tile",
        Condition::SelfDrawn => "it counts only self-drawn",
        Condition::SuitedPair => "it counts only with a pair of a suit",
        Condition::Pure => "it counts only if the thirteen tiles before were 1112345678999",
        Condition::BonusTileWin => "it counts only if the hand is won by its bonus tiles",
        Condition::NotSeatWind => "it counts only if the round wind is not the seat wind too",
    }
}

/// What there is to name.
struct Shown<'a> {
    win: &'a Win,
    reading: &'a Reading,
}

impl Shown<'_> {
    fn explain(&self, pattern: Pattern) -> String {
        let hand = &self.win.hand;
        let [seat_wind, round_wind] = [self.win.seat_wind, self.win.round_wind].map(Wind::english);
        match pattern {
            Pattern::AllChows => format!("chows {}", self.list(is_chow)),
            Pattern::AllPungs => self.pungs(is_pung),
            Pattern::ThreeConcealedPungs | Pattern::FourConcealedPungs => {
                format!(
                    "concealed {}",
                    self.pungs(|set| is_pung(set) && set.concealed)
                )
            }
            Pattern::ThreeKongs | Pattern::FourKongs => {
                format!("kongs of {}", self.list(|set| set.kind == SetKind::Kong))
            }
            Pattern::AllSimples => "there are no winds and no dragons".to_owned(),
            Pattern::HalfFlush => format!("all suit tiles are {}, beside honours", self.suit()),
            Pattern::FullFlush => format!("all tiles are {}", self.suit()),
            Pattern::AllHonours => "all tiles are winds and dragons".to_owned(),
            Pattern::MixedTerminals => {
                "all tiles are ones, nines and honours, in pungs and a pair".to_owned()
            }
            Pattern::AllTerminals => "all tiles are ones and nines".to_owned(),
            Pattern::DragonPung | Pattern::BigThreeDragons => {
                self.pungs(|set| set.tile.is_dragon())
            }
            Pattern::LittleThreeDragons => self.pungs_and_pair(Tile::is_dragon),
            Pattern::SeatWindPung => format!("a pung of {seat_wind}, the seat wind"),
            Pattern::RoundWindPung => format!("a pung of {round_wind}, the round wind"),
            Pattern::BigFourWinds => self.pungs(|set| set.tile.is_wind()),
            Pattern::LittleFourWinds => self.pungs_and_pair(Tile::is_wind),
            Pattern::SevenPairs => format!("pairs of {}", self.list(|_| true)),
            Pattern::ThirteenOrphans => {
                "one of each one, nine, wind and dragon, and one of them twice".to_owned()
            }
            Pattern::NineGates => format!("1112345678999 of {} and one more", self.suit()),
            Pattern::PearlDragon | Pattern::RubyDragon | Pattern::JadeDragon => format!(
                "all suit tiles are {}, with a pung of {}",
                self.suit(),
                self.list(|set| set.tile.is_dragon())
            ),
            Pattern::ConcealedHand => "nothing was claimed before the winning tile".to_owned(),
            Pattern::SelfDraw => format!("the winner drew {}", self.winning_tile()),
            Pattern::RobbingKong => self.robbed(),
            Pattern::LastTile => format!("{} was the last tile", self.winning_tile()),
            Pattern::KongReplacement => {
                format!("{} was the replacement of a kong", self.winning_tile())
            }
            Pattern::DoubleKongReplacement => {
                format!(
                    "{} was the replacement of a second kong",
                    self.winning_tile()
                )
            }
            Pattern::Replacement => format!("{} was a replacement", self.winning_tile()),
            Pattern::Heaven => "the dealer's dealt hand wins".to_owned(),
            Pattern::Earth => "won on the dealer's first discard".to_owned(),
            Pattern::Man => "won by self-draw on the first turn".to_owned(),
            Pattern::NoBonusTiles => "there are no flowers and no seasons".to_owned(),
            Pattern::SeatFlower => format!("the flower of {seat_wind}"),
            Pattern::SeatSeason => format!("the season of {seat_wind}"),
            Pattern::AllFlowers => "all four flowers".to_owned(),
            Pattern::AllSeasons => "all four seasons".to_owned(),
            Pattern::SevenBonusTiles | Pattern::EightBonusTiles => {
                notation::bonus(&hand.bonus_tiles)
            }
        }
    }

    /// The sets of some sort, as a list: chows as they are, of others one tile.
    fn list(&self, wanted: impl Fn(&Set) -> bool) -> String {
        let name = |set: &Set| match set.kind {
            SetKind::Chow => notation::playing(&set.tiles()),
            SetKind::Pung | SetKind::Kong | SetKind::Pair => notation::playing(&[set.tile]),
        };
        let sets = self.reading.sets.iter().filter(|set| wanted(set));
        and(&sets.map(name).collect::<Vec<_>>())
    }

    fn pungs(&self, wanted: impl Fn(&Set) -> bool) -> String {
        let wanted = |set: &Set| is_pung(set) && wanted(set);
        let sets = self.reading.sets.iter().filter(|set| wanted(set));
        let word = if sets.count() == 1 { "a pung" } else { "pungs" };
        format!("{word} of {}", self.list(wanted))
    }

    fn pungs_and_pair(&self, wanted: impl Fn(Tile) -> bool) -> String {
        format!(
            "{}, and a pair of {}",
            self.pungs(|set| wanted(set.tile)),
            self.list(|set| set.kind == SetKind::Pair)
        )
    }

    fn suit(&self) -> &'static str {
        let hand = &self.win.hand;
        match hand.held().chain(hand.winning_tile).find_map(Tile::suit) {
            Some(Suit::Characters) => "characters",
            Some(Suit::Dots) => "dots",
            Some(Suit::Bamboos) => "bamboos",
            None => "none",
        }
    }

    fn winning_tile(&self) -> String {
        let winning: Vec<Tile> = self.win.hand.winning_tile.into_iter().collect();
        notation::playing(&winning)
    }

    fn robbed(&self) -> String {
        let from = match self.win.circumstances.won_by {
            WonBy::RobbedKong { from, .. } => format!("{}'s", from.english()),
            WonBy::SelfDraw | WonBy::Discard { .. } | WonBy::BonusTiles => "a".to_owned(),
        };
        format!("{} was taken from {from} kong", self.winning_tile())
    }
}

fn is_chow(set: &Set) -> bool {
    set.kind == SetKind::Chow
}

fn is_pung(set: &Set) -> bool {
    matches!(set.kind, SetKind::Pung | SetKind::Kong)
}

/// `a, b and c`.
fn and(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
