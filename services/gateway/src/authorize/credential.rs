//! By what somebody is known: the token or API key that a request bears.

use actix_web::dev::ServiceRequest;
use actix_web::http::header;
use ledger::{CallerAccount, SignedIn, Subject};

use super::refusals::not_signed_in;
use crate::problem::Problem;
use crate::request_limit::subject_hash;
use crate::secret;
use crate::services::Services;

/// What stands after `Bearer`.
#[derive(Clone)]
pub(super) enum Credential {
    /// An access token. The session may be over.
    Session(SignedIn),
    /// A token of the OIDC issuer. Whose account it is, if anybody's, the ledger knows.
    Identity(Subject),
    /// The hash of what may be an API key.
    ApiKey([u8; 32]),
}

impl Credential {
    /// Whose turns at the database are taken.
    pub(super) fn account(&self) -> CallerAccount {
        match self {
            Self::Session(who) => CallerAccount::User(who.user),
            Self::Identity(subject) => CallerAccount::Secret(subject_hash(subject)),
            Self::ApiKey(hash) => CallerAccount::Secret(*hash),
        }
    }
}

/// The token or API key that the request bears.
pub(super) async fn bearer(
    services: &Services,
    request: &ServiceRequest,
) -> Result<Credential, Problem> {
    let authorization = request.headers().get(header::AUTHORIZATION);
    let token = authorization.and_then(|value| {
        let (scheme, token) = value.to_str().ok()?.split_once(' ')?;
        scheme
            .eq_ignore_ascii_case("bearer")
            .then_some(token.trim_start())
    });
    let token = token.ok_or_else(not_signed_in)?;
    if token.starts_with(secret::API_KEY) {
        return Ok(Credential::ApiKey(secret::hash_of(token)));
    }
    if let Some(who) = services.tokens.verify(token) {
        return Ok(Credential::Session(who));
    }
    let subject = match &services.issuer {
        Some(issuer) => issuer.verify(token).await?,
        None => None,
    };
    subject.map(Credential::Identity).ok_or_else(not_signed_in)
}
