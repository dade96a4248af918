//! The entries: the bytes that were hashed, as they were hashed.

use super::{Sql, bytes};
use crate::error::integer;
use crate::schema::entries;
use crate::transaction::Sealed;
use crate::{ClubId, Error, Hash, Result, StoredEntry};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use evidence::{Entry, leaf_hash};

pub(crate) async fn insert(mut sql: Sql<'_>, sealed: &Sealed) -> Result<()> {
    let Sealed {
        entry,
        leaf,
        leaf_hash,
    } = sealed;
    let row = (
        entries::club_id.eq(entry.club.0),
        entries::seq.eq(integer::<u64, i64>(entry.seq, "sequence number")?),
        entries::kind.eq(entry.body.kind()),
        entries::time.eq(entry.time.moment()),
        entries::leaf.eq(leaf),
        entries::leaf_hash.eq(leaf_hash.0.as_slice()),
    );
    diesel::insert_into(entries::table)
        .values(row)
        .execute(&mut sql)
        .await?;
    Ok(())
}

/// Up to `limit` entries after a sequence number, in order.
pub(crate) async fn list(
    mut sql: Sql<'_>,
    club: ClubId,
    after_seq: u64,
    limit: u32,
) -> Result<Vec<StoredEntry>> {
    // No entry comes after a number that large, and none is asked for.
    let Ok(after_seq) = i64::try_from(after_seq) else {
        return Ok(Vec::new());
    };
    let rows = entries::table
        .filter(entries::club_id.eq(club.0))
        .filter(entries::seq.gt(after_seq))
        .order(entries::seq)
        .limit(i64::from(limit))
        .select((entries::seq, entries::leaf, entries::leaf_hash))
        .load::<(i64, Vec<u8>, Vec<u8>)>(&mut sql);
    let read = |(seq, leaf, leaf_hash)| {
        let leaf_hash = Hash(bytes(leaf_hash, "leaf hash")?);
        Ok(StoredEntry {
            seq: integer(seq, "sequence number")?,
            leaf,
            leaf_hash,
        })
    };
    rows.await?.into_iter().map(read).collect()
}

/// What a stored leaf says; bytes that do not have the stored hash say nothing.
pub(super) fn parse(seq: i64, leaf: &[u8], hash: &[u8]) -> Result<Entry> {
    let seq = integer(seq, "sequence number")?;
    let damaged = |reason: String| Error::Damaged { seq, reason };
    if leaf_hash(leaf).0.as_slice() != hash {
        return Err(damaged("its bytes do not have its hash".to_owned()));
    }
    let entry = Entry::parse(leaf).map_err(|refusal| damaged(refusal.to_string()))?;
    if entry.seq != seq {
        return Err(damaged(format!("it says that it is entry {}", entry.seq)));
    }
    Ok(entry)
}
