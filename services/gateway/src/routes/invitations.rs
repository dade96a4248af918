//! Invitations to become a member of a club.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path, Query};
use ledger::evidence;
use ledger::{
    AcceptInvitation, InvitationId, InvitationStatus, Invite, Membership, OfferedInvitation,
    PlayerId, Role, Timestamp, UserId,
};
use serde::{Deserialize, Serialize};
use time::Duration;
use utoipa::{IntoParams, ToSchema};

use super::matches::PageQuery;
use crate::bodies::field::Whole;
use crate::body::Body;
use crate::caller::{Anyone, Caller, Member};
use crate::idempotent_request::IdempotentRequest;
use crate::operation::{Operation, refusals};
use crate::policy::Owners;
use crate::problem::ledger::naming_player;
use crate::problem::{Code, Problem};
use crate::request_limit::{Cost, Work};
use crate::responses::{created, written};
use crate::secret;
use crate::services::Services;

/// Days an invitation can be accepted unless the request says otherwise.
const DAYS: i64 = 7;

/// An invitation to make.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewInvitation {
    role: Role,
    /// The player of the club who is linked to the account of whoever accepts. Only with `single_use`.
    #[schema(value_type = Option<Uuid>)]
    player: Option<PlayerId>,
    /// Whether only one may accept it.
    #[serde(default = "once_only")]
    #[schema(default = true)]
    single_use: bool,
    /// Days it can be accepted, 7 unless you say otherwise.
    #[schema(value_type = Option<u32>, minimum = 1, maximum = 30)]
    expires_in_days: Option<Whole<1, 30>>,
}

/// An invitation.
#[derive(Serialize, ToSchema)]
pub(crate) struct Invitation {
    #[schema(value_type = Uuid)]
    id: InvitationId,
    /// The role it gives.
    role: Role,
    /// The player who is linked to the account of whoever accepts, if it names one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Uuid>)]
    player: Option<PlayerId>,
    /// Whether only one may accept it.
    single_use: bool,
    /// The account that made it.
    #[schema(value_type = Uuid)]
    made_by: UserId,
    #[schema(value_type = String, format = DateTime)]
    made_at: Timestamp,
    #[schema(value_type = String, format = DateTime)]
    expires_at: Timestamp,
    /// How many have accepted it.
    #[schema(minimum = 0)]
    uses: u32,
    status: InvitationStatus,
    /// What it is accepted with. Shown this once: only a hash of it is kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<String>,
}

/// The invitations of a club.
#[derive(Serialize, ToSchema)]
pub(crate) struct Invitations {
    /// The last made first.
    invitations: Vec<Invitation>,
    /// Where the next page begins; absent after the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    next_cursor: Option<String>,
}

/// Asks what an invitation offers.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct InvitationToken {
    /// The token of the invitation.
    #[schema(max_length = 100)]
    token: String,
}

/// Accepts an invitation.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Acceptance {
    /// The token of the invitation.
    #[schema(max_length = 100)]
    token: String,
}

#[derive(Deserialize, IntoParams)]
pub(crate) struct InvitationPath {
    /// The invitation
    #[param(value_type = Uuid)]
    invitation: InvitationId,
}

pub(crate) const MAKE_INVITATION: Operation = Operation::costs(Cost::Turns)
    .writes(&[evidence::InvitationMade::KIND])
    .refuses(&[refusals::NAMED_PLAYER, &[Code::PlayerLinked]]);

/// Makes an invitation.
///
/// Give its token to the person you want to invite: whoever sends it to `POST /v1/invitations:accept` becomes a member, as long as you are
/// an owner. The token is shown only in this answer; the answer to a repeated request does not have it. If it is lost, revoke the
/// invitation and make another.
#[utoipa::path(post, path = "/v1/clubs/{club}/invitations", tag = "clubs",
    request_body(content = NewInvitation, example = json!({"role": "player"})),
    responses(
        (status = 201, description = "The invitation", body = Invitation),
        (status = 409, description = "The player is linked to an account, or was merged into another"),
    ))]
pub(crate) async fn make_invitation(
    member: Member<Owners>,
    once: IdempotentRequest,
    body: Body<NewInvitation>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write(&member, &body);
    let new = body.value;
    if new.player.is_some() && !new.single_use {
        let detail = "An invitation that names a player is for one person: `single_use`.";
        return Err(Problem::at(Code::InvalidValue, "/single_use", detail));
    }
    let token = secret::to_text(secret::fresh());
    let days = new.expires_in_days.map_or(DAYS, i64::from);
    let invite = Invite {
        role: new.role,
        player: new.player,
        single_use: new.single_use,
        lifetime: Duration::days(days),
        token_hash: secret::hash_of(&token),
    };
    let made = services.ledger.make_invitation(write, invite).await;
    let made = made.map_err(|error| naming_player(error, "/player"))?;
    let answer = Invitation {
        token: (!made.replayed).then_some(token),
        ..made.value.into()
    };
    let location = format!("/v1/clubs/{}/invitations", member.club);
    Ok(created(location, made.replayed, &answer))
}

pub(crate) const LIST_INVITATIONS: Operation = Operation::costs(Cost::Turns);

/// Lists the invitations of a club.
///
/// The last made first, in pages: open, used, expired and revoked ones, without their tokens.
#[utoipa::path(get, path = "/v1/clubs/{club}/invitations", tag = "clubs",
    responses((status = 200, description = "A page of the invitations", body = Invitations)))]
