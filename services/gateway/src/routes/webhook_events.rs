//! What webhooks are sent, for programs that ask instead of listening.

use actix_web::web::{Json, Query};
use ledger::{ClubId, StoredEntry};
use serde::Serialize;
use utoipa::ToSchema;
use webhooks::{WebhookEvent, id_of_entry};

use super::entries::EntriesQuery;
use crate::caller::Member;
use crate::late_reads::LateReads;
use crate::operation::Operation;
use crate::policy::LedgerReaders;
use crate::problem::Problem;
use crate::request_limit::Cost;

/// A page of the events of a club.
#[derive(Serialize, ToSchema)]
pub(crate) struct WebhookEvents {
    /// In order, without holes: one for each entry of the ledger, also of types that no webhook of the club is sent.
    events: Vec<IdentifiedEvent>,
    /// Pass it as `after` to read on; absent once there is nothing more. A page may have fewer events than `limit` although there are
    /// more: only this field says whether there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    next_after: Option<u64>,
}

/// An event, and what it is called.
#[derive(Serialize, ToSchema)]
pub(crate) struct IdentifiedEvent {
    /// The `webhook-id` with which webhooks are sent it.
    #[schema(examples("evt_019ab1c0d4a87e3b8a52c3f1b7e6d210_120"))]
    id: String,
    event: WebhookEvent,
}

pub(crate) const LIST_WEBHOOK_EVENTS: Operation = Operation::costs(Cost::Turns);

/// Lists what webhooks are sent.
///
/// For a program that cannot be reached from outside, or that was away: the events of all entries of the ledger after one, as webhooks are
/// sent them, whether or not the club has a webhook. Keep the `seq` of the last entry that you handled, and pass it as `after`.
#[utoipa::path(get, path = "/v1/clubs/{club}/webhook-events", tag = "webhooks",
    responses((status = 200, description = "A page of events", body = WebhookEvents)))]
pub(crate) async fn list_webhook_events(
    member: Member<LedgerReaders>,
    query: Query<EntriesQuery>,
    reads: LateReads,
) -> Result<Json<WebhookEvents>, Problem> {
    let (entries, next_after) = query.read(&reads, member.club).await?;
    let identified = |entry| IdentifiedEvent::of_entry(member.club, entry);
    let events = entries.into_iter().map(identified);
    Ok(Json(WebhookEvents {
        events: events.collect::<Result<_, _>>()?,
        next_after,
    }))
}

impl IdentifiedEvent {
    fn of_entry(club: ClubId, stored: StoredEntry) -> Result<Self, Problem> {
        Ok(Self {
            id: id_of_entry(club, stored.seq),
            event: WebhookEvent::of_entry(club, stored).map_err(Problem::internal)?,
        })
    }
}
