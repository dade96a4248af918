//! Webhooks, as their owners make, change and read them.

use super::{Sql, bytes, clubs::timestamp, parse_enum, prepared_once::PrepareOnce as _};
use crate::error::integer;
use crate::notifications::DISPATCHER;
use crate::schema::webhooks;
use crate::{
    AccessKind, ClubId, DisabledReason, Error, MakeWebhook, Result, SecretId, UserId, Webhook,
    WebhookId, Write,
};
use diesel::prelude::*;
use diesel::{sql_query, sql_types};
use diesel_async::RunQueryDsl;
use evidence::Timestamp;
use time::OffsetDateTime;
use uuid::Uuid;

#[derive(Queryable, Selectable)]
#[diesel(table_name = webhooks)]
struct Row {
    webhook_id: Uuid,
    made_by: Uuid,
    made_at: OffsetDateTime,
    #[diesel(embed)]
    now: Now,
}

/// What may change of a webhook.
#[derive(Queryable, Selectable, AsChangeset)]
#[diesel(table_name = webhooks, treat_none_as_null = true)]
struct Now {
    name: String,
    url: String,
    kinds: Option<Vec<String>>,
    secret_number: i32,
    secret_key_id: Vec<u8>,
    previous_number: Option<i32>,
    previous_key_id: Option<Vec<u8>>,
    previous_until: Option<OffsetDateTime>,
    state: String,
    disabled_reason: Option<String>,
    disabled_at: Option<OffsetDateTime>,
    delivered_seq: i64,
    failures: i32,
    failing_since: Option<OffsetDateTime>,
    next_attempt_at: Option<OffsetDateTime>,
}

/// Stores one that is made.
pub(crate) async fn insert(
    mut sql: Sql<'_>,
    write: &Write,
    id: WebhookId,
    new: &MakeWebhook,
    (now, last_seq): (OffsetDateTime, u64),
) -> Result<()> {
    let row = (
        webhooks::club_id.eq(write.club.0),
        webhooks::webhook_id.eq(id.0),
        webhooks::name.eq(&new.name),
        webhooks::url.eq(&new.url),
        webhooks::kinds.eq(&new.kinds),
        webhooks::secret_number.eq(1),
        webhooks::secret_key_id.eq(new.key_id.as_slice()),
        webhooks::made_by.eq(write.actor.0),
        webhooks::url_set_by.eq(write.actor.0),
        webhooks::url_set_to.eq(&new.url),
        webhooks::made_at.eq(now),
        webhooks::idempotency_key.eq(&write.key),
        webhooks::fingerprint.eq(write.fingerprint.as_slice()),
        webhooks::state.eq("active"),
        webhooks::delivered_seq.eq(integer::<u64, i64>(last_seq, "sequence number")?),
    );
    diesel::insert_into(webhooks::table)
        .values(row)
        .execute(&mut sql)
        .await?;
    Ok(())
}

/// Those of a club, the last made first.
pub(crate) async fn list(mut sql: Sql<'_>, club: ClubId) -> Result<Vec<Webhook>> {
    let rows = webhooks::table
        .filter(webhooks::club_id.eq(club.0))
        .order(webhooks::webhook_id.desc())
        .select(Row::as_select())
        .load(&mut sql);
    rows.await?.into_iter().map(Webhook::try_from).collect()
}

pub(crate) async fn find(mut sql: Sql<'_>, club: ClubId, id: WebhookId) -> Result<Option<Webhook>> {
    let row = webhooks::table
        .find((club.0, id.0))
        .select(Row::as_select())
        .first(&mut sql);
    row.await.optional()?.map(Webhook::try_from).transpose()
}

/// One that is about to be changed, so that no dispatcher changes it meanwhile.
pub(crate) async fn lock(mut sql: Sql<'_>, club: ClubId, id: WebhookId) -> Result<Option<Webhook>> {
    let row = webhooks::table
        .find((club.0, id.0))
        .select(Row::as_select())
        .for_no_key_update()
        .first(&mut sql);
    row.await.optional()?.map(Webhook::try_from).transpose()
}

