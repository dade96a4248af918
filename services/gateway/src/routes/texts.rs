//! The reasons and notes that entries commit to.

use actix_web::web::{Data, Path};
use actix_web::{HttpResponse, delete};
use serde::Deserialize;

use crate::answer::removed;
use crate::app::Services;
use crate::caller::Member;
use crate::once::Once;
use crate::problem::Problem;

#[derive(Deserialize)]
pub(crate) struct EntryPath {
    seq: u64,
}

/// Erases a text.
///
/// The reason or note that was stated with what the entry says, which may name people. It is gone for good; the entry, which
/// only commits to it, and whatever it says stay as they are. 404 if the entry came without one.
#[utoipa::path(tag = "ledger",
    params(
        ("club" = Uuid, Path, description = "The club"),
        ("seq" = u64, Path, description = "The entry's sequence number, as `version` or `seq` has it where the text is told", minimum = 1),
        ("Idempotency-Key" = String, Header, description = "1–255 visible ASCII characters; a new one for each thing you want done"),
    ),
    responses((status = 204, description = "The text is gone")))]
#[delete("/v1/clubs/{club}/ledger/entries/{seq}/text")]
pub(crate) async fn erase_text(
    member: Member,
    path: Path<EntryPath>,
    once: Once,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write_without_body(&member);
    let erased = services.ledger.erase_text(write, path.seq).await?;
    Ok(removed(erased.replayed))
}
