//! Settlements: their entries, the matches they settled, and what is left to be paid.

use super::balances::stored;
use super::{Sql, entries as leaves, entries::PAGE_BYTES, prepared_once::PrepareOnce as _};
use crate::error::integer;
use crate::schema::{entries, settlement_entries, settlements, texts};
use crate::{ClubId, Entry, HashedEntry, Page, Result, SettlementId};
use diesel::prelude::*;
use diesel::sql_types::{Array, BigInt, Bool, Uuid as SqlUuid};
use diesel::{QueryableByName, sql_query};
use diesel_async::RunQueryDsl;
use evidence::{Due, SettlementMade, Transfer};
use futures_util::future::try_join4;
use std::collections::HashMap;
use uuid::Uuid;

/// A row for each transfer, in one statement whose text does not depend on how many there are; so with the next two.
const TRANSFERS: &str = r#"
    INSERT INTO settlement_transfers (club_id, settlement_id, "from", "to", amount_cents)
    SELECT $1, $2, * FROM unnest($3::uuid[], $4::uuid[], $5::bigint[])"#;
const MATCHES: &str = "
    INSERT INTO settlement_matches (club_id, settlement_id, match_id)
    SELECT DISTINCT $1, $2, match_id FROM unnest($3::uuid[]) AS match_id";
const SETTLED: &str = "
    UPDATE balances SET settled_cents = settled_cents + amount_cents
    FROM unnest($2::uuid[], $3::uuid[], $4::bigint[]) AS part (match_id, party, amount_cents)
    WHERE club_id = $1 AND balances.match_id = part.match_id AND balances.party = part.party";

/// Stores a settlement that an entry made, and that its parts are settled.
pub(crate) async fn insert(sql: Sql<'_>, entry: &Entry, made: &SettlementMade) -> Result<()> {
    // What refers to the settlement needs it to be there.
    begin(sql, entry, made).await?;
    try_join4(
        follow(sql, entry, made.settlement),
        transfers(sql, entry.club, made),
        settled_matches(sql, entry.club, made),
        settle(sql, entry.club, made),
    )
    .await?;
    Ok(())
}

async fn begin(mut sql: Sql<'_>, entry: &Entry, made: &SettlementMade) -> Result<()> {
    let row = (
        settlements::club_id.eq(entry.club.0),
        settlements::settlement_id.eq(made.settlement.0),
        settlements::currency.eq(&made.currency),
        settlements::settled_seq.eq(integer::<u64, i64>(entry.seq, "sequence number")?),
    );
    let query = diesel::insert_into(settlements::table).values(row);
    query.prepared_once().execute(&mut sql).await?;
    Ok(())
}

/// Puts an entry into its settlement.
pub(crate) async fn follow(mut sql: Sql<'_>, entry: &Entry, id: SettlementId) -> Result<()> {
    let row = (
        settlement_entries::club_id.eq(entry.club.0),
        settlement_entries::settlement_id.eq(id.0),
        settlement_entries::seq.eq(integer::<u64, i64>(entry.seq, "sequence number")?),
    );
    let query = diesel::insert_into(settlement_entries::table).values(row);
    query.prepared_once().execute(&mut sql).await?;
    Ok(())
}

async fn transfers(mut sql: Sql<'_>, club: ClubId, made: &SettlementMade) -> Result<()> {
    let each = |part: fn(&Transfer) -> Uuid| made.transfers.iter().map(part).collect::<Vec<_>>();
    let amounts = made.transfers.iter().map(|one| one.amount_cents);
    let query = sql_query(TRANSFERS)
        .bind::<SqlUuid, _>(club.0)
        .bind::<SqlUuid, _>(made.settlement.0)
        .bind::<Array<SqlUuid>, _>(each(|one| stored(one.from)))
        .bind::<Array<SqlUuid>, _>(each(|one| stored(one.to)))
        .bind::<Array<BigInt>, _>(amounts.collect::<Vec<_>>());
    query.prepared_once().execute(&mut sql).await?;
    Ok(())
}

async fn settled_matches(mut sql: Sql<'_>, club: ClubId, made: &SettlementMade) -> Result<()> {
    let matches = made.parts.iter().map(|part| part.match_id.0);
    let query = sql_query(MATCHES)
        .bind::<SqlUuid, _>(club.0)
        .bind::<SqlUuid, _>(made.settlement.0)
        .bind::<Array<SqlUuid>, _>(matches.collect::<Vec<_>>());
    query.prepared_once().execute(&mut sql).await?;
    Ok(())
}

async fn settle(mut sql: Sql<'_>, club: ClubId, made: &SettlementMade) -> Result<()> {
    let parts = || made.parts.iter();
    let query = sql_query(SETTLED)
        .bind::<SqlUuid, _>(club.0)
        .bind::<Array<SqlUuid>, _>(parts().map(|part| part.match_id.0).collect::<Vec<_>>())
        .bind::<Array<SqlUuid>, _>(parts().map(|part| stored(part.party)).collect::<Vec<_>>())
        .bind::<Array<BigInt>, _>(parts().map(|part| part.amount_cents).collect::<Vec<_>>());
    query.prepared_once().execute(&mut sql).await?;
    Ok(())
}

