//! Idempotency keys: which request wrote which entry.

use super::prepared_once::PrepareOnce as _;
use super::{Sql, bytes, entries as leaves, write_statements::WriteStatement};
use crate::error::integer;
use crate::schema::{entries, idempotency_keys as keys};
use crate::{ClubId, Error, Hash, IdempotencyKey, PriorWrite, Result, Write, clock_and_ids};
use diesel::prelude::*;
use diesel::{sql_query, sql_types};
use diesel_async::RunQueryDsl;

/// Remembers which entries a request wrote, from the first to the last.
pub(crate) fn insertion(write: &Write, first_seq: u64, seq: u64) -> Result<WriteStatement<'_>> {
    let row = (
        keys::club_id.eq(write.club.0),
        keys::actor.eq(write.actor.0),
        keys::route.eq(write.route),
        keys::key.eq(&write.key),
        keys::fingerprint.eq(write.fingerprint.as_slice()),
        keys::first_seq.eq(integer::<u64, i64>(first_seq, "sequence number")?),
        keys::seq.eq(integer::<u64, i64>(seq, "sequence number")?),
    );
    Ok(Box::new(diesel::insert_into(keys::table).values(row)))
}

/// Makes the fingerprints of the requests that wrote some entries tell nothing: whoever sends such a request again is told
/// that its key was used for another one.
pub(crate) async fn forget(mut sql: Sql<'_>, club: ClubId, entries: Vec<i64>) -> Result<()> {
    sql_query(FORGET)
        .bind::<sql_types::Uuid, _>(club.0)
        .bind::<sql_types::Array<sql_types::BigInt>, _>(entries)
        .bind::<sql_types::Binary, _>(of_no_request().as_slice())
        .prepared_once()
        .execute(&mut sql)
        .await?;
    Ok(())
}

/// For each entry the requests that wrote it alone, and the one that wrote it among several: no two of those share an entry, so
/// that it is the next one by its last entry.
const FORGET: &str = "
    UPDATE idempotency_keys SET fingerprint = $3
    FROM (
        SELECT actor, route, key
        FROM unnest($2) AS wrote (entry)
        JOIN idempotency_keys ON club_id = $1 AND seq = entry AND first_seq <= entry
        UNION
        SELECT actor, route, key
        FROM unnest($2) AS wrote (entry), LATERAL (
            SELECT actor, route, key, first_seq FROM idempotency_keys
            WHERE club_id = $1 AND first_seq < seq AND seq >= entry
            ORDER BY seq LIMIT 1
        ) AS several
        WHERE first_seq <= entry
    ) AS named
    WHERE idempotency_keys.club_id = $1 AND idempotency_keys.actor = named.actor
        AND idempotency_keys.route = named.route AND idempotency_keys.key = named.key";

/// A fingerprint that no request has.
fn of_no_request() -> [u8; 32] {
    Hash::of(&clock_and_ids::salt()).0
}

/// The row of a key, if it was used before; none of no key.
#[diesel::dsl::auto_type]
pub(super) fn those<'a>(club: ClubId, key: Option<&'a IdempotencyKey>) -> _ {
    let club: uuid::Uuid = club.0;
    let actor: Option<uuid::Uuid> = key.map(|key| key.actor.0);
    let route: Option<&'a str> = key.map(|key| key.route);
    let key: Option<&'a str> = key.map(|key| key.key.as_str());
    keys::table
        .filter(keys::club_id.eq(club))
        .filter(keys::actor.nullable().eq(actor))
        .filter(keys::route.nullable().eq(route))
        .filter(keys::key.nullable().eq(key))
}

/// What a key was used for before.
pub(crate) async fn prior(
    mut sql: Sql<'_>,
    club: ClubId,
    key: &IdempotencyKey,
) -> Result<Option<PriorWrite>> {
    let wrote = entries::club_id
        .eq(keys::club_id)
        .and(entries::seq.between(keys::first_seq, keys::seq));
    let found = keys::table
        .inner_join(entries::table.on(wrote))
        .filter(keys::club_id.eq(club.0))
        .filter(keys::actor.eq(key.actor.0))
        .filter(keys::route.eq(key.route))
        .filter(keys::key.eq(&key.key))
        .order(entries::seq)
        .select((
            keys::fingerprint,
            entries::seq,
            entries::leaf,
            entries::leaf_hash,
        ))
        .load::<(Vec<u8>, i64, Vec<u8>, Vec<u8>)>(&mut sql);
    let mut prior: Option<PriorWrite> = None;
    for (fingerprint, seq, leaf, hash) in found.await? {
        let entry = leaves::parse(seq, &leaf, &hash)?;
        let mut earlier = Vec::new();
        if let Some(before) = prior {
            earlier = before.earlier;
            earlier.push(before.entry);
        }
        prior = Some(PriorWrite {
            fingerprint: bytes(fingerprint, "fingerprint")?,
            entry,
            earlier,
        });
    }
    Ok(prior)
}

impl PriorWrite {
    /// Itself, if it was the same request; a key that was used for another one is refused.
    pub(crate) fn same(self, fingerprint: &[u8; 32]) -> Result<Self> {
        let same = self.fingerprint == *fingerprint;
        same.then_some(self).ok_or(Error::IdempotencyKeyReused)
    }
}
