//! What was signed as a file, the ledger of a club or the directory of all, for whoever checks it without this service.

use actix_web::HttpResponse;
use actix_web::http::header;
use actix_web::web::{Bytes, Data};
use futures_util::stream::{self, Stream};
use ledger::{ClubId, Export, ExportKind, Ledger};

use super::checkpoints::not_yet_signed;
use crate::caller::{ClubMember, Member};
use crate::export_share::ExportShare;
use crate::operation::Operation;
use crate::policy::LedgerReaders;
use crate::problem::{Code, Problem};
use crate::request_limit::Cost;
use crate::services::Services;

/// How many leaves are read at once at most: what the service has of an export in memory.
const PAGE: u32 = 256;

pub(crate) const EXPORT_LEDGER: Operation =
    Operation::costs(Cost::Export).refuses(&[&[Code::NotYetSigned]]);

/// Exports the ledger of a club.
///
/// Everything up to the last signed checkpoint, as lines of JSON (`services/evidence/FORMAT.md`): a header with the checkpoint and the
/// proof that the directory has it, then every entry, byte for byte. `faan audit verify` checks the file without this service, and detects
/// a file that ends too early because the connection broke. Entries hold no names.
#[utoipa::path(get, path = "/v1/clubs/{club}/ledger/export", tag = "ledger",
    responses(
        (status = 200, description = "The export", body = String, content_type = "application/x-ndjson"),
        (status = 409, description = "Nothing is signed yet"),
    ))]
pub(crate) async fn export_ledger(
    member: Member<LedgerReaders>,
    share: ExportShare,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let export = services.ledger.export(member.club).await?;
    let export = export.ok_or_else(|| not_yet_signed("This ledger"))?;
    note(&services, &member, ExportKind::Ledger).await?;
    let club = member.club;
    let lines = share.charge(lines(services, Log::Club(club), export));
    Ok(file(&format!("club-{club}"), lines))
}

/// Notes what a member takes along, before it is taken: what cannot be noted is not given.
pub(super) async fn note(
    services: &Services,
    member: &ClubMember,
    what: ExportKind,
) -> Result<(), Problem> {
    let ledger = &services.ledger;
    let noted = ledger.note_export(member.club, member.user, member.api_key, what);
    Ok(noted.await?)
}

/// A log whose leaves follow a header.
#[derive(Clone, Copy)]
pub(super) enum Log {
    Club(ClubId),
    Directory,
}

/// An export as a file of this name.
pub(super) fn file(
    name: &str,
    lines: impl Stream<Item = Result<Bytes, ledger::Error>> + 'static,
) -> HttpResponse {
    let name = format!("attachment; filename=\"{name}.ndjson\"");
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "application/x-ndjson"))
        .insert_header((header::CONTENT_DISPOSITION, name))
        .streaming(lines)
}

/// The header's line, and then the leaves' lines page by page, each page in a short transaction of its own.
pub(super) fn lines(
    services: Data<Services>,
    log: Log,
    Export { header, size }: Export,
) -> impl Stream<Item = Result<Bytes, ledger::Error>> {
    let header = [&header[..], b"\n"].concat();
    stream::try_unfold((Some(header), 0), move |(header, after)| {
        let services = services.clone();
        async move {
            if let Some(header) = header {
                return Ok(Some((header.into(), (None, after))));
            }
            // What was appended since is not signed by this header.
            let signed = size.saturating_sub(after).min(PAGE.into());
            if signed == 0 {
                return Ok(None);
            }
            let leaves = log.leaves(&services.ledger, after).await?;
            // A page of large entries is shorter: only one without any is the end.
            let (mut lines, mut last) = (Vec::new(), after);
            for (leaf, _) in leaves.into_iter().zip(0..signed) {
                last += 1;
                lines.extend_from_slice(&leaf);
                lines.push(b'\n');
            }
            Ok((last > after).then(|| (lines.into(), (None, last))))
        }
    })
}

impl Log {
    /// A page of leaves after the first so many.
    async fn leaves(self, ledger: &Ledger, after: u64) -> Result<Vec<Vec<u8>>, ledger::Error> {
        Ok(match self {
            Log::Club(club) => {
                let page = ledger.entries(club, after, PAGE).await?;
                page.entries.into_iter().map(|entry| entry.leaf).collect()
            }
            Log::Directory => {
                let page = ledger.heads(after, PAGE).await?;
                page.into_iter().map(|head| head.leaf).collect()
            }
        })
    }
}
