//! Webhooks: where a club wants to be told of what is entered.

use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path};
use actix_web::{HttpResponse, delete, get, patch, post};
use ledger::{ChangeWebhook, ClubId, Error, MakeWebhook, WebhookId, Write, Written};
use serde::Deserialize;
use time::Duration;

use crate::answer::{created, removed, written};
use crate::app::Services;
use crate::bodies::field::Whole;
use crate::bodies::webhook::{EventType, NewWebhook, Rotation, Webhook, WebhookChange, Webhooks};
use crate::body::Body;
use crate::caller::Member;
use crate::once::Once;
use crate::problem::ledger::beyond_ledger;
use crate::problem::{Code, Problem};
use crate::webhooks::WebhookKeys;

/// How many hours the secret of before signs as well, unless somebody says otherwise.
const OVERLAP: u32 = 24;

#[derive(Deserialize)]
pub(crate) struct WebhookPath {
    pub(super) webhook: WebhookId,
}

/// Makes a webhook.
///
/// From now on the receiver is sent every entry of the club's ledger, or those of the `types` you choose: a `POST` with a
/// `WebhookEvent`, signed as [Standard Webhooks](https://www.standardwebhooks.com) has it, of which there are libraries for most languages. The
/// secret is shown this once. One after another in the order of the ledger, each at least once: the `webhook-id` of an event stays the same, so that you
/// know it again. Answer 2xx within 15 seconds; anything else is tried again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h
/// (give or take a tenth; later if `Retry-After` asks for it, up to a day), and what comes after waits. Then the webhook is disabled, and so it is at once when you answer 410. No
/// redirect is followed. Entries hold no names: players are ids, texts are commitments. A club has at most ten webhooks. When its maker, or whoever
/// set its URL, owns the club no longer, a webhook is disabled: another owner who wants it enables it, and rotates its secret.
#[utoipa::path(tag = "webhooks",
    request_body(content = NewWebhook, example = json!({
        "name": "scoreboard in the hall", "url": "https://club.example/faan", "types": ["match.opened", "outcome.recorded", "match.corrected"]
    })),
    params(
        ("club" = Uuid, Path, description = "The club"),
        ("Idempotency-Key" = String, Header, description = "1–255 visible ASCII characters; a new one for each thing you want done"),
    ),
    responses(
        (status = 201, description = "The webhook, with its secret", body = Webhook),
        (status = 409, description = "The club has too many webhooks"),
        (status = 501, description = "The service delivers none"),
    ))]
#[post("/v1/clubs/{club}/webhooks")]
pub(crate) async fn make_webhook(
    member: Member,
    once: Once,
    body: Body<NewWebhook>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let keys = keys(&services)?;
    let write = once.write(&member, &body);
    let new = body.value;
    let new = MakeWebhook {
        name: new.name.into(),
        url: checked(&services, &new.url)?,
        kinds: kinds(new.types),
        key_id: keys.current_id(),
    };
    let made = services.ledger.make_webhook(write, new).await?;
    let location = format!("/v1/clubs/{}/webhooks/{}", member.club, made.value.id);
    let replayed = made.replayed;
    // Another secret may have come since: that was another request's.
    let shown = made.value.secret.number == 1;
    let webhook = match shown {
        true => with_secret(keys, member.club, made.value),
        false => made.value.into(),
    };
    Ok(created(location, replayed, &webhook))
}

/// Lists the webhooks of a club.
///
/// Active and disabled ones, each with how far it was told, without their secrets.
#[utoipa::path(tag = "webhooks", params(("club" = Uuid, Path, description = "The club")),
    responses((status = 200, description = "The webhooks", body = Webhooks)))]
#[get("/v1/clubs/{club}/webhooks")]
pub(crate) async fn list_webhooks(
    member: Member,
    services: Data<Services>,
) -> Result<Json<Webhooks>, Problem> {
    let webhooks = services.ledger.webhooks(member.club).await?;
    let webhooks = webhooks.into_iter().map(Webhook::from).collect();
    Ok(Json(Webhooks { webhooks }))
}

