//! What a webhook is to be sent next.

use crate::error::integer;
use crate::tables::entries::PAGE_BYTES;
use crate::tables::prepared_once::PrepareOnce as _;
use crate::tables::{Sql, bytes, clubs::timestamp};
use crate::{
    ApiKeyId, ClaimedWebhook, ClubId, DeliveryId, EntryToSend, Hash, RequestedDelivery, Result,
};
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{Array, BigInt, Binary, Nullable, Text, Timestamptz, Uuid as Id};
use diesel_async::RunQueryDsl;
use time::OffsetDateTime;
use uuid::Uuid;

#[derive(QueryableByName)]
struct Told {
    #[diesel(sql_type = BigInt)]
    seq: i64,
    #[diesel(sql_type = Text)]
    kind: String,
    #[diesel(sql_type = Timestamptz)]
    time: OffsetDateTime,
    #[diesel(sql_type = Binary)]
    leaf: Vec<u8>,
    #[diesel(sql_type = Binary)]
    leaf_hash: Vec<u8>,
    #[diesel(sql_type = Nullable<Id>)]
    api_key_id: Option<Uuid>,
}

impl Told {
    fn read(self) -> Result<EntryToSend> {
        Ok(EntryToSend {
            seq: integer(self.seq, "sequence number")?,
            kind: self.kind,
            time: timestamp(self.time)?,
            leaf: self.leaf,
            leaf_hash: Hash(bytes(self.leaf_hash, "leaf hash")?),
            api_key: self.api_key_id.map(ApiKeyId),
        })
    }
}

const ENTRIES: &str = "
    SELECT seq, kind, time, leaf, leaf_hash, api_key_id, looked_at
    FROM (
        SELECT *, count(*) OVER () AS looked_at, row_number() OVER (ORDER BY seq) AS place,
            sum(octet_length(leaf)) OVER (ORDER BY seq) - octet_length(leaf) AS bytes_before
        FROM (
            SELECT seq, kind, time, leaf, leaf_hash, api_key_id FROM entries
            WHERE club_id = $1 AND seq > $2 AND ($3::text[] IS NULL OR kind = ANY ($3)) ORDER BY seq LIMIT $4 + 1
        ) AS entry
    ) AS measured
    WHERE place <= $4 AND bytes_before <= $5
    ORDER BY seq";

#[derive(QueryableByName)]
struct Listed {
    #[diesel(embed)]
    told: Told,
    #[diesel(sql_type = BigInt)]
    looked_at: i64,
}

/// The entries that a webhook is to be told of next, at most so many and at most [`PAGE_BYTES`] and one entry, and whether there are
/// more.
pub(crate) async fn entries(
    mut sql: Sql<'_>,
    taken: &ClaimedWebhook,
    limit: u32,
) -> Result<(Vec<EntryToSend>, bool)> {
    if !taken.is_active {
        return Ok((Vec::new(), false));
    }
    let rows = sql_query(ENTRIES)
        .bind::<Id, _>(taken.club.0)
        .bind::<BigInt, _>(integer::<u64, i64>(taken.delivered_seq, "sequence number")?)
        .bind::<Nullable<Array<Text>>, _>(&taken.kinds)
        .bind::<BigInt, _>(i64::from(limit))
        .bind::<BigInt, _>(PAGE_BYTES)
        .prepared_once()
        .load::<Listed>(&mut sql);
    let rows = rows.await?;
    let read = i64::try_from(rows.len()).unwrap_or(i64::MAX);
    let has_more = rows.last().is_some_and(|last| last.looked_at > read);
    let entries = rows.into_iter().map(|row| row.told.read());
    Ok((entries.collect::<Result<_>>()?, has_more))
}

#[derive(QueryableByName)]
struct Asked {
    #[diesel(sql_type = Id)]
    delivery_id: Uuid,
    #[diesel(sql_type = Nullable<BigInt>)]
    seq: Option<i64>,
}

const WAITING: &str = "
    SELECT delivery_id, seq FROM webhook_deliveries WHERE club_id = $1 AND webhook_id = $2 AND sent_at IS NULL
    ORDER BY delivery_id";

const ENTRY: &str = "
    SELECT seq, kind, time, leaf, leaf_hash, api_key_id FROM entries WHERE club_id = $1 AND seq = $2";

/// What somebody asked to be sent, the first first, at most [`PAGE_BYTES`] and one entry.
pub(crate) async fn waiting(
    mut sql: Sql<'_>,
    taken: &ClaimedWebhook,
) -> Result<Vec<RequestedDelivery>> {
    let rows = sql_query(WAITING)
        .bind::<Id, _>(taken.club.0)
        .bind::<Id, _>(taken.id.0)
        .prepared_once()
        .load::<Asked>(&mut sql);
    let (mut waiting, mut bytes) = (Vec::new(), 0);
    for row in rows.await? {
        // What is not read now is read with the next turn: it waits until it is sent.
        if bytes > PAGE_BYTES {
            break;
        }
        let entry = match row.seq {
            Some(seq) => {
                let found = sql_query(ENTRY)
                    .bind::<Id, _>(taken.club.0)
                    .bind::<BigInt, _>(seq)
                    .prepared_once()
                    .get_result::<Told>(&mut sql);
                Some(found.await?.read()?)
            }
            None => None,
        };
        let size = entry.as_ref().map_or(0, |entry| entry.leaf.len());
        bytes = bytes.saturating_add(i64::try_from(size).unwrap_or(i64::MAX));
        let id = DeliveryId(row.delivery_id);
        waiting.push(RequestedDelivery { id, entry });
    }
    Ok(waiting)
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
