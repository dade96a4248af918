//! An old season from a spreadsheet, imported.

mod worked_out;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Query};
use ledger::evidence;
use ledger::{ClubId, ImportMatchesResult, ImportedMatch, Ledger, PlayerFilter};
use tokio::task::spawn_blocking;

use super::hands::{RecordQuery, written_once};
use crate::bodies::day::latest_today;
use crate::bodies::import::{Grade, ImportPreview, Imported, NewImport, NewlyImported, SheetIssue};
use crate::body::Body;
use crate::caller::Member;
use crate::engine_work;
use crate::idempotent_request::IdempotentRequest;
use crate::import::{People, Season, refused};
use crate::operation::{Operation, refusals};
use crate::policy::Scorers;
use crate::problem::{Code, FieldError, Problem};
use crate::request_limit::Cost;
use crate::responses::written;
use crate::services::Services;
use worked_out::WorkedOut;

/// The largest sheet, in bytes.
const LARGEST: usize = 200 * 1024;
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
/// A season that was kept elsewhere: CSV in which every line is a hand with its declared fan. It is recorded as if all
/// matches had been opened and their hands recorded one after another: all of it or nothing. `?dry_run=true` answers with
/// every doubtful line at once and writes nothing; begin with it.
///
/// The first line names the columns, in any order: `match`, a label that the lines of a match have in common; `played_on`
/// (`2026-11-21`); `east`, `south`, `west`, `north`, who **starts the match** there (chairs 1–4), like the day on the first
/// line of a match at least; `winner`, empty where nobody won; `won_by`: `self_draw`, `discard`, `robbed_kong` (an added one)
/// or `bonus_tiles`, and where nobody won `goulash`; `from`, who gave the tile; `fan`, a number or `limit`; and if you like
/// `limit` (`true` for a limit hand; then `fan` may be empty or missing), `fan_toward_minimum` (how many of the fan count
/// toward the minimum, where those that the variant adds for the way of winning are not all that do not) and `number`, the
/// hand's in its match. Commas or semicolons separate, quotes are those of RFC 4180. `jq -Rs '{csv: ., terms: {variant: {id:
/// "old-hong-kong"}}}' season.csv` makes a body of a file.
///
/// A sheet cannot tell of several winners of one discard, agreed results, penalties and substitutions: import the match up to
/// there and record the rest, or record a match that has any of them.
///
/// Players are found by their exact names, and whoever was merged counts for whom they were merged into. Nobody is enrolled:
/// a name that the club does not know is doubtful, and `POST /v1/clubs/{club}/players` enrols who it is. A match that is
/// not over after its last line stays open, unless that line has nothing but `early_end` in `won_by`.
#[utoipa::path(post, path = "/v1/clubs/{club}/matches:import", tag = "matches",
    request_body(content = NewImport, example = json!({
        "csv": "match;played_on;east;south;west;north;winner;won_by;from;fan\n1;2025-09-05;Ah Ming;Bo;Chun;Daai Lo;Bo;discard;Chun;4\n1;;;;;;Chun;self_draw;;limit\n1;;;;;;;goulash;;\n1;;;;;;;early_end;;\n",
        "terms": {"variant": {"id": "old-hong-kong"}, "stake_cents": 50, "currency": "HKD"}
    })),
    responses(
        (status = 200, description = "With `dry_run`: the matches as they would be imported, and everything doubtful", body = ImportPreview),
        (status = 201, description = "The matches", body = Imported),
        (status = 409, description = "The club has retired the variant, or has 1,000 others"),
    ))]
pub(crate) async fn import_matches(
    member: Member<Scorers>,
    query: Query<RecordQuery>,
    once: Result<IdempotentRequest, Problem>,
    body: Body<NewImport>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = written_once(&query, once, &member, &body)?;
    let new = body.value;
    if let Some(write) = &write
        && let Some(before) = services.ledger.imported_before(write.clone()).await?
    {
        return imported(&new.csv, before, true);
    }
    if new.csv.len() > LARGEST {
        let detail = format!("The CSV has at most {} KiB.", LARGEST / 1024);
        return Err(refused(detail));
    }
    let ledger = services.ledger_for_whole_matches(member.holder()).await?;
    let season = read_season(&ledger, member.club, new.csv.clone()).await?;
    let agreed = new.terms.agreed(&services, member.club).await?;
    let mut worked_out = WorkedOut::of(&services, &agreed, season).await?;
    let Some(write) = write else {
        let variant = agreed.variant.hash;
        let club = member.club;
        worked_out
            .rehearse((&services, &ledger), club, variant)
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
                return imported(&new.csv, matches.value, matches.replayed);
            }
            ImportMatchesResult::Refused(errors) => worked_out.doubt(errors)?,
        }
    }
    Err(kept_out(worked_out.doubts))
}

/// Reads a sheet, aside: the names of thousands of players are compared for that, and whoever else is served by this thread would wait. The turn lasts
/// until it is read, also if nobody waits for it any more, and whoever asks is charged for the time.
async fn read_season(ledger: &Ledger, club: ClubId, csv: String) -> Result<Season, Problem> {
    let also = PlayerFilter {
        merged: true,
        erased: false,
    };
    let players = ledger.players_and(club, also).await?;
    let in_turn = ledger.clone();
    let today = latest_today()?;
    let share = engine_work::share();
    let read = spawn_blocking(move || {
        let read = || Season::read(&csv, &People::of(players), today);
        let season = match share {
            Some(share) => share.charged(read),
            None => read(),
        };
        drop(in_turn);
        season
    });
    read.await.map_err(Problem::internal)?
}

fn imported(
    csv: &str,
    matches: Vec<ImportedMatch>,
    replayed: bool,
) -> Result<HttpResponse, Problem> {
    // The same request has the same labels.
    let labels = Season::labels(csv)?.into_iter();
    let matches = labels.zip(matches).map(NewlyImported::of);
    let body = Imported {
        matches: matches.collect(),
    };
    Ok(written(StatusCode::CREATED, replayed, &body))
}

/// Why nothing is imported.
fn kept_out(mut doubts: Vec<SheetIssue>) -> Problem {
    doubts.retain(|doubt| doubt.grade == Grade::Refused);
    doubts.sort_by_key(|doubt| doubt.line);
    let detail = match doubts.len() {
        1 => "One thing in the CSV keeps it out: `errors` says where.".to_owned(),
        found @ ..=MOST_DOUBTS => {
            format!("{found} things in the CSV keep it out: `errors` says where.")
        }
        found => format!(
            "{found} things in the CSV keep it out: `errors` says where the first {MOST_DOUBTS} are."
        ),
    };
    let errors = doubts.into_iter().take(MOST_DOUBTS).map(FieldError::from);
    Problem::new(Code::ImportRefused, detail).with_errors(errors.collect())
}
