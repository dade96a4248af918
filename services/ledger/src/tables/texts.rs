//! The texts that entries only commit to.

use super::{Sql, fixed::Fixed};
use crate::error::integer;
use crate::schema::{match_entries, texts};
use crate::{ClubId, MatchId, Result};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use evidence::{Entry, Salt};
use std::collections::HashMap;

pub(crate) async fn insert(mut sql: Sql<'_>, entry: &Entry, text: &str, salt: &Salt) -> Result<()> {
    let row = (
        texts::club_id.eq(entry.club.0),
        texts::seq.eq(integer::<u64, i64>(entry.seq, "sequence number")?),
        texts::text.eq(text),
        texts::salt.eq(salt.as_slice()),
    );
    let query = diesel::insert_into(texts::table).values(row);
    Fixed(query).execute(&mut sql).await?;
    Ok(())
}

/// The texts of a match's entries, by the entry's sequence number.
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
        .select((texts::seq, texts::text))
        .load::<(i64, String)>(&mut sql);
    let read = |(seq, text)| Ok((integer(seq, "sequence number")?, text));
    rows.await?.into_iter().map(read).collect()
}
