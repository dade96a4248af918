//! The words of the service's answers.

use serde::Serialize;
use serde_json::Value;

/// A word as the service writes it, also one that this version does not know.
pub(crate) fn word(word: &impl Serialize) -> String {
    match serde_json::to_value(word) {
        Ok(Value::String(word)) => word,
        _ => String::new(),
    }
}
