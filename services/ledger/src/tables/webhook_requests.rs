//! The requests that changed webhooks, so that each is done once.

use super::{Sql, bytes};
use crate::error::integer;
use crate::schema::webhook_requests as requests;
use crate::{Result, WebhookId, Write};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;

/// A request that changed a webhook before.
pub(crate) struct PriorRequest {
    /// A hash of what it asked for.
    pub(crate) fingerprint: [u8; 32],
    /// The number of the webhook's secret after it.
    pub(crate) secret_number: u32,
}

/// The request with this key, if it changed the webhook before.
pub(crate) async fn find(
    mut sql: Sql<'_>,
    id: WebhookId,
    write: &Write,
) -> Result<Option<PriorRequest>> {
    let row = requests::table
        .find((
            write.club.0,
            id.0,
            write.actor.0,
            write.route,
            write.key.as_str(),
        ))
        .select((requests::fingerprint, requests::secret_number))
        .first::<(Vec<u8>, i32)>(&mut sql);
    let read = |(fingerprint, secret_number)| {
        Ok(PriorRequest {
            fingerprint: bytes(fingerprint, "fingerprint")?,
            secret_number: integer(secret_number, "secret")?,
        })
    };
    row.await.optional()?.map(read).transpose()
}

/// Stores a request that changes a webhook, with the number of the secret that it has from then on, and whether the request made
/// that secret.
pub(crate) async fn insert(
    mut sql: Sql<'_>,
    id: WebhookId,
    write: &Write,
    (secret_number, rotated): (u32, bool),
) -> Result<()> {
    let row = (
        requests::club_id.eq(write.club.0),
        requests::webhook_id.eq(id.0),
        requests::actor.eq(write.actor.0),
        requests::route.eq(write.route),
        requests::key.eq(&write.key),
        requests::fingerprint.eq(write.fingerprint.as_slice()),
        requests::secret_number.eq(integer::<u32, i32>(secret_number, "secret")?),
        requests::rotated.eq(rotated),
    );
    diesel::insert_into(requests::table)
        .values(row)
        .execute(&mut sql)
        .await?;
    Ok(())
}
