//! Notifications, which are in no table.

use super::{Sql, prepared_once::PrepareOnce as _};
use crate::Result;
use diesel::sql_query;
use diesel::sql_types::{Array, Text};
use diesel_async::RunQueryDsl;

/// Notifies the listeners of some channels, with a payload each.
pub(crate) async fn send(
    mut sql: Sql<'_>,
    channels: Vec<&str>,
    payloads: Vec<String>,
) -> Result<()> {
    let statement = sql_query(
        "SELECT pg_notify(channel, payload) FROM unnest($1, $2) AS notification (channel, payload)",
    );
    let statement = statement
        .bind::<Array<Text>, _>(channels)
        .bind::<Array<Text>, _>(payloads);
    statement.prepared_once().execute(&mut sql).await?;
    Ok(())
}
