//! Clubs.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json};
use ledger::evidence;
use ledger::{ChangeClub, Club, FoundClub, Membership};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::bodies::field::{Text, TimeZone};
use crate::body::Body;
use crate::caller::{Caller, Member};
use crate::club_reads::ClubReads;
use crate::idempotent_request::IdempotentRequest;
use crate::operation::Operation;
use crate::policy::{AnyMember, Owners};
use crate::problem::{Code, Problem};
use crate::request_limit::Cost;
use crate::responses::{created, written};
use crate::services::Services;

/// A club to found.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewClub {
    #[schema(value_type = String, min_length = 1, max_length = 100, examples("Kowloon Mahjong Club"))]
    name: Text<100>,
    /// The name of its time zone in the IANA database: in it the days of matches are meant.
    #[schema(value_type = String, max_length = 64, examples("Asia/Hong_Kong"))]
    time_zone: TimeZone,
}

/// Your clubs.
#[derive(Serialize, ToSchema)]
pub(crate) struct Clubs {
    /// By name.
    clubs: Vec<Membership>,
}

pub(crate) const FOUND_CLUB: Operation = Operation::costs(Cost::Turns)
    .writes(&[evidence::ClubFounded::KIND])
    .refuses(&[&[Code::TooManyClubs, Code::TooManyMemberships]]);

/// Founds a club.
///
/// You become its first owner. An account that owns 100 clubs, or is in 300, cannot found another one.
#[utoipa::path(post, path = "/v1/clubs", tag = "clubs",
    request_body = NewClub,
    responses(
        (status = 201, description = "The club", body = Club),
        (status = 409, description = "You own too many clubs, or are in too many"),
    ))]
pub(crate) async fn found_club(
    caller: Caller,
    once: IdempotentRequest,
    body: Body<NewClub>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let fingerprint = once.fingerprint(&body);
    let founded = services.ledger.found_club(FoundClub {
        actor: caller.0,
        route: once.route,
        key: once.key,
        fingerprint,
        name: body.value.name.into(),
        time_zone: body.value.time_zone.into(),
    });
    let founded = founded.await?;
    let location = format!("/v1/clubs/{}", founded.value.id);
    Ok(created(location, founded.replayed, &founded.value))
}

pub(crate) const LIST_CLUBS: Operation = Operation::costs(Cost::Turns);

/// Lists your clubs.
///
/// All clubs you are a member of, with your role in each.
#[utoipa::path(get, path = "/v1/clubs", tag = "clubs",
    responses((status = 200, description = "Your clubs", body = Clubs)))]
pub(crate) async fn list_clubs(
    caller: Caller,
    services: Data<Services>,
) -> Result<Json<Clubs>, Problem> {
    let clubs = services.ledger.clubs_of(caller.0).await?;
    Ok(Json(Clubs { clubs }))
}

pub(crate) const READ_CLUB: Operation = Operation::costs(Cost::Turns);

/// Reads a club.
///
/// Its name and time zone.
#[utoipa::path(get, path = "/v1/clubs/{club}", tag = "clubs",
    responses((status = 200, description = "The club", body = Club)))]
pub(crate) async fn read_club(
    member: Member<AnyMember>,
    reads: ClubReads,
) -> Result<Json<Club>, Problem> {
    Ok(Json(reads.club(member.club).await?))
}

/// What is to be different about a club: `name`, `time_zone` or both.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClubChange {
    /// What it is called from now on. The ledger's entry holds only a salted commitment to it.
    #[schema(value_type = Option<String>, min_length = 1, max_length = 100, examples("Kennedy Town Mahjong Club"))]
    name: Option<Text<100>>,
    /// The name of its time zone in the IANA database, from now on. Days of matches stay as they were stated.
    #[schema(value_type = Option<String>, max_length = 64, examples("Asia/Hong_Kong"))]
    time_zone: Option<TimeZone>,
}

pub(crate) const CHANGE_CLUB: Operation =
    Operation::costs(Cost::Turns).writes(&[evidence::ClubChanged::KIND]);

/// Changes a club.
///
/// Its name, its time zone, or both; a field that is absent stays as it is.
#[utoipa::path(patch, path = "/v1/clubs/{club}", tag = "clubs",
    request_body(content = ClubChange, example = json!({"name": "Kennedy Town Mahjong Club"})),
    responses((status = 200, description = "The club as it is now", body = Club)))]
pub(crate) async fn change_club(
    member: Member<Owners>,
    once: IdempotentRequest,
    body: Body<ClubChange>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write(&member, &body);
    let change = ChangeClub {
        name: body.value.name.map(String::from),
        time_zone: body.value.time_zone.map(String::from),
    };
    if change == ChangeClub::default() {
        let detail = "State a `name`, a `time_zone` or both.";
        return Err(Problem::at(Code::MissingField, "/name", detail));
    }
    let changed = services.ledger.change_club(write, change).await?;
    Ok(written(StatusCode::OK, changed.replayed, &changed.value))
}
