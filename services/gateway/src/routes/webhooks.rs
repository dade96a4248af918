//! Webhooks: where a club wants to be told of what is entered.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Json, Path};
use ledger::{ChangeWebhook, ClubId, Error, MakeWebhook, WebhookId, Write, Written};
use time::Duration;
use webhooks::WebhookKeys;

use super::path::WebhookPath;
use crate::bodies::field::Whole;
use crate::bodies::webhook::{EventType, NewWebhook, Rotation, Webhook, WebhookChange, Webhooks};
use crate::body::Body;
use crate::caller::Member;
use crate::idempotent_request::IdempotentRequest;
use crate::operation::Operation;
use crate::policy::Owners;
use crate::problem::ledger::beyond_ledger;
use crate::problem::{Code, Problem};
use crate::request_limit::Cost;
use crate::responses::{created, removed, written};
use crate::services::Services;

/// How many hours the secret of before signs as well, unless somebody says otherwise.
const OVERLAP: u32 = 24;

pub(crate) const MAKE_WEBHOOK: Operation = Operation::costs(Cost::Turns).refuses(&[&[
    Code::WebhookUrlRefused,
    Code::WebhooksNotOffered,
    Code::TooManyWebhooks,
    Code::BeyondLedger,
]]);

/// Makes a webhook.
///
/// From now on the receiver is sent every entry of the club's ledger, or those of the `types` you choose: a `POST` with a `WebhookEvent`,
/// signed according to [Standard Webhooks](https://www.standardwebhooks.com), for which most languages have a library. The secret is shown
/// only in this answer. Events are sent one after another in the order of the ledger, each at least once; the `webhook-id` of an event
/// stays the same in every attempt. Answer 2xx within 15 seconds. After any other answer the event is sent again after 5 s, 5 min, 30 min,
/// 2 h, 5 h, 10 h, 14 h, 20 h and 24 h (plus or minus a tenth; later if `Retry-After` asks for it, up to a day), and later events wait.
/// Then the webhook is disabled; after an answer of 410 it is disabled at once. Redirects are not followed. Entries hold no names: players
/// are ids, texts are commitments. A club has at most ten webhooks. When its maker, or whoever set its URL or rotated to a secret
/// that is still valid, is no longer an owner of the club, a webhook is disabled: another owner can rotate its secret without an overlap,
/// and enable it.
#[utoipa::path(post, path = "/v1/clubs/{club}/webhooks", tag = "webhooks",
    request_body(content = NewWebhook, example = json!({
        "name": "scoreboard in the hall", "url": "https://club.example/faan", "types": ["match.opened", "outcome.recorded", "match.corrected"]
    })),
    responses(
        (status = 201, description = "The webhook, with its secret", body = Webhook),
        (status = 409, description = "The club has too many webhooks"),
        (status = 501, description = "The service delivers none"),
    ))]
pub(crate) async fn make_webhook(
    member: Member<Owners>,
    once: IdempotentRequest,
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

pub(crate) const LIST_WEBHOOKS: Operation = Operation::costs(Cost::Turns);

/// Lists the webhooks of a club.
///
/// Active and disabled webhooks, each with the last entry it was sent, without their secrets.
#[utoipa::path(get, path = "/v1/clubs/{club}/webhooks", tag = "webhooks",
    responses((status = 200, description = "The webhooks", body = Webhooks)))]
pub(crate) async fn list_webhooks(
    member: Member<Owners>,
    services: Data<Services>,
) -> Result<Json<Webhooks>, Problem> {
    let webhooks = services.ledger.webhooks(member.club).await?;
    let webhooks = webhooks.into_iter().map(Webhook::from).collect();
    Ok(Json(Webhooks { webhooks }))
}

pub(crate) const READ_WEBHOOK: Operation = Operation::costs(Cost::Turns);

/// Reads a webhook.
///
/// The last entry it was sent, whether deliveries fail at present and when the next attempt is, or why it is disabled.
#[utoipa::path(get, path = "/v1/clubs/{club}/webhooks/{webhook}", tag = "webhooks",
    responses((status = 200, description = "The webhook", body = Webhook)))]
