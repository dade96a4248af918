//! What can be wrong with a document, and where.

use std::fmt;

use crate::document_code::DocumentCode;

/// Something that is wrong with a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentError {
    /// Where, as a path like `patterns.half_flush.includes[0]`; empty for the whole document. A name that is not
    /// only letters, digits, `_`, `-` and `:` stands as a JSON text in brackets: `patterns["half flush"]`.
    pub path: String,
    /// A stable code.
    pub code: DocumentCode,
    /// What is wrong and what was expected, as a sentence.
    pub text: String,
}

/// A place in a document, from its top.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Place(pub(super) Vec<Step>);

/// One step down.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// To the field of an object.
    Field(String),
    /// To the item of a list, counted from 0.
    Item(usize),
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Step::Field(name) => f.write_str(name),
            Step::Item(index) => index.fmt(f),
        }
    }
}

impl Place {
    /// The field of this place.
    pub(super) fn field(&self, name: &str) -> Place {
        self.step(Step::Field(name.to_owned()))
    }

    /// The item of this place, counted from 0.
    pub(super) fn item(&self, index: usize) -> Place {
        self.step(Step::Item(index))
    }

    fn step(&self, step: Step) -> Place {
        let mut steps = self.0.clone();
        steps.push(step);
        Place(steps)
    }

    pub(super) fn starts_with(&self, other: &Place) -> bool {
        self.0.starts_with(&other.0)
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (depth, step) in self.0.iter().enumerate() {
            match step {
                Step::Item(index) => write!(f, "[{index}]")?,
                Step::Field(name) if !is_plain(name) => {
                    write!(f, "[{}]", serde_json::Value::from(name.as_str()))?;
                }
                Step::Field(name) if depth == 0 => f.write_str(name)?,
                Step::Field(name) => write!(f, ".{name}")?,
            }
        }
        Ok(())
    }
}

fn is_plain(name: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"_-:".contains(&byte);
    !name.is_empty() && name.bytes().all(plain)
}

/// The place that a sequence of fields leads to.
pub(super) fn at<const N: usize>(fields: [&str; N]) -> Place {
    let fields = fields.map(|name| Step::Field(name.to_owned()));
    Place(fields.into())
}

/// What was found to be wrong so far.
#[derive(Debug, Default)]
pub(super) struct Problems {
    found: Vec<(Place, DocumentCode, String)>,
    /// Places whose content was wrong and is read as something harmless: nothing is said of them a second time.
    pub(super) mended: Vec<Place>,
}

impl Problems {
    /// The most that are named at once: nobody reads more, and a hostile document has thousands.
    pub(super) const MOST: usize = 500;

    pub(super) fn add(&mut self, place: Place, code: DocumentCode, text: impl Into<String>) {
        let mended = || self.mended.iter().any(|mended| place.starts_with(mended));
        if self.found.len() < Problems::MOST && !mended() {
            self.found.push((place, code, text.into()));
        }
    }

    /// Whether nothing was mended in these fields of the document, so that they can be held against each other.
    pub(super) fn are_sound(&self, fields: &[&str]) -> bool {
        let mended = |field: &str| {
            let field = at([field]);
            self.mended.iter().any(|mended| mended.starts_with(&field))
        };
        !fields.iter().any(|field| mended(field))
    }

    /// Whether nothing was found in a place so far.
    pub(super) fn are_whole(&self, place: &Place) -> bool {
        !self
            .found
            .iter()
            .any(|(found, ..)| found.starts_with(place))
    }

    pub(super) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// The places of what was found so far.
    pub(super) fn places(&self) -> impl Iterator<Item = &Place> {
        self.found.iter().map(|(place, ..)| place)
    }

    pub(super) fn into_errors(self) -> Vec<DocumentError> {
        let error = |(place, code, text): (Place, _, _)| DocumentError {
            path: place.to_string(),
            code,
            text,
        };
        self.found.into_iter().map(error).collect()
    }
}