/// Stores what a webhook is from now on, and who set its URL, if somebody did. A dispatcher that is at it is no longer: what it sends just
/// now counts for nothing. The last request stays in the columns where the release before looks for it.
pub(crate) async fn update(
    mut sql: Sql<'_>,
    write: &Write,
    webhook: &Webhook,
    url_set_by: Option<UserId>,
) -> Result<()> {
    let change = (
        webhooks::changed_by.eq(write.actor.0),
        webhooks::changed_key.eq(format!("{} {}", write.route, write.key)),
        webhooks::changed_fingerprint.eq(write.fingerprint.as_slice()),
        url_set_by.map(|by| {
            let set_to = webhooks::url_set_to.eq(&webhook.url);
            (webhooks::url_set_by.eq(by.0), set_to)
        }),
        webhooks::lease.eq(None::<Uuid>),
        webhooks::leased_until.eq(None::<OffsetDateTime>),
    );
    diesel::update(webhooks::table.find((write.club.0, webhook.id.0)))
        .set((Now::of(webhook)?, change))
        .execute(&mut sql)
        .await?;
    Ok(())
}

/// Disables those that somebody made, whose URL they set, or of which they had a secret made that is good still, who owns the club no longer. A
/// dispatcher that is at one is no longer. Where it is not known who did that, it may have been anybody who changed the webhook.
pub(crate) async fn disable_all_of(
    mut sql: Sql<'_>,
    club: ClubId,
    user: UserId,
    now: OffsetDateTime,
) -> Result<()> {
    let disable = sql_query(DISABLE)
        .bind::<sql_types::Uuid, _>(club.0)
        .bind::<sql_types::Uuid, _>(user.0)
        .bind::<sql_types::Timestamptz, _>(now)
        .bind::<sql_types::Text, _>(DisabledReason::Owner.as_str())
        .bind::<sql_types::Text, _>(AccessKind::WebhookChanged.as_str());
    disable.prepared_once().execute(&mut sql).await?;
    Ok(())
}

/// The release before says neither who sets a URL nor which request makes a secret. Its URL is another one than `url_set_to`; of its secret no
/// request says that it made it. Then anybody who changed the webhook may have done it.
const DISABLE: &str = "
    WITH changed AS (
        SELECT DISTINCT webhook_id FROM access_events WHERE club_id = $1 AND kind = $5 AND actor = $2
    )
    UPDATE webhooks AS webhook
    SET state = 'disabled', disabled_reason = $4, disabled_at = $3, lease = NULL, leased_until = NULL
    WHERE club_id = $1 AND state = 'active' AND (
        made_by = $2 OR url_set_by = $2
        OR ((url_set_by IS NULL OR url_set_to IS DISTINCT FROM url) AND webhook_id IN (SELECT webhook_id FROM changed))
        OR EXISTS (
            SELECT FROM (VALUES (secret_number), (CASE WHEN previous_until > $3 THEN previous_number END)) AS good (number)
            WHERE number > 1 AND CASE
                WHEN EXISTS (
                    SELECT FROM webhook_requests AS request
                    WHERE request.club_id = $1 AND request.webhook_id = webhook.webhook_id
                        AND request.secret_number = number AND request.rotated IS NOT FALSE)
                THEN EXISTS (
                    SELECT FROM webhook_requests AS request
                    WHERE request.club_id = $1 AND request.webhook_id = webhook.webhook_id
                        AND request.secret_number = number AND request.rotated IS NOT FALSE AND request.actor = $2)
                ELSE webhook_id IN (SELECT webhook_id FROM changed)
            END))";

/// Takes one away, with all that is kept of what was sent to it. Answers whether it was there.
pub(crate) async fn delete(mut sql: Sql<'_>, club: ClubId, id: WebhookId) -> Result<bool> {
    let deleted = diesel::delete(webhooks::table.find((club.0, id.0)));
    Ok(deleted.execute(&mut sql).await? == 1)
}