pub(crate) async fn read_webhook(
    member: Member<Owners>,
    path: Path<WebhookPath>,
    services: Data<Services>,
) -> Result<Json<Webhook>, Problem> {
    let webhook = services.ledger.webhook(member.club, path.webhook).await?;
    Ok(Json(webhook.into()))
}

pub(crate) const CHANGE_WEBHOOK: Operation =
    Operation::costs(Cost::Turns).refuses(&[&[Code::WebhookUrlRefused]]);

/// Changes a webhook.
///
/// Its name, its URL, or the types of its events. Its secret and its place in the ledger stay.
#[utoipa::path(patch, path = "/v1/clubs/{club}/webhooks/{webhook}", tag = "webhooks",
    request_body(content = WebhookChange, example = json!({"url": "https://club.example/new"})),
    responses((status = 200, description = "The webhook", body = Webhook)))]
pub(crate) async fn change_webhook(
    member: Member<Owners>,
    path: Path<WebhookPath>,
    once: IdempotentRequest,
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

pub(crate) const DELETE_WEBHOOK: Operation = Operation::costs(Cost::Turns);

/// Deletes a webhook.
///
/// At once and for good, with the list of its deliveries. An event that is being sent at that moment may still arrive.
#[utoipa::path(delete, path = "/v1/clubs/{club}/webhooks/{webhook}", tag = "webhooks",
    responses((status = 204, description = "It is gone, or never was there")))]
pub(crate) async fn delete_webhook(
    member: Member<Owners>,
    path: Path<WebhookPath>,
    once: IdempotentRequest,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write_without_body(&member);
    let deleted = services.ledger.delete_webhook(write, path.webhook).await?;
    Ok(removed(deleted.replayed))
}

pub(crate) const ENABLE_WEBHOOK: Operation = Operation::costs(Cost::Turns);

/// Enables a webhook.
///
/// It is sent all entries since the last one it was sent; to skip some of them, set the next entry first (`:replay`). If the webhook is
/// enabled already and its deliveries fail, the next attempt is made at once.
#[utoipa::path(post, path = "/v1/clubs/{club}/webhooks/{webhook}:enable", tag = "webhooks",
    responses((status = 200, description = "The webhook", body = Webhook)))]
pub(crate) async fn enable_webhook(
    member: Member<Owners>,
    path: Path<WebhookPath>,
    once: IdempotentRequest,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write_without_body(&member);
    alter(&services, write, path.webhook, ChangeWebhook::Enable).await
}

pub(crate) const DISABLE_WEBHOOK: Operation = Operation::costs(Cost::Turns);

/// Disables a webhook.
///
/// It is sent no entries until it is enabled; only tests and replayed deliveries are still sent.
#[utoipa::path(post, path = "/v1/clubs/{club}/webhooks/{webhook}:disable", tag = "webhooks",
    responses((status = 200, description = "The webhook", body = Webhook)))]
pub(crate) async fn disable_webhook(
    member: Member<Owners>,
    path: Path<WebhookPath>,
    once: IdempotentRequest,
    services: Data<Services>,
) -> Result<HttpResponse, Problem> {
    let write = once.write_without_body(&member);
    alter(&services, write, path.webhook, ChangeWebhook::Disable).await
}

pub(crate) const ROTATE_WEBHOOK_SECRET: Operation =
    Operation::costs(Cost::Turns).refuses(&[&[Code::WebhooksNotOffered]]);

/// Gives a webhook another secret.
///
/// The new secret is shown only in this answer. For `overlap_hours` the old secret signs as well: `webhook-signature` then has two
/// signatures, and receivers may check either. With 0 the old secret ends at once; use that if somebody else has it.
#[utoipa::path(post, path = "/v1/clubs/{club}/webhooks/{webhook}:rotate-secret", tag = "webhooks",
    request_body(content = Rotation, example = json!({"overlap_hours": 24})),
    responses(
        (status = 200, description = "The webhook, with its new secret", body = Webhook),
        (status = 501, description = "The service delivers none"),
    ))]
pub(crate) async fn rotate_webhook_secret(
    member: Member<Owners>,
    path: Path<WebhookPath>,
    once: IdempotentRequest,
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
