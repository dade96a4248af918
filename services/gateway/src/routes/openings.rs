//! The texts that entries commit to, for whoever checks a ledger.

use actix_web::web::{Bytes, Data};
use actix_web::{HttpResponse, get};
use futures_util::stream;
use ledger::{Exported, Openings};
use serde::Serialize;

use super::export;
use crate::app::Services;
use crate::caller::Member;
use crate::problem::Problem;

/// Entries that are looked at in one read.
const AT_ONCE: u32 = 500;

/// A line. Its fields stand in the order of their names.
#[derive(Serialize)]
struct Line<'a> {
    field: &'a str,
    salt: String,
    seq: u64,
    text: &'a str,
}

/// Reads what entries commit to.
///
/// Entries hold no names, reasons or notes, but salted commitments to them. Here is, line by line as JSON (NDJSON), what still
/// can be shown to be committed to: `{"field", "salt", "seq", "text"}`, by `seq`, the entry. `field` is `name`, `reason` or `note`;
/// SHA-256 of the 16 bytes that `salt` is in hexadecimal digits, and of the text in UTF-8, is the entry's `<field>_commitment`. Of clubs and players only
/// the names of today are kept, and nothing of what was erased. An answer that breaks off is cut.
#[utoipa::path(tag = "ledger", params(("club" = Uuid, Path, description = "The club")),
    responses((status = 200, description = "The openings", body = String, content_type = "application/x-ndjson")))]
#[get("/v1/clubs/{club}/ledger/openings")]
pub(crate) async fn read_openings(
    member: Member,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    export::note(&services, member, Exported::Openings).await?;
    let club = member.club;
    let first = services.ledger.openings(club, 0, AT_ONCE).await?;
    let lines = stream::try_unfold(Some(first), move |found| {
        let services = services.clone();
        async move {
            let Some(found) = found else {
                return Ok(None);
            };
            let next = match found.next {
                Some(seq) => Some(services.ledger.openings(club, seq, AT_ONCE).await?),
                None => None,
            };
            Ok::<_, Problem>(Some((lines(&found)?, next)))
        }
    });
    Ok(HttpResponse::Ok()
        .content_type("application/x-ndjson")
        .streaming(lines))
}

fn lines(found: &Openings) -> Result<Bytes, Problem> {
    let mut lines = Vec::new();
    for opening in &found.openings {
        let line = Line {
            field: opening.field.as_str(),
            salt: opening.salt.map(|byte| format!("{byte:02x}")).concat(),
            seq: opening.seq,
            text: &opening.text,
        };
        serde_json::to_writer(&mut lines, &line).map_err(Problem::internal)?;
        lines.push(b'\n');
    }
    Ok(lines.into())
}
