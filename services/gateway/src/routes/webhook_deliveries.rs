//! What was sent to webhooks, and what is to be sent again.

use actix_web::web::{Data, Json, Path, Query};
use actix_web::{HttpResponse, get, post};
use ledger::{AskDelivery, ChangeWebhook, DeliveriesPage, DeliveryId, WebhookId, Write};
use serde::Deserialize;

use super::matches::PageQuery;
use super::webhooks::{WebhookPath, alter};
use crate::answer::accepted;
use crate::app::Services;
use crate::bodies::webhook::{Deliveries, Delivery, Replay, Webhook};
use crate::body::Body;
use crate::caller::Member;
use crate::once::Once;
use crate::problem::Problem;

#[derive(Deserialize)]
pub(crate) struct DeliveryPath {
    webhook: WebhookId,
    delivery: DeliveryId,
}

/// Says from where on a webhook is told.
///
/// It is told of that entry next and of all after it, with the same `webhook-id`s as before; or, if you name a later entry than the next one, of none
/// before it. Also of one that is disabled, which is then told so when it is enabled.
#[utoipa::path(tag = "webhooks",
    request_body(content = Replay, example = json!({"from_seq": 120})),
    params(
        ("club" = Uuid, Path, description = "The club"),
        ("webhook" = Uuid, Path, description = "The webhook"),
        ("Idempotency-Key" = String, Header, description = "1–255 visible ASCII characters; a new one for each thing you want done"),
    ),
    responses((status = 200, description = "The webhook", body = Webhook)))]
#[post("/v1/clubs/{club}/webhooks/{webhook}:replay")]
pub(crate) async fn replay_from(
    member: Member,
    path: Path<WebhookPath>,
    once: Once,
    body: Body<Replay>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write(&member, &body);
    let change = ChangeWebhook::ReplayFrom(body.value.from_seq.unsigned_wide());
    alter(&services, write, path.webhook, change).await
}

/// Sends a test to a webhook.
///
/// A `webhook.test`, once, also to a disabled one. The list of deliveries says what became of it.
#[utoipa::path(tag = "webhooks",
    params(
        ("club" = Uuid, Path, description = "The club"),
        ("webhook" = Uuid, Path, description = "The webhook"),
        ("Idempotency-Key" = String, Header, description = "1–255 visible ASCII characters; a new one for each thing you want done"),
    ),
    responses(
        (status = 202, description = "It will be sent", body = Delivery),
        (status = 409, description = "Too many wait to be sent"),
    ))]
#[post("/v1/clubs/{club}/webhooks/{webhook}:test")]
pub(crate) async fn test_webhook(
    member: Member,
    path: Path<WebhookPath>,
    once: Once,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write_without_body(&member);
    ask(&services, write, path.webhook, AskDelivery::Test).await
}

/// Lists what was sent to a webhook.
///
/// Every attempt, the last first, in pages, and what waits to be sent. The last thousand are kept, for 30 days. What a receiver answers besides its status is
/// not kept.
#[utoipa::path(tag = "webhooks",
    params(
        ("club" = Uuid, Path, description = "The club"),
        ("webhook" = Uuid, Path, description = "The webhook"),
        PageQuery,
    ),
    responses((status = 200, description = "A page of deliveries", body = Deliveries)))]
#[get("/v1/clubs/{club}/webhooks/{webhook}/deliveries")]
pub(crate) async fn list_deliveries(
    member: Member,
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

/// Sends something to a webhook again.
///
/// What an earlier delivery told of, once, beside the order, with the same `webhook-id`; a test is a new test.
#[utoipa::path(tag = "webhooks",
    params(
        ("club" = Uuid, Path, description = "The club"),
        ("webhook" = Uuid, Path, description = "The webhook"),
        ("delivery" = Uuid, Path, description = "The delivery"),
        ("Idempotency-Key" = String, Header, description = "1–255 visible ASCII characters; a new one for each thing you want done"),
    ),
    responses(
        (status = 202, description = "It will be sent", body = Delivery),
        (status = 409, description = "Too many wait to be sent"),
    ))]
#[post("/v1/clubs/{club}/webhooks/{webhook}/deliveries/{delivery}:replay")]
pub(crate) async fn replay_delivery(
    member: Member,
    path: Path<DeliveryPath>,
    once: Once,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write_without_body(&member);
    let again = AskDelivery::Again(path.delivery);
    ask(&services, write, path.webhook, again).await
}

async fn ask(
    services: &Services,
    write: Write,
    id: WebhookId,
    what: AskDelivery,
) -> Result<HttpResponse, Problem> {
    let club = write.club;
    let asked = services.ledger.ask_for_delivery(write, id, what).await?;
    let location = format!("/v1/clubs/{club}/webhooks/{id}/deliveries");
    let delivery = Delivery::of(club, asked.value);
    Ok(accepted(location, asked.replayed, &delivery))
}
