//! What the values in an expression can be.

use std::fmt;

/// The words that a fact can be, by what they say.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Words {
    /// What such a word is, for sentences: `a suit`.
    pub(super) what: &'static str,
    pub(super) words: &'static [&'static str],
}

pub(super) static SHAPES: Words = Words {
    what: "a shape",
    words: &["standard", "seven_pairs", "thirteen_orphans", "bonus_tiles"],
};
pub(super) static SET_KINDS: Words = Words {
    what: "a kind of set",
    words: &["pung", "kong", "chow", "pair"],
};
pub(super) static SUITS: Words = Words {
    what: "a suit",
    words: &["characters", "dots", "bamboos", "none"],
};
pub(super) static TILES: Words = Words {
    what: "a tile",
    // In the order of the tiles, as the notation writes them.
    words: &[
        "1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m", "1p", "2p", "3p", "4p", "5p", "6p",
        "7p", "8p", "9p", "1s", "2s", "3s", "4s", "5s", "6s", "7s", "8s", "9s", "E", "S", "W", "N",
        "C", "F", "P",
    ],
};
pub(super) static WAYS: Words = Words {
    what: "a way to win",
    words: &["self_draw", "discard", "robbed_kong"],
};
pub(super) static REPLACEMENTS: Words = Words {
    what: "a replacement",
    words: &["none", "bonus_tile", "kong", "second_kong"],
};
pub(super) static FIRST_TURNS: Words = Words {
    what: "a first-turn win",
    words: &["none", "heaven", "earth", "man"],
};

/// What a single value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Item {
    Bool,
    Int,
    /// One of some words; any text, where it is not known which.
    Word(Option<&'static Words>),
    Set,
    Tile,
}

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    One(Item),
    /// At most so many of something; of nothing yet, where a list is still empty.
    List(Option<Item>, usize),
}

impl Item {
    /// Whether values of it can be compared and looked for.
    pub(super) fn is_simple(self) -> bool {
        matches!(self, Item::Bool | Item::Int | Item::Word(_))
    }

    /// What fits both, if anything does.
    pub(super) fn with(self, other: Item) -> Option<Item> {
        match (self, other) {
            (Item::Word(one), Item::Word(None)) | (Item::Word(None), Item::Word(one)) => {
                Some(Item::Word(one))
            }
            _ => (self == other).then_some(self),
        }
    }

    const fn plural(self) -> &'static str {
        match self {
            Item::Bool => "bools",
            Item::Int => "ints",
            Item::Word(_) => "strings",
            Item::Set => "sets",
            Item::Tile => "tiles",
        }
    }
}

impl Kind {
    pub(super) const BOOL: Kind = Kind::One(Item::Bool);
    pub(super) const INT: Kind = Kind::One(Item::Int);

    /// What fits both, if anything does: the longer of two lists.
    pub(super) fn with(self, other: Kind) -> Option<Kind> {
        match (self, other) {
            (Kind::One(one), Kind::One(other)) => one.with(other).map(Kind::One),
            (Kind::List(one, length), Kind::List(other, other_length)) => {
                let item = match (one, other) {
                    (Some(one), Some(other)) => Some(one.with(other)?),
                    (one, other) => one.or(other),
                };
                Some(Kind::List(item, length.max(other_length)))
            }
            (Kind::One(_), Kind::List(..)) | (Kind::List(..), Kind::One(_)) => None,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Kind::One(Item::Bool) => f.write_str("bool"),
            Kind::One(Item::Int) => f.write_str("int"),
            Kind::One(Item::Word(_)) => f.write_str("string"),
            Kind::One(Item::Set) => f.write_str("set"),
            Kind::One(Item::Tile) => f.write_str("tile"),
            Kind::List(Some(item), _) => write!(f, "list of {}", item.plural()),
            Kind::List(None, _) => f.write_str("empty list"),
        }
    }
}
