//! The errors of requests.

use client::Error;
use serde::Deserialize;
use std::fmt::{Display, Formatter};

#[derive(Debug)]
pub(crate) enum Unanswered {
    /// The service refuses the request, and states the reason.
    Refused(Box<Problem>),
    /// The service asks to repeat the request later.
    NotNow(Box<Problem>),
    /// The connection failed. The request may have been carried out.
    Lost(String),
    /// The answer is not one of a gateway.
    Misunderstood(String),
}

/// The members of an `application/problem+json` that a person needs.
#[derive(Debug, Deserialize)]
pub(crate) struct Problem {
    /// The address of the documentation of the code, relative to the service.
    #[serde(rename = "type", default)]
    pub(crate) page: String,
    pub(crate) code: String,
    #[serde(default)]
    detail: String,
    #[serde(default)]
    errors: Vec<FieldError>,
    #[serde(default)]
    impossible: Vec<Impossible>,
    #[serde(skip)]
    pub(crate) status: u16,
    /// The complete document.
    #[serde(skip)]
    pub(crate) text: String,
}

#[derive(Debug, Deserialize)]
struct FieldError {
    #[serde(default)]
    pointer: String,
    /// The line and the column of an imported sheet.
    line: Option<u64>,
    column: Option<String>,
    detail: String,
}

/// An outcome that would no longer be possible after a correction.
#[derive(Debug, Deserialize)]
struct Impossible {
    outcome_id: String,
    detail: String,
}

impl FieldError {
    fn place(&self) -> String {
        match self.line {
            Some(line) => in_sheet(line, self.column.as_deref()),
            None => self.pointer.clone(),
        }
    }
}

/// A place in a sheet: `line 4, fan`.
pub(crate) fn in_sheet(line: u64, column: Option<&str>) -> String {
    match column {
        Some(column) => format!("line {line}, {column}"),
        None => format!("line {line}"),
    }
}

impl Display for Problem {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "refused: {} ({})", self.detail, self.code)?;
        for error in &self.errors {
            let (place, detail) = (error.place(), &error.detail);
            // The fault of a whole file has no place, and is said already.
            if place.is_empty() && *detail == self.detail {
                continue;
            }
            match *detail == self.detail {
                true => write!(f, "\n  at {place}")?,
                false => write!(f, "\n  at {place}: {detail}")?,
            }
        }
        for Impossible { outcome_id, detail } in &self.impossible {
            write!(f, "\n  {outcome_id}: {detail}")?;
        }
        match self.page.is_empty() {
            true => Ok(()),
            false => write!(f, "\n  what to do: {}", self.page),
        }
    }
}

impl Unanswered {
    pub(super) fn of(error: &Error) -> Unanswered {
        if let Error::Network(cause) = error {
            return Unanswered::Lost(innermost(cause));
        }
        let Some(refusal) = error.refusal() else {
            return Unanswered::Misunderstood(error.to_string());
        };
        let Ok(mut problem) = serde_json::from_str::<Problem>(&refusal.text) else {
            return Unanswered::Misunderstood(error.to_string());
        };
        problem.text.clone_from(&refusal.text);
        problem.status = refusal.status.as_u16();
        match error.is_temporary() {
            true => Unanswered::NotNow(Box::new(problem)),
            false => Unanswered::Refused(Box::new(problem)),
        }
    }

    /// Whether the service refuses for this reason.
    pub(crate) fn is_refused_as(&self, code: &str) -> bool {
        matches!(self, Self::Refused(problem) if problem.code == code)
    }

    /// The problem with the absolute address of its documentation.
    pub(super) fn explained_at(mut self, url: &str) -> Unanswered {
        if let Self::Refused(problem) | Self::NotNow(problem) = &mut self
            && problem.page.starts_with('/')
        {
            problem.page.insert_str(0, url);
        }
        self
    }
}

impl Display for Unanswered {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Refused(problem) | Self::NotNow(problem) => problem.fmt(f),
            Self::Lost(why) | Self::Misunderstood(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Unanswered {}

/// The innermost cause of an error, which is the most specific one.
fn innermost(error: &dyn std::error::Error) -> String {
    let mut cause = error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    format!("no answer ({cause})")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of each error, where it is: in the sheet if it has a line, at the pointer otherwise.
    #[test]
    fn an_error_in_a_sheet_names_line_and_column() {
        let problem: Problem = serde_json::from_str(
            r#"{
                "code": "import_refused", "detail": "Three things keep it out.",
                "errors": [
                    {"pointer": "/csv", "line": 4, "column": "fan", "detail": "Too many."},
                    {"line": 7, "detail": "The match is over."},
                    {"pointer": "", "detail": "Three things keep it out."},
                    {"pointer": "/terms", "detail": "Three things keep it out."}
                ]
            }"#,
        )
        .unwrap();
        let expected = "refused: Three things keep it out. (import_refused)\n  at line 4, fan: Too many.\n  at line 7: The match is over.\n  at /terms";
        assert_eq!(problem.to_string(), expected);
    }
}
