//! The texts that entries commit to, for whoever checks a ledger.

use actix_web::HttpResponse;
use actix_web::web::{Bytes, Data};
use futures_util::{StreamExt as _, stream};
use ledger::{ExportKind, Openings};

use super::export;
use crate::caller::Member;
use crate::export_share::ExportShare;
use crate::operation::Operation;
use crate::policy::LedgerReaders;
use crate::problem::Problem;
use crate::request_limit::Cost;
use crate::services::Services;

/// Entries that are looked at in one read.
const AT_ONCE: u32 = 500;

pub(crate) const READ_OPENINGS: Operation = Operation::costs(Cost::Export);

/// Reads the texts that entries commit to.
///
/// Entries hold no names, reasons or notes, but salted commitments to them. This is the list of all texts that still exist, as lines of
/// JSON (NDJSON), ordered by the entry: `{"field", "salt", "seq", "text"}`. `field` is `name`, `reason` or `note`. SHA-256 over the 16
/// bytes of `salt` (hexadecimal) and the text in UTF-8 is the `<field>_commitment` of the entry. Of clubs and players only the current
/// names are kept, and no erased text. An answer that breaks off is incomplete.
#[utoipa::path(get, path = "/v1/clubs/{club}/ledger/openings", tag = "ledger",
    responses((status = 200, description = "The openings", body = String, content_type = "application/x-ndjson")))]
pub(crate) async fn read_openings(
    member: Member<LedgerReaders>,
    share: ExportShare,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    export::note(&services, &member, ExportKind::Openings).await?;
    let club = member.club;
    let first = services.ledger.openings(club, 0, AT_ONCE).await?;
    // A page is read when the one before was taken.
    let rest = stream::try_unfold(first.next, move |next| {
        let services = services.clone();
        async move {
            let Some(seq) = next else {
                return Ok(None);
            };
            let found = services.ledger.openings(club, seq, AT_ONCE).await?;
            Ok::<_, Problem>(Some((lines(&found)?, found.next)))
        }
    });
    let first = stream::iter([lines(&first)]);
    Ok(HttpResponse::Ok()
        .content_type("application/x-ndjson")
        .streaming(share.charge(first.chain(rest))))
}

fn lines(found: &Openings) -> Result<Bytes, Problem> {
    let mut lines = Vec::new();
    for opening in &found.openings {
        serde_json::to_writer(&mut lines, opening).map_err(Problem::internal)?;
        lines.push(b'\n');
    }
    Ok(lines.into())
}
