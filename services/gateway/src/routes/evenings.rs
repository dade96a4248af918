//! Evenings: opened, listed, read, and who is there.

use std::collections::BTreeSet;

use actix_web::HttpResponse;
use actix_web::http::{StatusCode, header};
use actix_web::web::{Data, Json, Path, Query};
use ledger::evidence;
use ledger::evidence::MAX_ATTENDANCE;
use ledger::{ChangeAttendance, OpenEvening, Page};

use super::matches::PageQuery;
use super::path::EveningPath;
use crate::bodies::calendar::calendar;
use crate::bodies::evening::{AttendanceChange, Evening, EveningSummary, Evenings, NewEvening};
use crate::bodies::field::at_most;
use crate::body::Body;
use crate::caller::Member;
use crate::idempotent_request::IdempotentRequest;
use crate::late_reads::LateReads;
use crate::operation::{Operation, refusals};
use crate::policy::{AnyMember, Scorers};
use crate::problem::{Code, Problem};
use crate::request_limit::Cost;
use crate::responses::{created, written};
use crate::services::Services;

/// Events of a calendar, at most.
const MOST_EVENTS: u32 = 200;
/// Labels of tables, at most.
const MOST_TABLES: usize = 100;

pub(crate) const OPEN_EVENING: Operation =
    Operation::costs(Cost::Turns).writes(&[evidence::EveningOpened::KIND]);

/// Opens an evening.
///
/// A day on which the club plays. The seeds of all its rounds are fixed by that, before anybody comes: `seed_hash` is the hash of the first
/// seed, and each seed is the hash of the next. So nobody can choose a seed for a draw, and everybody can compute every draw again.
#[utoipa::path(post, path = "/v1/clubs/{club}/evenings", tag = "evenings",
    request_body(content = NewEvening, example = json!({"held_on": "2026-11-24", "hall": "Hall A, second floor", "tables": ["Window", "Door"]})),
    responses((status = 201, description = "The evening", body = Evening)))]
pub(crate) async fn open_evening(
    member: Member<Scorers>,
    once: IdempotentRequest,
    body: Body<NewEvening>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write(&member, &body);
    let new = body.value;
    let tables: Vec<String> = new.tables.into_iter().map(String::from).collect();
    at_most("", "tables", &tables, MOST_TABLES)?;
    if BTreeSet::from_iter(&tables).len() < tables.len() {
        let detail = "Two tables have the same label.";
        return Err(Problem::at(Code::InvalidValue, "/tables", detail));
    }
    let new = OpenEvening {
        held_on: new.held_on.0,
        hall: new.hall.map(String::from),
        tables,
    };
    let opened = services.ledger.open_evening(write, new).await?;
    let evening = &opened.value.evening;
    let location = format!(
        "/v1/clubs/{}/evenings/{}",
        member.club, evening.terms.evening
    );
    let replayed = opened.replayed;
    Ok(created(location, replayed, &Evening::from(opened.value)))
}

pub(crate) const LIST_EVENINGS: Operation = Operation::costs(Cost::Turns);

/// Lists the evenings of a club.
///
/// The last opened first, in pages, without their rounds.
#[utoipa::path(get, path = "/v1/clubs/{club}/evenings", tag = "evenings",
    responses((status = 200, description = "A page of evenings", body = Evenings)))]
pub(crate) async fn list_evenings(
    member: Member<AnyMember>,
    query: Query<PageQuery>,
    reads: LateReads,
    services: Data<Services>,
) -> Result<Json<Evenings>, Problem> {
    let list = format!("evenings of {}", member.club);
    let page = query.page(&services, &list)?;
    let found = reads.evenings(member.club, page).await?;
    let next = found.next.map(|next| services.cursors.write(&list, &next));
    let evenings = found.evenings.into_iter();
    Ok(Json(Evenings {
        evenings: evenings.map(EveningSummary::from).collect(),
        next_cursor: next.transpose()?,
    }))
}

pub(crate) const READ_CALENDAR: Operation = Operation::costs(Cost::Turns);

/// Reads the evenings and tournaments as a calendar.
///
/// As iCalendar (RFC 5545), for the programs that remind people: an event that lasts the whole day for each of the 200 evenings that were
/// opened last, also those to come, with the hall as its location; and one that lasts all of its days for each of the 200 tournaments that were
/// opened last.
#[utoipa::path(get, path = "/v1/clubs/{club}/evenings.ics", tag = "evenings",
    responses((status = 200, description = "The calendar", body = String, content_type = "text/calendar")))]
pub(crate) async fn read_calendar(
    member: Member<AnyMember>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let club = services.ledger.club(member.club).await?;
    let page = Page {
        before: None,
        limit: MOST_EVENTS,
    };
    let evenings = services.ledger.evenings(member.club, page).await?;
    let tournaments = services.ledger.tournaments(member.club, page).await?;
    let calendar = calendar(&club.name, &evenings.evenings, &tournaments.tournaments);
    let name = "attachment; filename=\"evenings.ics\"";
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, "text/calendar; charset=utf-8"))
        .insert_header((header::CONTENT_DISPOSITION, name))
        .body(calendar))
}

pub(crate) const READ_EVENING: Operation = Operation::costs(Cost::Turns);

/// Reads an evening.
///
/// Who is there, and of each round who sits where, who sits out and which matches are played.
#[utoipa::path(get, path = "/v1/clubs/{club}/evenings/{evening}", tag = "evenings",
    responses((status = 200, description = "The evening", body = Evening)))]
pub(crate) async fn read_evening(
    member: Member<AnyMember>,
    path: Path<EveningPath>,
    services: Data<Services>,
) -> Result<Json<Evening>, Problem> {
    let view = services.ledger.evening(member.club, path.evening).await?;
    Ok(Json(Evening::from(view)))
}

pub(crate) const CHANGE_ATTENDANCE: Operation = Operation::costs(Cost::Turns)
    .writes(&[evidence::AttendanceChanged::KIND])
    .refuses(&[
        refusals::NAMED_PLAYER,
        &[Code::TooManyPlayersThere, Code::TooManyEveningChanges],
    ]);

/// Checks players in and out.
///
/// Also late, and in the middle of the evening: the next draw is among those who are there. At most 400 players are there at the same time, and they
/// come and leave at most 4,000 times.
#[utoipa::path(post, path = "/v1/clubs/{club}/evenings/{evening}/attendance", tag = "evenings",
    request_body(content = AttendanceChange, example = json!({"checked_in": ["0b0e7a52-6d0b-4b86-9d52-0f4f0f1a6a01"]})),
    responses(
        (status = 200, description = "The evening", body = Evening),
        (status = 409, description = "A player was merged into another or erased, or too many would be there or have come and left"),
    ))]
pub(crate) async fn change_attendance(
    member: Member<Scorers>,
    path: Path<EveningPath>,
    once: IdempotentRequest,
    body: Body<AttendanceChange>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write(&member, &body);
    let new = body.value;
    at_most("", "checked_in", &new.checked_in, MAX_ATTENDANCE)?;
    at_most("", "checked_out", &new.checked_out, MAX_ATTENDANCE)?;
    let change = ChangeAttendance {
        evening: path.evening,
        checked_in: new.checked_in,
        checked_out: new.checked_out,
    };
    let changed = services.ledger.change_attendance(write, change).await?;
    let replayed = changed.replayed;
    Ok(written(
        StatusCode::OK,
        replayed,
        &Evening::from(changed.value),
    ))
}
