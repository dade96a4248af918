//! For those who run the service.

use actix_web::web::{Data, Json};
use serde::Serialize;
use utoipa::ToSchema;

use crate::caller::Anyone;
use crate::operation::Operation;
use crate::request_limit::Cost;
use crate::services::Services;
use crate::token::PublicKey;

/// It works.
#[derive(Serialize, ToSchema)]
pub(crate) struct Status {
    /// Always `ok`.
    #[schema(examples("ok"))]
    status: &'static str,
}

/// The public keys that access tokens are signed with (RFC 7517).
#[derive(Serialize, ToSchema)]
pub(crate) struct KeySet {
    /// The one that signs now first; then those whose tokens are accepted as well, while one key takes over from another.
    keys: Vec<PublicKey>,
}

pub(crate) const LIVE: Operation = Operation::costs(Cost::Nothing);

/// Checks whether the process runs.
///
/// Calls neither the database nor the engine.
#[utoipa::path(get, path = "/livez", tag = "operations",
    responses((status = 200, description = "It lives", body = Status)))]
pub(crate) async fn live(_: Anyone) -> Json<Status> {
    Json(Status { status: "ok" })
}

pub(crate) const TOKEN_KEYS: Operation = Operation::costs(Cost::Nothing);

/// The keys of access tokens.
///
/// A JSON Web Key Set, to check access tokens elsewhere. While a key takes over from another, both are in it: before the new one
/// signs, and until the last token of the old one has run out. A token's `kid` says which.
#[utoipa::path(get, path = "/.well-known/jwks.json", tag = "operations",
    responses((status = 200, description = "The keys", body = KeySet)))]
pub(crate) async fn token_keys(_: Anyone, services: Data<Services>) -> Json<KeySet> {
    let keys = services.tokens.public_keys().to_vec();
    Json(KeySet { keys })
}
