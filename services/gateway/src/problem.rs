//! What a client is told when something is wrong: RFC 9457 problem details, everywhere.

mod code;
mod details;
pub(crate) mod ledger;
pub(crate) mod page;
mod people;
mod rounds;
mod tournament;
mod void_match;

use std::borrow::Cow;

use ::ledger::{OutcomeId, PlayingTable, evidence::InvalidValue};
use actix_web::{HttpResponse, ResponseError, http::StatusCode, http::header};
use wire::RequestReason;

pub use code::Code;
pub(crate) use details::{Body, FieldError, Impossible, NamedPlayer, OwnedClub, UnknownName};

use crate::request_id;

/// The media type of a problem.
pub(crate) const PROBLEM_JSON: &str = "application/problem+json";
/// Seconds after which a client may try again when the engine or the database is away.
const RETRY_AFTER: u64 = 2;

/// A problem on its way to the client.
#[derive(Debug, Clone, thiserror::Error)]
#[error("{}: {}", .body.code, .body.detail)]
pub(crate) struct Problem {
    status: StatusCode,
    headers: Vec<(header::HeaderName, String)>,
    body: Box<Body>,
}

impl Problem {
    /// A problem of ours, in a sentence.
    pub(crate) fn new(code: Code, detail: impl Into<String>) -> Self {
        let problem = Self::build(
            code.status(),
            code.as_str().into(),
            code.title().into(),
            detail.into(),
        );
        if code.status() == StatusCode::SERVICE_UNAVAILABLE {
            return problem.retry_after(RETRY_AFTER);
        }
        problem
    }

    /// A problem of ours about one field, header or parameter.
    pub(crate) fn at(code: Code, pointer: impl Into<String>, detail: impl Into<String>) -> Self {
        let detail = detail.into();
        Self::new(code, detail.clone()).field(pointer, detail)
    }

    /// What contradicts itself in a value of the body; `at` is where the value stands. REST has points where entries have half points.
    pub(crate) fn invalid(at: &str, invalid: &InvalidValue) -> Self {
        let pointer = format!("{at}/{}", invalid.place.replace("half_points", "points"));
        Self::at(Code::InvalidValue, pointer, sentence(invalid))
    }

    /// A refusal of the engine's: `reason` is its own stable code. That a match is over, or that a field is missing, has one
    /// code and one status, whoever finds it out.
    pub(crate) fn refused(reason: &str, detail: String) -> Self {
        let code = code_of_reason(reason);
        let ours = [Code::MatchOver, Code::MissingField];
        if let Some(ours) = ours.into_iter().find(|ours| ours.as_str() == code) {
            return Self::new(ours, detail);
        }
        let status = StatusCode::UNPROCESSABLE_ENTITY;
        Self::build(status, code, title_of_reason(reason).into(), detail)
    }

    /// Whether the engine refused it for the steps that house patterns would take.
    pub(crate) fn is_refused_for_its_steps(&self) -> bool {
        let of_recorded = self.body.impossible.first();
        is_of_steps(of_recorded.map_or(&self.body.code, |of_recorded| &of_recorded.code))
    }

    /// The same of an outcome that was recorded before the request.
    pub(crate) fn of_recorded(self, outcome_id: OutcomeId) -> Self {
        let Body { code, detail, .. } = *self.body;
        let code = code.into_owned();
        Self::impossible(vec![Impossible {
            outcome_id,
            code,
            detail,
        }])
    }

    /// A correction after which something that was recorded could not have happened.
    pub(crate) fn impossible(impossible: Vec<Impossible>) -> Self {
        let detail = match impossible.len() {
            1 => "After this correction, something that was recorded could not have happened."
                .to_owned(),
            more => format!(
                "After this correction, {more} things that were recorded could not have happened."
            ),
        };
        let mut problem = Self::new(Code::CorrectionImpossible, detail);
        problem.body.impossible = impossible;
        problem
    }

    /// A mistake of ours: the client is told that it is, the log is told what.
    pub(crate) fn internal(cause: impl std::fmt::Display) -> Self {
        tracing::error!(%cause, "internal problem");
        Self::new(Code::Internal, "Something went wrong on our side.")
    }

    /// Also names a field, with the code of the whole.
    pub(crate) fn field(mut self, pointer: impl Into<String>, detail: impl Into<String>) -> Self {
        let code = self.body.code.clone();
        let error = FieldError::new(pointer, code, detail);
        self.body.errors.push(error);
        self
    }

    /// Also names a field that the engine refuses, with the engine's reason for it.
    pub(crate) fn refused_field(mut self, pointer: String, reason: &str, detail: String) -> Self {
        let code = match reason {
            "" => self.body.code.clone(),
            reason => code_of_reason(reason),
        };
        self.body
            .errors
            .push(FieldError::new(pointer, code, detail));
        self
    }