/// The one that the same request made before, and that request's fingerprint.
pub(crate) async fn prior(
    mut sql: Sql<'_>,
    write: &Write,
) -> Result<Option<([u8; 32], WebhookId)>> {
    let row = webhooks::table
        .filter(webhooks::club_id.eq(write.club.0))
        .filter(webhooks::made_by.eq(write.actor.0))
        .filter(webhooks::idempotency_key.eq(&write.key))
        .select((webhooks::fingerprint, webhooks::webhook_id))
        .first::<(Vec<u8>, Uuid)>(&mut sql);
    let read = |(fingerprint, id)| Ok((bytes(fingerprint, "fingerprint")?, WebhookId(id)));
    row.await.optional()?.map(read).transpose()
}

/// How many a club has.
pub(crate) async fn count(mut sql: Sql<'_>, club: ClubId) -> Result<i64> {
    let all = webhooks::table.filter(webhooks::club_id.eq(club.0));
    Ok(all.count().get_result(&mut sql).await?)
}

/// Has a dispatcher look once this is committed, if the club wants to be told of anything. Nobody is woken for the others: commits
/// that notify wait for each other.
pub(crate) async fn wake_dispatcher(mut sql: Sql<'_>, club: ClubId) -> Result<()> {
    let wake = sql_query(WAKE)
        .bind::<sql_types::Text, _>(DISPATCHER)
        .bind::<sql_types::Uuid, _>(club.0);
    wake.prepared_once().execute(&mut sql).await?;
    Ok(())
}

const WAKE: &str = "
    SELECT pg_notify($1, '') WHERE EXISTS (SELECT FROM webhooks WHERE club_id = $2 AND state = 'active')";

impl Now {
    fn of(webhook: &Webhook) -> Result<Self> {
        let moment = |time: Timestamp| time.moment();
        let previous = webhook.previous;
        let number = previous.map(|(secret, _)| integer(secret.number, "secret"));
        Ok(Self {
            name: webhook.name.clone(),
            url: webhook.url.clone(),
            kinds: webhook.kinds.clone(),
            secret_number: integer(webhook.secret.number, "secret")?,
            secret_key_id: webhook.secret.key_id.to_vec(),
            previous_number: number.transpose()?,
            previous_key_id: previous.map(|(secret, _)| secret.key_id.to_vec()),
            previous_until: previous.map(|(_, until)| until.moment()),
            state: webhook.state.as_str().to_owned(),
            disabled_reason: webhook
                .disabled
                .map(|(reason, _)| reason.as_str().to_owned()),
            disabled_at: webhook.disabled.map(|(_, at)| at.moment()),
            delivered_seq: integer(webhook.delivered_seq, "sequence number")?,
            failures: integer(webhook.failures, "number of failures")?,
            failing_since: webhook.failing_since.map(moment),
            next_attempt_at: webhook.next_attempt_at.map(moment),
        })
    }
}

impl TryFrom<Row> for Webhook {
    type Error = Error;

    fn try_from(row: Row) -> Result<Self> {
        let now = row.now;
        let previous = match (now.previous_number, now.previous_key_id, now.previous_until) {
            (Some(number), Some(key_id), Some(until)) => {
                Some((secret(number, key_id)?, timestamp(until)?))
            }
            _ => None,
        };
        let disabled = match (now.disabled_reason, now.disabled_at) {
            (Some(reason), Some(at)) => Some((
                parse_enum(&reason, "reason of a disabled webhook")?,
                timestamp(at)?,
            )),
            _ => None,
        };
        Ok(Self {
            id: WebhookId(row.webhook_id),
            name: now.name,
            url: now.url,
            kinds: now.kinds,
            secret: secret(now.secret_number, now.secret_key_id)?,
            previous,
            made_by: UserId(row.made_by),
            made_at: timestamp(row.made_at)?,
            state: parse_enum(&now.state, "state of a webhook")?,
            disabled,
            delivered_seq: integer(now.delivered_seq, "sequence number")?,
            failures: integer(now.failures, "number of failures")?,
            failing_since: now.failing_since.map(timestamp).transpose()?,
            next_attempt_at: now.next_attempt_at.map(timestamp).transpose()?,
        })
    }
}

/// A secret by its number and its key's id.
pub(super) fn secret(number: i32, key_id: Vec<u8>) -> Result<SecretId> {
    Ok(SecretId {
        number: integer(number, "secret")?,
        key_id: bytes(key_id, "id of a key")?,
    })
}
