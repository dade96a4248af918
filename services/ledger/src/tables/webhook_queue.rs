//! Webhooks as the dispatcher takes them up, what it reads for them, and what it notes.

mod counts;
mod next;

use super::prepared_once::PrepareOnce as _;
use super::{Sql, webhooks::secret};
use crate::error::integer;
use crate::{
    Attempt, AttemptResult, ClaimedWebhook, ClubId, DeliveryId, Result, WebhookId, clock_and_ids,
};
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{
    Array, BigInt, Binary, Bool, Double, Integer, Nullable, SmallInt, Text, Uuid as Id,
};
use diesel_async::RunQueryDsl;
use std::time::Duration;
use uuid::Uuid;

pub(crate) use counts::counts;
pub(crate) use next::{entries, entry, last_seq, waiting};

#[derive(QueryableByName)]
struct Taken {
    #[diesel(sql_type = Id)]
    club_id: Uuid,
    #[diesel(sql_type = Id)]
    webhook_id: Uuid,
    #[diesel(sql_type = Text)]
    url: String,
    #[diesel(sql_type = Nullable<Array<Text>>)]
    kinds: Option<Vec<String>>,
    #[diesel(sql_type = Integer)]
    secret_number: i32,
    #[diesel(sql_type = Binary)]
    secret_key_id: Vec<u8>,
    #[diesel(sql_type = Nullable<Integer>)]
    previous_number: Option<i32>,
    #[diesel(sql_type = Nullable<Binary>)]
    previous_key_id: Option<Vec<u8>>,
    #[diesel(sql_type = Bool)]
    is_active: bool,
    #[diesel(sql_type = BigInt)]
    delivered_seq: i64,
    #[diesel(sql_type = Integer)]
    failures: i32,
}

/// Who finds a row locked leaves it to whoever takes it just then. The database's clock counts, since dispatchers may run on several
/// machines. Of a webhook that nobody is at, `leased_until` says when somebody last was.
const TAKE: &str = "
    UPDATE webhooks SET lease = $1, leased_until = clock_timestamp() + $2 * interval '1 second'
    WHERE (club_id, webhook_id) IN (
        SELECT webhooks.club_id, webhook_id FROM webhooks JOIN clubs USING (club_id)
        WHERE (leased_until IS NULL OR leased_until < clock_timestamp()) AND (failures > 0) = $3 AND (
            state = 'active' AND last_seq > delivered_seq AND (next_attempt_at IS NULL OR next_attempt_at <= clock_timestamp())
            OR EXISTS (
                SELECT FROM webhook_deliveries AS asked
                WHERE (asked.club_id, asked.webhook_id) = (webhooks.club_id, webhooks.webhook_id) AND sent_at IS NULL
            )
        )
        ORDER BY leased_until NULLS FIRST LIMIT $4 FOR NO KEY UPDATE OF webhooks SKIP LOCKED
    )
    RETURNING club_id, webhook_id, url, kinds, secret_number, secret_key_id, delivered_seq, failures,
        CASE WHEN previous_until > clock_timestamp() THEN previous_number END AS previous_number, previous_key_id,
        state = 'active' AND (next_attempt_at IS NULL OR next_attempt_at <= clock_timestamp()) AS is_active";

/// Takes some up that have something coming: of those that failed last time, or of the others.
pub(crate) async fn take(
    mut sql: Sql<'_>,
    (lease, seconds): (Uuid, u32),
    failing: bool,
    most: u32,
) -> Result<Vec<ClaimedWebhook>> {
    let rows = sql_query(TAKE)
        .bind::<Id, _>(lease)
        .bind::<Double, _>(f64::from(seconds))
        .bind::<Bool, _>(failing)
        .bind::<BigInt, _>(i64::from(most))
        .prepared_once()
        .load::<Taken>(&mut sql);
    let read = |row: Taken| {
        let previous = row.previous_number.zip(row.previous_key_id);
        let previous = previous.map(|(number, key_id)| secret(number, key_id));
        let newest = secret(row.secret_number, row.secret_key_id);
        Ok(ClaimedWebhook {
            club: ClubId(row.club_id),
            id: WebhookId(row.webhook_id),
            url: row.url,
            kinds: row.kinds,
            secrets: std::iter::once(newest)
                .chain(previous)
                .collect::<Result<_>>()?,
            is_active: row.is_active,
            delivered_seq: integer(row.delivered_seq, "sequence number")?,
            failures: integer(row.failures, "number of failures")?,
            lease,
        })
    };
    rows.await?.into_iter().map(read).collect()
}

