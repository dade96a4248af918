//! An old season from a spreadsheet, imported.

mod import_request;
mod worked_out;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Query};
use ledger::evidence;
use ledger::{ClubId, ImportMatchesResult, ImportedMatch, Ledger, PlayerFilter, Write};
use tokio::task::spawn_blocking;

use super::hands::{RecordQuery, written_once};
use crate::bodies::day::latest_today;
use crate::bodies::import::{
    Grade, ImportPreview, Imported, NewImport, NewlyImported, ReadAs, SheetFile, SheetIssue,
};
use crate::caller::{ClubMember, Member};
use crate::engine_work;
use crate::idempotent_request::IdempotentRequest;
use crate::import::{People, Season, Source, cautious, refused};
use crate::operation::{Operation, refusals};
use crate::policy::Scorers;
use crate::problem::{Code, FieldError, Problem};
use crate::request_limit::Cost;
use crate::responses::written;
use crate::services::Services;
use import_request::{ImportBody, ImportRequest};
use worked_out::WorkedOut;

/// The largest sheet of a JSON body, in bytes.
const LARGEST_CSV: usize = 200 * 1024;
/// The most doubts that are named.
const MOST_DOUBTS: usize = 500;

pub(crate) const IMPORT_MATCHES: Operation = Operation::costs(Cost::Steps)
    .writes(&[
        evidence::VariantAdded::KIND,
        evidence::MatchOpened::KIND,
        evidence::OutcomeRecorded::KIND,
    ])
    .refuses(&[
        refusals::NAMED_PLAYER,
        refusals::TERMS,
        &[
            Code::PlayersNotDistinct,
            Code::AmbiguousPlayer,
            Code::LineContradicts,
            Code::ImportRefused,
            Code::MatchOver,
            Code::TooManyOutcomes,
            Code::TooManyMatchPlayers,
            Code::AmountTooLarge,
        ],
    ]);

/// Imports matches from a spreadsheet.
///
/// Each line of the sheet is a hand with its declared fan, or the totals of a match. All matches are recorded as if they had been played here, or none is.
/// `?dry_run=true` lists every doubtful line and writes nothing: begin with it.
///
/// Send the file itself (at most 512 KiB) with the `terms` in the query, or its text in a JSON body with the terms. A file is CSV,
/// text with tabs, or an `.xlsx` workbook, of which the first worksheet that is not hidden is read. Its content says which, not
/// its `Content-Type`. Text is Unicode, or in an older encoding (Big5 with HKSCS, GBK, Windows-1252) that is recognised; a
/// known `charset` takes precedence. A dry run returns what a file was taken for (`read_as`). `curl --data-binary @season.csv -H
/// 'Content-Type: text/csv'` sends a file.
///
/// The first line names the columns, in any order. `match` is a label that the lines of a match have in common. `played_on` is
/// the day (`2026-11-21`, `2026/11/21` or `2026年11月21日`). `east`, `south`, `west` and `north` are who **starts the match** there
/// (chairs 1–4). The first line of a match has all of these. `winner` is empty if nobody won. `won_by` is `self_draw`,
/// `discard`, `robbed_kong` (an added one) or `bonus_tiles`, or if nobody won `goulash`. `from` is who gave the tile. `fan` is a
/// number or `limit`. Three columns are optional: `limit` (`true` for a limit hand; `fan` may then be empty or missing),
/// `fan_toward_minimum` (how many of the fan count toward the minimum; absent: all but those that the variant adds for the way
/// of winning) and `number` (of the hand in its match).
///
/// A match of which only the result is known is one line. Instead of a hand it has `east_points`, `south_points`, `west_points` and
/// `north_points` (`東家分` …): what each of them gained or lost. If these do not sum to zero, `house_points` (`公數`) is what the house
/// got. A sheet of such lines needs no columns for hands.
///
/// Chinese names of columns (`場次`, `日期`, `東`, `南`, `西`, `北`, `食糊者`, `食糊方式`, `出銃`, `番`, `爆棚`) and words (`自摸`, `食糊`,
/// `搶槓`, `花糊`, `流局`, `爆棚`, `是`) are known as well, in both scripts. Commas, semicolons or tabs separate cells. Quotes are
/// those of RFC 4180.
///
/// A sheet cannot tell of several winners of one discard, agreed results, penalties, side payments and substitutions: import a match up to there
/// and record the rest.
///
/// Players are found by their exact names; a merged player counts for the other one. The import enrols nobody: an unknown name
/// is doubtful, and `POST /v1/clubs/{club}/players` enrols a player. A match that is not over after its last line stays open,
/// unless that line has only `early_end` (`提早完結`) in `won_by`.
#[utoipa::path(post, path = "/v1/clubs/{club}/matches:import", tag = "matches",
    request_body(content(
        (NewImport = "application/json", example = json!({
            "csv": "match;played_on;east;south;west;north;winner;won_by;from;fan\n1;2025-09-05;Ah Ming;Bo;Chun;Daai Lo;Bo;discard;Chun;4\n1;;;;;;Chun;self_draw;;limit\n1;;;;;;;goulash;;\n1;;;;;;;early_end;;\n",
            "terms": {"variant": {"id": "old-hong-kong"}, "stake_cents": 50, "currency": "HKD"}
        })),
        (inline(SheetFile) = "text/csv"),
        (inline(SheetFile) = "text/plain"),
        (inline(SheetFile) = "text/tab-separated-values"),
        (inline(SheetFile) = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
        (inline(SheetFile) = "application/octet-stream"),
    )),
    responses(
        (status = 200, description = "With `dry_run`: the matches as they would be imported, and everything doubtful", body = ImportPreview),
        (status = 201, description = "The matches", body = Imported),
        (status = 409, description = "The club has retired the variant, or has 1,000 others"),
    ))]
