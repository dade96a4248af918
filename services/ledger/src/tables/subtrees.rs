//! The complete subtrees of the tree over a club's entries, of 256 entries and more.

use super::{Sql, write_statements::WriteStatement};
use crate::error::integer;
use crate::model::SealedEntry;
use crate::schema::subtrees;
use crate::{ClubId, Hash, Result};
use diesel::dsl::sql;
use diesel::prelude::*;
use diesel::sql_types::{self, Untyped};
use diesel_async::RunQueryDsl;
use std::ops::Range;

/// Subtrees, column by column.
pub(super) struct Columns<'a> {
    pub(super) levels: Vec<i16>,
    pub(super) indexes: Vec<i64>,
    pub(super) hashes: Vec<&'a [u8]>,
}

impl<'a> Columns<'a> {
    /// Those that entries complete.
    pub(super) fn of(sealed: &[&'a SealedEntry]) -> Result<Self> {
        let subtrees = || sealed.iter().flat_map(|sealed| &sealed.completes);
        let indexes = subtrees().map(|subtree| integer(subtree.index, "subtree"));
        Ok(Self {
            levels: subtrees().map(|subtree| subtree.level.into()).collect(),
            indexes: indexes.collect::<Result<_>>()?,
            hashes: subtrees().map(|subtree| &subtree.hash.0[..]).collect(),
        })
    }
}

/// Stores the subtrees that new entries of a club complete: most of the time there are none. One row each, in one statement whose text does
/// not depend on how many there are.
pub(crate) fn insertion<'a>(
    club: ClubId,
    sealed: &[&'a SealedEntry],
) -> Result<Option<WriteStatement<'a>>> {
    let Columns {
        levels,
        indexes,
        hashes,
    } = Columns::of(sealed)?;
    if levels.is_empty() {
        return Ok(None);
    }
    let insert = sql::<Untyped>("INSERT INTO subtrees (club_id, level, index, hash) SELECT ")
        .bind::<sql_types::Uuid, _>(club.0)
        .sql(", * FROM unnest(")
        .bind::<sql_types::Array<sql_types::SmallInt>, _>(levels)
        .sql(", ")
        .bind::<sql_types::Array<sql_types::BigInt>, _>(indexes)
        .sql(", ")
        .bind::<sql_types::Array<sql_types::Binary>, _>(hashes)
        .sql(")");
    Ok(Some(Box::new(insert)))
}

/// The roots of the subtrees of a level with these places in it, in order.
pub(crate) async fn hashes(
    mut sql: Sql<'_>,
    club: ClubId,
    level: u8,
    places: Range<u64>,
) -> Result<Vec<Hash>> {
    let Some((start, end)) = super::places(&places) else {
        return Ok(Vec::new());
    };
    let rows = subtrees::table
        .filter(subtrees::club_id.eq(club.0))
        .filter(subtrees::level.eq(i16::from(level)))
        .filter(subtrees::index.ge(start))
        .filter(subtrees::index.lt(end))
        .order(subtrees::index)
        .select(subtrees::hash)
        .load::<Vec<u8>>(&mut sql);
    super::hashes(rows.await?)
}
