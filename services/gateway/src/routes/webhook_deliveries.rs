//! What was sent to webhooks, and what is to be sent again.

use actix_web::HttpResponse;
use actix_web::web::{Data, Json, Path, Query};
use ledger::{ChangeWebhook, DeliveriesPage, DeliveryId, NewDelivery, WebhookId, Write};
use serde::Deserialize;
use utoipa::IntoParams;

use super::matches::PageQuery;
use super::path::WebhookPath;
use super::webhooks::alter;
use crate::bodies::webhook::{Deliveries, Delivery, Replay, Webhook};
use crate::body::Body;
use crate::caller::Member;
use crate::idempotent_request::IdempotentRequest;
use crate::operation::Operation;
use crate::policy::Owners;
use crate::problem::{Code, Problem};
use crate::request_limit::Cost;
use crate::responses::accepted;
use crate::services::Services;

#[derive(Deserialize, IntoParams)]
pub(crate) struct DeliveryPath {
    /// The webhook
    #[param(value_type = Uuid)]
    webhook: WebhookId,
    /// The delivery
    #[param(value_type = Uuid)]
    delivery: DeliveryId,
}

pub(crate) const REPLAY_FROM: Operation =
    Operation::costs(Cost::Turns).refuses(&[&[Code::BeyondLedger, Code::TooManyDeliveries]]);

/// Sets the entry from which a webhook continues.
///
/// It is sent that entry next and all entries after it, with the same `webhook-id`s as before; a later entry than the next one skips those
/// in between. For a disabled webhook this applies once it is enabled.
#[utoipa::path(post, path = "/v1/clubs/{club}/webhooks/{webhook}:replay", tag = "webhooks",
    request_body(content = Replay, example = json!({"from_seq": 120})),
    responses((status = 200, description = "The webhook", body = Webhook)))]
pub(crate) async fn replay_from(
    member: Member<Owners>,
    path: Path<WebhookPath>,
    once: IdempotentRequest,
    body: Body<Replay>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write(&member, &body);
    let change = ChangeWebhook::ReplayFrom(body.value.from_seq.unsigned_wide());
    alter(&services, write, path.webhook, change).await
}

pub(crate) const TEST_WEBHOOK: Operation =
    Operation::costs(Cost::Turns).refuses(&[&[Code::TooManyDeliveries]]);

/// Sends a test to a webhook.
///
/// A `webhook.test`, once, also to a disabled webhook. The list of deliveries shows the result.
#[utoipa::path(post, path = "/v1/clubs/{club}/webhooks/{webhook}:test", tag = "webhooks",
    responses(
        (status = 202, description = "It will be sent", body = Delivery),
        (status = 409, description = "Too many wait to be sent"),
    ))]
pub(crate) async fn test_webhook(
    member: Member<Owners>,
    path: Path<WebhookPath>,
    once: IdempotentRequest,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write_without_body(&member);
    ask(&services, write, path.webhook, NewDelivery::Test).await
}

pub(crate) const LIST_DELIVERIES: Operation = Operation::costs(Cost::Turns);

/// Lists the deliveries of a webhook.
///
/// Every attempt, the last first, in pages, and what waits to be sent. The last thousand are kept for 30 days. Only the status of a
/// receiver's answer is kept.
#[utoipa::path(get, path = "/v1/clubs/{club}/webhooks/{webhook}/deliveries", tag = "webhooks",
    responses((status = 200, description = "A page of deliveries", body = Deliveries)))]
pub(crate) async fn list_deliveries(
    member: Member<Owners>,
    path: Path<WebhookPath>,
    query: Query<PageQuery>,
    services: Data<Services>,
) -> Result<Json<Deliveries>, Problem> {
    let list = format!("deliveries to {} of {}", path.webhook, member.club);
    let page = DeliveriesPage {
        before: query.before(&services, &list)?,
        limit: query.limit(),
    };
    let found = services
        .ledger
        .deliveries(member.club, path.webhook, page)
        .await?;
    let next = found.next.map(|next| services.cursors.write(&list, &next));
    let found = found.deliveries.into_iter();
    Ok(Json(Deliveries {
        deliveries: found.map(|one| Delivery::of(member.club, one)).collect(),
        next_cursor: next.transpose()?,
    }))
}

pub(crate) const REPLAY_DELIVERY: Operation =
    Operation::costs(Cost::Turns).refuses(&[&[Code::TooManyDeliveries]]);

/// Sends a delivery of a webhook again.
///
/// The event of an earlier delivery, once, outside of the order, with the same `webhook-id`; for a test, a new test.
#[utoipa::path(post, path = "/v1/clubs/{club}/webhooks/{webhook}/deliveries/{delivery}:replay", tag = "webhooks",
    responses(
        (status = 202, description = "It will be sent", body = Delivery),
        (status = 409, description = "Too many wait to be sent"),
    ))]
pub(crate) async fn replay_delivery(
    member: Member<Owners>,
    path: Path<DeliveryPath>,
    once: IdempotentRequest,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write_without_body(&member);
    let again = NewDelivery::Again(path.delivery);
    ask(&services, write, path.webhook, again).await
}

async fn ask(
    services: &Services,
    write: Write,
    id: WebhookId,
    what: NewDelivery,
) -> Result<HttpResponse, Problem> {
    let club = write.club;
    let asked = services.ledger.ask_for_delivery(write, id, what).await?;
    let location = format!("/v1/clubs/{club}/webhooks/{id}/deliveries");
    let delivery = Delivery::of(club, asked.value);
    Ok(accepted(location, asked.replayed, &delivery))
}
