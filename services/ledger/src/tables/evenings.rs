//! Evenings: their entries, their seeds, and the matches of their rounds.

use super::entries::Leaf;
use super::prepared_once::PrepareOnce as _;
use super::{Sql, bytes, entries as leaves};
use crate::error::integer;
use crate::page::one_more;
use crate::schema::{entries, evening_entries, evening_matches, evenings, texts};
use crate::{Body, ClubId, Entry, Error, EveningId, Hash, HashedEntry, MatchId, Page, Result};
use diesel::prelude::*;
use diesel::sql_query;
use diesel::sql_types::{BigInt, Uuid as SqlUuid};
use diesel_async::RunQueryDsl;
use evidence::{EARLIER_ROUNDS, EveningOpened, RoundDrawn};
use uuid::Uuid;

/// Stores an evening that an entry opened. Without the seed of its last round no round of it is drawn here.
pub(crate) async fn insert(
    mut sql: Sql<'_>,
    entry: &Entry,
    opened: &EveningOpened,
    last_seed: Option<Hash>,
) -> Result<()> {
    let row = (
        evenings::club_id.eq(entry.club.0),
        evenings::evening_id.eq(opened.evening.0),
        evenings::opened_seq.eq(integer::<u64, i64>(entry.seq, "sequence number")?),
        evenings::last_seed.eq(last_seed.map(|seed| seed.0.to_vec())),
    );
    diesel::insert_into(evenings::table)
        .values(row)
        .execute(&mut sql)
        .await?;
    follow(sql, entry, opened.evening).await
}

/// Puts an entry into its evening.
pub(crate) async fn follow(mut sql: Sql<'_>, entry: &Entry, id: EveningId) -> Result<()> {
    let row = (
        evening_entries::club_id.eq(entry.club.0),
        evening_entries::evening_id.eq(id.0),
        evening_entries::seq.eq(integer::<u64, i64>(entry.seq, "sequence number")?),
    );
    diesel::insert_into(evening_entries::table)
        .values(row)
        .execute(&mut sql)
        .await?;
    Ok(())
}

/// Stores which matches of an evening an entry opened in a round, or at tables that are played again.
pub(crate) async fn insert_matches(
    mut sql: Sql<'_>,
    entry: &Entry,
    (id, matches): (EveningId, impl IntoIterator<Item = MatchId>),
) -> Result<()> {
    let row = |match_id: MatchId| {
        (
            evening_matches::club_id.eq(entry.club.0),
            evening_matches::match_id.eq(match_id.0),
            evening_matches::evening_id.eq(id.0),
        )
    };
    let rows: Vec<_> = matches.into_iter().map(row).collect();
    diesel::insert_into(evening_matches::table)
        .values(rows)
        .execute(&mut sql)
        .await?;
    follow(sql, entry, id).await
}

/// The evening of a match; none if it is of none.
pub(crate) async fn of_match(
    mut sql: Sql<'_>,
    club: ClubId,
    id: MatchId,
) -> Result<Option<EveningId>> {
    let found = evening_matches::table
        .find((club.0, id.0))
        .select(evening_matches::evening_id)
        .first::<Uuid>(&mut sql);
    Ok(found.await.optional()?.map(EveningId))
}

/// The entries of an evening, in order.
pub(crate) async fn entries_of(
    mut sql: Sql<'_>,
    club: ClubId,
    id: EveningId,
) -> Result<Vec<Entry>> {
    let told = entries::club_id
        .eq(evening_entries::club_id)
        .and(entries::seq.eq(evening_entries::seq));
    let rows = evening_entries::table
        .inner_join(entries::table.on(told))
        .filter(evening_entries::club_id.eq(club.0))
        .filter(evening_entries::evening_id.eq(id.0))
        .order(evening_entries::seq)
        .select((entries::seq, entries::leaf, entries::leaf_hash))
        .load::<(i64, Vec<u8>, Vec<u8>)>(&mut sql);
    let parse = |(seq, leaf, hash): (i64, Vec<u8>, Vec<u8>)| {
        let HashedEntry { entry, .. } = leaves::parse(seq, &leaf, &hash)?;
        Ok(entry)
    };
    rows.await?.into_iter().map(parse).collect()
}

