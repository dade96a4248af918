//! What was sent to webhooks, and what somebody asked to be sent.

use super::{Sql, bytes, clubs::timestamp};
use crate::error::integer;
use crate::page::one_more;
use crate::schema::webhook_deliveries as deliveries;
use crate::{
    ClubId, DeliveriesPage, Delivery, DeliveryId, Error, Result, UserId, WebhookId, Write,
};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use std::time::Duration;
use time::OffsetDateTime;
use uuid::Uuid;

#[derive(Queryable, Selectable)]
#[diesel(table_name = deliveries)]
struct Row {
    delivery_id: Uuid,
    seq: Option<i64>,
    kind: Option<String>,
    attempt: i32,
    asked_by: Option<Uuid>,
    sent_at: Option<OffsetDateTime>,
    duration_ms: Option<i32>,
    status: Option<i16>,
    error: Option<String>,
    next_attempt_at: Option<OffsetDateTime>,
}

/// Those of a webhook, the last first, and one more than the page takes if there is one.
pub(crate) async fn list(
    mut sql: Sql<'_>,
    club: ClubId,
    webhook: WebhookId,
    page: DeliveriesPage,
) -> Result<Vec<Delivery>> {
    let mut query = deliveries::table
        .filter(deliveries::club_id.eq(club.0))
        .filter(deliveries::webhook_id.eq(webhook.0))
        .order(deliveries::delivery_id.desc())
        .limit(one_more(page.limit))
        .select(Row::as_select())
        .into_boxed();
    if let Some(before) = page.before {
        query = query.filter(deliveries::delivery_id.lt(before.0));
    }
    let rows: Vec<Row> = query.load(&mut sql).await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

pub(crate) async fn find(
    mut sql: Sql<'_>,
    (club, webhook, id): (ClubId, WebhookId, DeliveryId),
) -> Result<Option<Delivery>> {
    let row = deliveries::table
        .find((club.0, webhook.0, id.0))
        .select(Row::as_select())
        .first(&mut sql);
    row.await.optional()?.map(Delivery::try_from).transpose()
}

/// The one that the same request asked for before, and that request's fingerprint.
pub(crate) async fn prior(
    mut sql: Sql<'_>,
    webhook: WebhookId,
    write: &Write,
) -> Result<Option<([u8; 32], Delivery)>> {
    let row = deliveries::table
        .filter(deliveries::club_id.eq(write.club.0))
        .filter(deliveries::webhook_id.eq(webhook.0))
        .filter(deliveries::asked_by.eq(write.actor.0))
        .filter(deliveries::idempotency_key.eq(&write.key))
        .select((deliveries::fingerprint.assume_not_null(), Row::as_select()))
        .first::<(Vec<u8>, Row)>(&mut sql);
    let read = |(fingerprint, row): (Vec<u8>, Row)| {
        Ok((bytes(fingerprint, "fingerprint")?, row.try_into()?))
    };
    row.await.optional()?.map(read).transpose()
}

/// How many of a webhook wait to be sent.
pub(crate) async fn waiting(mut sql: Sql<'_>, club: ClubId, webhook: WebhookId) -> Result<i64> {
    let waiting = deliveries::table
        .filter(deliveries::club_id.eq(club.0))
        .filter(deliveries::webhook_id.eq(webhook.0))
        .filter(deliveries::sent_at.is_null());
    Ok(waiting.count().get_result(&mut sql).await?)
}

/// Stores one that is asked for: of an entry and its kind, or a test.
pub(crate) async fn insert(
    mut sql: Sql<'_>,
    write: &Write,
    (webhook, id): (WebhookId, DeliveryId),
    entry: Option<(u64, String)>,
) -> Result<Delivery> {
    let (seq, kind) = entry.unzip();
    let seq = seq.map(|seq| integer::<u64, i64>(seq, "sequence number"));
    let row = (
        deliveries::club_id.eq(write.club.0),
        deliveries::webhook_id.eq(webhook.0),
        deliveries::delivery_id.eq(id.0),
        deliveries::seq.eq(seq.transpose()?),
        deliveries::kind.eq(kind),
        deliveries::attempt.eq(1),
        deliveries::asked_by.eq(write.actor.0),
        deliveries::idempotency_key.eq(&write.key),
        deliveries::fingerprint.eq(write.fingerprint.as_slice()),
    );
    let inserted = diesel::insert_into(deliveries::table)
        .values(row)
        .returning(Row::as_select())
        .get_result::<Row>(&mut sql);
    inserted.await?.try_into()
}

impl TryFrom<Row> for Delivery {
    type Error = Error;

    fn try_from(row: Row) -> Result<Self> {
        let seq = row.seq.map(|seq| integer(seq, "sequence number"));
        let milliseconds = row.duration_ms.map(|spent| integer(spent, "duration"));
        let status = row.status.map(|status| integer(status, "status"));
        Ok(Self {
            id: DeliveryId(row.delivery_id),
            entry: seq.transpose()?.zip(row.kind),
            attempt: integer(row.attempt, "number of attempts")?,
            asked_by: row.asked_by.map(UserId),
            sent_at: row.sent_at.map(timestamp).transpose()?,
            duration: milliseconds.transpose()?.map(Duration::from_millis),
            status: status.transpose()?,
            error: row.error,
            next_attempt_at: row.next_attempt_at.map(timestamp).transpose()?,
        })
    }
}