/// Notes how much of a transfer has been paid by now.
pub(crate) async fn set_paid(
    mut sql: Sql<'_>,
    club: ClubId,
    id: SettlementId,
    due: &Due,
) -> Result<()> {
    let query = sql_query(
        r#"UPDATE settlement_transfers SET paid_cents = $5
        WHERE club_id = $1 AND settlement_id = $2 AND "from" = $3 AND "to" = $4"#,
    );
    let query = query
        .bind::<SqlUuid, _>(club.0)
        .bind::<SqlUuid, _>(id.0)
        .bind::<SqlUuid, _>(stored(due.transfer.from))
        .bind::<SqlUuid, _>(stored(due.transfer.to))
        .bind::<BigInt, _>(due.paid_cents);
    query.prepared_once().execute(&mut sql).await?;
    Ok(())
}

/// The entries of some settlements, each settlement's in order.
pub(crate) async fn entries_of(
    mut sql: Sql<'_>,
    club: ClubId,
    ids: Vec<Uuid>,
) -> Result<HashMap<SettlementId, Vec<Entry>>> {
    let told = entries::club_id
        .eq(settlement_entries::club_id)
        .and(entries::seq.eq(settlement_entries::seq));
    let rows = settlement_entries::table
        .inner_join(entries::table.on(told))
        .filter(settlement_entries::club_id.eq(club.0))
        .filter(settlement_entries::settlement_id.eq_any(ids))
        .order(settlement_entries::seq)
        .select((
            settlement_entries::settlement_id,
            entries::seq,
            entries::leaf,
            entries::leaf_hash,
        ))
        .load::<(Uuid, i64, Vec<u8>, Vec<u8>)>(&mut sql);
    let mut found: HashMap<SettlementId, Vec<Entry>> = HashMap::new();
    for (id, seq, leaf, hash) in rows.await? {
        let HashedEntry { entry, .. } = leaves::parse(seq, &leaf, &hash)?;
        found.entry(SettlementId(id)).or_default().push(entry);
    }
    Ok(found)
}

/// The texts that entries of some settlements commit to, as far as they are known and were not erased, by sequence number.
pub(crate) async fn texts_of(
    mut sql: Sql<'_>,
    club: ClubId,
    ids: Vec<Uuid>,
) -> Result<HashMap<u64, String>> {
    let told = settlement_entries::club_id
        .eq(texts::club_id)
        .and(settlement_entries::seq.eq(texts::seq));
    let rows = texts::table
        .inner_join(settlement_entries::table.on(told))
        .filter(settlement_entries::club_id.eq(club.0))
        .filter(settlement_entries::settlement_id.eq_any(ids))
        .filter(texts::text.is_not_null())
        .select((texts::seq, texts::text.assume_not_null()))
        .load::<(i64, String)>(&mut sql);
    let read = |(seq, text)| Ok((integer(seq, "sequence number")?, text));
    rows.await?.into_iter().map(read).collect()
}

/// A page of settlements, the last made first, and where the next one begins: at most so many, and at most [`PAGE_BYTES`] of entries and one
/// settlement.
pub(crate) async fn list(
    mut sql: Sql<'_>,
    club: ClubId,
    page: Page,
) -> Result<(Vec<SettlementId>, Option<u64>)> {
    let before = page.before.and_then(|before| i64::try_from(before).ok());
    let rows = sql_query(LIST)
        .bind::<SqlUuid, _>(club.0)
        .bind::<BigInt, _>(before.unwrap_or(i64::MAX))
        .bind::<BigInt, _>(i64::from(page.limit))
        .bind::<BigInt, _>(PAGE_BYTES);
    let rows: Vec<Listed> = rows.prepared_once().load(&mut sql).await?;
    let last = rows.last().filter(|last| last.has_more);
    let next = last.map(|last| integer(last.settled_seq, "sequence number"));
    let ids = rows.iter().map(|row| SettlementId(row.settlement_id));
    Ok((ids.collect(), next.transpose()?))
}

#[derive(QueryableByName)]
struct Listed {
    #[diesel(sql_type = SqlUuid)]
    settlement_id: Uuid,
    #[diesel(sql_type = BigInt)]
    settled_seq: i64,
    #[diesel(sql_type = Bool)]
    has_more: bool,
}

/// Goes from each settlement to the one before it, so that no more are measured than are on the page.
const LIST: &str = "
    WITH RECURSIVE page AS (
        SELECT NULL::uuid AS settlement_id, $2 AS settled_seq, 0::bigint AS place, 0::bigint AS bytes
        UNION ALL
        SELECT older.settlement_id, older.settled_seq, page.place + 1, page.bytes + older.bytes
        FROM page CROSS JOIN LATERAL (
            SELECT settlement_id, settled_seq, (
                SELECT coalesce(sum(octet_length(leaf)), 0)::bigint FROM settlement_entries AS part JOIN entries USING (club_id, seq)
                WHERE part.club_id = $1 AND part.settlement_id = settlements.settlement_id
            ) AS bytes
            FROM settlements WHERE club_id = $1 AND settled_seq < page.settled_seq ORDER BY settled_seq DESC LIMIT 1
        ) AS older
        WHERE page.place < $3 AND page.bytes <= $4
    )
    SELECT settlement_id, settled_seq,
        EXISTS (SELECT FROM settlements AS older WHERE older.club_id = $1 AND older.settled_seq < page.settled_seq) AS has_more
    FROM page WHERE place > 0 ORDER BY place";

/// How many settlements there are.
pub(crate) async fn count(mut sql: Sql<'_>, club: ClubId) -> Result<u64> {
    let count = settlements::table
        .filter(settlements::club_id.eq(club.0))
        .count();
    integer(
        count.get_result::<i64>(&mut sql).await?,
        "number of settlements",
    )
}
