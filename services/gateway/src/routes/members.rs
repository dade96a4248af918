//! Members of a club and their roles.

use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path};
use actix_web::{HttpResponse, get, put};
use ledger::{Role, UserId};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::answer::written;
use crate::app::Services;
use crate::bodies::schema;
use crate::body::Body;
use crate::caller;
use crate::once::Once;
use crate::problem::Problem;

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
    display_name: String,
    #[schema(value_type = schema::Role)]
    role: Role,
}

/// The members of a club.
#[derive(Serialize, ToSchema)]
pub(crate) struct Members {
    /// By display name.
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

/// Gives somebody a role in a club.
///
/// Makes them a member, or changes what they may do. A club keeps at least one owner.
#[utoipa::path(tag = "clubs", request_body = NewRole,
    params(
        ("club" = Uuid, Path, description = "The club"),
        ("user" = Uuid, Path, description = "The account"),
        ("Idempotency-Key" = String, Header, description = "1–255 visible ASCII characters; a new one for each thing you want done"),
    ),
    responses(
        (status = 200, description = "The member", body = Member),
        (status = 409, description = "The club would have no owner"),
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
        .await?;
    Ok(written(
        StatusCode::OK,
        set.replayed,
        &Member::from(set.value),
    ))
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
