//! API keys: by which machines ask in a club, in the name of whoever made them.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path, Query};
use ledger::{
    ApiKeyId, ApiKeyScope, ApiKeyStatus, ApiKeysPage, MakeApiKey, MatchId, Role, Timestamp, UserId,
};
use serde::{Deserialize, Serialize};
use time::Duration;
use utoipa::{IntoParams, ToSchema};

use super::matches::PageQuery;
use crate::bodies::field::{Text, Whole};
use crate::bodies::schema;
use crate::body::Body;
use crate::caller::Member;
use crate::idempotent_request::IdempotentRequest;
use crate::operation::Operation;
use crate::policy::Owners;
use crate::problem::{Code, Problem};
use crate::request_limit::Cost;
use crate::responses::{created, written};
use crate::secret;
use crate::services::Services;

/// An API key to make.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewApiKey {
    /// What it is for, so that you know it again.
    #[schema(value_type = String, min_length = 1, max_length = 100, examples("scoreboard in the hall"))]
    name: Text<100>,
    /// `player` to read, `auditor` to read the ledger too, `scorer` to keep score; not `owner`.
    #[schema(value_type = schema::ApiKeyRole)]
    role: Role,
    /// Days it is good; without an end unless you say so.
    #[schema(value_type = Option<u32>, minimum = 1, maximum = 3660)]
    expires_in_days: Option<Whole<1, 3660>>,
}

/// An API key.
#[derive(Serialize, ToSchema)]
pub(crate) struct ApiKey {
    #[schema(value_type = Uuid)]
    id: ApiKeyId,
    /// What it is for.
    name: String,
    /// It may do no more than this, and no more than the account that made it.
    #[schema(value_type = schema::ApiKeyRole)]
    role: Role,
    /// To what it is limited.
    #[schema(value_type = schema::ApiKeyScope)]
    scope: &'static str,
    /// The match to which it is limited, if it is limited to one.
    #[serde(rename = "match", skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Uuid, required = false)]
    match_id: Option<MatchId>,
    /// The account that made it, and for which it acts: the `actor` of what it enters.
    #[schema(value_type = Uuid)]
    made_by: UserId,
    #[schema(value_type = String, format = DateTime)]
    made_at: Timestamp,
    /// Absent: it is good until it is revoked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, format = DateTime, required = false)]
    expires_at: Option<Timestamp>,
    /// When it was used last, give or take ten minutes; absent: never.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, format = DateTime, required = false)]
    used_at: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, format = DateTime, required = false)]
    revoked_at: Option<Timestamp>,
    status: ApiKeyStatus,
    /// What to send as `Authorization: Bearer <secret>`. Shown this once: only a hash of it is kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = String, required = false)]
    secret: Option<String>,
}

/// The API keys of a club.
#[derive(Serialize, ToSchema)]
pub(crate) struct ApiKeys {
    /// The last made first.
    api_keys: Vec<ApiKey>,
    /// Where the next page begins; absent after the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    next_cursor: Option<String>,
}

#[derive(Deserialize, IntoParams)]
pub(crate) struct ApiKeyPath {
    /// The key
    #[param(value_type = Uuid)]
    api_key: ApiKeyId,
}

pub(crate) const MAKE_API_KEY: Operation =
    Operation::costs(Cost::Turns).refuses(&[&[Code::TooManyApiKeys]]);

/// Makes an API key.
///
/// For a machine: a scoreboard, a script, a statistics program. In this club the secret can be used like an access token, as far as the
/// role of the key and your own role both allow; it cannot do what concerns your own person (leaving, erasing your player). The ledger
/// names you as the author of its entries, and the key beside you. The key ends when it is revoked, when it expires, or when you are no
/// longer a member. The secret is shown only in this answer; the answer to a repeated request does not have it. If it is lost, revoke the
/// key and make another.
#[utoipa::path(post, path = "/v1/clubs/{club}/api-keys", tag = "clubs",
    request_body(content = NewApiKey, example = json!({"name": "scoreboard in the hall", "role": "player"})),
    responses(
        (status = 201, description = "The key", body = ApiKey),
        (status = 409, description = "The club has too many keys that are good"),
    ))]
