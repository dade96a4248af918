//! Members of a club and their roles.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path};
use ledger::evidence;
use ledger::{ClubHandover, Error, Member, PeopleError, Role, UserId};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::body::Body;
use crate::caller;
use crate::idempotent_request::IdempotentRequest;
use crate::operation::Operation;
use crate::policy::{AnyMember, AnyMemberInPerson, Owners};
use crate::problem::{Code, Problem};
use crate::request_limit::Cost;
use crate::responses::{removed, written};
use crate::services::Services;

/// A role to give.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewRole {
    role: Role,
}

/// The members of a club.
#[derive(Serialize, ToSchema)]
pub(crate) struct Members {
    /// By display name; those without one last.
    members: Vec<Member>,
}

#[derive(Deserialize, IntoParams)]
pub(crate) struct MemberPath {
    /// The account
    #[param(value_type = Uuid)]
    user: UserId,
}

pub(crate) const LIST_MEMBERS: Operation = Operation::costs(Cost::Turns);

/// Lists the members of a club.
///
/// Everyone with a role in the club.
#[utoipa::path(get, path = "/v1/clubs/{club}/members", tag = "clubs",
    responses((status = 200, description = "The members", body = Members)))]
pub(crate) async fn list_members(
    member: caller::Member<AnyMember>,
    services: Data<Services>,
) -> Result<Json<Members>, Problem> {
    let members = services.ledger.members(member.club).await?;
    Ok(Json(Members { members }))
}

pub(crate) const SET_MEMBER: Operation = Operation::costs(Cost::Turns)
    .writes(&[evidence::MemberSet::KIND])
    .refuses(&[&[
        Code::UnknownUser,
        Code::NotAMember,
        Code::LastOwner,
        Code::AcceptanceRequired,
    ]]);

/// Gives a member another role.
///
/// Changes what the member may do. Nobody becomes a member, or an owner, without accepting an invitation. A club keeps at least one owner.
#[utoipa::path(put, path = "/v1/clubs/{club}/members/{user}", tag = "clubs",
    request_body = NewRole,
    responses(
        (status = 200, description = "The member", body = Member),
        (status = 409, description = "The club would have no owner, or the member has not accepted to be one"),
        (status = 422, description = "The account is not a member"),
    ))]
pub(crate) async fn set_member(
    member: caller::Member<Owners>,
    path: Path<MemberPath>,
    once: IdempotentRequest,
    body: Body<NewRole>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write(&member, &body);
    let set = services
        .ledger
        .set_member(write, path.user, body.value.role)
        .await
        .map_err(not_invited)?;
    Ok(written(StatusCode::OK, set.replayed, &set.value))
}

fn not_invited(error: Error) -> Problem {
    if matches!(error, Error::People(PeopleError::NotAMember)) {
        let detail = "This account is not a member of the club. Nobody becomes one without accepting an invitation.";
        return Problem::new(Code::NotAMember, detail);
    }
    error.into()
}

/// What an owner becomes who hands the club over.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SteppingDown {
    /// Your role from now on; not `owner`.
    role: Role,
}

pub(crate) const LEAVE_CLUB: Operation = Operation::costs(Cost::Turns)
    .writes(&[evidence::MemberRemoved::KIND])
    .refuses(&[&[Code::LastOwner]]);

/// Leaves a club.
///
/// Ends your own membership at once, and the link between your account and a player. The last owner cannot leave. A repeated request gets
/// the same answer as from anybody who is not a member: 404.
#[utoipa::path(delete, path = "/v1/clubs/{club}/members/me", tag = "clubs",
    responses(
        (status = 204, description = "You are no member any more"),
        (status = 409, description = "The club would have no owner"),
    ))]
pub(crate) async fn leave_club(
    member: caller::Member<AnyMemberInPerson>,
    once: IdempotentRequest,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write_without_body(&member);
    let left = services.ledger.remove_member(write, member.user).await?;
    Ok(removed(left.replayed))
}

pub(crate) const REMOVE_MEMBER: Operation = Operation::costs(Cost::Turns)
    .writes(&[evidence::MemberRemoved::KIND])
    .refuses(&[&[Code::LastOwner]]);

/// Removes a member.
///
/// From then on the member may do nothing in the club, whatever tokens they hold, and the link between their account and a player is ended.
/// Their entries stay. The last owner cannot be removed.
#[utoipa::path(delete, path = "/v1/clubs/{club}/members/{user}", tag = "clubs",
    responses(
        (status = 204, description = "They are no member any more"),
        (status = 409, description = "The club would have no owner"),
    ))]
pub(crate) async fn remove_member(
    member: caller::Member<Owners>,
    path: Path<MemberPath>,
    once: IdempotentRequest,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write_without_body(&member);
    let gone = services.ledger.remove_member(write, path.user).await?;
    Ok(removed(gone.replayed))
}

pub(crate) const HAND_OVER_CLUB: Operation = Operation::costs(Cost::Turns)
    .writes(&[evidence::ClubHandedOver::KIND])
    .refuses(&[&[
        Code::UnknownUser,
        Code::NotAMember,
        Code::AcceptanceRequired,
    ]]);

/// Hands a club over.
///
/// You, an owner, leave the club to another owner, and get the role that you state. To make somebody an owner, invite them with that role;
/// members can accept such an invitation too. A repeated request is refused like that of any member who is not an owner: 403.
#[utoipa::path(post, path = "/v1/clubs/{club}/members/{user}:hand-over", tag = "clubs",
    request_body(content = SteppingDown, example = json!({"role": "player"})),
    responses((status = 200, description = "Both of you, as you are now", body = ClubHandover), (status = 409, description = "The member has not accepted to be an owner")))]
pub(crate) async fn hand_over_club(
    member: caller::Member<Owners>,
    path: Path<MemberPath>,
    once: IdempotentRequest,
    body: Body<SteppingDown>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    if body.value.role == Role::Owner {
        let detail = "Whoever hands a club over is its owner no longer. To have another owner beside you, invite them as one.";
        return Err(Problem::at(Code::InvalidValue, "/role", detail));
    }
    if path.user == member.user {
        let detail = "This is your own account: a club is handed over to another member.";
        return Err(Problem::new(Code::InvalidValue, detail));
    }
    let write = once.write(&member, &body);
    let done = services
        .ledger
        .hand_over_club(write, path.user, body.value.role)
        .await?;
    Ok(written(StatusCode::OK, done.replayed, &done.value))
}
