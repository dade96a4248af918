//! For those who run the service.

use std::sync::atomic::Ordering;
use std::time::Duration;

use actix_web::get;
use actix_web::web::{Data, Json};
use serde::Serialize;
use utoipa::ToSchema;

use crate::app::Services;
use crate::problem::{Code, Problem};
use crate::token::PublicKey;

/// How long the database and the engine may take to say that they are there.
const PATIENCE: Duration = Duration::from_secs(2);

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
    /// The one that signs now first.
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

/// Whether the service can serve.
///
/// A round trip to the database and one to the engine; no while the service is stopping.
#[utoipa::path(tag = "operations", responses(
    (status = 200, description = "It can", body = Status),
    (status = 503, description = "It cannot, now"),
))]
#[get("/readyz")]
pub(crate) async fn ready(services: Data<Services>) -> Result<Json<Status>, Problem> {
    if !services.ready.load(Ordering::Relaxed) {
        return Err(Problem::new(Code::Busy, "The service is stopping."));
    }
    let database = tokio::time::timeout(PATIENCE, services.ledger.ready());
    let engine = tokio::time::timeout(PATIENCE, services.engine.ready());
    let (database, engine) = tokio::join!(database, engine);
    let slow = |code, who| move |_| Problem::new(code, format!("{who} takes too long to answer."));
    database.map_err(slow(Code::DatabaseUnavailable, "The database"))??;
    engine.map_err(slow(Code::EngineUnavailable, "The scoring engine"))??;
    Ok(Json(Status { status: "ok" }))
}

/// The keys of access tokens.
///
/// A JSON Web Key Set, to check access tokens elsewhere.
#[utoipa::path(tag = "operations", responses((status = 200, description = "The keys", body = KeySet)))]
#[get("/.well-known/jwks.json")]
pub(crate) async fn token_keys(services: Data<Services>) -> Json<KeySet> {
    let keys = services.tokens.public_keys().to_vec();
    Json(KeySet { keys })
}
