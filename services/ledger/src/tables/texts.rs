//! The texts that entries only commit to.

use super::{Sql, prepared_once::PrepareOnce as _};
use crate::error::integer;
use crate::schema::{match_entries, texts};
use crate::{ClubId, MatchId, Result};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use evidence::{Entry, Salt};
use std::collections::HashMap;

/// Stores the text that an entry commits to; none: it is not known.
pub(crate) async fn insert(
    mut sql: Sql<'_>,
    entry: &Entry,
    text: Option<(&str, &Salt)>,
) -> Result<()> {
    let row = (
        texts::club_id.eq(entry.club.0),
        texts::seq.eq(integer::<u64, i64>(entry.seq, "sequence number")?),
        texts::text.eq(text.map(|(text, _)| text)),
        texts::salt.eq(text.map(|(_, salt)| salt.as_slice())),
    );
    let query = diesel::insert_into(texts::table).values(row);
    query.prepared_once().execute(&mut sql).await?;
    Ok(())
}

/// The entry that erased a text, if one did; none if the entry with the sequence number has no text.
pub(crate) async fn erased_seq(
    mut sql: Sql<'_>,
    club: ClubId,
    seq: u64,
) -> Result<Option<Option<u64>>> {
    // No entry has a number that large.
    let Ok(seq) = i64::try_from(seq) else {
        return Ok(None);
    };
    let erased = texts::table
        .find((club.0, seq))
        .select(texts::erased_seq)
        .first::<Option<i64>>(&mut sql);
    let read = |seq: Option<i64>| seq.map(|seq| integer(seq, "sequence number")).transpose();
    erased.await.optional()?.map(read).transpose()
}

/// Takes a text and its salt away, by an entry.
pub(crate) async fn erase(mut sql: Sql<'_>, seq: i64, entry: &Entry) -> Result<()> {
    let erased: i64 = integer(entry.seq, "sequence number")?;
    diesel::update(texts::table.find((entry.club.0, seq)))
        .set((
            texts::text.eq(None::<String>),
            texts::salt.eq(None::<Vec<u8>>),
            texts::erased_seq.eq(erased),
        ))
        .execute(&mut sql)
        .await?;
    Ok(())
}

/// The texts of a match's entries, as far as they are known and were not erased, by the entry's sequence number.
pub(crate) async fn of_match(
    mut sql: Sql<'_>,
    club: ClubId,
    id: MatchId,
) -> Result<HashMap<u64, String>> {
    let told = match_entries::club_id
        .eq(texts::club_id)
        .and(match_entries::seq.eq(texts::seq));
    let rows = texts::table
        .inner_join(match_entries::table.on(told))
        .filter(match_entries::club_id.eq(club.0))
        .filter(match_entries::match_id.eq(id.0))
        .filter(texts::text.is_not_null())
        .select((texts::seq, texts::text.assume_not_null()))
        .load::<(i64, String)>(&mut sql);
    let read = |(seq, text)| Ok((integer(seq, "sequence number")?, text));
    rows.await?.into_iter().map(read).collect()
}

/// The texts of some entries, as far as they are known and were not erased, by the entry's sequence number.
pub(crate) async fn some(
    mut sql: Sql<'_>,
    club: ClubId,
    seqs: &[u64],
) -> Result<HashMap<u64, String>> {
    let seqs = seqs.iter().filter_map(|seq| i64::try_from(*seq).ok());
    let rows = texts::table
        .filter(texts::club_id.eq(club.0))
        .filter(texts::seq.eq_any(seqs))
        .filter(texts::text.is_not_null())
        .select((texts::seq, texts::text.assume_not_null()))
        .load::<(i64, String)>(&mut sql);
    let read = |(seq, text)| Ok((integer(seq, "sequence number")?, text));
    rows.await?.into_iter().map(read).collect()
}