    /// The same, with other pointers: what a request has in one place, another has elsewhere.
    pub(crate) fn with_pointers(mut self, pointer: impl Fn(&str) -> String) -> Self {
        for error in &mut self.body.errors {
            error.pointer = pointer(&error.pointer);
        }
        self
    }

    /// Also names fields that the engine finds fault with.
    pub(crate) fn with_errors(mut self, errors: Vec<FieldError>) -> Self {
        self.body.errors.extend(errors);
        self
    }

    /// The code and the sentence of a problem that the client can solve. One that is a mistake of ours comes back as it is.
    pub(crate) fn into_fault(self) -> Result<(Cow<'static, str>, String), Self> {
        match self.status.is_server_error() {
            true => Err(self),
            false => Ok((self.body.code, self.body.detail)),
        }
    }

    /// Shows the hand that took the number.
    pub(crate) fn with_hand(mut self, hand: serde_json::Value) -> Self {
        self.body.hand = Some(hand);
        self
    }

    /// Says which hand or draw is next.
    pub(crate) fn with_next_number(mut self, number: u32) -> Self {
        self.body.next_number = Some(number);
        self
    }

    /// Says how much can be paid.
    pub(crate) fn with_open_cents(mut self, open_cents: i64) -> Self {
        self.body.open_cents = Some(open_cents);
        self
    }

    /// Names the clubs that have no other owner.
    pub(crate) fn with_clubs(mut self, clubs: Vec<OwnedClub>) -> Self {
        self.body.clubs = clubs;
        self
    }

    /// Names the tables that still play.
    pub(crate) fn with_playing(mut self, playing: Vec<PlayingTable>) -> Self {
        self.body.playing = playing;
        self
    }

    /// Says when to try again.
    pub(crate) fn retry_after(self, seconds: u64) -> Self {
        self.header(header::RETRY_AFTER, seconds.to_string())
    }

    /// Adds a header to the answer.
    pub(crate) fn header(mut self, name: header::HeaderName, value: String) -> Self {
        self.headers.push((name, value));
        self
    }

    /// Its body, as it is sent.
    pub(crate) fn text(&self) -> String {
        serde_json::to_string(&self.body).unwrap_or_default()
    }

    fn build(
        status: StatusCode,
        code: Cow<'static, str>,
        title: Cow<'static, str>,
        detail: String,
    ) -> Self {
        let body = Body {
            kind: format!("/problems#{code}"),
            title,
            status: status.as_u16(),
            detail,
            code,
            errors: Vec::new(),
            hand: None,
            impossible: Vec::new(),
            next_number: None,
            open_cents: None,
            clubs: Vec::new(),
            players: Vec::new(),
            matches: Vec::new(),
            playing: Vec::new(),
            request_id: None,
        };
        Self {
            status,
            headers: Vec::new(),
            body: Box::new(body),
        }
    }
}

/// What another crate or the engine says in a clause, as a sentence.
pub(crate) fn sentence(said: &impl std::fmt::Display) -> String {
    let said = said.to_string();
    let mut letters = said.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    let mut sentence: String = first.chain(letters).collect();
    if !sentence.ends_with(['.', '…', '?']) {
        sentence.push('.');
    }
    sentence
}

/// The code of a refusal of the engine's: its reason in lower case. A missing field has one code, whoever misses it.
pub(crate) fn code_of_reason(reason: &str) -> Cow<'static, str> {
    match RequestReason::named(reason) {
        Some(RequestReason::FieldMissing) => Code::MissingField.as_str().into(),
        _ => reason.to_ascii_lowercase().into(),
    }
}

/// Whether it is the code of a request whose house patterns take more steps than the engine works out at once.
pub(crate) fn is_of_steps(code: &str) -> bool {
    code == code_of_reason(RequestReason::TooManySteps.name())
}

/// What a refusal of the engine's means, in a few words: most are of the rules, the others of a request that the engine
/// cannot work out.
fn title_of_reason(reason: &str) -> &'static str {
    RequestReason::named(reason).map_or("The rules refuse this", RequestReason::title)
}

impl ResponseError for Problem {
    fn status_code(&self) -> StatusCode {
        self.status
    }

    fn error_response(&self) -> HttpResponse {
        let mut response = HttpResponse::build(self.status);
        for (name, value) in &self.headers {
            response.insert_header((name.clone(), value.as_str()));
        }
        response.insert_header((header::CONTENT_TYPE, PROBLEM_JSON));
        let id = request_id::current();
        response.json(Body {
            request_id: id.as_deref().map(str::to_owned),
            ..(*self.body).clone()
        })
    }
}
