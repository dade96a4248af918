//! The slow way through a body that could not be read: it finds out where and why.

use std::cell::Cell;
use std::collections::HashSet;
use std::fmt;

use ledger::evidence::JsonValue;
use serde::de::{
    DeserializeOwned, DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor,
};
use serde_json::Value;
use serde_path_to_error::{Path, Segment, Track};

use super::fault::Fault;
use crate::problem::{Code, Problem, sentence};

/// Why a part of a request, such as the body, is no `T`: first its syntax, then its fields.
pub(super) fn explain<T: DeserializeOwned>(
    part: &str,
    bytes: &[u8],
    error: &serde_json::Error,
) -> Problem {
    if let Err(problem) = syntax(part, bytes) {
        return problem;
    }
    let Ok(value) = serde_json::from_slice::<Value>(bytes) else {
        return malformed(part, "", error);
    };
    match serde_path_to_error::deserialize::<_, T>(JsonValue::<Fault>::new(&value)) {
        Ok(_) => malformed(part, "", error),
        Err(error) => {
            let pointer = pointer(error.path());
            field(pointer, error.into_inner())
        }
    }
}

/// Refuses what is no JSON, names a field twice, or holds a NUL, anywhere.
pub(super) fn syntax(part: &str, bytes: &[u8]) -> Result<(), Problem> {
    let mut json = serde_json::Deserializer::from_slice(bytes);
    let found = Cell::new(None);
    let mut track = Track::new();
    let tracked = serde_path_to_error::Deserializer::new(&mut json, &mut track);
    let read = Syntax { found: &found }.deserialize(tracked);
    read.map_err(|error| {
        let pointer = pointer(&track.path());
        match found.take() {
            Some(SyntaxFault::DuplicateField(name)) => field(pointer, Fault::DuplicateField(name)),
            Some(SyntaxFault::Nul) => {
                let detail = "A text holds a NUL character. If it came from a file, this seems to be UTF-16 (“Unicode Text” in Excel), and not \
                              UTF-8: save it as “CSV UTF-8”.";
                Problem::at(Code::MalformedJson, pointer, detail)
            }
            None => malformed(part, &pointer, &error),
        }
    })?;
    json.end().map_err(|error| malformed(part, "", &error))
}

fn malformed(part: &str, pointer: &str, error: &serde_json::Error) -> Problem {
    let detail = format!(
        "{part} stops being JSON at line {}, column {}: {}.",
        error.line(),
        error.column(),
        without_place(error)
    );
    Problem::at(Code::MalformedJson, pointer, detail)
}

/// A fault of a field, for people.
fn field(pointer: String, fault: Fault) -> Problem {
    let detail = sentence(&in_words_of_json(&fault.to_string()));
    let (code, pointer) = match fault {
        Fault::MissingField(name) => (Code::MissingField, format!("{pointer}/{name}")),
        Fault::UnknownField { .. } => (Code::UnknownField, pointer),
        Fault::DuplicateField(_) => (Code::DuplicateField, pointer),
        Fault::Type { .. } | Fault::Word { .. } => (Code::InvalidField, pointer),
        Fault::Value(_) => (Code::InvalidValue, pointer),
    };
    Problem::at(code, pointer, detail)
}

/// What serde says in words of Rust.
pub(crate) fn in_words_of_json(said: &str) -> String {
    match said.split_once(", expected ") {
        Some((found, "i64" | "u8" | "u32" | "u64")) => format!("{found}, expected a whole number"),
        Some((found, "f64")) => format!("{found}, expected a number"),
        Some((found, kind)) if kind.starts_with("struct ") => {
            format!("{found}, expected an object")
        }
        Some(_) | None => said.to_owned(),
    }
}

/// serde_json's message without the place, which is told apart.
fn without_place(error: &serde_json::Error) -> String {
    let said = error.to_string();
    match said.rfind(" at line ") {
        Some(end) => said[..end].to_owned(),
        None => said,
    }
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

/// What JSON can have and a body must not, though it is JSON.
enum SyntaxFault {
    DuplicateField(String),
    /// Neither the database nor people can hold it.
    Nul,
}

/// Reads any JSON and keeps nothing but the first fault.
#[derive(Clone, Copy)]
struct Syntax<'a> {
    found: &'a Cell<Option<SyntaxFault>>,
}

impl Syntax<'_> {
    /// Keeps a fault and ends the reading with an error, whose words are not looked at.
    fn fail<E: Error>(self, fault: SyntaxFault) -> E {
        self.found.set(Some(fault));
        E::custom("the body is refused")
    }
}

impl<'de> DeserializeSeed<'de> for Syntax<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Syntax<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<(), E> {
        match text.contains('\0') {
            true => Err(self.fail(SyntaxFault::Nul)),
            false => Ok(()),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        while items.next_element_seed(self)?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<(), A::Error> {
        let mut seen = HashSet::new();
        while let Some(name) = fields.next_key::<String>()? {
            self.visit_str::<A::Error>(&name)?;
            if seen.contains(&name) {
                return Err(self.fail(SyntaxFault::DuplicateField(name)));
            }
            seen.insert(name);
            fields.next_value_seed(self)?;
        }
        Ok(())
    }
}
