//! What there is to name in a reading, for the reasons that patterns give.

use crate::{Reading, Set, SetKind, Suit, Tile, Win, WonBy, notation};

/// A win and one reading of it.
pub(crate) struct Shown<'a> {
    pub(crate) win: &'a Win,
    pub(crate) reading: &'a Reading,
}

impl Shown<'_> {
    /// The sets of some sort, as a list: chows as they are, of others one tile.
    pub(super) fn list(&self, wanted: impl Fn(&Set) -> bool) -> String {
        let name = |set: &Set| match set.kind {
            SetKind::Chow => notation::playing(&set.tiles()),
            SetKind::Pung | SetKind::Kong | SetKind::Pair => notation::playing(&[set.tile]),
        };
        let sets = self.reading.sets.iter().filter(|set| wanted(set));
        and(&sets.map(name).collect::<Vec<_>>())
    }

    pub(super) fn pungs(&self, wanted: impl Fn(&Set) -> bool) -> String {
        let wanted = |set: &Set| is_pung(set) && wanted(set);
        let sets = self.reading.sets.iter().filter(|set| wanted(set));
        let word = if sets.count() == 1 { "a pung" } else { "pungs" };
        format!("{word} of {}", self.list(wanted))
    }

    pub(super) fn pungs_and_pair(&self, wanted: impl Fn(Tile) -> bool) -> String {
        format!(
            "{}, and a pair of {}",
            self.pungs(|set| wanted(set.tile)),
            self.list(|set| set.kind == SetKind::Pair)
        )
    }

    pub(super) fn concealed_pungs(&self) -> String {
        format!("concealed {}", self.pungs(|set| set.concealed))
    }

    pub(super) fn kongs(&self) -> String {
        format!("kongs of {}", self.list(|set| set.kind == SetKind::Kong))
    }

    pub(super) fn suit_and_dragon(&self) -> String {
        format!(
            "all suit tiles are {}, with a pung of {}",
            self.suit(),
            self.list(|set| set.tile.is_dragon())
        )
    }

    pub(super) fn suit(&self) -> &'static str {
        let hand = &self.win.hand;
        match hand.held().chain(hand.winning_tile).find_map(Tile::suit) {
            Some(Suit::Characters) => "characters",
            Some(Suit::Dots) => "dots",
            Some(Suit::Bamboos) => "bamboos",
            None => "none",
        }
    }

    pub(super) fn winning_tile(&self) -> String {
        let winning: Vec<Tile> = self.win.hand.winning_tile.into_iter().collect();
        notation::playing(&winning)
    }

    /// The winning tile, or what a win by bonus tiles has instead.
    pub(super) fn drawn(&self) -> String {
        match self.win.hand.winning_tile {
            Some(_) => self.winning_tile(),
            None => "a bonus tile".to_owned(),
        }
    }

    pub(super) fn robbed(&self) -> String {
        let from = match self.win.circumstances.won_by {
            WonBy::RobbedKong { from, .. } => format!("{}'s", from.english()),
            WonBy::SelfDraw | WonBy::Discard { .. } | WonBy::BonusTiles => "a".to_owned(),
        };
        format!("{} was taken from {from} kong", self.winning_tile())
    }
}

pub(super) fn is_chow(set: &Set) -> bool {
    set.kind == SetKind::Chow
}

pub(super) fn is_pung(set: &Set) -> bool {
    matches!(set.kind, SetKind::Pung | SetKind::Kong)
}

/// `a, b and c`.
pub(crate) fn and(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