pub(crate) async fn import_matches(
    member: Member<Scorers>,
    query: Query<RecordQuery>,
    once: Result<IdempotentRequest, Problem>,
    body: ImportBody,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let ImportBody(body) = body;
    let write = written_once(&query, once, &member, &body)?;
    let is_file = body.value.is_file();
    let imported = import(&member, write, body.value, &services).await;
    imported.map_err(ImportRequest::place(is_file))
}

async fn import(
    member: &ClubMember,
    write: Option<Write>,
    asked: ImportRequest,
    services: &Services,
) -> Result<HttpResponse, Problem> {
    let ImportRequest { sheet, terms } = asked;
    if let Some(write) = &write
        && let Some(before) = services.ledger.imported_before(write.clone()).await?
    {
        // The same request has the same labels.
        let turn = services.ledger_for_whole_matches(member.holder()).await?;
        let labels = aside(turn, move || Season::labels(&sheet)).await?;
        return Ok(imported(labels, before, true));
    }
    if let Source::Text(csv) = &sheet
        && csv.len() > LARGEST_CSV
    {
        let detail = format!("The CSV has at most {} KiB.", LARGEST_CSV / 1024);
        return Err(refused(detail));
    }
    let ledger = services.ledger_for_whole_matches(member.holder()).await?;
    let season = read_season(&ledger, member.club, sheet).await?;
    let agreed = terms.agreed(services, member.club).await?;
    let mut worked_out = WorkedOut::of(services, &agreed, season).await?;
    let Some(write) = write else {
        let variant = agreed.variant.hash;
        worked_out
            .rehearse((services, &ledger), member.club, variant)
            .await?;
        return Ok(HttpResponse::Ok().json(worked_out.preview(MOST_DOUBTS)));
    };
    if worked_out
        .doubts
        .iter()
        .all(|doubt| doubt.grade == Grade::Suspicious)
    {
        let matches = worked_out.to_import();
        match ledger.import_matches(write, matches).await? {
            ImportMatchesResult::Imported(matches) => {
                let labels = worked_out.labels();
                return Ok(imported(labels, matches.value, matches.replayed));
            }
            ImportMatchesResult::Refused(errors) => worked_out.doubt(errors)?,
        }
    }
    Err(kept_out(worked_out.doubts, &worked_out.read_as))
}

/// Reads a sheet: the names of thousands of players are compared for that.
async fn read_season(ledger: &Ledger, club: ClubId, sheet: Source) -> Result<Season, Problem> {
    let also = PlayerFilter {
        merged: true,
        erased: false,
    };
    let players = ledger.players_and(club, also).await?;
    let today = latest_today()?;
    let read = move || Season::read(&sheet, &People::of(players), today);
    aside(ledger.clone(), read).await
}

/// Reads a file, aside: whoever else is served by this thread would wait. The turn lasts until it is read, also if nobody waits for it any more, and
/// whoever asks is charged for the time.
async fn aside<T: Send + 'static>(
    turn: Ledger,
    read: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let share = engine_work::share();
    let read = spawn_blocking(move || {
        let read = match share {
            Some(share) => share.charged(read),
            None => read(),
        };
        drop(turn);
        read
    });
    read.await.map_err(Problem::internal)?
}

fn imported(labels: Vec<String>, matches: Vec<ImportedMatch>, replayed: bool) -> HttpResponse {
    let matches = labels.into_iter().zip(matches).map(NewlyImported::of);
    let body = Imported {
        matches: matches.collect(),
    };
    written(StatusCode::CREATED, replayed, &body)
}

/// Why nothing is imported.
fn kept_out(mut doubts: Vec<SheetIssue>, read_as: &ReadAs) -> Problem {
    doubts.retain(|doubt| doubt.grade == Grade::Refused);
    doubts.sort_by_key(|doubt| doubt.line);
    let detail = match doubts.len() {
        1 => "One thing in the sheet keeps it out: `errors` says where.".to_owned(),
        found @ ..=MOST_DOUBTS => {
            format!("{found} things in the sheet keep it out: `errors` says where.")
        }
        found => format!(
            "{found} things in the sheet keep it out: `errors` says where the first {MOST_DOUBTS} are."
        ),
    };
    let errors = doubts.into_iter().take(MOST_DOUBTS).map(FieldError::from);
    Problem::new(Code::ImportRefused, cautious(detail, read_as)).with_errors(errors.collect())
}
