//! The slow way through a body that could not be read: it finds out where and why.

use std::collections::HashSet;
use std::fmt;

use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_path_to_error::{Path, Segment};

use crate::problem::{Code, Problem};

/// How the uuid crate begins to say that a text is no id.
const BAD_ID: &str = "UUID parsing failed";

/// Why the body is no `T`: first its syntax, then its fields.
pub(super) fn explain<T: DeserializeOwned>(bytes: &[u8], error: &serde_json::Error) -> Problem {
    if let Err(problem) = syntax(bytes) {
        return problem;
    }
    let mut json = serde_json::Deserializer::from_slice(bytes);
    match serde_path_to_error::deserialize::<_, T>(&mut json) {
        Ok(_) => malformed("", error),
        Err(error) => field(&pointer(error.path()), &sentence(error.inner())),
    }
}

/// Refuses what is no JSON, names a field twice, or holds a NUL, anywhere.
pub(super) fn syntax(bytes: &[u8]) -> Result<(), Problem> {
    let mut json = serde_json::Deserializer::from_slice(bytes);
    serde_path_to_error::deserialize::<_, Json>(&mut json).map_err(|error| {
        let pointer = pointer(error.path());
        let said = sentence(error.inner());
        if error.inner().classify() == serde_json::error::Category::Data {
            return Problem::at(code_of(&said), pointer, capitalised(&said));
        }
        malformed(&pointer, error.inner())
    })?;
    json.end().map_err(|error| malformed("", &error))
}

fn malformed(pointer: &str, error: &serde_json::Error) -> Problem {
    let detail = format!(
        "The body stops being JSON at line {}, column {}: {}.",
        error.line(),
        error.column(),
        sentence(error)
    );
    Problem::at(Code::MalformedJson, pointer, detail)
}

/// What serde says of a field, for people. Its sentences are stable and begin with what is wrong.
fn field(pointer: &str, said: &str) -> Problem {
    let code = code_of(said);
    let named = said.split('`').nth(1).unwrap_or_default();
    if code == Code::MissingField {
        let detail = format!("The field `{named}` is missing.");
        return Problem::at(code, format!("{pointer}/{named}"), detail);
    }
    if said.starts_with(BAD_ID) {
        let detail = "This is not an id: ids are UUIDs, and the server makes them.";
        return Problem::at(code, pointer, detail);
    }
    let detail = match said.split_once(", expected ") {
        Some((_, known)) if code == Code::UnknownField => {
            format!("There is no field `{named}` here; expected {known}.")
        }
        Some(_) | None => capitalised(&in_words_of_json(said)),
    };
    Problem::at(code, pointer, detail)
}

/// What serde says in words of Rust.
pub(crate) fn in_words_of_json(said: &str) -> String {
    if said == "trailing characters" {
        return "this list is too long".to_owned();
    }
    match said.split_once(", expected ") {
        Some((found, "i64" | "u8" | "u32" | "u64")) => format!("{found}, expected a whole number"),
        Some((found, "f64")) => format!("{found}, expected a number"),
        Some((found, kind)) if kind.starts_with("struct ") => {
            format!("{found}, expected an object")
        }
        Some(_) | None => said.to_owned(),
    }
}

fn code_of(said: &str) -> Code {
    const FORMS: [(&str, Code); 7] = [
        ("unknown field", Code::UnknownField),
        ("missing field", Code::MissingField),
        ("duplicate field", Code::DuplicateField),
        ("invalid type", Code::InvalidField),
        ("unknown variant", Code::InvalidField),
        (BAD_ID, Code::InvalidField),
        ("a text holds a NUL", Code::MalformedJson),
    ];
    let form = FORMS.iter().find(|(start, _)| said.starts_with(start));
    // Everything else is said by the types of the fields themselves: form right, value not allowed.
    form.map_or(Code::InvalidValue, |(_, code)| *code)
}

/// serde_json's message without the place, which is told apart.
fn sentence(error: &serde_json::Error) -> String {
    let said = error.to_string();
    match said.rfind(" at line ") {
        Some(end) => said[..end].to_owned(),
        None => said,
    }
}

fn capitalised(said: &str) -> String {
    let mut letters = said.chars();
    let first = letters
        .next()
        .map(|letter| letter.to_uppercase().to_string());
    format!(
        "{}{}.",
        first.unwrap_or_default(),
        letters.as_str().trim_end_matches('.')
    )
}

/// A path as a JSON pointer (RFC 6901).
fn pointer(path: &Path) -> String {
    path.iter()
        .map(|segment| match segment {
            Segment::Seq { index } => format!("/{index}"),
            Segment::Map { key } => format!("/{}", key.replace('~', "~0").replace('/', "~1")),
            Segment::Enum { variant } => format!("/{variant}"),
            Segment::Unknown => String::new(),
        })
        .collect()
}

/// Any JSON, looked at and forgotten.
struct Json;

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Json)
    }
}

impl<'de> Visitor<'de> for Json {
    type Value = Self;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Self, E> {
        match text.contains('\0') {
            true => Err(E::custom("a text holds a NUL character")),
            false => Ok(self),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Self, A::Error> {
        while items.next_element::<Json>()?.is_some() {}
        Ok(self)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Self, A::Error> {
        let mut seen = HashSet::new();
        while let Some(name) = fields.next_key::<String>()? {
            Json.visit_str::<A::Error>(&name)?;
            if seen.contains(&name) {
                return Err(A::Error::custom(format!("duplicate field `{name}`")));
            }
            seen.insert(name);
            fields.next_value::<Json>()?;
        }
        Ok(self)
    }
}