/// Reads a webhook.
///
/// How far it was told, whether that fails just now and when it is tried again, or why it is disabled.
#[utoipa::path(tag = "webhooks",
    params(("club" = Uuid, Path, description = "The club"), ("webhook" = Uuid, Path, description = "The webhook")),
    responses((status = 200, description = "The webhook", body = Webhook)))]
#[get("/v1/clubs/{club}/webhooks/{webhook}")]
pub(crate) async fn read_webhook(
    member: Member,
    path: Path<WebhookPath>,
    services: Data<Services>,
) -> Result<Json<Webhook>, Problem> {
    let webhook = services.ledger.webhook(member.club, path.webhook).await?;
    Ok(Json(webhook.into()))
}

/// Changes a webhook.
///
/// Its name, where the receiver is, or what it is told of. Its secret and how far it was told stay.
#[utoipa::path(tag = "webhooks",
    request_body(content = WebhookChange, example = json!({"url": "https://club.example/new"})),
    params(
        ("club" = Uuid, Path, description = "The club"),
        ("webhook" = Uuid, Path, description = "The webhook"),
        ("Idempotency-Key" = String, Header, description = "1–255 visible ASCII characters; a new one for each thing you want done"),
    ),
    responses((status = 200, description = "The webhook", body = Webhook)))]
#[patch("/v1/clubs/{club}/webhooks/{webhook}")]
pub(crate) async fn change_webhook(
    member: Member,
    path: Path<WebhookPath>,
    once: Once,
    body: Body<WebhookChange>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write(&member, &body);
    let change = body.value;
    let url = change.url.map(|url| checked(&services, &url));
    let change = ChangeWebhook::Edit {
        name: change.name.map(String::from),
        url: url.transpose()?,
        kinds: change.types.map(kinds),
    };
    alter(&services, write, path.webhook, change).await
}

/// Deletes a webhook.
///
/// At once and for good, with the list of what was sent to it. What is on its way just now may still arrive.
#[utoipa::path(tag = "webhooks",
    params(
        ("club" = Uuid, Path, description = "The club"),
        ("webhook" = Uuid, Path, description = "The webhook"),
        ("Idempotency-Key" = String, Header, description = "1–255 visible ASCII characters; a new one for each thing you want done"),
    ),
    responses((status = 204, description = "It is gone, or never was there")))]
#[delete("/v1/clubs/{club}/webhooks/{webhook}")]
pub(crate) async fn delete_webhook(
    member: Member,
    path: Path<WebhookPath>,
    once: Once,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write_without_body(&member);
    let deleted = services.ledger.delete_webhook(write, path.webhook).await?;
    Ok(removed(deleted.replayed))
}

/// Enables a webhook.
///
/// It is told of everything since it was told last; to skip some of that, say from where (`:replay`) before. Of one that is enabled and fails, the
/// next attempt is made at once.
#[utoipa::path(tag = "webhooks",
    params(
        ("club" = Uuid, Path, description = "The club"),
        ("webhook" = Uuid, Path, description = "The webhook"),
        ("Idempotency-Key" = String, Header, description = "1–255 visible ASCII characters; a new one for each thing you want done"),
    ),
    responses((status = 200, description = "The webhook", body = Webhook)))]
#[post("/v1/clubs/{club}/webhooks/{webhook}:enable")]
pub(crate) async fn enable_webhook(
    member: Member,
    path: Path<WebhookPath>,
    once: Once,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write_without_body(&member);
    alter(&services, write, path.webhook, ChangeWebhook::Enable).await
}

/// Disables a webhook.
///
/// It is told of nothing until it is enabled; only tests and what you ask to be sent again still go there.
#[utoipa::path(tag = "webhooks",
    params(
        ("club" = Uuid, Path, description = "The club"),
        ("webhook" = Uuid, Path, description = "The webhook"),
        ("Idempotency-Key" = String, Header, description = "1–255 visible ASCII characters; a new one for each thing you want done"),
    ),
    responses((status = 200, description = "The webhook", body = Webhook)))]
