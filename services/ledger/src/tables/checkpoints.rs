//! The checkpoints of clubs' ledgers, as they were signed.

use super::{Sql, bytes, clubs::timestamp};
use crate::error::integer;
use crate::schema::checkpoints;
use crate::{ClubId, Error, Hash, Result, SignedCheckpoint};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use time::OffsetDateTime;

#[derive(Queryable, Selectable)]
#[diesel(table_name = checkpoints)]
struct Row {
    size: i64,
    root: Vec<u8>,
    note: String,
    head_index: i64,
    signed_at: OffsetDateTime,
}

impl TryFrom<Row> for SignedCheckpoint {
    type Error = Error;

    fn try_from(row: Row) -> Result<Self> {
        Ok(Self {
            size: integer(row.size, "size")?,
            root: Hash(bytes(row.root, "root")?),
            note: super::note(&row.note)?,
            head_index: integer(row.head_index, "place")?,
            signed_at: timestamp(row.signed_at)?,
        })
    }
}

/// The latest of a club.
pub(crate) async fn latest(mut sql: Sql<'_>, club: ClubId) -> Result<Option<SignedCheckpoint>> {
    let row = checkpoints::table
        .filter(checkpoints::club_id.eq(club.0))
        .order(checkpoints::size.desc())
        .select(Row::as_select())
        .first(&mut sql);
    row.await.optional()?.map(TryInto::try_into).transpose()
}

/// The one of a club of this size.
pub(crate) async fn of_size(
    mut sql: Sql<'_>,
    club: ClubId,
    size: u64,
) -> Result<Option<SignedCheckpoint>> {
    // None is that large.
    let Ok(size) = i64::try_from(size) else {
        return Ok(None);
    };
    let row = checkpoints::table
        .find((club.0, size))
        .select(Row::as_select())
        .first(&mut sql);
    row.await.optional()?.map(TryInto::try_into).transpose()
}

/// The first of a club that covers the entry with this sequence number.
pub(crate) async fn covering(
    mut sql: Sql<'_>,
    club: ClubId,
    seq: u64,
) -> Result<Option<SignedCheckpoint>> {
    // None covers one that large.
    let Ok(seq) = i64::try_from(seq) else {
        return Ok(None);
    };
    let row = checkpoints::table
        .filter(checkpoints::club_id.eq(club.0))
        .filter(checkpoints::size.ge(seq))
        .order(checkpoints::size)
        .select(Row::as_select())
        .first(&mut sql);
    row.await.optional()?.map(TryInto::try_into).transpose()
}
