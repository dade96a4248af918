//! Variant documents, once per club.

use super::Sql;
use crate::error::integer;
use crate::schema::variants;
use crate::{ClubId, Hash, Result};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use evidence::Entry;

pub(crate) async fn insert(
    mut sql: Sql<'_>,
    hash: Hash,
    document: &[u8],
    entry: &Entry,
) -> Result<()> {
    let row = (
        variants::club_id.eq(entry.club.0),
        variants::variant_hash.eq(hash.0.as_slice()),
        variants::document.eq(document),
        variants::added_seq.eq(integer::<u64, i64>(entry.seq, "sequence number")?),
    );
    diesel::insert_into(variants::table)
        .values(row)
        .execute(&mut sql)
        .await?;
    Ok(())
}

pub(crate) async fn exists(mut sql: Sql<'_>, club: ClubId, hash: Hash) -> Result<bool> {
    let known = diesel::select(diesel::dsl::exists(
        variants::table.find((club.0, hash.0.to_vec())),
    ));
    Ok(known.get_result(&mut sql).await?)
}

pub(crate) async fn document(
    mut sql: Sql<'_>,
    club: ClubId,
    hash: Hash,
) -> Result<Option<Vec<u8>>> {
    let found = variants::table
        .find((club.0, hash.0.to_vec()))
        .select(variants::document)
        .first(&mut sql);
    Ok(found.await.optional()?)
}
