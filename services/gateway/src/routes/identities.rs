//! Identities: the subjects of the OIDC issuer by whose tokens people come in to their accounts.

use actix_web::web::{Data, Json, Path};
use actix_web::{HttpRequest, HttpResponse};
use ledger::{IdentityId, Subject, Timestamp};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::password::{proven, wrong};
use crate::bodies::field::Password;
use crate::body::Body;
use crate::caller::Caller;
use crate::operation::Operation;
use crate::problem::{Code, Problem};
use crate::request_limit::Cost;
use crate::responses::{created, removed};
use crate::services::Services;

/// An identity to link to your account.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewIdentity {
    /// A token that the issuer gave you, for this service.
    #[schema(max_length = 16384)]
    token: String,
    /// Your password, once more.
    #[schema(value_type = String, format = Password, min_length = 10, max_length = 128)]
    password: Password,
}

/// A subject of an OIDC issuer that is linked to your account.
#[derive(Serialize, ToSchema)]
pub(crate) struct Identity {
    #[schema(value_type = Uuid)]
    id: IdentityId,
    /// The issuer: the `iss` of its tokens.
    #[schema(examples("https://id.example.org/realms/club"))]
    issuer: String,
    /// Who you are there: the `sub` of its tokens.
    subject: String,
    #[schema(value_type = String, format = DateTime)]
    linked_at: Timestamp,
    /// When one of its tokens was used last, give or take ten minutes; absent: never.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, format = DateTime, required = false)]
    used_at: Option<Timestamp>,
}

/// The identities that are linked to your account.
#[derive(Serialize, ToSchema)]
pub(crate) struct Identities {
    /// The last linked first.
    identities: Vec<Identity>,
}

#[derive(Deserialize, IntoParams)]
pub(crate) struct IdentityPath {
    /// The identity
    #[param(value_type = Uuid)]
    identity: IdentityId,
}

pub(crate) const LINK_IDENTITY: Operation = Operation::costs(Cost::Turns).refuses(&[&[
    Code::UnknownUser,
    Code::WrongCredentials,
    Code::InvalidIdentityToken,
    Code::IdentityLinked,
    Code::OtherIdentityLinked,
    Code::TooManyAttempts,
]]);

/// Links an identity to your account.
///
/// From then on the tokens of the issuer for this subject work like your access token, until you unlink the identity or change your
/// password. Equal e-mail addresses link nothing: a link needs both the token and your password. An identity belongs to one account, and an
/// account has one identity of an issuer; a repeated link changes nothing. The operator of the service sets the issuer, or none.
#[utoipa::path(post, path = "/v1/users/me/identities", tag = "accounts",
    request_body(content = NewIdentity, example = json!({
        "token": "eyJhbGciOiJFUzI1NiIsImtpZCI6IjEifQ.eyJpc3MiOiJodHRwczovL2lkLmV4YW1wbGUub3JnIn0.c2ln", "password": "correct horse battery staple"
    })),
    responses(
        (status = 201, description = "The identity", body = Identity),
        (status = 401, description = "The password is wrong"),
        (status = 409, description = "The identity is somebody else's, or your account has another of this issuer"),
        (status = 429, description = "Too many attempts; `Retry-After` says how long to wait"),
    ))]
pub(crate) async fn link_identity(
    caller: Caller,
    request: HttpRequest,
    body: Body<NewIdentity>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let NewIdentity { token, password } = body.value;
    let (_, checked) = proven(&services, &request, caller.0, password).await?;
    let subject = subject_of(&services, &token).await?;
    let linked = services.ledger.link_identity(checked, subject).await?;
    // The password changed between.
    let linked = linked.ok_or_else(wrong)?;
    let identity = Identity::from(linked.value);
    let location = "/v1/users/me/identities".to_owned();
    Ok(created(location, linked.replayed, &identity))
}

pub(crate) const LIST_IDENTITIES: Operation = Operation::costs(Cost::Turns);

/// Lists the identities that are linked to your account.
///
/// Those of the current issuer, and of earlier ones.
#[utoipa::path(get, path = "/v1/users/me/identities", tag = "accounts",
    responses((status = 200, description = "The identities", body = Identities)))]
pub(crate) async fn list_identities(
    caller: Caller,
    services: Data<Services>,
) -> Result<Json<Identities>, Problem> {
    let identities = services.ledger.identities(caller.0).await?;
    let identities = identities.into_iter().map(Identity::from).collect();
    Ok(Json(Identities { identities }))
}

pub(crate) const UNLINK_IDENTITY: Operation = Operation::costs(Cost::Turns);

/// Unlinks an identity from your account.
///
/// At once: no token of the issuer for it is accepted any more, including tokens that were issued before. An identity that is not linked to
/// your account is not an error.
#[utoipa::path(delete, path = "/v1/users/me/identities/{identity}", tag = "accounts",
    responses(
        (status = 204, description = "It is linked no more"),
        (status = 404, description = "This is no id of an identity"),
    ))]
pub(crate) async fn unlink_identity(
    caller: Caller,
    path: Path<IdentityPath>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let unlinked = services.ledger.unlink_identity(caller.0, path.identity);
    unlinked.await?;
    Ok(removed(false))
}

/// Of whom a token in the body speaks.
async fn subject_of(services: &Services, token: &str) -> Result<Subject, Problem> {
    let refused = |detail| Problem::at(Code::InvalidIdentityToken, "/token", detail);
    let Some(issuer) = &services.issuer else {
        return Err(refused("This service takes tokens of no issuer."));
    };
    let subject = issuer.verify(token).await?;
    subject.ok_or_else(|| {
        refused("This is no token of the issuer for this service, or its time is over.")
    })
}

impl From<ledger::Identity> for Identity {
    fn from(identity: ledger::Identity) -> Self {
        Self {
            id: identity.id,
            issuer: identity.subject.issuer,
            subject: identity.subject.name,
            linked_at: identity.linked_at,
            used_at: identity.used_at,
        }
    }
}
