//! Who came in to a club and what they took along: what no entry tells, and what entries tell of it.

use super::prepared_once::PrepareOnce as _;
use super::{Sql, clubs::timestamp, entries::Leaf, parse_enum};
use crate::schema::access_events;
use crate::{
    AccessEvent, AccessEventId, AccessKind, AccessPlace, ApiKeyId, ClubId, Result, Timestamp,
    UserId, WebhookId, clock_and_ids,
};
use diesel::prelude::*;
use diesel::{sql_query, sql_types};
use diesel_async::RunQueryDsl;
use time::OffsetDateTime;
use uuid::Uuid;

/// Notes what happens, and which key it is about or was asked with.
pub(crate) async fn insert(
    mut sql: Sql<'_>,
    club: ClubId,
    (kind, actor, api_key): (AccessKind, UserId, Option<ApiKeyId>),
) -> Result<()> {
    store(&mut sql, club, (kind, actor), (api_key, None)).await
}

const INSERT_EXPORT: &str = "
    INSERT INTO access_events (club_id, access_event_id, time, kind, actor, api_key_id)
    SELECT $1, $2, $3, $4, $5, $6 WHERE NOT EXISTS (
        SELECT FROM access_events WHERE club_id = $1 AND time > $3 - interval '1 hour'
            AND kind = $4 AND actor = $5 AND api_key_id IS NOT DISTINCT FROM $6
    )";

/// Notes that something is exported, and with which key, unless the same was noted in the last hour: nobody fills the table, whose rows are
/// final, by asking again and again.
pub(crate) async fn insert_export(
    mut sql: Sql<'_>,
    club: ClubId,
    (kind, actor, api_key): (AccessKind, UserId, Option<ApiKeyId>),
) -> Result<()> {
    sql_query(INSERT_EXPORT)
        .bind::<sql_types::Uuid, _>(club.0)
        .bind::<sql_types::Uuid, _>(clock_and_ids::ordered_id())
        .bind::<sql_types::Timestamptz, _>(clock_and_ids::now())
        .bind::<sql_types::Text, _>(kind.as_str())
        .bind::<sql_types::Uuid, _>(actor.0)
        .bind::<sql_types::Nullable<sql_types::Uuid>, _>(api_key.map(|key| key.0))
        .prepared_once()
        .execute(&mut sql)
        .await?;
    Ok(())
}

/// Notes what happens to a webhook.
pub(crate) async fn insert_of_webhook(
    mut sql: Sql<'_>,
    club: ClubId,
    (kind, actor, webhook): (AccessKind, UserId, WebhookId),
) -> Result<()> {
    store(&mut sql, club, (kind, actor), (None, Some(webhook))).await
}

async fn store(
    sql: &mut Sql<'_>,
    club: ClubId,
    (kind, actor): (AccessKind, UserId),
    (api_key, webhook): (Option<ApiKeyId>, Option<WebhookId>),
) -> Result<()> {
    let row = (
        access_events::club_id.eq(club.0),
        access_events::access_event_id.eq(clock_and_ids::ordered_id()),
        access_events::time.eq(clock_and_ids::now()),
        access_events::kind.eq(kind.as_str()),
        access_events::actor.eq(actor.0),
        access_events::api_key_id.eq(api_key.map(|key| key.0)),
        access_events::webhook_id.eq(webhook.map(|webhook| webhook.0)),
    );
    diesel::insert_into(access_events::table)
        .values(row)
        .execute(sql)
        .await?;
    Ok(())
}

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = sql_types::Uuid)]
    access_event_id: Uuid,
    #[diesel(sql_type = sql_types::Timestamptz)]
    time: OffsetDateTime,
    #[diesel(sql_type = sql_types::Text)]
    kind: String,
    #[diesel(sql_type = sql_types::Uuid)]
    actor: Uuid,
    #[diesel(sql_type = sql_types::Nullable<sql_types::Uuid>)]
    api_key_id: Option<Uuid>,
    #[diesel(sql_type = sql_types::Nullable<sql_types::Uuid>)]
    webhook_id: Option<Uuid>,
}

const EVENTS: &str = "
    SELECT access_event_id, time, kind, actor, api_key_id, webhook_id FROM access_events
    WHERE club_id = $1 AND (time, access_event_id) < (coalesce($2, 'infinity'), $3)
    ORDER BY time DESC, access_event_id DESC LIMIT $4";

/// The last ones before a place, the last first.
pub(crate) async fn list(
    mut sql: Sql<'_>,
    club: ClubId,
    before: Option<AccessPlace>,
    limit: i64,
) -> Result<Vec<(AccessPlace, AccessEvent)>> {
    // An entry comes before what happened at the same moment.
    let id = before.and_then(|(_, id)| id).map_or(Uuid::nil(), |id| id.0);
    let rows = sql_query(EVENTS)
        .bind::<sql_types::Uuid, _>(club.0)
        .bind::<Moment, _>(before.map(|(time, _)| time.moment()))
        .bind::<sql_types::Uuid, _>(id)
        .bind::<sql_types::BigInt, _>(limit)
        .prepared_once()
        .load::<Row>(&mut sql);
    rows.await?.into_iter().map(Row::with_place).collect()
}

type Moment = sql_types::Nullable<sql_types::Timestamptz>;

/// The kinds are those of the index.
const ENTRIES: &str = "
    SELECT seq, leaf, leaf_hash FROM entries
    WHERE club_id = $1 AND time < coalesce($2, 'infinity') AND kind IN (
        'club_founded', 'member_set', 'member_removed', 'club_handed_over', 'invitation_made', 'invitation_revoked',
        'invitation_accepted', 'player_erased', 'text_erased'
    )
    ORDER BY time DESC LIMIT $3";

/// The last entries before a place that tell who may what, and what was erased, the last first.
pub(crate) async fn entries(
    mut sql: Sql<'_>,
    club: ClubId,
    before: Option<AccessPlace>,
    limit: i64,
) -> Result<Vec<(AccessPlace, AccessEvent)>> {
    let before = before.map(|(time, id)| match id {
        Some(_) => time.next().unwrap_or(time),
        None => time,
    });
    let rows = sql_query(ENTRIES)
        .bind::<sql_types::Uuid, _>(club.0)
        .bind::<Moment, _>(before.map(Timestamp::moment))
        .bind::<sql_types::BigInt, _>(limit)
        .prepared_once()
        .load::<Leaf>(&mut sql);
    let read = |leaf: Leaf| {
        let entry = leaf.parse()?.entry;
        let kind = parse_enum(entry.body.kind(), "kind of access")?;
        Ok(((entry.time, None), AccessEvent::of_entry(kind, &entry)))
    };
    rows.await?.into_iter().map(read).collect()
}

impl Row {
    fn with_place(self) -> Result<(AccessPlace, AccessEvent)> {
        let kind = parse_enum(&self.kind, "kind of access")?;
        let time = timestamp(self.time)?;
        let event = AccessEvent {
            api_key: self.api_key_id.map(ApiKeyId),
            webhook: self.webhook_id.map(WebhookId),
            ..AccessEvent::new(time, UserId(self.actor), kind)
        };
        let id = AccessEventId(self.access_event_id);
        Ok(((time, Some(id)), event))
    }
}
