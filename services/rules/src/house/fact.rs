//! The facts of a reading that an expression can name: the entry of each says what it is called, means and is.

use super::kinds::{self, Item, Kind, Words};
use super::value::Value;
use crate::Tile;

/// What has a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Of {
    /// The hand under one reading: the fact is named as it is.
    Hand,
    /// A set or pair: `s.kind`, where `s` is one.
    Set,
    /// A tile: `t.rank`, where `t` is one.
    Tile,
}

/// A fact that an expression can name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// What has it.
    pub of: Of,
    /// Its name.
    pub name: &'static str,
    /// Its type, as `bool` or `list of sets`.
    pub kind: String,
    /// What it can be, where that is one of some words.
    pub words: &'static [&'static str],
    /// What it means, as a sentence.
    pub meaning: &'static str,
    /// An expression, or a part of one, that uses it.
    pub example: &'static str,
}

/// How a fact of a `T` is worked out.
pub(super) type Work<T> = fn(&T) -> Value<'static>;

/// The entry of a fact, which `F` works out.
pub(super) struct Entry<F> {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    pub(super) meaning: &'static str,
    pub(super) example: &'static str,
    pub(super) value: F,
}

impl<F> Entry<F> {
    pub(super) fn published(&self, of: Of) -> Fact {
        let words = match self.kind {
            Kind::One(Item::Word(Some(words))) | Kind::List(Some(Item::Word(Some(words))), _) => {
                words.words
            }
            Kind::One(_) | Kind::List(..) => &[],
        };
        Fact {
            of,
            name: self.name,
            kind: self.kind.to_string(),
            words,
            meaning: self.meaning,
            example: self.example,
        }
    }
}

pub(super) fn boolean(value: bool) -> Value<'static> {
    Value::Bool(value)
}

pub(super) fn int(value: i64) -> Value<'static> {
    Value::Int(value)
}

pub(super) fn word(value: &'static str) -> Value<'static> {
    Value::Word(value)
}

pub(super) fn tile_name(tile: Tile) -> &'static str {
    kinds::TILES.words[tile.index()]
}

pub(super) fn list(values: impl Iterator<Item = Value<'static>>) -> Value<'static> {
    Value::List(values.collect())
}

pub(super) const fn one_of(words: &'static Words) -> Kind {
    Kind::One(Item::Word(Some(words)))
}

pub(super) const fn most(item: Item, length: usize) -> Kind {
    Kind::List(Some(item), length)
}
