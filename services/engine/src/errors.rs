//! Why a request is not answered, as `google.rpc` error details.

use std::collections::HashMap;

use rules::{Field, Part, PlayRefusal, Refusal};
use tonic::Status;
use tonic_types::{ErrorDetails, FieldViolation, StatusExt};
use wire::RequestReason;

use crate::reason::Reason;

/// The domain of every reason.
pub(crate) const DOMAIN: &str = "engine.faan";

/// A request that is not answered, and why.
#[derive(Debug)]
pub(crate) struct Invalid {
    reason: Reason,
    /// What is wrong, each with the path of its field; at least one.
    problems: Vec<Problem>,
}

/// One thing that is wrong.
#[derive(Debug)]
pub(crate) struct Problem {
    /// The path of the field, as far as the code that found it knows.
    pub(crate) field: String,
    /// The reason for this field: that of the whole, or a finer one.
    pub(crate) reason: String,
    /// What is wrong and what was expected, as a sentence.
    pub(crate) text: String,
}

impl Invalid {
    /// Whether it is only notation that cannot be read.
    pub(crate) fn is_of_notation(&self) -> bool {
        self.reason == RequestReason::NotationInvalid.into()
    }

    /// One problem with one field.
    pub(crate) fn new(
        reason: impl Into<Reason>,
        field: impl Into<String>,
        text: impl Into<String>,
    ) -> Invalid {
        let reason = reason.into();
        let problem = Problem {
            field: field.into(),
            reason: reason.name().to_owned(),
            text: text.into(),
        };
        Invalid {
            reason,
            problems: vec![problem],
        }
    }

    /// Several problems at once; at least one.
    pub(crate) fn several(reason: RequestReason, problems: Vec<Problem>) -> Invalid {
        Invalid {
            reason: reason.into(),
            problems,
        }
    }

    /// The stable name of the reason.
    pub(crate) fn name(&self) -> &'static str {
        self.reason.name()
    }

    /// The first problem, which a refusal has alone: its field and its sentence.
    pub(crate) fn first(self) -> (String, String) {
        let first = self.problems.into_iter().next();
        first
            .map(|problem| (problem.field, problem.text))
            .unwrap_or_default()
    }

    /// The same, seen from the message that `field` belongs to.
    pub(crate) fn within(mut self, field: &str) -> Invalid {
        for problem in &mut self.problems {
            problem.field = join(field, &problem.field);
        }
        self
    }
}

impl From<Invalid> for Status {
    fn from(invalid: Invalid) -> Status {
        invalid.status(HashMap::new())
    }
}

impl Invalid {
    /// The status that ends a stream, with the number of the batch, counted from 0, that cannot be understood.
    pub(crate) fn in_batch(self, batch: u64) -> Status {
        let batch = ("batch".to_owned(), batch.to_string());
        self.status(HashMap::from([batch]))
    }

    fn status(self, metadata: HashMap<String, String>) -> Status {
        let name = self.name();
        let message = match self.problems.as_slice() {
            [] => name.to_owned(),
            [only] => clip(&only.text, TEXT_LIMIT),
            [first, rest @ ..] => format!(
                "{} (and {} more)",
                clip(&first.text, TEXT_LIMIT),
                rest.len()
            ),
        };
        let mut details = ErrorDetails::with_error_info(name, DOMAIN, metadata);
        details.set_bad_request(violations(self.problems));
        Status::with_error_details(self.reason.status(), message, details)
    }
}

// Details travel in the trailers of the answer, and most clients take 16 KiB of those at most. In base64, and with
// each byte of the message perhaps written as three, these limits stay below.

/// The most characters of a sentence.
const TEXT_LIMIT: usize = 300;
/// The most characters of a path.
const FIELD_LIMIT: usize = 100;
/// The bytes after which no further field is named.
const VIOLATIONS_LIMIT: usize = 4096;

fn violations(problems: Vec<Problem>) -> Vec<FieldViolation> {
    let mut bytes = 0;
    let clipped = problems.into_iter().map(|problem| FieldViolation {
        field: clip(&problem.field, FIELD_LIMIT),
        description: clip(&problem.text, TEXT_LIMIT),
        reason: problem.reason,
        localized_message: None,
    });
    let fitting = clipped.take_while(|violation| {
        let fits = bytes < VIOLATIONS_LIMIT;
        bytes += violation.field.len() + violation.description.len() + violation.reason.len();
        fits
    });
    fitting.collect()
}

fn clip(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        None => text.to_owned(),
        Some(_) => text.chars().take(most).chain(['…']).collect(),
    }
}

/// A win outside a match that the rules refuse, stated by fields of the message at `path`.
pub(crate) fn refused_win(path: &str, refusal: Refusal) -> Invalid {
    let at = || path.to_owned();
    let paths = Paths {
        whole: at(),
        outcome: at(),
        win: at(),
        winner: at(),
        chair: at(),
        giver: "from_seat",
        liable: "liable_seat",
    };
    refused(refusal, &paths)
}

