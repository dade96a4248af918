//! API keys that are limited to a match or to the screen of the hall. A link or a QR code carries such a key: whoever has it needs no account.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};
use ledger::{ApiKeyScope, MakeApiKey, Role};
use serde::Deserialize;
use time::Duration;
use utoipa::ToSchema;

use super::api_keys::{ApiKey, make};
use super::matches::over;
use super::path::MatchPath;
use crate::bodies::field::{Text, Whole};
use crate::bodies::schema;
use crate::body::Body;
use crate::caller::Member;
use crate::idempotent_request::IdempotentRequest;
use crate::operation::Operation;
use crate::policy::{Owners, ScorersInPerson};
use crate::problem::{Code, Problem};
use crate::request_limit::Cost;
use crate::services::Services;

/// An API key to make that is limited to one match.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewMatchApiKey {
    /// For whom it is. The list of keys has this name, and with it the ledger's entries that come by this key.
    #[schema(value_type = String, min_length = 1, max_length = 100, examples("Uncle Wong's phone"))]
    name: Text<100>,
    /// `player` to read what is public of the match, `scorer` to record in it as well until it ends; from then on it reads.
    #[schema(value_type = schema::LimitedApiKeyRole)]
    role: Role,
    /// Hours it is good.
    #[schema(value_type = u32, minimum = 1, maximum = 8784)]
    expires_in_hours: Whole<1, 8784>,
}

/// An API key to make that is limited to what the screen of the hall shows.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewScreenApiKey {
    /// What it is for, so that you know it again.
    #[schema(value_type = String, min_length = 1, max_length = 100, examples("television at the door"))]
    name: Text<100>,
    /// Days it is good.
    #[schema(value_type = u32, minimum = 1, maximum = 366)]
    expires_in_days: Whole<1, 366>,
}

pub(crate) const MAKE_MATCH_API_KEY: Operation =
    Operation::costs(Cost::Turns).refuses(&[&[Code::MatchOver, Code::TooManyApiKeys]]);

/// Makes an API key for one match.
///
/// For a link or a QR code: whoever has the secret needs no account. As a `player`, the key reads the match, its score sheet, its hands, its
/// events and who owes whom after it. As a `scorer`, it also records hands and penalties and makes corrections until the match ends, and reads
/// all of that afterwards. Nothing else can be reached with it. The ledger names you as the author of its entries, and the key beside you. It ends when it is revoked, when it expires,
/// or when you are no longer a member; it records no more when you no longer have the role. The club's list of API keys has it; owners can revoke it.
#[utoipa::path(post, path = "/v1/clubs/{club}/matches/{match}/api-keys", tag = "matches",
    request_body(content = NewMatchApiKey, example = json!({"name": "Uncle Wong", "role": "scorer", "expires_in_hours": 24})),
    responses(
        (status = 201, description = "The key", body = ApiKey),
        (status = 409, description = "The club has too many limited keys that are good, or the match is over and the key would record"),
    ))]
pub(crate) async fn make_match_api_key(
    member: Member<ScorersInPerson>,
    path: Path<MatchPath>,
    once: IdempotentRequest,
    body: Body<NewMatchApiKey>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write(&member, &body);
    let new = body.value;
    if !matches!(new.role, Role::Player | Role::Scorer) {
        let detail = "A key that is limited to a match is a `player` or a `scorer`.";
        return Err(Problem::at(Code::InvalidValue, "/role", detail));
    }
    let view = services.ledger.match_view(member.club, path.id).await?;
    if new.role == Role::Scorer && view.state.ending.is_some() {
        return Err(over());
    }
    let key = |secret_hash| MakeApiKey {
        name: new.name.into(),
        role: new.role,
        scope: ApiKeyScope::Match(path.id),
        lifetime: Some(Duration::hours(new.expires_in_hours.into())),
        secret_hash,
    };
    make(&services, write, key).await
}

pub(crate) const MAKE_SCREEN_API_KEY: Operation =
    Operation::costs(Cost::Turns).refuses(&[&[Code::TooManyApiKeys]]);

/// Makes an API key for the screen of the hall.
///
/// For a television that nobody touches: it reads `GET …/screen` and nothing else. It ends as other keys do.
#[utoipa::path(post, path = "/v1/clubs/{club}/screen/api-keys", tag = "clubs",
    request_body(content = NewScreenApiKey, example = json!({"name": "television at the door", "expires_in_days": 90})),
    responses(
        (status = 201, description = "The key", body = ApiKey),
        (status = 409, description = "The club has too many limited keys that are good"),
    ))]
pub(crate) async fn make_screen_api_key(
    member: Member<Owners>,
    once: IdempotentRequest,
    body: Body<NewScreenApiKey>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write(&member, &body);
    let new = body.value;
    let key = |secret_hash| MakeApiKey {
        name: new.name.into(),
        role: Role::Player,
        scope: ApiKeyScope::Screen,
        lifetime: Some(Duration::days(new.expires_in_days.into())),
        secret_hash,
    };
    make(&services, write, key).await
}