/// A page of the entries that opened evenings, the last one first, each with the hall if it is known; and one more to tell whether a page
/// follows.
pub(crate) async fn list(
    mut sql: Sql<'_>,
    club: ClubId,
    page: Page,
) -> Result<Vec<(Entry, Option<String>)>> {
    let told = entries::club_id
        .eq(evenings::club_id)
        .and(entries::seq.eq(evenings::opened_seq));
    let hall = texts::club_id
        .eq(evenings::club_id)
        .and(texts::seq.eq(evenings::opened_seq));
    let before = page.before.and_then(|before| i64::try_from(before).ok());
    let rows = evenings::table
        .inner_join(entries::table.on(told))
        .left_join(texts::table.on(hall))
        .filter(evenings::club_id.eq(club.0))
        .filter(evenings::opened_seq.lt(before.unwrap_or(i64::MAX)))
        .order(evenings::opened_seq.desc())
        .limit(one_more(page.limit))
        .select((
            entries::seq,
            entries::leaf,
            entries::leaf_hash,
            texts::text.nullable(),
        ))
        .load::<(i64, Vec<u8>, Vec<u8>, Option<String>)>(&mut sql);
    let parse = |(seq, leaf, hash, hall): (i64, Vec<u8>, Vec<u8>, Option<String>)| {
        let HashedEntry { entry, .. } = leaves::parse(seq, &leaf, &hash)?;
        Ok((entry, hall))
    };
    rows.await?.into_iter().map(parse).collect()
}

/// The hall of an evening, if it was stated, is known and was not erased.
pub(crate) async fn hall(mut sql: Sql<'_>, club: ClubId, id: EveningId) -> Result<Option<String>> {
    let stated = texts::club_id
        .eq(evenings::club_id)
        .and(texts::seq.eq(evenings::opened_seq));
    let hall = evenings::table
        .inner_join(texts::table.on(stated))
        .filter(evenings::club_id.eq(club.0))
        .filter(evenings::evening_id.eq(id.0))
        .select(texts::text)
        .first::<Option<String>>(&mut sql);
    Ok(hall.await.optional()?.flatten())
}

/// The seed of the last possible round of an evening; none of one that came from another service.
pub(crate) async fn last_seed(
    mut sql: Sql<'_>,
    club: ClubId,
    id: EveningId,
) -> Result<Option<Hash>> {
    let seed = evenings::table
        .find((club.0, id.0))
        .select(evenings::last_seed)
        .first::<Option<Vec<u8>>>(&mut sql);
    let seed = seed.await.optional()?.flatten();
    let seed = seed.map(|seed| bytes(seed, "seed of an evening"));
    Ok(seed.transpose()?.map(Hash))
}

/// Refuses an evening that the club does not have.
pub(crate) async fn check(mut sql: Sql<'_>, club: ClubId, id: EveningId) -> Result<()> {
    let found = evenings::table
        .find((club.0, id.0))
        .select(evenings::opened_seq)
        .first::<i64>(&mut sql);
    let found = found.await.optional()?;
    found.map(|_| ()).ok_or(Error::NotFound("evening"))
}

/// The last rounds that were drawn in other evenings, the last one first.
pub(crate) async fn last_rounds_of_others(
    mut sql: Sql<'_>,
    club: ClubId,
    id: EveningId,
) -> Result<Vec<RoundDrawn>> {
    let rows = sql_query(OTHERS)
        .bind::<SqlUuid, _>(club.0)
        .bind::<SqlUuid, _>(id.0)
        .bind::<BigInt, _>(integer::<usize, i64>(EARLIER_ROUNDS, "number of rounds")?)
        .prepared_once()
        .load::<Leaf>(&mut sql);
    let round = |leaf: Leaf| match leaf.parse()?.entry {
        Entry {
            body: Body::RoundDrawn(drawn),
            ..
        } => Ok(drawn),
        entry => Err(Error::misplaced(entry.seq, "round_drawn")),
    };
    rows.await?.into_iter().map(round).collect()
}

const OTHERS: &str = "
    SELECT seq, leaf, leaf_hash FROM evening_entries JOIN entries USING (club_id, seq)
    WHERE club_id = $1 AND evening_id <> $2 AND kind = 'round_drawn'
    ORDER BY seq DESC LIMIT $3";