pub(crate) async fn list_invitations(
    member: Member<Owners>,
    query: Query<PageQuery>,
    services: Data<Services>,
) -> Result<Json<Invitations>, Problem> {
    let list = format!("invitations of {}", member.club);
    let page = query.page(&services, &list)?;
    let found = services.ledger.invitations(member.club, page).await?;
    let next = found.next.map(|next| services.cursors.write(&list, &next));
    let found = found.invitations.into_iter();
    Ok(Json(Invitations {
        invitations: found.map(Invitation::from).collect(),
        next_cursor: next.transpose()?,
    }))
}

pub(crate) const REVOKE_INVITATION: Operation =
    Operation::costs(Cost::Turns).writes(&[evidence::InvitationRevoked::KIND]);

/// Revokes an invitation.
///
/// Nobody can accept it any more. A person who has accepted it stays a member.
#[utoipa::path(post, path = "/v1/clubs/{club}/invitations/{invitation}:revoke", tag = "clubs",
    responses((status = 200, description = "The invitation", body = Invitation)))]
pub(crate) async fn revoke_invitation(
    member: Member<Owners>,
    path: Path<InvitationPath>,
    once: IdempotentRequest,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write_without_body(&member);
    let revoked = services
        .ledger
        .revoke_invitation(write, path.invitation)
        .await?;
    Ok(written(
        StatusCode::OK,
        revoked.replayed,
        &Invitation::from(revoked.value),
    ))
}

pub(crate) const READ_INVITATION: Operation =
    Operation::costs(Cost::Units(Work::Database, 2)).refuses(&[&[Code::InvitationNotOpen]]);

/// Shows what an invitation offers.
///
/// Its token is the only credential: nobody needs an account to see who invites them to what. Nothing is accepted by it. A token that cannot be accepted
/// gets the answer that accepting it gets: 404 `invitation_not_open`.
#[utoipa::path(post, path = "/v1/invitations:read", tag = "clubs",
    request_body(content = InvitationToken, example = json!({"token": "dGhpcyBpcyBub3QgYSBzZWNyZXQgYW55IG1vcmUuLi4"})),
    responses(
        (status = 200, description = "The club, the role, who invites, and until when it can be accepted", body = OfferedInvitation),
        (status = 404, description = "No open invitation has this token"),
        (status = 503, description = "Try again later"),
    ))]
pub(crate) async fn read_invitation(
    _: Anyone,
    body: Body<InvitationToken>,
    services: Data<Services>,
) -> Result<Json<OfferedInvitation>, Problem> {
    let hash = secret::hash_of(&body.value.token);
    Ok(Json(services.ledger.offered_invitation(hash).await?))
}

// A member who becomes an owner leaves, joins, and is linked to their player again.
pub(crate) const ACCEPT_INVITATION: Operation = Operation::costs(Cost::Turns)
    .writes(&[
        evidence::MemberRemoved::KIND,
        evidence::InvitationAccepted::KIND,
        evidence::PlayerLinked::KIND,
    ])
    .refuses(&[
        refusals::MERGED_OR_ERASED,
        &[
            Code::UnknownUser,
            Code::InvitationNotOpen,
            Code::AlreadyMember,
            Code::PlayerLinked,
            Code::AccountLinked,
            Code::TooManyMembers,
            Code::TooManyMemberships,
        ],
    ]);

/// Accepts an invitation.
///
/// You become a member of its club, with its role; if it names a player, that player is linked to your account. A token that never existed,
/// was used, has expired or was revoked always gets the same answer: 404 `invitation_not_open`.
#[utoipa::path(post, path = "/v1/invitations:accept", tag = "clubs",
    request_body(content = Acceptance, example = json!({"token": "dGhpcyBpcyBub3QgYSBzZWNyZXQgYW55IG1vcmUuLi4"})),
    responses(
        (status = 201, description = "The club, and what you may do in it", body = Membership),
        (status = 404, description = "No open invitation has this token"),
        (status = 409, description = "You are a member already and the invitation is none to be an owner, the invitation's player was linked to somebody else, the club has 1,000 members, or you are a member of 300 clubs"),
    ))]
pub(crate) async fn accept_invitation(
    caller: Caller,
    once: IdempotentRequest,
    body: Body<Acceptance>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let fingerprint = once.fingerprint(&body);
    let accepted = services.ledger.accept_invitation(AcceptInvitation {
        actor: caller.0,
        route: once.route,
        key: once.key,
        fingerprint,
        token_hash: secret::hash_of(&body.value.token),
    });
    let accepted = accepted.await?;
    let location = format!("/v1/clubs/{}", accepted.value.club.id);
    Ok(created(location, accepted.replayed, &accepted.value))
}

impl From<ledger::Invitation> for Invitation {
    fn from(invitation: ledger::Invitation) -> Self {
        Self {
            status: invitation.status(),
            id: invitation.id,
            role: invitation.role,
            player: invitation.player,
            single_use: invitation.single_use,
            made_by: invitation.made_by,
            made_at: invitation.made_at,
            expires_at: invitation.expires_at,
            uses: invitation.uses,
            token: None,
        }
    }
}

fn once_only() -> bool {
    true
}
