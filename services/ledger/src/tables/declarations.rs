//! The entries that declare matches void, or to count again.

use super::{Sql, entries as leaves, matches, write_statements::WriteStatement};
use crate::error::integer;
use crate::schema::{entries, matches as of_matches, texts};
use crate::{ClubId, Result, VoidMatch};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use evidence::{Entry, Event, MatchDeclared};
use std::collections::HashMap;

/// Notes the entry that declared a match void, or that it counts again.
pub(crate) fn update(declared: MatchDeclared, entry: &Entry) -> Result<WriteStatement<'static>> {
    let seq: i64 = integer(entry.seq, "sequence number")?;
    let void_seq = declared.void.then_some(seq);
    let this = of_matches::table.find((entry.club.0, declared.match_id.0));
    let set = (
        of_matches::void_seq.eq(void_seq),
        of_matches::version.eq(seq),
    );
    Ok(Box::new(diesel::update(this).set(set)))
}

/// The declarations by which some of these matches are void, by their sequence numbers.
pub(crate) async fn of_matches(
    mut sql: Sql<'_>,
    club: ClubId,
    rows: &[matches::Row],
) -> Result<HashMap<u64, VoidMatch>> {
    let seqs: Vec<i64> = rows.iter().filter_map(matches::Row::void_seq).collect();
    if seqs.is_empty() {
        return Ok(HashMap::new());
    }
    let text = texts::club_id
        .eq(entries::club_id)
        .and(texts::seq.eq(entries::seq));
    let found = entries::table
        .left_join(texts::table.on(text))
        .filter(entries::club_id.eq(club.0))
        .filter(entries::seq.eq_any(seqs))
        .select((
            entries::seq,
            entries::leaf,
            entries::leaf_hash,
            texts::text.nullable(),
        ))
        .load::<(i64, Vec<u8>, Vec<u8>, Option<String>)>(&mut sql);
    let read = |(seq, leaf, hash, reason): (i64, Vec<u8>, Vec<u8>, Option<String>)| {
        let declared = Event::of(&leaves::parse(seq, &leaf, &hash)?.entry);
        Ok((declared.seq, VoidMatch { declared, reason }))
    };
    found.await?.into_iter().map(read).collect()
}