/// A win outside a match that the rules refuse, stated by the notation in the message at `path`.
pub(crate) fn refused_notation(path: &str, refusal: Refusal) -> Invalid {
    let path = join(path, "notation");
    Invalid::new(refusal.code, path, refusal.message())
}

/// The outcomes that the rules refuse, if there are any: the reason is that of the first, and every one is named.
pub(crate) fn refused_outcomes(refused: Vec<PlayRefusal>) -> Option<Invalid> {
    let each = refused.into_iter().map(refused_outcome);
    each.reduce(|mut first, other| {
        first.problems.extend(other.problems);
        first
    })
}

fn refused_outcome(PlayRefusal { outcome, refusal }: PlayRefusal) -> Invalid {
    let outcome = format!("outcomes[{outcome}]");
    let win = format!("{outcome}.win");
    let winner = format!("{win}.winners[{}]", refusal.winner.unwrap_or_default());
    let whole = if refusal.winner.is_some() {
        winner.clone()
    } else {
        outcome.clone()
    };
    refused(
        refusal,
        &Paths {
            whole,
            outcome,
            win,
            chair: winner.clone(),
            winner,
            giver: "from_chair",
            liable: "liable_chair",
        },
    )
}

/// A hand whose waits the rules refuse to look for.
pub(crate) fn refused_waits(refusal: Refusal) -> Invalid {
    refused(refusal, &Paths::of_request())
}

/// Claims that the rules refuse.
pub(crate) fn refused_claims(refusal: Refusal) -> Invalid {
    let claim = format!("claims[{}]", refusal.winner.unwrap_or_default());
    let winner = format!("{claim}.win");
    let paths = Paths {
        whole: claim.clone(),
        chair: claim,
        winner,
        ..Paths::of_request()
    };
    refused(refusal, &paths)
}

/// Where facts stand in a request: the paths of the messages that state them.
struct Paths {
    whole: String,
    outcome: String,
    win: String,
    winner: String,
    chair: String,
    giver: &'static str,
    liable: &'static str,
}

impl Paths {
    /// Everything stands in the request itself.
    fn of_request() -> Paths {
        Paths {
            whole: String::new(),
            outcome: String::new(),
            win: String::new(),
            winner: String::new(),
            chair: String::new(),
            giver: "from_chair",
            liable: "liable_chair",
        }
    }
}

fn refused(refusal: Refusal, paths: &Paths) -> Invalid {
    let Paths {
        whole,
        outcome,
        win,
        winner,
        chair,
        giver,
        liable,
    } = paths;
    let (part, name) = refusal.field.place();
    let (message, inner) = match part {
        Part::Whole => (whole, ""),
        Part::Outcome => (outcome, ""),
        Part::Win => (win, ""),
        Part::Circumstances => (win, "circumstances"),
        Part::Winner => (winner, ""),
        Part::Hand => (winner, "hand"),
        Part::Declared => (winner, "declared"),
        Part::Liability => (winner, "liability"),
        Part::Chair => (chair, ""),
        Part::Chow => (chair, "chow"),
        Part::FalseMahjong => (outcome, "false_mahjong"),
        Part::Penalty => (outcome, "penalty"),
        Part::SidePayment => (outcome, "side_payment"),
        Part::Totals => (outcome, "totals"),
        Part::Agreed => (outcome, "agreed"),
    };
    let name = if refusal.field == Field::From {
        giver
    } else if refusal.field == Field::Liable {
        liable
    } else {
        name.as_str()
    };
    let path = join(&join(message, inner), name);
    Invalid::new(refusal.code, path, refusal.message())
}

/// The path of a field, or of an item, in a message; either may be empty.
fn join(message: &str, field: &str) -> String {
    match (message, field) {
        ("", field) => field.to_owned(),
        (message, "") => message.to_owned(),
        (message, item) if item.starts_with('[') => format!("{message}{item}"),
        (message, field) => format!("{message}.{field}"),
    }
}

/// Names the field in which a problem was found, from the inside out, so that only a failure pays for its path.
pub(crate) trait At<T> {
    /// The problem is in this field.
    fn at(self, field: &str) -> Result<T, Invalid>;
    /// The problem is in this item, counted from 0, of a repeated field.
    fn at_item(self, field: &str, index: usize) -> Result<T, Invalid>;
}

impl<T, E: Into<Invalid>> At<T> for Result<T, E> {
    fn at(self, field: &str) -> Result<T, Invalid> {
        self.map_err(|problem| problem.into().within(field))
    }

    fn at_item(self, field: &str, index: usize) -> Result<T, Invalid> {
        self.map_err(|problem| problem.into().within(&format!("{field}[{index}]")))
    }
}
