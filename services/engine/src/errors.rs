//! Why a request is not answered, as `google.rpc` error details.

use std::collections::HashMap;

use rules::{Field, PlayRefusal, Refusal};
use tonic::Status;
use tonic_types::{ErrorDetails, FieldViolation, StatusExt};

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
    /// One problem with one field.
    pub(crate) fn new(
        reason: Reason,
        field: impl Into<String>,
        text: impl Into<String>,
    ) -> Invalid {
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
    pub(crate) fn several(reason: Reason, problems: Vec<Problem>) -> Invalid {
        Invalid { reason, problems }
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
    fn within(mut self, field: &str) -> Invalid {
        for problem in &mut self.problems {
            problem.field = match problem.field.as_str() {
                "" => field.to_owned(),
                item if item.starts_with('[') => format!("{field}{item}"),
                inner => format!("{field}.{inner}"),
            };
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

/// A win outside a match that the rules refuse.
pub(crate) fn refused_win(refusal: Refusal) -> Invalid {
    refused_win_at("win", refusal)
}

/// A win of a batch that the rules refuse.
pub(crate) fn refused_win_of_batch(index: usize, refusal: Refusal) -> Invalid {
    refused_win_at(&format!("wins[{index}]"), refusal)
}

fn refused_win_at(path: &str, refusal: Refusal) -> Invalid {
    let at = || path.to_owned();
    let paths = Paths {
        whole: at(),
        outcome: at(),
        win: at(),
        winner: at(),
        giver: "from_seat",
    };
    refused(refusal, &paths)
}

/// An outcome that the rules refuse.
pub(crate) fn refused_outcome(PlayRefusal { outcome, refusal }: PlayRefusal) -> Invalid {
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
            winner,
            giver: "from_chair",
        },
    )
}

/// Where the facts of a win stand in a request.
struct Paths {
    whole: String,
    outcome: String,
    win: String,
    winner: String,
    giver: &'static str,
}

fn refused(refusal: Refusal, paths: &Paths) -> Invalid {
    let Paths {
        whole,
        outcome,
        win,
        winner,
        giver,
    } = paths;
    let path = match refusal.field {
        Field::Whole => whole.clone(),
        Field::Concealed => format!("{winner}.hand.concealed"),
        Field::WinningTile => format!("{winner}.hand.winning_tile"),
        Field::Melds => format!("{winner}.hand.melds"),
        Field::Meld(place) => format!("{winner}.hand.melds[{place}].tiles"),
        Field::BonusTiles => format!("{winner}.hand.bonus_tiles"),
        Field::WonBy => format!("{win}.circumstances.won_by"),
        Field::From => format!("{win}.{giver}"),
        Field::RobbedKong => format!("{win}.circumstances.robbed_kong"),
        Field::LastTile => format!("{win}.circumstances.last_tile"),
        Field::Replacement => format!("{win}.circumstances.replacement"),
        Field::FirstTurn => format!("{win}.circumstances.first_turn"),
        Field::Winners => format!("{win}.winners"),
        Field::Chair => format!("{winner}.chair"),
        Field::DeclaredFan => format!("{winner}.declared.fan"),
        Field::DeclaredFanTowardMinimum => format!("{winner}.declared.fan_toward_minimum"),
        Field::Points => format!("{outcome}.false_mahjong.points"),
    };
    Invalid::new(Reason::Refused(refusal.code), path, refusal.message())
}

/// Names the field in which a problem was found, from the inside out, so that only a failure pays for its path.
pub(crate) trait At {
    /// The problem is in this field.
    fn at(self, field: &str) -> Self;
    /// The problem is in this item, counted from 0, of a repeated field.
    fn at_item(self, field: &str, index: usize) -> Self;
}

impl<T> At for Result<T, Invalid> {
    fn at(self, field: &str) -> Self {
        self.map_err(|invalid| invalid.within(field))
    }

    fn at_item(self, field: &str, index: usize) -> Self {
        self.map_err(|invalid| invalid.within(&format!("{field}[{index}]")))
    }
}
