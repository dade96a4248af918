//! What a leaf has that is not known here.

use super::Head;
use crate::canonical::{self, Refusal};
use crate::{Body, JsonValue};
use serde::Deserialize;
use serde::de::Error;
use serde_json::Value;
use std::fmt;

/// The kind, the field or the word of a leaf that is not known here, if that is why it cannot be read. That the leaf is canonical can be told
/// all the same.
///
/// # Errors
/// The leaf is not canonical JSON.
pub(super) fn part(bytes: &[u8]) -> Result<Option<Refusal>, Refusal> {
    let leaf: Value = serde_json::from_slice(bytes)?;
    match canonical::bytes(&leaf)? == bytes {
        true => Ok(part_of(leaf)),
        false => Err(Refusal::NotCanonical),
    }
}

fn part_of(leaf: Value) -> Option<Refusal> {
    let Value::Object(mut fields) = leaf else {
        return None;
    };
    fields.retain(|name, _| !Head::FIELDS.contains(&name.as_str()));
    let kind = fields.get("kind")?.as_str()?;
    if !Body::KINDS.contains(&kind) {
        return Some(Refusal::Kind(kind.to_owned()));
    }
    let fields = Value::Object(fields);
    match Body::deserialize(JsonValue::<Fault>::new(&fields)).err()? {
        Fault::Field(name) => Some(Refusal::Field(name)),
        Fault::Word(word) => Some(Refusal::Word(word)),
        Fault::Other => None,
    }
}

/// Why a value cannot be read.
#[derive(Debug)]
enum Fault {
    Field(String),
    Word(String),
    Other,
}

impl Error for Fault {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self::Other
    }

    fn unknown_field(name: &str, _: &'static [&'static str]) -> Self {
        Self::Field(name.to_owned())
    }

    fn unknown_variant(word: &str, _: &'static [&'static str]) -> Self {
        Self::Word(word.to_owned())
    }
}

impl std::error::Error for Fault {}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self, f)
    }
}
