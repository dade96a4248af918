//! What witnesses cosigned, and who of them saw another directory.

use super::{Sql, clubs::timestamp};
use crate::error::integer;
use crate::schema::{cosignatures, disputes};
use crate::{Dispute, Result, Timestamp};
use diesel::dsl::max;
use diesel::prelude::*;
use diesel::upsert::excluded;
use diesel_async::RunQueryDsl;
use time::OffsetDateTime;

/// How many are shown under a note, which has at most a hundred signatures.
const SHOWN: i64 = 64;

/// The lines of those who cosigned the directory at a size.
pub(crate) async fn lines(mut sql: Sql<'_>, size: u64) -> Result<Vec<String>> {
    let lines = cosignatures::table
        .filter(cosignatures::size.eq(integer::<u64, i64>(size, "size")?))
        .order(cosignatures::witness)
        .limit(SHOWN)
        .select(cosignatures::line);
    Ok(lines.load(&mut sql).await?)
}

/// The size of the directory that a witness cosigned last; 0 if it cosigned none.
pub(crate) async fn last(mut sql: Sql<'_>, witness: &str) -> Result<u64> {
    let last = cosignatures::table
        .filter(cosignatures::witness.eq(witness))
        .select(max(cosignatures::size))
        .first::<Option<i64>>(&mut sql);
    integer(last.await?.unwrap_or(0), "size")
}

/// Stores a cosignature. If the witness cosigned that size already, the first one stays.
pub(crate) async fn insert(
    mut sql: Sql<'_>,
    size: u64,
    (witness, line): (&str, &str),
    now: Timestamp,
) -> Result<()> {
    let row = (
        cosignatures::size.eq(integer::<u64, i64>(size, "size")?),
        cosignatures::witness.eq(witness),
        cosignatures::line.eq(line),
        cosignatures::cosigned_at.eq(now.moment()),
    );
    diesel::insert_into(cosignatures::table)
        .values(row)
        .on_conflict_do_nothing()
        .execute(&mut sql)
        .await?;
    Ok(())
}

/// Stores that a witness saw another directory. One who says so already does it since then.
pub(crate) async fn dispute(
    mut sql: Sql<'_>,
    witness: &str,
    reason: &str,
    now: Timestamp,
) -> Result<()> {
    let row = (
        disputes::witness.eq(witness),
        disputes::reason.eq(reason),
        disputes::disputed_at.eq(now.moment()),
    );
    diesel::insert_into(disputes::table)
        .values(row)
        .on_conflict(disputes::witness)
        .do_update()
        .set(disputes::reason.eq(excluded(disputes::reason)))
        .execute(&mut sql)
        .await?;
    Ok(())
}

/// A witness no longer says so.
pub(crate) async fn agree(mut sql: Sql<'_>, witness: &str) -> Result<()> {
    diesel::delete(disputes::table.find(witness))
        .execute(&mut sql)
        .await?;
    Ok(())
}

/// Forgets what others than these say.
pub(crate) async fn forget_others(mut sql: Sql<'_>, witnesses: &[String]) -> Result<()> {
    diesel::delete(disputes::table.filter(disputes::witness.ne_all(witnesses)))
        .execute(&mut sql)
        .await?;
    Ok(())
}

/// Who says so, the first one first.
pub(crate) async fn disputed(mut sql: Sql<'_>) -> Result<Vec<Dispute>> {
    let rows = disputes::table
        .order((disputes::disputed_at, disputes::witness))
        .load::<(String, String, OffsetDateTime)>(&mut sql);
    let read = |(witness, reason, disputed_at)| {
        Ok(Dispute {
            witness,
            reason,
            disputed_at: timestamp(disputed_at)?,
        })
    };
    rows.await?.into_iter().map(read).collect()
}
