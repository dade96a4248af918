//! What can be wrong with a document, and where.

use std::fmt;

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

/// A stable code for something that is wrong with a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum DocumentCode {
    /// It is neither JSON nor TOML as it is said to be, or an object has a name twice.
    Unreadable,
    /// It is over its limit of bytes.
    TooLarge,
    /// A required field is absent.
    MissingField,
    /// No such field is known.
    UnknownField,
    /// Another type of value is expected; `null` is never one.
    WrongType,
    /// A word, or a number, that is none of those known here.
    UnknownValue,
    /// A number, or a length, is outside its range.
    OutOfRange,
    /// A text does not have the form it needs.
    Malformed,
    /// Something stands in a list twice.
    Repeated,
    /// An amount could not be divided without a remainder.
    Remainder,
    /// Neither the catalogue nor the document's house patterns know it.
    UnknownPattern,
    /// A pattern includes itself in the end.
    IncludeCycle,
    /// A pattern worth fan includes a limit.
    LimitIncluded,
    /// The schedule does not start at 0 fan.
    ScheduleHole,
    /// A step of the schedule does not start at more fan than the one before it.
    ScheduleOrder,
    /// Steps of the schedule lie above the cap.
    CapBelowSchedule,
    /// No hand can reach the minimum.
    MinimumUnreachable,
    /// A group of fewer than two patterns.
    GroupTooSmall,
    /// A pattern stands in two groups.
    GroupOverlap,
    /// A pattern stands in two caps.
    CapOverlap,
    /// A liability for patterns that have no value, or a win by bonus tiles that is worth nothing.
    NoValue,
    /// Something that never applies beside another field.
    NeverApplies,
    /// An expression has too many characters.
    ExpressionTooLong,
    /// An expression is nested too deeply.
    ExpressionTooDeep,
    /// An expression cannot be parsed.
    ExpressionSyntax,
    /// An expression names an unknown fact.
    ExpressionUnknownFact,
    /// An expression calls an unknown function.
    ExpressionUnknownFunction,
    /// A part of an expression has the wrong type.
    ExpressionType,
    /// An expression does not give a bool.
    ExpressionNotBoolean,
    /// An expression may need too many steps.
    ExpressionTooManySteps,
    /// An expression fails for a hand it is tried on.
    ExpressionFails,
    /// The id of a built-in variant, in a document that is not that one.
    ReservedId,
    /// A derived document with the id and version of its base.
    SameVersion,
}

impl DocumentCode {
    /// Every code, in the order of the documentation.
    pub const ALL: [DocumentCode; 33] = [
        DocumentCode::Unreadable,
        DocumentCode::TooLarge,
        DocumentCode::MissingField,
        DocumentCode::UnknownField,
        DocumentCode::WrongType,
        DocumentCode::UnknownValue,
        DocumentCode::OutOfRange,
        DocumentCode::Malformed,
        DocumentCode::Repeated,
        DocumentCode::Remainder,
        DocumentCode::UnknownPattern,
        DocumentCode::IncludeCycle,
        DocumentCode::LimitIncluded,
        DocumentCode::ScheduleHole,
        DocumentCode::ScheduleOrder,
        DocumentCode::CapBelowSchedule,
        DocumentCode::MinimumUnreachable,
        DocumentCode::GroupTooSmall,
        DocumentCode::GroupOverlap,
        DocumentCode::CapOverlap,
        DocumentCode::NoValue,
        DocumentCode::NeverApplies,
        DocumentCode::ExpressionTooLong,
        DocumentCode::ExpressionTooDeep,
        DocumentCode::ExpressionSyntax,
        DocumentCode::ExpressionUnknownFact,
        DocumentCode::ExpressionUnknownFunction,
        DocumentCode::ExpressionType,
        DocumentCode::ExpressionNotBoolean,
        DocumentCode::ExpressionTooManySteps,
        DocumentCode::ExpressionFails,
        DocumentCode::ReservedId,
        DocumentCode::SameVersion,
    ];

    /// Its name, in lower case with underscores.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            DocumentCode::Unreadable => "unreadable",
            DocumentCode::TooLarge => "too_large",
            DocumentCode::MissingField => "missing_field",
            DocumentCode::UnknownField => "unknown_field",
            DocumentCode::WrongType => "wrong_type",
            DocumentCode::UnknownValue => "unknown_value",
            DocumentCode::OutOfRange => "out_of_range",
            DocumentCode::Malformed => "malformed",
            DocumentCode::Repeated => "repeated",
            DocumentCode::Remainder => "remainder",
            DocumentCode::UnknownPattern => "unknown_pattern",
            DocumentCode::IncludeCycle => "include_cycle",
            DocumentCode::LimitIncluded => "limit_included",
            DocumentCode::ScheduleHole => "schedule_hole",
            DocumentCode::ScheduleOrder => "schedule_order",
            DocumentCode::CapBelowSchedule => "cap_below_schedule",
            DocumentCode::MinimumUnreachable => "minimum_unreachable",
            DocumentCode::GroupTooSmall => "group_too_small",
            DocumentCode::GroupOverlap => "group_overlap",
            DocumentCode::CapOverlap => "cap_overlap",
            DocumentCode::NoValue => "no_value",
            DocumentCode::NeverApplies => "never_applies",
            DocumentCode::ExpressionTooLong => "expression_too_long",
            DocumentCode::ExpressionTooDeep => "expression_too_deep",
            DocumentCode::ExpressionSyntax => "expression_syntax",
            DocumentCode::ExpressionUnknownFact => "expression_unknown_fact",
            DocumentCode::ExpressionUnknownFunction => "expression_unknown_function",
            DocumentCode::ExpressionType => "expression_type",
            DocumentCode::ExpressionNotBoolean => "expression_not_boolean",
            DocumentCode::ExpressionTooManySteps => "expression_too_many_steps",
            DocumentCode::ExpressionFails => "expression_fails",
            DocumentCode::ReservedId => "reserved_id",
            DocumentCode::SameVersion => "same_version",
        }
    }
}

impl DocumentCode {
    /// The code of an expression's error; a test holds the two lists together.
    pub(super) fn of_expression(code: &str) -> DocumentCode {
        let named = DocumentCode::ALL
            .into_iter()
            .find(|known| known.name() == code);
        named.unwrap_or(DocumentCode::ExpressionFails)
    }
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
