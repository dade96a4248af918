//! What the body of a leaf has that is not known here.

use crate::canonical::Refusal;
use crate::{Body, JsonValue};
use serde::Deserialize;
use serde::de::Error;
use serde_json::Value;
use std::fmt;

/// The kind, the field or the word of a body that is not known here, if that is why it cannot be read: a later program may know it.
pub(crate) fn unknown_part(body: &Value) -> Option<Refusal> {
    let kind = body.get("kind")?.as_str()?;
    if !Body::KINDS.contains(&kind) {
        return Some(Refusal::Kind(kind.to_owned()));
    }
    match Body::deserialize(JsonValue::<Fault>::new(body)).err()? {
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