#[post("/v1/clubs/{club}/webhooks/{webhook}:disable")]
pub(crate) async fn disable_webhook(
    member: Member,
    path: Path<WebhookPath>,
    once: Once,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write_without_body(&member);
    alter(&services, write, path.webhook, ChangeWebhook::Disable).await
}

/// Gives a webhook another secret.
///
/// It is shown this once. For as long as you say, the secret of before signs as well: `webhook-signature` then has two signatures, and
/// receivers may know either. An `overlap_hours` of 0 ends the one of before at once, as you want it when somebody else has got hold of it.
#[utoipa::path(tag = "webhooks",
    request_body(content = Rotation, example = json!({"overlap_hours": 24})),
    params(
        ("club" = Uuid, Path, description = "The club"),
        ("webhook" = Uuid, Path, description = "The webhook"),
        ("Idempotency-Key" = String, Header, description = "1–255 visible ASCII characters; a new one for each thing you want done"),
    ),
    responses(
        (status = 200, description = "The webhook, with its new secret", body = Webhook),
        (status = 501, description = "The service delivers none"),
    ))]
#[post("/v1/clubs/{club}/webhooks/{webhook}:rotate-secret")]
pub(crate) async fn rotate_webhook_secret(
    member: Member,
    path: Path<WebhookPath>,
    once: Once,
    body: Body<Rotation>,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let keys = keys(&services)?;
    let write = once.write(&member, &body);
    let hours = body.value.overlap_hours.map_or(OVERLAP, Whole::unsigned);
    let change = ChangeWebhook::Rotate {
        key_id: keys.current_id(),
        overlap: Duration::hours(hours.into()),
    };
    let Written { value, replayed } = services
        .ledger
        .change_webhook(write, path.webhook, change)
        .await?;
    // Another secret may have come since: that was another request's.
    let webhook = match value.webhook.secret.number == value.secret_number {
        true => with_secret(keys, member.club, value.webhook),
        false => value.webhook.into(),
    };
    Ok(written(StatusCode::OK, replayed, &webhook))
}

pub(super) async fn alter(
    services: &Services,
    write: Write,
    id: WebhookId,
    change: ChangeWebhook,
) -> Result<HttpResponse, Problem> {
    let altered = services.ledger.change_webhook(write, id, change).await;
    let altered = altered.map_err(|error| {
        if let Error::BeyondLedger { size } = error {
            return beyond_ledger("/from_seq", size);
        }
        error.into()
    })?;
    let Written { value, replayed } = altered;
    Ok(written(
        StatusCode::OK,
        replayed,
        &Webhook::from(value.webhook),
    ))
}

fn keys(services: &Services) -> Result<&WebhookKeys, Problem> {
    services.webhook_keys.as_ref().ok_or_else(|| {
        let detail = "Whoever runs this service has not set it up to deliver webhooks.";
        Problem::new(Code::WebhooksNotOffered, detail)
    })
}

fn with_secret(keys: &WebhookKeys, club: ClubId, webhook: ledger::Webhook) -> Webhook {
    let secret = keys.secret(club, webhook.id, webhook.secret);
    let shown = secret.map(|secret| secret.to_text());
    Webhook::from(webhook).with_secret(shown)
}

/// The address in its usual form.
fn checked(services: &Services, url: &str) -> Result<String, Problem> {
    let url = services.webhook_reach.url(url);
    url.map(String::from)
        .map_err(|bad| Problem::at(Code::WebhookUrlRefused, "/url", format!("{bad}.")))
}

/// The kinds of these types, each once; none: all.
fn kinds(types: Vec<EventType>) -> Option<Vec<String>> {
    let mut kinds: Vec<String> = types.into_iter().map(|of| of.kind).collect();
    kinds.sort_unstable();
    kinds.dedup();
    (!kinds.is_empty()).then_some(kinds)
}
