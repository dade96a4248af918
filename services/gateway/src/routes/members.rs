//! Members of a club and their roles.

use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path};
use actix_web::{HttpResponse, delete, get, post, put};
use ledger::{Error, HandedOver, Refused, Role, UserId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::answer::{removed, written};
use crate::app::Services;
use crate::bodies::schema;
use crate::body::Body;
use crate::caller;
use crate::once::Once;
use crate::problem::{Code, Problem};

/// A role to give.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewRole {
    #[schema(value_type = schema::Role)]
    role: Role,
}

/// A member of a club.
#[derive(Serialize, ToSchema)]
pub(crate) struct Member {
    /// The account.
    #[schema(value_type = Uuid)]
    user: UserId,
    /// Absent as long as nobody can sign in to the account: the club came from another service with the member's id alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    display_name: Option<String>,
    #[schema(value_type = schema::Role)]
    role: Role,
}

/// The members of a club.
#[derive(Serialize, ToSchema)]
pub(crate) struct Members {
    /// By display name; those without one last.
    members: Vec<Member>,
}

#[derive(Deserialize)]
pub(crate) struct MemberPath {
    user: UserId,
}

/// Lists the members of a club.
///
/// Everyone with a role in the club.
#[utoipa::path(tag = "clubs", params(("club" = Uuid, Path, description = "The club")),
    responses((status = 200, description = "The members", body = Members)))]
#[get("/v1/clubs/{club}/members")]
pub(crate) async fn list_members(
    member: caller::Member,
    services: Data<Services>,
) -> Result<Json<Members>, Problem> {
    let members = services.ledger.members(member.club).await?;
    let members = members.into_iter().map(Member::from).collect();
    Ok(Json(Members { members }))
}

/// Gives a member another role.
///
/// Changes what they may do. Nobody becomes a member, or an owner, without accepting it: that takes an invitation. A club keeps at least one
/// owner.
#[utoipa::path(tag = "clubs", request_body = NewRole,
    params(
        ("club" = Uuid, Path, description = "The club"),
        ("user" = Uuid, Path, description = "The account"),
        ("Idempotency-Key" = String, Header, description = "1–255 visible ASCII characters; a new one for each thing you want done"),
    ),
    responses(
        (status = 200, description = "The member", body = Member),
        (status = 409, description = "The club would have no owner, or the member has not accepted to be one"),
        (status = 422, description = "The account is not a member"),
    ))]
#[put("/v1/clubs/{club}/members/{user}")]
pub(crate) async fn set_member(
    member: caller::Member,
    path: Path<MemberPath>,
    once: Once,
    body: Body<NewRole>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write(&member, &body);
    let set = services
        .ledger
        .set_member(write, path.user, body.value.role)
        .await
        .map_err(not_invited)?;
    Ok(written(
        StatusCode::OK,
        set.replayed,
        &Member::from(set.value),
    ))
}

fn not_invited(error: Error) -> Problem {
    if matches!(error, Error::Refused(Refused::NotAMember)) {
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
    #[schema(value_type = schema::Role)]
    role: Role,
}

/// A club in other hands.
#[derive(Serialize, ToSchema)]
pub(crate) struct Handover {
    new_owner: Member,
    /// You.
    former_owner: Member,
}

/// Leaves a club.
///
/// Ends your own membership, at once; a player who was linked to your account is linked to nobody then. The last
/// owner cannot leave. Sent again after it was done, it gets what any stranger's request gets: 404.
#[utoipa::path(tag = "clubs",
    params(
        ("club" = Uuid, Path, description = "The club"),
        ("Idempotency-Key" = String, Header, description = "1–255 visible ASCII characters; a new one for each thing you want done"),
    ),
    responses(
        (status = 204, description = "You are no member any more"),
        (status = 409, description = "The club would have no owner"),
    ))]
#[delete("/v1/clubs/{club}/members/me")]
pub(crate) async fn leave_club(
    member: caller::Member,
    once: Once,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write_without_body(&member);
    let left = services.ledger.remove_member(write, member.user).await?;
    Ok(removed(left.replayed))
}

/// Removes a member.
///
/// They may do nothing in the club from then on, whatever tokens they hold; a player who was linked to their account
/// is linked to nobody then. What they entered stays. The last owner cannot be removed.
#[utoipa::path(tag = "clubs",
    params(
        ("club" = Uuid, Path, description = "The club"),
        ("user" = Uuid, Path, description = "The account"),
        ("Idempotency-Key" = String, Header, description = "1–255 visible ASCII characters; a new one for each thing you want done"),
    ),
    responses(
        (status = 204, description = "They are no member any more"),
        (status = 409, description = "The club would have no owner"),
    ))]
#[delete("/v1/clubs/{club}/members/{user}")]
pub(crate) async fn remove_member(
    member: caller::Member,
    path: Path<MemberPath>,
    once: Once,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write_without_body(&member);
    let gone = services.ledger.remove_member(write, path.user).await?;
    Ok(removed(gone.replayed))
}

/// Hands a club over.
///
/// You, an owner so far, leave it to another owner, and get the role you state. Who is no owner yet becomes one by accepting an invitation with
/// that role, as members may, too. Sent again after it was done, it is refused as it would be of any other than an owner: 403.
#[utoipa::path(tag = "clubs",
    request_body(content = SteppingDown, example = json!({"role": "player"})),
    params(
        ("club" = Uuid, Path, description = "The club"),
        ("user" = Uuid, Path, description = "The other owner"),
        ("Idempotency-Key" = String, Header, description = "1–255 visible ASCII characters; a new one for each thing you want done"),
    ),
    responses((status = 200, description = "Both of you, as you are now", body = Handover), (status = 409, description = "The member has not accepted to be an owner")))]
#[post("/v1/clubs/{club}/members/{user}:hand-over")]
pub(crate) async fn hand_over_club(
    member: caller::Member,
    path: Path<MemberPath>,
    once: Once,
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
    let HandedOver {
        new_owner,
        former_owner,
    } = done.value;
    let handover = Handover {
        new_owner: new_owner.into(),
        former_owner: former_owner.into(),
    };
    Ok(written(StatusCode::OK, done.replayed, &handover))
}

impl From<ledger::Member> for Member {
    fn from(member: ledger::Member) -> Self {
        Self {
            user: member.user,
            display_name: member.display_name,
            role: member.role,
        }
    }
}
