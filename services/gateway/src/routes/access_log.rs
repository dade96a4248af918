//! Who came in and what they took along: of a club for its owners, of an account for whoever it belongs to.

use actix_web::web::{Data, Json, Query};
use ledger::{
    AccessEventId, AccountAccess, ApiKeyId, InvitationId, PlayerId, Role, Timestamp, UserId,
    WebhookId,
};
use serde::Serialize;
use utoipa::ToSchema;

use super::matches::PageQuery;
use crate::bodies::schema;
use crate::caller::{Caller, Member};
use crate::operation::Operation;
use crate::policy::Owners;
use crate::problem::Problem;
use crate::request_limit::Cost;
use crate::services::Services;

/// Something that concerns who may what in a club, or what was taken out of it.
#[derive(Serialize, ToSchema)]
pub(crate) struct AccessEvent {
    #[schema(value_type = String, format = DateTime)]
    time: Timestamp,
    #[schema(value_type = schema::AccessKind)]
    kind: &'static str,
    /// The account that did it, itself or by a machine.
    #[schema(value_type = Uuid)]
    actor: UserId,
    /// Whom it was done to: who got a role, is no member any more, or owns the club now.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Uuid, required = false)]
    user: Option<UserId>,
    /// The role that was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    role: Option<Role>,
    /// Who was erased, or whom the invitation names.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Uuid, required = false)]
    player: Option<PlayerId>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Uuid, required = false)]
    invitation: Option<InvitationId>,
    /// The key that was made or revoked; with an export the one it was asked for with, if a machine asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Uuid, required = false)]
    api_key: Option<ApiKeyId>,
    /// The webhook that was made, changed or deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Uuid, required = false)]
    webhook: Option<WebhookId>,
    /// The ledger's entry that tells it, if one does.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = u64, minimum = 1, required = false)]
    seq: Option<u64>,
}

/// A page of a club's access log.
#[derive(Serialize, ToSchema)]
pub(crate) struct AccessLog {
    /// The last first.
    events: Vec<AccessEvent>,
    /// The `cursor` of the next page; null on the last one.
    next_cursor: Option<String>,
}

/// Something that concerns who comes in to your account.
#[derive(Serialize, ToSchema)]
pub(crate) struct AccountEvent {
    #[schema(value_type = String, format = DateTime)]
    time: Timestamp,
    kind: AccountAccess,
    /// The session it is about: the `sid` of its access tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Uuid, required = false)]
    session: Option<String>,
}

/// A page of your account's access log.
#[derive(Serialize, ToSchema)]
pub(crate) struct AccountLog {
    /// The last first.
    events: Vec<AccountEvent>,
    /// The `cursor` of the next page; null on the last one.
    next_cursor: Option<String>,
}

pub(crate) const READ_ACCESS_LOG: Operation = Operation::costs(Cost::Turns);

/// Reads the access log of a club.
///
/// Who got which role, who invited whom, which API keys and webhooks were made and ended, who exported the ledger or its names (of exports of
/// one kind by one caller, one an hour is logged), and what was erased: ids and times, no names. What members do with keys and roles is in the ledger. Sign-ins are not in it: they concern all
/// clubs of a member, and are in the access log of the account. Nobody can change or delete these events, not even the owners.
#[utoipa::path(get, path = "/v1/clubs/{club}/access-log", tag = "clubs",
    responses((status = 200, description = "A page of the log", body = AccessLog)))]
pub(crate) async fn read_access_log(
    member: Member<Owners>,
    query: Query<PageQuery>,
    services: Data<Services>,
) -> Result<Json<AccessLog>, Problem> {
    let list = format!("access log of {}", member.club);
    let before = query.before(&services, &list)?;
    let log = services
        .ledger
        .access_log(member.club, before, query.limit());
    let log = log.await?;
    let next = log.next.map(|next| services.cursors.write(&list, &next));
    Ok(Json(AccessLog {
        events: log.events.into_iter().map(AccessEvent::from).collect(),
        next_cursor: next.transpose()?,
    }))
}

pub(crate) const READ_ACCOUNT_LOG: Operation = Operation::costs(Cost::Turns);

/// Reads the access log of your account.
///
/// When a session began or ended, when a wrong password was tried (of many attempts, one in ten minutes is logged), when a refresh token
/// was used twice, when the password was changed, and when an identity was linked or unlinked. If there is an event that you did not cause,
/// change your password: that ends every session and unlinks every identity. Only you can read this log.
#[utoipa::path(get, path = "/v1/users/me/access-log", tag = "accounts",
    responses((status = 200, description = "A page of the log", body = AccountLog)))]
pub(crate) async fn read_account_log(
    caller: Caller,
    query: Query<PageQuery>,
    services: Data<Services>,
) -> Result<Json<AccountLog>, Problem> {
    let list = format!("access log of the account {}", caller.0);
    let before: Option<AccessEventId> = query.before(&services, &list)?;
    let log = services.ledger.account_log(caller.0, before, query.limit());
    let log = log.await?;
    let next = log.next.map(|next| services.cursors.write(&list, &next));
    Ok(Json(AccountLog {
        events: log.events.into_iter().map(AccountEvent::from).collect(),
        next_cursor: next.transpose()?,
    }))
}

impl From<ledger::AccessEvent> for AccessEvent {
    fn from(event: ledger::AccessEvent) -> Self {
        Self {
            time: event.time,
            kind: event.kind,
            actor: event.actor,
            user: event.user,
            role: event.role,
            player: event.player,
            invitation: event.invitation,
            api_key: event.api_key,
            webhook: event.webhook,
            seq: event.seq,
        }
    }
}

impl From<ledger::AccountEvent> for AccountEvent {
    fn from(event: ledger::AccountEvent) -> Self {
        Self {
            time: event.time,
            kind: event.kind,
            session: event.session.map(|session| session.0.to_string()),
        }
    }
}