#[derive(QueryableByName)]
struct Due {
    #[diesel(sql_type = Nullable<Double>)]
    seconds: Option<f64>,
}

const NEXT_DUE: &str = "
    SELECT extract(epoch FROM min(at) - clock_timestamp())::float8 AS seconds FROM (
        SELECT leased_until FROM webhooks WHERE lease IS NOT NULL
        UNION ALL
        SELECT next_attempt_at FROM webhooks WHERE state = 'active' AND lease IS NULL
    ) AS due (at)";

/// How long until something is to be tried again, or a lease ends.
pub(crate) async fn next_due(mut sql: Sql<'_>) -> Result<Option<Duration>> {
    let due = sql_query(NEXT_DUE)
        .prepared_once()
        .get_result::<Due>(&mut sql)
        .await?;
    let wait = |seconds| Duration::try_from_secs_f64(seconds).unwrap_or_default();
    Ok(due.seconds.map(wait))
}

const TOLD: &str = "
    UPDATE webhooks SET delivered_seq = $4, failures = 0, failing_since = NULL, next_attempt_at = NULL,
        leased_until = clock_timestamp() + $5 * interval '1 second'
    WHERE club_id = $1 AND webhook_id = $2 AND lease = $3";

const AGAIN: &str = "
    UPDATE webhooks SET failures = failures + 1, failing_since = coalesce(failing_since, clock_timestamp()),
        next_attempt_at = clock_timestamp() + $4 * interval '1 second', lease = NULL, leased_until = clock_timestamp()
    WHERE club_id = $1 AND webhook_id = $2 AND lease = $3";

const DISABLE: &str = "
    UPDATE webhooks SET failures = failures + 1, failing_since = coalesce(failing_since, clock_timestamp()),
        next_attempt_at = NULL, lease = NULL, leased_until = clock_timestamp(),
        state = 'disabled', disabled_reason = $4, disabled_at = clock_timestamp()
    WHERE club_id = $1 AND webhook_id = $2 AND lease = $3";

/// What follows for a webhook from an attempt. Answers whether it still is under this lease.
pub(crate) async fn follow(
    mut sql: Sql<'_>,
    taken: &ClaimedWebhook,
    (seq, seconds): (u64, u32),
    follows: AttemptResult,
) -> Result<bool> {
    let of = |update: &'static str| {
        sql_query(update)
            .bind::<Id, _>(taken.club.0)
            .bind::<Id, _>(taken.id.0)
            .bind::<Id, _>(taken.lease)
    };
    let updated = match follows {
        AttemptResult::Delivered => {
            let told = of(TOLD)
                .bind::<BigInt, _>(integer::<u64, i64>(seq, "sequence number")?)
                .bind::<Double, _>(f64::from(seconds));
            told.execute(&mut sql).await?
        }
        AttemptResult::Retry(after) => {
            let again = of(AGAIN).bind::<Double, _>(after.as_secs_f64());
            again.execute(&mut sql).await?
        }
        AttemptResult::Disabled(reason) => {
            let disable = of(DISABLE).bind::<Text, _>(reason.as_str());
            disable.execute(&mut sql).await?
        }
    };
    Ok(updated == 1)
}

/// A webhook that was deleted meanwhile has no log.
const LOG: &str = "
    INSERT INTO webhook_deliveries
        (club_id, webhook_id, delivery_id, seq, kind, attempt, sent_at, duration_ms, status, error, next_attempt_at)
    SELECT $1, $2, $3, $4, $5, $6, clock_timestamp() - $7 * interval '1 millisecond', $7, $8, $9,
        clock_timestamp() + $10 * interval '1 second'
    FROM webhooks WHERE club_id = $1 AND webhook_id = $2";

/// Writes an attempt down.
pub(crate) async fn log(
    mut sql: Sql<'_>,
    taken: &ClaimedWebhook,
    (seq, kind): &(u64, String),
    (attempt, follows): (Attempt, AttemptResult),
) -> Result<()> {
    let again = match follows {
        AttemptResult::Retry(after) => Some(after.as_secs_f64()),
        AttemptResult::Delivered | AttemptResult::Disabled(_) => None,
    };
    let number = taken.failures.saturating_add(1);
    sql_query(LOG)
        .bind::<Id, _>(taken.club.0)
        .bind::<Id, _>(taken.id.0)
        .bind::<Id, _>(clock_and_ids::ordered_id())
        .bind::<BigInt, _>(integer::<u64, i64>(*seq, "sequence number")?)
        .bind::<Text, _>(kind)
        .bind::<Integer, _>(integer::<u32, i32>(number, "number of attempts")?)
        .bind::<Integer, _>(milliseconds(attempt))
        .bind::<Nullable<SmallInt>, _>(status(attempt)?)
        .bind::<Nullable<Text>, _>(attempt.error)
        .bind::<Nullable<Double>, _>(again)
        .prepared_once()
        .execute(&mut sql)
        .await?;
    Ok(())
}

