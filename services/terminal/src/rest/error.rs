//! The errors of requests.

use std::fmt::{Display, Formatter};
use std::time::Duration;

use serde::Deserialize;

#[derive(Debug)]
pub(crate) enum Unanswered {
    /// The service refuses the request, and states the reason.
    Refused(Box<Problem>),
    /// The service asks to repeat the request later, perhaps after this time.
    NotNow(Box<Problem>, Option<Duration>),
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
    pointer: String,
    detail: String,
}

/// An outcome that would no longer be possible after a correction.
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

    /// The problem with the absolute address of its documentation.
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
