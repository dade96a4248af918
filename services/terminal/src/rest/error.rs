//! Why there is no answer.

use std::fmt::{Display, Formatter};
use std::time::Duration;

use serde::Deserialize;

#[derive(Debug)]
pub(crate) enum Unanswered {
    /// The service refuses, and says why.
    Refused(Box<Problem>),
    /// The service asks to come again, perhaps after so long.
    NotNow(Box<Problem>, Option<Duration>),
    /// The connection was lost, or there was none: what was asked may have been done.
    Lost(String),
    /// Something answered that does not speak as a gateway does.
    Misunderstood(String),
}

/// The words of an `application/problem+json` that a person needs.
#[derive(Debug, Deserialize)]
pub(crate) struct Problem {
    /// Where the code is explained, relative to the service.
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
    /// The whole of it.
    #[serde(skip)]
    pub(crate) text: String,
}

#[derive(Debug, Deserialize)]
struct FieldError {
    pointer: String,
    detail: String,
}

/// What could no longer have happened after a correction.
#[derive(Debug, Deserialize)]
struct Impossible {
    outcome: String,
    detail: String,
}

impl Display for Problem {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "refused: {} ({})", self.detail, self.code)?;
        for FieldError { pointer, detail } in &self.errors {
            match *detail == self.detail {
                true => write!(f, "\n  at {pointer}")?,
                false => write!(f, "\n  at {pointer}: {detail}")?,
            }
        }
        for Impossible { outcome, detail } in &self.impossible {
            write!(f, "\n  {outcome}: {detail}")?;
        }
        match self.page.is_empty() {
            true => Ok(()),
            false => write!(f, "\n  what to do: {}", self.page),
        }
    }
}

impl Unanswered {
    /// Whether the service refuses for this reason.
    pub(crate) fn is_refused_as(&self, code: &str) -> bool {
        matches!(self, Self::Refused(problem) if problem.code == code)
    }

    /// The same, with the whole address of the page that explains it.
    pub(super) fn explained_at(mut self, url: &str) -> Unanswered {
        if let Self::Refused(problem) | Self::NotNow(problem, _) = &mut self
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
            Self::Refused(problem) | Self::NotNow(problem, _) => problem.fmt(f),
            Self::Lost(why) | Self::Misunderstood(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for Unanswered {}
