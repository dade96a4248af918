//! What cannot be worked with of what a table states.

use crate::field::Field;

/// Why the rules cannot work with what was stated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misstatement {
    /// The fact it is about.
    pub field: Field,
    /// What is wrong with it.
    pub kind: MisstatementKind,
}

/// What is wrong with something that was stated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MisstatementKind {
    /// It has to be stated.
    Missing,
    /// It does not go with how the hand was won.
    Unexpected,
    /// Not what it says it is, as a sentence.
    Unreadable(String),
}

impl std::fmt::Display for Misstatement {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Misstatement { field, kind } = self;
        match kind {
            MisstatementKind::Missing => write!(f, "`{field}` is missing"),
            MisstatementKind::Unexpected => {
                write!(f, "`{field}` does not go with how the hand was won")
            }
            MisstatementKind::Unreadable(what) => write!(f, "`{field}`: {what}"),
        }
    }
}

impl std::error::Error for Misstatement {}

impl Misstatement {
    pub(crate) fn unreadable(field: Field, what: impl Into<String>) -> Misstatement {
        let kind = MisstatementKind::Unreadable(what.into());
        Misstatement { field, kind }
    }
}
