//! How webhooks stand, of all clubs together.

use crate::error::integer;
use crate::tables::Sql;
use crate::tables::prepared_once::PrepareOnce as _;
use crate::{Result, WebhookQueueCounts};
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::BigInt;
use diesel_async::RunQueryDsl;

#[derive(QueryableByName)]
struct Counts {
    #[diesel(sql_type = BigInt)]
    waiting: i64,
    #[diesel(sql_type = BigInt)]
    failing: i64,
}

const STANDING: &str = "
    SELECT count(*) FILTER (WHERE failures > 0) AS failing, count(*) FILTER (
        WHERE last_seq > delivered_seq AND (next_attempt_at IS NULL OR next_attempt_at <= clock_timestamp())
        AND (leased_until IS NULL OR leased_until < clock_timestamp())
    ) AS waiting
    FROM webhooks JOIN clubs USING (club_id) WHERE state = 'active'";

/// How many wait and how many fail.
pub(crate) async fn counts(mut sql: Sql<'_>) -> Result<WebhookQueueCounts> {
    let standing = sql_query(STANDING)
        .prepared_once()
        .get_result::<Counts>(&mut sql)
        .await?;
    Ok(WebhookQueueCounts {
        waiting: integer(standing.waiting, "number of webhooks")?,
        failing: integer(standing.failing, "number of webhooks")?,
    })
}
