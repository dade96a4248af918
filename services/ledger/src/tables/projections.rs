//! What is kept beside the entries, to be read quickly: rows as an auditor compares them, of any table in one form.

use super::{Sql, bytes};
use crate::error::integer;
use crate::schema::checkpoints;
use crate::{ClubId, Hash, ProjectedRow, Projection, Result, StoredCheckpoint};
use diesel::prelude::*;
use diesel::{sql_query, sql_types};
use diesel_async::{RunQueryDsl, SimpleAsyncConnection};

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = sql_types::Text)]
    id: String,
    #[diesel(sql_type = sql_types::Text)]
    fields: String,
}

impl From<Row> for ProjectedRow {
    fn from(Row { id, fields }: Row) -> Self {
        Self { id, fields }
    }
}

/// The id of a row without its club, and what it has to say, in one word each: what the entries state as text is text here too.
/// What a variant was called, names and texts are not in the entries.
fn columns(projection: Projection) -> (&'static str, &'static str) {
    match projection {
        Projection::Clubs => (
            "club_id",
            "'last_seq', last_seq, 'tree', encode(tree, 'hex'),
            'last_time', to_char(last_time AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')",
        ),
        Projection::Subtrees => (
            "concat_ws('/', level, index)",
            "'hash', encode(hash, 'hex')",
        ),
        Projection::Members => ("user_id", "'role', role"),
        Projection::Players => (
            "player_id",
            "'enrolled_seq', enrolled_seq, 'user_id', user_id, 'linked_seq', linked_seq, 'merged_into', merged_into,
            'merged_seq', merged_seq, 'erased_seq', erased_seq",
        ),
        Projection::Variants => (
            "encode(variant_hash, 'hex')",
            "'document', encode(sha256(document), 'hex'), 'added_seq', added_seq, 'retired_seq', retired_seq",
        ),
        Projection::Matches => (
            "match_id",
            "'variant_hash', encode(variant_hash, 'hex'), 'player_1', player_1, 'player_2', player_2, 'player_3', player_3,
            'player_4', player_4, 'minimum_fan', minimum_fan, 'stake_cents', stake_cents, 'currency', currency,
            'starting_points', starting_points, 'played_on', played_on, 'opened_seq', opened_seq,
            'opened_at', to_char(opened_at AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"'),
            'version', version, 'next_number', next_number, 'round_wind', round_wind, 'dealer', dealer, 'extra', extra,
            'total_1', total_1, 'total_2', total_2, 'total_3', total_3, 'total_4', total_4, 'house', house, 'ending', ending",
        ),
        Projection::Balances => (
            "concat_ws('/', match_id, party)",
            "'half_points', half_points, 'settled_cents', settled_cents",
        ),
        Projection::Settlements => (
            "settlement_id",
            "'currency', currency, 'settled_seq', settled_seq",
        ),
        Projection::SettlementEntries => ("concat_ws('/', settlement_id, seq)", ""),
        Projection::SettlementMatches => ("concat_ws('/', settlement_id, match_id)", ""),
        Projection::SettlementTransfers => (
            "concat_ws('/', settlement_id, \"from\", \"to\")",
            "'amount_cents', amount_cents, 'paid_cents', paid_cents",
        ),
    }
}

/// Begins to read the rows of a club, by their ids as bytes.
pub(crate) async fn open(mut sql: Sql<'_>, club: ClubId, projection: Projection) -> Result<()> {
    let (table, (id, fields)) = (projection.table(), columns(projection));
    let open = format!(
        "DECLARE projected NO SCROLL CURSOR FOR
        SELECT ({id})::text AS id, jsonb_build_object({fields})::text AS fields
        FROM {table} WHERE club_id = '{club}' ORDER BY ({id})::text COLLATE \"C\""
    );
    Ok(sql.batch_execute(&open).await?)
}

/// The next rows; none after the last.
pub(crate) async fn fetch(mut sql: Sql<'_>) -> Result<Vec<ProjectedRow>> {
    let rows = sql_query("FETCH 500 FROM projected").load::<Row>(&mut sql);
    Ok(rows.await?.into_iter().map(ProjectedRow::from).collect())
}

/// Ends the reading.
pub(crate) async fn close(mut sql: Sql<'_>) -> Result<()> {
    Ok(sql.batch_execute("CLOSE projected").await?)
}

const MOVED: &str = "
    SELECT concat_ws('/', match_id, seq) AS id, jsonb_build_object(
        'chair_1', chair_1, 'chair_2', chair_2, 'chair_3', chair_3, 'chair_4', chair_4, 'house', house
    )::text AS fields
    FROM match_entries WHERE club_id = $1 AND seq > $2 AND seq <= $3 ORDER BY seq, match_id";

/// What is kept of entries with these numbers: what each moved in its match.
pub(crate) async fn moved(
    mut sql: Sql<'_>,
    club: ClubId,
    (after, until): (u64, u64),
) -> Result<Vec<ProjectedRow>> {
    let rows = sql_query(MOVED)
        .bind::<sql_types::Uuid, _>(club.0)
        .bind::<sql_types::BigInt, _>(bound(after))
        .bind::<sql_types::BigInt, _>(bound(until))
        .load::<Row>(&mut sql);
    Ok(rows.await?.into_iter().map(ProjectedRow::from).collect())
}

/// The checkpoints over so many entries, the smallest first, as they are stored.
pub(crate) async fn checkpoints(
    mut sql: Sql<'_>,
    club: ClubId,
    (after, until): (u64, u64),
) -> Result<Vec<StoredCheckpoint>> {
    let rows = checkpoints::table
        .filter(checkpoints::club_id.eq(club.0))
        .filter(checkpoints::size.gt(bound(after)))
        .filter(checkpoints::size.le(bound(until)))
        .order(checkpoints::size)
        .select((checkpoints::size, checkpoints::root, checkpoints::note))
        .load::<(i64, Vec<u8>, String)>(&mut sql);
    let read = |(size, root, note)| {
        Ok(StoredCheckpoint {
            size: integer(size, "size")?,
            root: Hash(bytes(root, "root")?),
            note,
        })
    };
    rows.await?.into_iter().map(read).collect()
}

/// No number is larger.
fn bound(seq: u64) -> i64 {
    i64::try_from(seq).unwrap_or(i64::MAX)
}
