//! The reasons, notes and names of seasons that entries commit to.

use actix_web::HttpResponse;
use actix_web::web::{Data, Path};

use super::path::EntryPath;
use crate::caller::Member;
use crate::idempotent_request::IdempotentRequest;
use crate::operation::Operation;
use crate::policy::Owners;
use crate::problem::Problem;
use crate::request_limit::Cost;
use crate::responses::removed;
use crate::services::Services;
use ledger::evidence;

pub(crate) const ERASE_TEXT: Operation =
    Operation::costs(Cost::Turns).writes(&[evidence::TextErased::KIND]);

/// Erases a text.
///
/// The reason or note of an entry, or the name of a season, which may name people. The text is gone for good; the entry stays as it is, since it holds only a
/// commitment to the text. 404 if the entry has no text.
#[utoipa::path(delete, path = "/v1/clubs/{club}/ledger/entries/{seq}/text", tag = "ledger",
    responses((status = 204, description = "The text is gone")))]
pub(crate) async fn erase_text(
    member: Member<Owners>,
    path: Path<EntryPath>,
    once: IdempotentRequest,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write_without_body(&member);
    let erased = services.ledger.erase_text(write, path.seq).await?;
    Ok(removed(erased.replayed))
}
