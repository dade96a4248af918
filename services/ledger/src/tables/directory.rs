//! The directory: the log of all checkpoints of clubs, and its own.

use super::prepared_once::PrepareOnce as _;
use super::{Sql, clubs::timestamp};
use crate::error::integer;
use crate::schema::{cosignatures, directory_checkpoints, directory_subtrees, heads};
use crate::{
    DirectoryCheckpoint, Error, Hash, Result, StoredHead, UncheckedCosignature,
    UncheckedDirectoryCheckpoint, UncheckedHead,
};
use diesel::prelude::*;
use diesel::{sql_query, sql_types};
use diesel_async::RunQueryDsl;
use evidence::Frontier;
use std::ops::Range;
use time::OffsetDateTime;

#[derive(Queryable, QueryableByName, Selectable)]
#[diesel(table_name = directory_checkpoints)]
struct Row {
    size: i64,
    tree: Vec<u8>,
    note: String,
    signed_at: OffsetDateTime,
}

impl TryFrom<Row> for DirectoryCheckpoint {
    type Error = Error;

    fn try_from(row: Row) -> Result<Self> {
        let tree = Frontier::from_bytes(integer(row.size, "size")?, &row.tree);
        Ok(Self {
            tree: tree.map_err(|_| Error::impossible("tree"))?,
            note: super::note(&row.note)?,
            signed_at: timestamp(row.signed_at)?,
        })
    }
}

/// The latest checkpoint of the directory.
pub(crate) async fn latest(mut sql: Sql<'_>) -> Result<Option<DirectoryCheckpoint>> {
    let row = directory_checkpoints::table
        .order(directory_checkpoints::size.desc())
        .select(Row::as_select())
        .first(&mut sql);
    row.await.optional()?.map(TryInto::try_into).transpose()
}

/// Most cosignatures first, and then the newest. Whoever proves that a head is there need not have the very last directory.
const MOST_WITNESSED: &str = "
    SELECT size, tree, note, signed_at FROM (
        SELECT * FROM directory_checkpoints WHERE size > $1 ORDER BY size DESC LIMIT 100
    ) AS recent
    ORDER BY (SELECT count(*) FROM cosignatures WHERE cosignatures.size = recent.size) DESC, size DESC LIMIT 1";

/// Of the latest hundred checkpoints of the directory that have the head in this place, the newest of those that the most
/// witnesses cosigned.
pub(crate) async fn most_witnessed(
    mut sql: Sql<'_>,
    head_index: u64,
) -> Result<Option<DirectoryCheckpoint>> {
    // There are not that many.
    let Ok(head_index) = i64::try_from(head_index) else {
        return Ok(None);
    };
    let query = sql_query(MOST_WITNESSED).bind::<sql_types::BigInt, _>(head_index);
    let row = query.prepared_once().get_result::<Row>(&mut sql);
    row.await.optional()?.map(TryInto::try_into).transpose()
}

/// Up to `limit` heads after the first `after`, in order.
pub(crate) async fn heads(mut sql: Sql<'_>, after: u64, limit: u32) -> Result<Vec<StoredHead>> {
    // There are not that many.
    let Ok(after) = i64::try_from(after) else {
        return Ok(Vec::new());
    };
    let rows = heads::table
        .filter(heads::index.ge(after))
        .order(heads::index)
        .limit(i64::from(limit))
        .select((heads::index, heads::leaf))
        .load::<(i64, Vec<u8>)>(&mut sql);
    let read = |(index, leaf)| {
        Ok(StoredHead {
            index: integer(index, "place")?,
            leaf,
        })
    };
    rows.await?.into_iter().map(read).collect()
}

/// The leaf hashes of the heads in these places, in order.
pub(crate) async fn leaf_hashes(mut sql: Sql<'_>, places: Range<u64>) -> Result<Vec<Hash>> {
    let Some((start, end)) = super::places(&places) else {
        return Ok(Vec::new());
    };
    let rows = heads::table
        .filter(heads::index.ge(start))
        .filter(heads::index.lt(end))
        .order(heads::index)
        .select(heads::leaf_hash)
        .load::<Vec<u8>>(&mut sql);
    super::hashes(rows.await?)
}

/// The roots of the subtrees of a level with these places in it, in order.
pub(crate) async fn subtrees(mut sql: Sql<'_>, level: u8, places: Range<u64>) -> Result<Vec<Hash>> {
    let Some((start, end)) = super::places(&places) else {
        return Ok(Vec::new());
    };
    let rows = directory_subtrees::table
        .filter(directory_subtrees::level.eq(i16::from(level)))
        .filter(directory_subtrees::index.ge(start))
        .filter(directory_subtrees::index.lt(end))
        .order(directory_subtrees::index)
        .select(directory_subtrees::hash)
        .load::<Vec<u8>>(&mut sql);
    super::hashes(rows.await?)
}

/// Up to `limit` heads after a place, or the first ones, as they are stored.
pub(crate) async fn kept_heads(
    mut sql: Sql<'_>,
    after: Option<i64>,
    limit: u32,
) -> Result<Vec<UncheckedHead>> {
    let mut query = heads::table
        .order(heads::index)
        .limit(i64::from(limit))
        .select((heads::index, heads::leaf, heads::leaf_hash))
        .into_boxed();
    if let Some(after) = after {
        query = query.filter(heads::index.gt(after));
    }
    let rows: Vec<(i64, Vec<u8>, Vec<u8>)> = query.load(&mut sql).await?;
    let read = |(index, leaf, leaf_hash)| UncheckedHead {
        index,
        leaf,
        leaf_hash,
    };
    Ok(rows.into_iter().map(read).collect())
}

/// Sizes after one, or from the smallest on, up to another, or to the largest.
type Sizes = (Option<i64>, Option<i64>);

/// The checkpoints of the directory of these sizes, in order, as they are stored.
pub(crate) async fn kept_checkpoints(
    mut sql: Sql<'_>,
    (after, until): Sizes,
) -> Result<Vec<UncheckedDirectoryCheckpoint>> {
    use directory_checkpoints as kept;
    let mut query = kept::table
        .order(kept::size)
        .select((kept::size, kept::tree, kept::note))
        .into_boxed();
    if let Some(after) = after {
        query = query.filter(kept::size.gt(after));
    }
    if let Some(until) = until {
        query = query.filter(kept::size.le(until));
    }
    let rows: Vec<(i64, Vec<u8>, String)> = query.load(&mut sql).await?;
    let read = |(size, tree, note)| UncheckedDirectoryCheckpoint { size, tree, note };
    Ok(rows.into_iter().map(read).collect())
}

/// What witnesses cosigned of these sizes, in order, as it is stored.
pub(crate) async fn kept_cosignatures(
    mut sql: Sql<'_>,
    (after, until): Sizes,
) -> Result<Vec<UncheckedCosignature>> {
    use cosignatures as kept;
    let mut query = kept::table
        .order((kept::size, kept::witness))
        .select((kept::size, kept::witness, kept::line))
        .into_boxed();
    if let Some(after) = after {
        query = query.filter(kept::size.gt(after));
    }
    if let Some(until) = until {
        query = query.filter(kept::size.le(until));
    }
    let rows: Vec<(i64, String, String)> = query.load(&mut sql).await?;
    let read = |(size, witness, line)| UncheckedCosignature {
        size,
        witness,
        line,
    };
    Ok(rows.into_iter().map(read).collect())
}
