//! Canonical JSON (RFC 8785), and why bytes are refused.

mod sorted_fields;

use crate::MAX_INTEGER;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// Why something cannot be written in its format, or bytes are not of it.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    /// Not JSON, or a field is missing, unknown, or of the wrong kind.
    #[error("not JSON with the fields of its kind: {0}")]
    Json(#[from] serde_json::Error),
    /// JSON, but of another format.
    #[error("the format is not “{0}”")]
    Format(&'static str),
    /// A version of the format that is not known here.
    #[error("version {0} of the format is unknown")]
    Version(u64),
    /// A kind of entry that is not known here: a later program may know it, so nothing can be said of the entry.
    #[error("the kind of entry “{0}” is unknown")]
    Kind(String),
    /// A field that is not known here, of an entry of a known kind: as with a kind, a later program may know it.
    #[error("the field “{0}” is unknown")]
    Field(String),
    /// A word that is not known here, in a field that has one of some words: a later program may know it.
    #[error("the word “{0}” is unknown")]
    Word(String),
    /// The right value, written another way.
    #[error("the bytes are not canonical JSON (RFC 8785)")]
    NotCanonical,
    /// A number that not every reader of JSON holds exactly.
    #[error("{0} is beyond ±(2^53 − 1)")]
    Number(serde_json::Number),
    /// Two statements that cannot both be true.
    #[error("{0}")]
    Contradiction(&'static str),
}

impl From<mahjong::Contradiction> for Refusal {
    fn from(mahjong::Contradiction(what): mahjong::Contradiction) -> Self {
        Self::Contradiction(what)
    }
}

/// The fields of an object, each as it is written.
pub(crate) type Fields<'a> = BTreeMap<String, &'a RawValue>;

/// The canonical bytes of a value.
pub(crate) fn bytes(value: &impl Serialize) -> Result<Vec<u8>, Refusal> {
    match sorted_fields::write(value) {
        Some(bytes) => Ok(bytes),
        None => canonicalized(value),
    }
}

/// The canonical bytes of any value, or why it has none.
fn canonicalized(value: &impl Serialize) -> Result<Vec<u8>, Refusal> {
    let value = serde_json::to_value(value)?;
    check_numbers(&value)?;
    Ok(serde_json_canonicalizer::to_vec(&value)?)
}

/// A value in a format of its own.
#[derive(Serialize)]
struct Document<'a, T> {
    format: &'static str,
    version: u64,
    #[serde(flatten)]
    value: &'a T,
}

/// The canonical bytes of a value in a format of its own.
pub(crate) fn write_as(
    format: &'static str,
    version: u64,
    value: &impl Serialize,
) -> Result<Vec<u8>, Refusal> {
    bytes(&Document {
        format,
        version,
        value,
    })
}

/// Reads what [`write_as`] wrote, and nothing else.
pub(crate) fn read_as<T: Serialize + DeserializeOwned>(
    format: &'static str,
    version: u64,
    bytes: &[u8],
) -> Result<T, Refusal> {
    let mut fields: Map<String, Value> = serde_json::from_slice(bytes)?;
    check_format(&fields, format, version)?;
    fields.retain(|name, _| name != "format" && name != "version");
    let value = T::deserialize(Value::Object(fields))?;
    if write_as(format, version, &value)? != bytes {
        return Err(Refusal::NotCanonical);
    }
    Ok(value)
}

/// Checks the two fields that say how to read all others. A version that is missing or no number is a field like any other.
pub(crate) fn check_format(
    fields: &Map<String, Value>,
    format: &'static str,
    version: u64,
) -> Result<(), Refusal> {
    if fields.get("format") != Some(&format.into()) {
        return Err(Refusal::Format(format));
    }
    match fields.get("version").and_then(Value::as_u64) {
        Some(other) if other != version => Err(Refusal::Version(other)),
        Some(_) | None => Ok(()),
    }
}

fn check_numbers(value: &Value) -> Result<(), Refusal> {
    match value {
        Value::Null | Value::Bool(_) | Value::String(_) => Ok(()),
        Value::Number(number) => {
            let exact = number
                .as_f64()
                .is_some_and(|value| value.abs() <= MAX_INTEGER as f64);
            exact
                .then_some(())
                .ok_or_else(|| Refusal::Number(number.clone()))
        }
        Value::Array(values) => values.iter().try_for_each(check_numbers),
        Value::Object(fields) => fields.values().try_for_each(check_numbers),
    }
}

/// A calendar day: `2026-11-21`.
pub(crate) mod date {
    use serde::{Deserialize, Deserializer, Serializer, de, ser};
    use time::Date;
    use time::format_description::BorrowedFormatItem;
    use time::macros::format_description;

    const FORMAT: &[BorrowedFormatItem<'_>] = format_description!("[year]-[month]-[day]");

    pub(crate) fn serialize<S: Serializer>(date: &Date, serializer: S) -> Result<S::Ok, S::Error> {
        if !(0..=9999).contains(&date.year()) {
            return Err(ser::Error::custom("a day lies in the years 0–9999"));
        }
        serializer.collect_str(date)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Date, D::Error> {
        let text = String::deserialize(deserializer)?;
        Date::parse(&text, FORMAT).map_err(|_| de::Error::custom("a day is written 2026-11-21"))
    }
}

/// A calendar day that may be absent.
pub(crate) mod optional_date {
    use serde::{Deserializer, Serializer};
    use time::Date;

    pub(crate) fn serialize<S: Serializer>(
        date: &Option<Date>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        match date {
            Some(date) => super::date::serialize(date, serializer),
            None => serializer.serialize_none(),
        }
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<Date>, D::Error> {
        super::date::deserialize(deserializer).map(Some)
    }
}

#[cfg(test)]
mod tests;
