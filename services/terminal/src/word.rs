//! Words: those of the service's answers, and nouns with their numbers.

use std::fmt::Display;

use serde::Serialize;
use serde_json::Value;

/// A word as the service writes it, also one that this version does not know.
pub(crate) fn word(word: &impl Serialize) -> String {
    match serde_json::to_value(word) {
        Ok(Value::String(word)) => word,
        _ => String::new(),
    }
}

/// `1 hand`, `3 hands`.
pub(crate) fn counted<N: Display + PartialEq + From<u8>>(
    count: N,
    one: &str,
    several: &str,
) -> String {
    let noun = if count == N::from(1) { one } else { several };
    format!("{count} {noun}")
}
