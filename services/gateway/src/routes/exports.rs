//! What a club has on its books, for spreadsheets and programs: rows, written while they are read.

use std::io;

use actix_web::HttpResponse;
use actix_web::http::header;
use actix_web::web::{Data, Query};
use futures_util::future::ready;
use futures_util::stream::{self, Stream, StreamExt as _, TryStreamExt as _};
use ledger::{AsOf, ClubId, ExportKind, Extent, MatchFilter, MatchId, Page, PlayerId};
use serde::Deserialize;
use utoipa::IntoParams;

use super::export::note;
use super::standings::{look_again, period};
use crate::bodies::day::{Day, in_order};
use crate::bodies::export::{Format, Row, Writer};
use crate::bodies::field::Text;
use crate::bodies::headings::{Headings, HeadingsQuery};
use crate::bodies::import::SheetFile;
use crate::bodies::payment::{PaymentFilter, PaymentRow};
use crate::bodies::rounds::OutcomeRow;
use crate::bodies::standings::Standings;
use crate::caller::{ClubMember, Member};
use crate::compression::compress_aside;
use crate::export_share::{ExportShare, Part};
use crate::late_reads::LateReads;
use crate::operation::Operation;
use crate::policy::{AnyMember, Exporters};
use crate::problem::Problem;
use crate::request_limit::Cost;
use crate::services::Services;

/// The ledger told of so many entries when the export began.
const LEDGER_SEQ: &str = "Faan-Ledger-Seq";
/// The export comes in so many parts.
const PARTS: &str = "Faan-Export-Parts";

/// Matches that are looked up at once. Of what happened in them, one's is in memory.
const MATCHES: u32 = 100;
/// Settlements that are in memory at once.
const SETTLEMENTS: u32 = 1;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct HandsExportQuery {
    /// How it is written. Absent: `csv`.
    #[serde(default)]
    #[param(inline)]
    format: Format,
    /// Matches that were played on this day or later. Absent: from the beginning.
    #[param(value_type = Option<String>, format = Date)]
    from: Option<Day>,
    /// Matches that were played on this day or earlier. Absent: up to now.
    #[param(value_type = Option<String>, format = Date)]
    until: Option<Day>,
    /// Matches in which this player takes part, or somebody who was merged into them.
    #[param(value_type = Option<Uuid>)]
    player: Option<PlayerId>,
    /// Only matches under the variant with this id. Absent: under any.
    #[param(value_type = Option<String>, min_length = 1, max_length = 100)]
    variant: Option<Text<100>>,
    /// Only this match.
    #[serde(rename = "match")]
    #[param(value_type = Option<Uuid>)]
    match_id: Option<MatchId>,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct PaymentsExportQuery {
    /// How it is written. Absent: `csv`.
    #[serde(default)]
    #[param(inline)]
    format: Format,
    /// Payments that were recorded on this day or later, in UTC. Absent: from the beginning.
    #[param(value_type = Option<String>, format = Date)]
    from: Option<Day>,
    /// Payments that were recorded on this day or earlier, in UTC. Absent: up to now.
    #[param(value_type = Option<String>, format = Date)]
    until: Option<Day>,
    /// Payments that this player, or somebody who was merged into them, made or got.
    #[param(value_type = Option<Uuid>)]
    player: Option<PlayerId>,
}

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct StandingsExportQuery {
    /// How it is written. Absent: `csv`.
    #[serde(default)]
    #[param(inline)]
    format: Format,
    /// The first day of the period, by the days the matches were played on. Absent: from the beginning.
    #[param(value_type = Option<String>, format = Date)]
    from: Option<Day>,
    /// The last day of the period: the standings as of that day. Absent: up to now.
    #[param(value_type = Option<String>, format = Date)]
    until: Option<Day>,
    /// Only matches under the variant with this id. Absent: under any.
    #[param(value_type = Option<String>, min_length = 1, max_length = 100)]
    variant: Option<Text<100>>,
}

impl HandsExportQuery {
    fn filter(self) -> Result<MatchFilter, Problem> {
        let [played_from, played_until] = in_order(self.from, self.until)?;
        Ok(MatchFilter {
            player: self.player,
            match_id: self.match_id,
            variant_id: self.variant.map(String::from),
            played_from,
            played_until,
            ..MatchFilter::default()
        })
    }
}

pub(crate) const EXPORT_HANDS: Operation = Operation::costs(Cost::Export);

/// Exports the hands of a club.
///
/// A row for each hand and for what happened between two, with the words of the score sheet (`…/rounds`), its match, day and variant, the
/// four players, `seq`, the entry of the ledger that says this of it, and `void`, whether nothing of its match counts; matches come in the order of their list, the last opened first.
/// All of it is what the ledger told up to the entry `Faan-Ledger-Seq`, whatever is recorded or corrected while it is read; names are those
/// of the moment they are written.
///
/// `csv` is for spreadsheets, like `…/rounds.csv`. `xlsx` is the same as a workbook of Excel (ISO/IEC 29500), whose cells say what they hold: numbers are
/// numbers, days are days, and a text is never a formula, so that none needs an apostrophe. Moments are text, as are days before March 1900. A worksheet has
/// 1,048,576 rows at most: what is more stands on further ones. A text of more than 32,767 characters is cut off and ends with `…`. A workbook whose
/// connection broke cannot be opened. `ndjson` is an object in each line; its `kind` is `outcome` for a row, `progress` after
/// each of `Faan-Export-Parts` parts (here: matches), `{"done", "of"}`, and `end` for the last one, `{"rows"}`. Without it, or if the
/// connection breaks before the answer's end, something is missing. That it was taken along is noted in the club's access log.
#[utoipa::path(get, path = "/v1/clubs/{club}/exports/hands", tag = "exports",
    responses((status = 200, description = "The rows", content((String = "text/csv"), (inline(SheetFile) = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"), (String = "application/x-ndjson")), headers(
        ("Faan-Ledger-Seq" = u64, description = "The last entry of the ledger that is in it"),
        ("Faan-Export-Parts" = u64, description = "How many matches it has"),
    ))))]