const SENT: &str = "
    UPDATE webhook_deliveries SET sent_at = clock_timestamp() - $4 * interval '1 millisecond', duration_ms = $4, status = $5, error = $6
    WHERE club_id = $1 AND webhook_id = $2 AND delivery_id = $3 AND sent_at IS NULL";

const LEASED: &str = "
    UPDATE webhooks SET leased_until = clock_timestamp() + $4 * interval '1 second'
    WHERE club_id = $1 AND webhook_id = $2 AND lease = $3";

/// Writes down that something was sent that somebody asked for, and that the dispatcher is there.
pub(crate) async fn sent(
    mut sql: Sql<'_>,
    (taken, seconds): (&ClaimedWebhook, u32),
    id: DeliveryId,
    attempt: Attempt,
) -> Result<()> {
    // The webhook first, as whoever deletes it does.
    sql_query(LEASED)
        .bind::<Id, _>(taken.club.0)
        .bind::<Id, _>(taken.id.0)
        .bind::<Id, _>(taken.lease)
        .bind::<Double, _>(f64::from(seconds))
        .prepared_once()
        .execute(&mut sql)
        .await?;
    sql_query(SENT)
        .bind::<Id, _>(taken.club.0)
        .bind::<Id, _>(taken.id.0)
        .bind::<Id, _>(id.0)
        .bind::<Integer, _>(milliseconds(attempt))
        .bind::<Nullable<SmallInt>, _>(status(attempt)?)
        .bind::<Nullable<Text>, _>(attempt.error)
        .prepared_once()
        .execute(&mut sql)
        .await?;
    Ok(())
}

const GIVE_BACK: &str = "
    UPDATE webhooks SET delivered_seq = coalesce($4, delivered_seq), lease = NULL, leased_until = clock_timestamp()
    WHERE club_id = $1 AND webhook_id = $2 AND lease = $3";

/// Leaves a webhook to whoever takes it up next. Answers whether it still was under this lease.
pub(crate) async fn give_back(
    mut sql: Sql<'_>,
    taken: &ClaimedWebhook,
    up_to: Option<u64>,
) -> Result<bool> {
    let up_to = up_to.map(|seq| integer::<u64, i64>(seq, "sequence number"));
    let given_back = sql_query(GIVE_BACK)
        .bind::<Id, _>(taken.club.0)
        .bind::<Id, _>(taken.id.0)
        .bind::<Id, _>(taken.lease)
        .bind::<Nullable<BigInt>, _>(up_to.transpose()?)
        .prepared_once()
        .execute(&mut sql);
    Ok(given_back.await? == 1)
}

/// What is kept of a webhook: the last thousand attempts, and none longer than 30 days.
const PRUNE: &str = "
    DELETE FROM webhook_deliveries WHERE club_id = $1 AND webhook_id = $2 AND sent_at IS NOT NULL AND (
        sent_at < clock_timestamp() - interval '30 days' OR delivery_id <= (
            SELECT delivery_id FROM webhook_deliveries WHERE club_id = $1 AND webhook_id = $2
            ORDER BY delivery_id DESC OFFSET 1000 LIMIT 1
        )
    )";

/// Forgets what was sent long ago.
pub(crate) async fn prune(mut sql: Sql<'_>, taken: &ClaimedWebhook) -> Result<()> {
    sql_query(PRUNE)
        .bind::<Id, _>(taken.club.0)
        .bind::<Id, _>(taken.id.0)
        .prepared_once()
        .execute(&mut sql)
        .await?;
    Ok(())
}

fn milliseconds(attempt: Attempt) -> i32 {
    i32::try_from(attempt.duration.as_millis()).unwrap_or(i32::MAX)
}

fn status(attempt: Attempt) -> Result<Option<i16>> {
    let status = attempt.status.map(|status| integer(status, "status"));
    status.transpose()
}
