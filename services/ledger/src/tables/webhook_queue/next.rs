//! What a webhook is to be sent next.

use crate::error::integer;
use crate::tables::prepared_once::PrepareOnce as _;
use crate::tables::{Sql, entries};
use crate::{
    ClaimedWebhook, ClubId, DeliveryId, Error, NextEntry, RequestedDelivery, Result, StoredEntry,
};
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{Array, BigInt, Integer, Nullable, Text, Uuid as Id};
use diesel_async::RunQueryDsl;
use uuid::Uuid;

/// An entry of a club.
pub(crate) async fn entry(sql: Sql<'_>, club: ClubId, seq: u64) -> Result<StoredEntry> {
    let found = entries::some(sql, club, &[seq]).await?.pop();
    // No entry is ever deleted.
    found.ok_or_else(|| Error::Bug(format!("entry {seq} of a club is not there")))
}

#[derive(QueryableByName)]
struct Next {
    #[diesel(sql_type = BigInt)]
    seq: i64,
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = Integer)]
    bytes: i32,
}

impl Next {
    fn read(self) -> Result<NextEntry> {
        Ok(NextEntry {
            seq: integer(self.seq, "sequence number")?,
            kind: self.kind,
            bytes: integer(self.bytes, "length")?,
        })
    }
}

const ENTRIES: &str = "
    SELECT seq, kind, octet_length(leaf) AS bytes FROM entries
    WHERE club_id = $1 AND seq > $2 AND ($3::text[] IS NULL OR kind = ANY ($3)) ORDER BY seq LIMIT $4 + 1";

/// The entries that a webhook is to be told of next, at most so many, and whether there are more.
pub(crate) async fn entries(
    mut sql: Sql<'_>,
    taken: &ClaimedWebhook,
    limit: u32,
) -> Result<(Vec<NextEntry>, bool)> {
    if !taken.is_active {
        return Ok((Vec::new(), false));
    }
    let rows = sql_query(ENTRIES)
        .bind::<Id, _>(taken.club.0)
        .bind::<BigInt, _>(integer::<u64, i64>(taken.delivered_seq, "sequence number")?)
        .bind::<Nullable<Array<Text>>, _>(&taken.kinds)
        .bind::<BigInt, _>(i64::from(limit))
        .prepared_once()
        .load::<Next>(&mut sql);
    let (rows, limit) = (rows.await?, integer(limit, "limit")?);
    let has_more = rows.len() > limit;
    let entries = rows.into_iter().take(limit).map(Next::read);
    Ok((entries.collect::<Result<_>>()?, has_more))
}

#[derive(QueryableByName)]
struct Asked {
    #[diesel(sql_type = Id)]
    delivery_id: Uuid,
    #[diesel(embed)]
    entry: Option<Next>,
}

const WAITING: &str = "
    SELECT delivery_id, entries.seq, entries.kind, octet_length(leaf) AS bytes
    FROM webhook_deliveries AS asked LEFT JOIN entries USING (club_id, seq)
    WHERE club_id = $1 AND webhook_id = $2 AND sent_at IS NULL ORDER BY delivery_id";

/// What somebody asked to be sent, the first first.
pub(crate) async fn waiting(
    mut sql: Sql<'_>,
    taken: &ClaimedWebhook,
) -> Result<Vec<RequestedDelivery>> {
    let rows = sql_query(WAITING)
        .bind::<Id, _>(taken.club.0)
        .bind::<Id, _>(taken.id.0)
        .prepared_once()
        .load::<Asked>(&mut sql);
    let read = |asked: Asked| {
        Ok(RequestedDelivery {
            id: DeliveryId(asked.delivery_id),
            entry: asked.entry.map(Next::read).transpose()?,
        })
    };
    rows.await?.into_iter().map(read).collect()
}

#[derive(QueryableByName)]
struct Last {
    #[diesel(sql_type = BigInt)]
    last_seq: i64,
}

/// The sequence number of a club's last entry.
pub(crate) async fn last_seq(mut sql: Sql<'_>, club: ClubId) -> Result<u64> {
    let last = sql_query("SELECT last_seq FROM clubs WHERE club_id = $1").bind::<Id, _>(club.0);
    let last = last.get_result::<Last>(&mut sql).await?;
    integer(last.last_seq, "sequence number")
}
