//! What the service stands by: signed checkpoints of a club's ledger, and receipts for its entries.

use std::time::Duration;

use actix_web::http::header;
use actix_web::web::{Data, Path, Query};
use actix_web::{HttpResponse, get, post};
use ledger::SignedCheckpoint;
use serde::Deserialize;
use tokio::time::{Instant, sleep};
use utoipa::IntoParams;

use crate::app::Services;
use crate::bodies::field::Whole;
use crate::caller::Member;
use crate::problem::ledger::not_found;
use crate::problem::{Code, Problem};

/// How long a member who asks for a checkpoint waits for it, and how often is looked.
const PATIENCE: Duration = Duration::from_secs(2);
const LOOK: Duration = Duration::from_millis(50);

/// What is signed never changes.
const FINAL: (header::HeaderName, &str) = (
    header::CACHE_CONTROL,
    "private, max-age=31536000, immutable",
);

#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct CheckpointQuery {
    /// The one over so many entries; absent: the latest.
    #[param(value_type = Option<u64>, minimum = 1, maximum = 9_007_199_254_740_991_i64)]
    size: Option<Whole<1, 9_007_199_254_740_991>>,
}

/// Which entry.
#[derive(Deserialize)]
pub(crate) struct EntryPath {
    seq: u64,
}

/// Reads a checkpoint of a club's ledger.
///
/// A signed note (c2sp.org/tlog-checkpoint): the name of the log, how many entries it has, the root of the tree over them, and who signed
/// that. Keep one: whatever the ledger becomes, it has to grow out of this, and nobody can say otherwise without the note
/// proving it. `/.well-known/log-keys` has the keys.
#[utoipa::path(tag = "ledger",
    params(("club" = Uuid, Path, description = "The club"), CheckpointQuery),
    responses(
        (status = 200, description = "The note", body = String, content_type = "text/plain"),
        (status = 409, description = "Nothing is signed yet"),
    ))]
#[get("/v1/clubs/{club}/ledger/checkpoint")]
pub(crate) async fn read_checkpoint(
    member: Member,
    query: Query<CheckpointQuery>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let size = query.size.map(Whole::unsigned_wide);
    let found = services.ledger.checkpoint(member.club, size).await?;
    match (found, size) {
        (Some(found), None) => Ok(text(&found.note)),
        (Some(found), Some(_)) => Ok(final_text(&found.note)),
        (None, Some(_)) => Err(not_found("checkpoint")),
        (None, None) => Err(not_yet_signed("Nothing of this ledger")),
    }
}

/// Asks for a checkpoint of a club's ledger now.
///
/// Answers the first checkpoint over all entries that there are when you ask, which is signed at once. Otherwise ledgers are signed
/// when a match ends or is settled, and when they have grown, about every minute. If it takes longer than two seconds, 409
/// `not_yet_signed`: it is signed all the same, unless the service has no signer. Needs no Idempotency-Key.
#[utoipa::path(tag = "ledger", params(("club" = Uuid, Path, description = "The club")),
    responses(
        (status = 200, description = "The note", body = String, content_type = "text/plain"),
        (status = 409, description = "Not signed in time"),
    ))]
#[post("/v1/clubs/{club}/ledger/checkpoint")]
pub(crate) async fn ask_for_checkpoint(
    member: Member,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let ledger = &services.ledger;
    let size = ledger.tree_head(member.club).await?.size;
    let latest = async || {
        let latest = ledger.checkpoint(member.club, None).await?;
        let covers = |signed: &SignedCheckpoint| signed.size >= size;
        Ok::<_, ledger::Error>(latest.filter(covers))
    };
    let until = Instant::now() + PATIENCE;
    let mut found = latest().await?;
    if found.is_none() {
        ledger.wake_signer().await?;
    }
    while found.is_none() && Instant::now() < until {
        sleep(LOOK).await;
        found = latest().await?;
    }
    let found = found.ok_or_else(|| not_yet_signed("The newest of this ledger"))?;
    Ok(text(&found.note))
}

/// Reads the receipt for an entry.
///
/// A proof (c2sp.org/tlog-proof) that the entry is in the first checkpoint that covers it: small enough to be kept or printed, it can be
/// checked by anybody, without this service. `faan audit receipt` does.
#[utoipa::path(tag = "ledger",
    params(
        ("club" = Uuid, Path, description = "The club"),
        ("seq" = u64, Path, minimum = 1, description = "The sequence number of the entry"),
    ),
    responses(
        (status = 200, description = "The receipt", body = String, content_type = "text/plain"),
        (status = 409, description = "The entry is not signed yet"),
    ))]
#[get("/v1/clubs/{club}/ledger/entries/{seq}/receipt")]
pub(crate) async fn read_receipt(
    member: Member,
    path: Path<EntryPath>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let receipt = services.ledger.receipt(member.club, path.seq).await?;
    let receipt = receipt.ok_or_else(|| not_yet_signed("This entry"))?;
    Ok(final_text(&receipt))
}

pub(super) fn text(text: &impl ToString) -> HttpResponse {
    let plain = (header::CONTENT_TYPE, "text/plain; charset=utf-8");
    HttpResponse::Ok()
        .insert_header(plain)
        .body(text.to_string())
}

fn final_text(text: &impl ToString) -> HttpResponse {
    let mut answer = self::text(text);
    let (name, value) = FINAL;
    let value = header::HeaderValue::from_static(value);
    answer.headers_mut().insert(name, value);
    answer
}

pub(super) fn not_yet_signed(what: &str) -> Problem {
    let detail = format!("{what} is not signed yet.");
    Problem::new(Code::NotYetSigned, detail).retry_after(5)
}
