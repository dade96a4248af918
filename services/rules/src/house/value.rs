//! What the parts of an expression give.

use std::rc::Rc;

use crate::{Set, Tile};

/// A value. A list is shared, not copied.
#[derive(Clone, Debug)]
pub(super) enum Value<'v> {
    Bool(bool),
    Int(i64),
    /// A word of a fact, or a text of the expression.
    Word(&'v str),
    Set(SetView),
    Tile(TileView),
    List(Rc<[Value<'v>]>),
}

impl Value<'_> {
    /// Whether two simple values of one type are equal. The check of an expression lets no others be compared.
    pub(super) fn equals(&self, other: &Value<'_>) -> bool {
        match (self, other) {
            (Value::Bool(one), Value::Bool(other)) => one == other,
            (Value::Int(one), Value::Int(other)) => one == other,
            (Value::Word(one), Value::Word(other)) => one == other,
            _ => false,
        }
    }
}

/// A set or pair of a reading.
#[derive(Clone, Copy, Debug)]
pub(super) struct SetView {
    pub(super) set: Set,
    pub(super) completed: bool,
    pub(super) melded: bool,
}

/// A tile of a hand.
#[derive(Clone, Copy, Debug)]
pub(super) struct TileView {
    pub(super) tile: Tile,
    pub(super) copies: u8,
}
