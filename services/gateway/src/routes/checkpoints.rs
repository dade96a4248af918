//! What the service stands by: signed checkpoints of a club's ledger, and receipts for its entries.

use std::time::Duration;

use actix_web::HttpResponse;
use actix_web::http::header;
use actix_web::web::{Data, Path, Query};
use ledger::SignedCheckpoint;
use serde::Deserialize;
use tokio::time::{Instant, sleep};
use utoipa::IntoParams;

use super::path::EntryPath;
use crate::bodies::field::Whole;
use crate::caller::Member;
use crate::operation::Operation;
use crate::policy::AnyMember;
use crate::problem::ledger::not_found;
use crate::problem::{Code, Problem};
use crate::request_limit::Cost;
use crate::services::Services;

/// How long a member who asks for a checkpoint waits for it, and how often is looked.
const PATIENCE: Duration = Duration::from_secs(2);
const LOOK: Duration = Duration::from_millis(50);

/// What is signed never changes.
const FINAL: (header::HeaderName, &str) = (
    header::CACHE_CONTROL,
    "private, max-age=31536000, immutable",
);

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct CheckpointQuery {
    /// The one over so many entries; absent: the latest.
    #[param(value_type = Option<u64>, minimum = 1, maximum = 9_007_199_254_740_991_i64)]
    size: Option<Whole<1, 9_007_199_254_740_991>>,
}

pub(crate) const READ_CHECKPOINT: Operation =
    Operation::costs(Cost::Turns).refuses(&[&[Code::NotYetSigned]]);

/// Reads a checkpoint of a club's ledger.
///
/// A signed note (c2sp.org/tlog-checkpoint): the name of the log, the number of entries, the root of the tree over them, and the
/// signatures. Keep a checkpoint: every later state of the ledger must extend it, and the note proves any contradiction.
/// `/.well-known/log-keys` has the keys.
#[utoipa::path(get, path = "/v1/clubs/{club}/ledger/checkpoint", tag = "ledger",
    responses(
        (status = 200, description = "The note", body = String, content_type = "text/plain"),
        (status = 409, description = "Nothing is signed yet"),
    ))]
pub(crate) async fn read_checkpoint(
    member: Member<AnyMember>,
    query: Query<CheckpointQuery>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let size = query.size.map(Whole::unsigned_wide);
    let found = services.ledger.checkpoint(member.club, size).await?;
    match (found, size) {
        (Some(found), None) => Ok(text(&found.note)),
        (Some(found), Some(_)) => Ok(final_text(&found.note)),
        (None, Some(_)) => Err(not_found("checkpoint")),
        (None, None) => Err(not_yet_signed("This ledger")),
    }
}

pub(crate) const ASK_FOR_CHECKPOINT: Operation =
    Operation::costs(Cost::Turns).refuses(&[&[Code::NotYetSigned]]);

/// Requests a checkpoint of a club's ledger now.
///
/// Answers with the first checkpoint over all entries that exist at the time of the request; it is signed at once. Otherwise ledgers are
/// signed when a match ends or is settled, and about every minute if they have grown. A club that requests more than ten in ten minutes, or that
/// has twenty in ten minutes for whatever reason, is only signed every minute. If signing takes longer than two seconds, the answer is 409 `not_yet_signed`: the checkpoint is still signed later, unless
/// the service has no signer. Needs no Idempotency-Key.
#[utoipa::path(post, path = "/v1/clubs/{club}/ledger/checkpoint", tag = "ledger",
    responses(
        (status = 200, description = "The note", body = String, content_type = "text/plain"),
        (status = 409, description = "Not signed in time"),
    ))]
pub(crate) async fn ask_for_checkpoint(
    member: Member<AnyMember>,
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
    if found.is_none() && services.checkpoint_requests.take(&member.club).is_ok() {
        ledger.wake_signer().await?;
    }
    while found.is_none() && Instant::now() < until {
        sleep(LOOK).await;
        found = latest().await?;
    }
    let found = found.ok_or_else(|| not_yet_signed("The newest entry of this ledger"))?;
    Ok(text(&found.note))
}

pub(crate) const READ_RECEIPT: Operation =
    Operation::costs(Cost::Turns).refuses(&[&[Code::NotYetSigned]]);

/// Reads the receipt for an entry.
///
/// A proof (c2sp.org/tlog-proof) that the entry is in the first checkpoint that covers it. It is small enough to store or print, and
/// anybody can check it without this service, as `faan audit receipt` does.
#[utoipa::path(get, path = "/v1/clubs/{club}/ledger/entries/{seq}/receipt", tag = "ledger",
    responses(
        (status = 200, description = "The receipt", body = String, content_type = "text/plain"),
        (status = 409, description = "The entry is not signed yet"),
    ))]
pub(crate) async fn read_receipt(
    member: Member<AnyMember>,
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
