//! Variant documents, once per club.

use super::Sql;
use super::clubs::timestamp;
use crate::error::integer;
use crate::page::one_more;
use crate::schema::{entries, variants};
use crate::{ClubId, ClubVariant, Error, Hash, Page, Result};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use evidence::Entry;
use time::OffsetDateTime;

#[derive(Queryable, Selectable)]
#[diesel(table_name = variants)]
struct Row {
    variant_hash: Vec<u8>,
    document: Vec<u8>,
    added_seq: i64,
    retired_seq: Option<i64>,
}

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

/// A page of variants, the last added first, and one more to tell whether a page follows.
pub(crate) async fn list(mut sql: Sql<'_>, club: ClubId, page: Page) -> Result<Vec<ClubVariant>> {
    let before = page
        .before
        .map_or(i64::MAX, |before| i64::try_from(before).unwrap_or(i64::MAX));
    let rows = variants::table
        .inner_join(entries::table.on(added()))
        .filter(variants::club_id.eq(club.0))
        .filter(variants::added_seq.lt(before))
        .order(variants::added_seq.desc())
        .limit(one_more(page.limit))
        .select((Row::as_select(), entries::time))
        .load::<(Row, OffsetDateTime)>(&mut sql);
    rows.await?.into_iter().map(ClubVariant::try_from).collect()
}

/// How many variants a club has, those that were retired among them.
pub(crate) async fn count(mut sql: Sql<'_>, club: ClubId) -> Result<i64> {
    let all = variants::table.filter(variants::club_id.eq(club.0)).count();
    Ok(all.get_result(&mut sql).await?)
}

pub(crate) async fn find(
    mut sql: Sql<'_>,
    club: ClubId,
    hash: Hash,
) -> Result<Option<ClubVariant>> {
    let row = variants::table
        .inner_join(entries::table.on(added()))
        .filter(variants::club_id.eq(club.0))
        .filter(variants::variant_hash.eq(hash.0.to_vec()))
        .select((Row::as_select(), entries::time))
        .first::<(Row, OffsetDateTime)>(&mut sql);
    row.await.optional()?.map(ClubVariant::try_from).transpose()
}

/// Whether a variant is retired; none if the club does not know it.
pub(crate) async fn is_retired(mut sql: Sql<'_>, club: ClubId, hash: Hash) -> Result<Option<bool>> {
    let retired = variants::table
        .find((club.0, hash.0.to_vec()))
        .select(variants::retired_seq.is_not_null())
        .first(&mut sql);
    Ok(retired.await.optional()?)
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

/// Notes by which entry a variant is retired, or that it is not.
pub(crate) async fn retire(
    mut sql: Sql<'_>,
    club: ClubId,
    hash: Hash,
    by: Option<&Entry>,
) -> Result<()> {
    let seq: Option<i64> = by
        .map(|entry| integer(entry.seq, "sequence number"))
        .transpose()?;
    diesel::update(variants::table.find((club.0, hash.0.to_vec())))
        .set(variants::retired_seq.eq(seq))
        .execute(&mut sql)
        .await?;
    Ok(())
}

#[diesel::dsl::auto_type]
fn added() -> _ {
    entries::club_id
        .eq(variants::club_id)
        .and(entries::seq.eq(variants::added_seq))
}

impl TryFrom<(Row, OffsetDateTime)> for ClubVariant {
    type Error = Error;

    fn try_from((row, added_at): (Row, OffsetDateTime)) -> Result<Self> {
        Ok(Self {
            hash: Hash(super::bytes(row.variant_hash, "variant hash")?),
            document: row.document,
            added_seq: integer(row.added_seq, "sequence number")?,
            added_at: timestamp(added_at)?,
            retired_seq: row
                .retired_seq
                .map(|seq| integer(seq, "sequence number"))
                .transpose()?,
        })
    }
}
