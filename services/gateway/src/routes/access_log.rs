//! Who came in and what they took along: of a club for its owners, of an account for whoever it belongs to.

use actix_web::web::{Data, Json, Query};
use ledger::{AccessEvent, AccessEventId, AccountEvent};
use serde::Serialize;
use utoipa::ToSchema;

use super::matches::PageQuery;
use crate::caller::{Caller, Member};
use crate::operation::Operation;
use crate::policy::Owners;
use crate::problem::Problem;
use crate::request_limit::Cost;
use crate::services::Services;

/// A page of a club's access log.
#[derive(Serialize, ToSchema)]
pub(crate) struct AccessLog {
    /// The last first.
    events: Vec<AccessEvent>,
    /// The `cursor` of the next page; null on the last one.
    next_cursor: Option<String>,
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
        events: log.events,
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
        events: log.events,
        next_cursor: next.transpose()?,
    }))
}