pub(crate) async fn export_hands(
    member: Member<Exporters>,
    query: Query<HandsExportQuery>,
    headings: Query<HeadingsQuery>,
    reads: LateReads,
    share: ExportShare,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let query = query.into_inner();
    let (club, format) = (member.club, query.format);
    let filter = query.filter()?;
    let extent = reads.extent_of_matches(club, filter.clone());
    let extent = extent.await?;
    note(&services, &member, ExportKind::Hands).await?;
    let reads = reads.including(extent.seq);
    let rows = hands((services, reads), &member, filter, extent.seq);
    Ok(file(
        share,
        (format, headings.headings),
        ("hands", extent),
        rows,
    ))
}

pub(crate) const EXPORT_PAYMENTS: Operation = Operation::costs(Cost::Export);

/// Exports the payments of a club.
///
/// A row for each payment that was recorded for a settlement, with those that were reversed. Settlements come in the order of their list,
/// the last made first; the parts of the export are settlements. Consistency, formats and the note in the access log are those of the
/// hands' export; a row's `kind` is `payment`.
#[utoipa::path(get, path = "/v1/clubs/{club}/exports/payments", tag = "exports",
    responses((status = 200, description = "The rows", content((String = "text/csv"), (inline(SheetFile) = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"), (String = "application/x-ndjson")), headers(
        ("Faan-Ledger-Seq" = u64, description = "The last entry of the ledger that is in it"),
        ("Faan-Export-Parts" = u64, description = "How many settlements are looked at"),
    ))))]
pub(crate) async fn export_payments(
    member: Member<Exporters>,
    query: Query<PaymentsExportQuery>,
    headings: Query<HeadingsQuery>,
    reads: LateReads,
    share: ExportShare,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let query = query.into_inner();
    let club = member.club;
    let [from, until] = in_order(query.from, query.until)?;
    let extent = reads.extent_of_settlements(club).await?;
    note(&services, &member, ExportKind::Payments).await?;
    let filter = PaymentFilter {
        until_seq: extent.seq,
        player: query.player,
        from,
        until,
    };
    let rows = payments(reads.including(extent.seq), club, filter);
    Ok(file(
        share,
        (query.format, headings.headings),
        ("payments", extent),
        rows,
    ))
}

pub(crate) const EXPORT_STANDINGS: Operation = Operation::costs(Cost::Export);

/// Exports the standings of a club.
///
/// A row for each player, who gained most first, in one part: what `…/standings` says. They are added up in the background:
/// `Faan-Ledger-Seq` is the last entry that is in them. In `csv` and `xlsx`, `first_places` to `fourth_places` and `later_places` are how many matches
/// they finished so; with substitutes there are places after the fourth, which `places` has one by one in `ndjson`. Formats and the note in the access log are those of the hands' export;
/// a row's `kind` is `standing`.
#[utoipa::path(get, path = "/v1/clubs/{club}/exports/standings", tag = "exports",
    responses((status = 200, description = "The rows", content((String = "text/csv"), (inline(SheetFile) = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"), (String = "application/x-ndjson")), headers(
        ("Faan-Ledger-Seq" = u64, description = "The last entry of the ledger that is in it"),
        ("Faan-Export-Parts" = u64, description = "1"),
    ))))]
pub(crate) async fn export_standings(
    member: Member<AnyMember>,
    query: Query<StandingsExportQuery>,
    headings: Query<HeadingsQuery>,
    reads: LateReads,
    share: ExportShare,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let query = query.into_inner();
    let period = period(query.from, query.until, query.variant)?;
    let found = reads.standings(member.club, period).await?;
    look_again(&services, &member, found.reflected);
    note(&services, &member, ExportKind::Standings).await?;
    let (seq, rows) = Standings::from(found).into_rows();
    let extent = Extent { seq, count: 1 };
    let rows = stream::once(ready(Ok(rows)));
    Ok(file(
        share,
        (query.format, headings.headings),
        ("standings", extent),
        rows,
    ))
}