pub(crate) async fn make_api_key(
    member: Member<Owners>,
    once: IdempotentRequest,
    body: Body<NewApiKey>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write(&member, &body);
    let new = body.value;
    if new.role == Role::Owner {
        let detail = "A machine owns no club: a key is a `scorer`, `player` or `auditor`.";
        return Err(Problem::at(Code::InvalidValue, "/role", detail));
    }
    let days = new.expires_in_days.map(i64::from);
    let key = |secret_hash| MakeApiKey {
        name: new.name.into(),
        role: new.role,
        scope: ApiKeyScope::Club,
        lifetime: days.map(Duration::days),
        secret_hash,
    };
    make(&services, write, key).await
}

/// Makes a key that has the hash of its secret, and answers with it and its secret.
pub(super) async fn make(
    services: &Services,
    write: ledger::Write,
    key: impl FnOnce([u8; 32]) -> MakeApiKey,
) -> Result<HttpResponse, Problem> {
    let location = format!("/v1/clubs/{}/api-keys", write.club);
    let secret = format!("{}{}", secret::API_KEY, secret::to_text(secret::fresh()));
    let key = key(secret::hash_of(&secret));
    let made = services.ledger.make_api_key(write, key).await?;
    let answer = ApiKey {
        secret: (!made.replayed).then_some(secret),
        ..made.value.into()
    };
    Ok(created(location, made.replayed, &answer))
}

pub(crate) const LIST_API_KEYS: Operation = Operation::costs(Cost::Turns);

/// Lists the API keys of a club.
///
/// The last made first, in pages: good, expired and revoked ones, with the time each was used last, without their secrets.
#[utoipa::path(get, path = "/v1/clubs/{club}/api-keys", tag = "clubs",
    responses((status = 200, description = "A page of the keys", body = ApiKeys)))]
pub(crate) async fn list_api_keys(
    member: Member<Owners>,
    query: Query<PageQuery>,
    services: Data<Services>,
) -> Result<Json<ApiKeys>, Problem> {
    let list = format!("API keys of {}", member.club);
    let page = ApiKeysPage {
        before: query.before(&services, &list)?,
        limit: query.limit(),
    };
    let found = services.ledger.api_keys(member.club, page).await?;
    let next = found.next.map(|next| services.cursors.write(&list, &next));
    let found = found.api_keys.into_iter();
    Ok(Json(ApiKeys {
        api_keys: found.map(ApiKey::from).collect(),
        next_cursor: next.transpose()?,
    }))
}

pub(crate) const REVOKE_API_KEY: Operation = Operation::costs(Cost::Turns);

/// Revokes an API key.
///
/// At once and for good: requests that are under way with it write nothing any more. Any owner may revoke any key.
#[utoipa::path(post, path = "/v1/clubs/{club}/api-keys/{api_key}:revoke", tag = "clubs",
    responses((status = 200, description = "The key", body = ApiKey)))]
pub(crate) async fn revoke_api_key(
    member: Member<Owners>,
    path: Path<ApiKeyPath>,
    once: IdempotentRequest,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write_without_body(&member);
    let revoked = services.ledger.revoke_api_key(write, path.api_key).await?;
    Ok(written(StatusCode::OK, false, &ApiKey::from(revoked)))
}

impl From<ledger::ApiKey> for ApiKey {
    fn from(key: ledger::ApiKey) -> Self {
        Self {
            status: key.status(),
            id: key.id,
            name: key.name,
            role: key.role,
            scope: match key.scope {
                ApiKeyScope::Club => "club",
                ApiKeyScope::Match(_) => "match",
                ApiKeyScope::Screen => "screen",
            },
            match_id: match key.scope {
                ApiKeyScope::Match(id) => Some(id),
                ApiKeyScope::Club | ApiKeyScope::Screen => None,
            },
            made_by: key.made_by,
            made_at: key.made_at,
            expires_at: key.expires_at,
            used_at: key.used_at,
            revoked_at: key.revoked_at,
            secret: None,
        }
    }
}
