//! What is wrong with a JSON value, as a value: `serde_json::Error` is a sentence.

use std::fmt;

use serde::de::{Error, Expected, Unexpected};

/// Why a JSON value is not of the type that an endpoint takes.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Fault {
    MissingField(&'static str),
    UnknownField {
        name: String,
        known: &'static [&'static str],
    },
    DuplicateField(String),
    /// A value of another kind: a text instead of a number.
    Type {
        found: String,
        expected: String,
    },
    /// A word that is none of those that are known.
    Word {
        found: String,
        known: &'static [&'static str],
    },
    /// A value of the right kind that is not allowed, in a sentence.
    Value(String),
}

impl Error for Fault {
    fn custom<T: fmt::Display>(sentence: T) -> Self {
        Self::Value(sentence.to_string())
    }

    fn invalid_type(found: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::Type {
            found: found.to_string(),
            expected: expected.to_string(),
        }
    }

    fn unknown_variant(found: &str, known: &'static [&'static str]) -> Self {
        let found = found.to_owned();
        Self::Word { found, known }
    }

    fn unknown_field(name: &str, known: &'static [&'static str]) -> Self {
        let name = name.to_owned();
        Self::UnknownField { name, known }
    }

    fn missing_field(name: &'static str) -> Self {
        Self::MissingField(name)
    }

    fn duplicate_field(name: &'static str) -> Self {
        Self::DuplicateField(name.to_owned())
    }
}

impl std::error::Error for Fault {}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissingField(name) => write!(f, "the field `{name}` is missing"),
            Self::UnknownField { name, known } => {
                write!(
                    f,
                    "there is no field `{name}` here; expected {}",
                    Known(known)
                )
            }
            Self::DuplicateField(name) => write!(f, "duplicate field `{name}`"),
            Self::Type { found, expected } => {
                write!(f, "invalid type: {found}, expected {expected}")
            }
            Self::Word { found, known } => {
                write!(f, "`{found}` is not known here, expected {}", Known(known))
            }
            Self::Value(sentence) => f.write_str(sentence),
        }
    }
}

/// Names to choose from.
struct Known<'a>(&'a [&'static str]);

impl fmt::Display for Known<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quoted = |name: &&str| format!("`{name}`");
        match self.0 {
            [] => f.write_str("none"),
            [only] => f.write_str(&quoted(only)),
            [one, other] => write!(f, "{} or {}", quoted(one), quoted(other)),
            several => {
                let names: Vec<String> = several.iter().map(quoted).collect();
                write!(f, "one of {}", names.join(", "))
            }
        }
    }
}
