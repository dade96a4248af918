//! Idempotency: the same key and the same content get the same answer.

use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};
use ledger::Write;
use sha2::{Digest, Sha256};
use utoipa::openapi::Required;
use utoipa::openapi::path::Parameter;

use crate::argument::{Argument, header, optional_text, text};
use crate::body::Body;
use crate::caller::ClubMember;
use crate::endpoint::Endpoint;
use crate::problem::{Code, Problem};

const HEADER: &str = "Idempotency-Key";

/// A write that is done once, however often it is sent.
#[derive(Debug)]
pub(crate) struct IdempotentRequest {
    /// The client's key: 1–255 visible ASCII characters.
    pub(crate) key: String,
    /// The operation it is for, by its name in the OpenAPI document; keys of different operations do not meet.
    pub(crate) route: &'static str,
    /// Method and path, with the ids in their usual form.
    asked: String,
}

impl IdempotentRequest {
    /// Who writes where; recognised again by key and content.
    pub(crate) fn write<T>(self, member: &ClubMember, body: &Body<T>) -> Write {
        Write {
            club: member.club,
            actor: member.user,
            role: member.role,
            api_key: member.api_key,
            session: member.session,
            route: self.route,
            fingerprint: self.fingerprint(body),
            key: self.key,
        }
    }

    /// The same for a request that says everything with its address, and needs no body.
    pub(crate) fn write_without_body(self, member: &ClubMember) -> Write {
        Write {
            club: member.club,
            actor: member.user,
            role: member.role,
            api_key: member.api_key,
            session: member.session,
            route: self.route,
            fingerprint: self.hash(&[]),
            key: self.key,
        }
    }

    /// The same for the same address and the same JSON, however it is spaced and its fields are ordered.
    pub(crate) fn fingerprint<T>(&self, body: &Body<T>) -> [u8; 32] {
        match serde_json::from_slice::<serde_json::Value>(&body.bytes) {
            // A Value keeps its fields sorted.
            Ok(json) => self.hash(json.to_string().as_bytes()),
            Err(_) => self.hash(&body.bytes),
        }
    }

    fn hash(&self, content: &[u8]) -> [u8; 32] {
        let mut hash = Sha256::new();
        hash.update(&self.asked);
        hash.update([0]);
        hash.update(content);
        hash.finalize().into()
    }
}

impl FromRequest for IdempotentRequest {
    type Error = Problem;
    type Future = Ready<Result<Self, Problem>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(key(request).and_then(|key| {
            let endpoint = Endpoint::of(request)?;
            Ok(Self {
                key,
                route: &endpoint.operation,
                asked: format!(
                    "{} {}",
                    request.method(),
                    canonical(request.match_info().as_str())
                ),
            })
        }))
    }
}

impl Argument for IdempotentRequest {
    fn parameters() -> Vec<Parameter> {
        let description = "1–255 visible ASCII characters; a new one for each thing you want done";
        vec![header(HEADER, Required::True, text(), description)]
    }
}

/// Of a handler that needs no key for a dry run.
impl Argument for Result<IdempotentRequest, Problem> {
    fn parameters() -> Vec<Parameter> {
        let description = "1–255 visible ASCII characters; a new one for each thing you want done. Required unless `dry_run`";
        vec![header(
            HEADER,
            Required::False,
            optional_text(),
            description,
        )]
    }
}

/// A path in which every id is written as the server writes it: in upper case it is the same.
fn canonical(path: &str) -> String {
    let usual = |part: &str| match part.parse::<ledger::ClubId>() {
        Ok(id) => id.to_string(),
        Err(_) => part.to_owned(),
    };
    path.split('/').map(usual).collect::<Vec<_>>().join("/")
}

/// The idempotency key of a request.
pub(crate) fn key(request: &HttpRequest) -> Result<String, Problem> {
    let mut keys = request.headers().get_all(HEADER);
    let problem = |detail: &str| Problem::at(Code::IdempotencyKeyRequired, HEADER, detail);
    let Some(key) = keys.next() else {
        return Err(problem(
            "This needs an Idempotency-Key header, so that a repeated request is done once.",
        ));
    };
    let is_visible = |bytes: &[u8]| bytes.iter().all(u8::is_ascii_graphic);
    let fits = (1..=255).contains(&key.len()) && is_visible(key.as_bytes());
    match key.to_str() {
        Ok(key) if fits && keys.next().is_none() => Ok(key.to_owned()),
        Ok(_) | Err(_) => Err(problem(
            "An Idempotency-Key is one header with 1–255 visible ASCII characters.",
        )),
    }
}