/// What happened in the matches of a club up to an entry, a match after the other. Each is read when the one before was taken.
fn hands(
    (services, reads): (Data<Services>, LateReads),
    member: &ClubMember,
    filter: MatchFilter,
    seq: u64,
) -> impl Stream<Item = Result<Vec<OutcomeRow>, Problem>> + use<> {
    let (club, holder) = (member.club, member.holder());
    let histories = reads.clone();
    let ids = paged(seq, move |before| {
        let (reads, filter) = (reads.clone(), filter.clone());
        async move {
            let before = Some(before);
            let limit = MATCHES;
            let page = reads.matches(club, filter, Page { before, limit });
            let page = page.await?;
            let ids = page.matches.iter().map(|view| view.id).collect();
            Ok((ids, page.next))
        }
    });
    ids.and_then(move |id| {
        let (services, histories) = (services.clone(), histories.clone());
        async move {
            let turn = services.whole_match_reads.turn_in_the_end(holder).await;
            let ledger = histories.keeping(turn);
            let history = ledger.match_history(club, id, AsOf::Seq(seq)).await?;
            Ok(OutcomeRow::all(&history))
        }
    })
}

/// What was paid in a club, a settlement after the other.
fn payments(
    reads: LateReads,
    club: ClubId,
    filter: PaymentFilter,
) -> impl Stream<Item = Result<Vec<PaymentRow>, Problem>> {
    let views = paged(filter.until_seq, move |before| {
        let reads = reads.clone();
        async move {
            let before = Some(before);
            let limit = SETTLEMENTS;
            let page = reads.settlements(club, Page { before, limit });
            let page = page.await?;
            Ok((page.settlements, page.next))
        }
    });
    views.map_ok(move |view| PaymentRow::all(&view, &filter))
}

/// What lists hold up to an entry, the last first. A page is read when the one before was taken; `read` answers one with what comes
/// before a place, and the place before which the next one begins.
fn paged<T, P: Future<Output = Result<(Vec<T>, Option<u64>), Problem>>>(
    until_seq: u64,
    read: impl Fn(u64) -> P,
) -> impl Stream<Item = Result<T, Problem>> {
    let begin = Some(until_seq.saturating_add(1));
    let pages = stream::try_unfold(begin, move |before| {
        let page = before.map(&read);
        async move {
            let Some(page) = page else {
                return Ok::<_, Problem>(None);
            };
            let (found, next) = page.await?;
            Ok(Some((stream::iter(found.into_iter().map(Ok)), next)))
        }
    });
    pages.try_flatten()
}

/// Rows as a file, part by part. An error breaks it off without an end.
fn file<R: Row + Send + 'static>(
    share: ExportShare,
    (format, headings): (Format, Headings),
    (name, extent): (&'static str, Extent),
    parts: impl Stream<Item = Result<Vec<R>, Problem>> + 'static,
) -> HttpResponse {
    let writer = Writer::new::<R>((format, headings), name, extent.count);
    let name = format!("attachment; filename=\"{name}.{}\"", format.extension());
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, format.media_type()))
        .insert_header((header::CONTENT_DISPOSITION, name))
        .insert_header((LEDGER_SEQ, extent.seq.to_string()))
        .insert_header((PARTS, extent.count.to_string()))
        .streaming(share.charge(written(writer, parts)))
}

fn written<R: Row + Send + 'static>(
    mut writer: Writer,
    parts: impl Stream<Item = Result<Vec<R>, Problem>>,
) -> impl Stream<Item = Result<Part, Problem>> {
    let begin = writer.begin::<R>().map_err(Problem::internal);
    let parts = stream::try_unfold(Some((writer, Box::pin(parts))), |under_way| async move {
        let Some((writer, mut parts)) = under_way else {
            return Ok(None);
        };
        Ok(Some(match parts.try_next().await? {
            Some(rows) => {
                let (part, writer) = part(writer, rows).await?;
                (part, Some((writer, parts)))
            }
            None => (writer.end().map_err(Problem::internal)?, None),
        }))
    });
    stream::once(ready(begin)).chain(parts)
}

/// Writes a part.
async fn part<R: Row + Send + 'static>(
    mut writer: Writer,
    rows: Vec<R>,
) -> Result<(Part, Writer), Problem> {
    let is_aside = writer.takes_long() && !rows.is_empty();
    let write = move || Ok((writer.part(&rows)?, writer));
    match is_aside {
        true => compress_aside(write).await.map_err(Problem::internal),
        false => write().map_err(|error: io::Error| Problem::internal(error)),
    }
}
