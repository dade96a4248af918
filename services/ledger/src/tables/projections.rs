//! What is kept beside the entries, to be read quickly: rows as an auditor compares them, of any table in one form.

use super::{Sql, bytes};
use crate::auditor::layout::{Column, ColumnForm, Layout};
use crate::error::integer;
use crate::schema::checkpoints;
use crate::{ClubId, Hash, ProjectedRow, Projection, Result, UncheckedCheckpoint};
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

/// A column, written as entries write what it has.
fn written((column, how): &Column) -> String {
    match how {
        ColumnForm::Itself => format!("\"{column}\""),
        ColumnForm::Hex => format!("encode(\"{column}\", 'hex')"),
        ColumnForm::Digest => format!("encode(sha256(\"{column}\"), 'hex')"),
        ColumnForm::Time => {
            format!("to_char(\"{column}\" AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"')")
        }
    }
}

/// The id of a row without its club, and what it has to say.
fn id_and_fields(layout: &Layout) -> (String, String) {
    let id: Vec<String> = layout.id.iter().map(written).collect();
    let field = |column: &Column| format!("'{}', {}", column.0, written(column));
    let fields: Vec<String> = layout.fields.iter().map(field).collect();
    (
        format!("concat_ws('/', {})", id.join(", ")),
        format!("jsonb_build_object({})::text", fields.join(", ")),
    )
}

/// Begins to read the rows of a club, by their ids as bytes.
pub(crate) async fn open(mut sql: Sql<'_>, club: ClubId, projection: Projection) -> Result<()> {
    let layout = projection.layout();
    let (table, (id, fields)) = (layout.table, id_and_fields(layout));
    let which = match layout.of_clubs {
        true => format!("WHERE club_id = '{club}'"),
        false => String::new(),
    };
    let open = format!(
        "DECLARE projected NO SCROLL CURSOR FOR
        SELECT {id} AS id, {fields} AS fields FROM {table} {which} ORDER BY {id} COLLATE \"C\""
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

/// What is kept of entries with these numbers, in no order.
pub(crate) async fn within(
    mut sql: Sql<'_>,
    club: ClubId,
    projection: Projection,
    numbers: (u64, u64),
) -> Result<Vec<ProjectedRow>> {
    let layout = projection.layout();
    let (table, (id, fields)) = (layout.table, id_and_fields(layout));
    let (first, last) = bounds(numbers);
    let rows = sql_query(format!(
        "SELECT {id} AS id, {fields} AS fields FROM {table} WHERE club_id = $1 AND seq BETWEEN $2 AND $3"
    ))
    .bind::<sql_types::Uuid, _>(club.0)
    .bind::<sql_types::BigInt, _>(first)
    .bind::<sql_types::BigInt, _>(last)
    .load::<Row>(&mut sql);
    Ok(rows.await?.into_iter().map(ProjectedRow::from).collect())
}

/// The checkpoints over so many entries, the smallest first, as they are stored.
pub(crate) async fn checkpoints(
    mut sql: Sql<'_>,
    club: ClubId,
    numbers: (u64, u64),
) -> Result<Vec<UncheckedCheckpoint>> {
    let (first, last) = bounds(numbers);
    let rows = checkpoints::table
        .filter(checkpoints::club_id.eq(club.0))
        .filter(checkpoints::size.between(first.max(1), last))
        .order(checkpoints::size)
        .select((checkpoints::size, checkpoints::root, checkpoints::note))
        .load::<(i64, Vec<u8>, String)>(&mut sql);
    let read = |(size, root, note)| {
        Ok(UncheckedCheckpoint {
            size: integer(size, "size")?,
            root: Hash(bytes(root, "root")?),
            note,
        })
    };
    rows.await?.into_iter().map(read).collect()
}

/// The numbers after one, up to another. Those after 0 are all, also such as no entry can have; and none is larger than 64 bits.
fn bounds((after, until): (u64, u64)) -> (i64, i64) {
    let bound = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
    let first = match after {
        0 => i64::MIN,
        after => bound(after).saturating_add(1),
    };
    (first, bound(until))
}
