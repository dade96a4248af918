//! For those who run the service.

use actix_web::get;
use actix_web::web::{Data, Json};
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::Services;
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

/// Whether the process lives.
///
/// Asks nothing of the database or the engine.
#[utoipa::path(tag = "operations", responses((status = 200, description = "It lives", body = Status)))]
#[get("/livez")]
pub(crate) async fn live() -> Json<Status> {
    Json(Status { status: "ok" })
}

/// The keys of access tokens.
///
/// A JSON Web Key Set, to check access tokens elsewhere. While a key takes over from another, both are in it: before the new one
/// signs, and until the last token of the old one has run out. A token's `kid` says which.
#[utoipa::path(tag = "operations", responses((status = 200, description = "The keys", body = KeySet)))]
#[get("/.well-known/jwks.json")]
pub(crate) async fn token_keys(services: Data<Services>) -> Json<KeySet> {
    let keys = services.tokens.public_keys().to_vec();
    Json(KeySet { keys })
}
