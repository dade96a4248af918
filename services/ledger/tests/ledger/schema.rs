//! `src/schema.rs` says what the migrated database has. `UPDATE_EXPECT=1` rewrites it.

use crate::scene::connect;
use expect_test::expect_file;
use ledger::test_database::TestDatabase;
use std::fmt::Write;

const COLUMNS: &str = "
    SELECT relname::text, attname::text, type.typname::text, attnotnull, (
        SELECT string_agg(part.attname, ', ' ORDER BY ordinality)
        FROM pg_index CROSS JOIN LATERAL unnest(indkey) WITH ORDINALITY AS key (number, ordinality)
        JOIN pg_attribute AS part ON part.attrelid = class.oid AND part.attnum = key.number
        WHERE indrelid = class.oid AND indisprimary
    )
    FROM pg_class AS class
    JOIN pg_attribute AS att ON att.attrelid = class.oid AND attnum > 0 AND NOT attisdropped
    JOIN pg_type AS its ON its.oid = atttypid
    JOIN pg_type AS type ON type.oid = coalesce(nullif(its.typbasetype, 0), its.oid)
    WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND relname NOT LIKE '\\_\\_%'
    ORDER BY relname, attnum";

const HEAD: &str = "//! The tables as diesel knows them. A test compares them with the migrated database; `UPDATE_EXPECT=1` rewrites them.\n";

#[tokio::test(flavor = "multi_thread")]
async fn the_schema_is_that_of_the_database() {
    let database = TestDatabase::create().await;
    let actual = schema(&database.admin_url()).await;
    expect_file!["../../src/schema.rs"].assert_eq(&actual);
}

/// ANALYZE would sort a sample of them for nothing.
#[tokio::test(flavor = "multi_thread")]
async fn what_no_plan_needs_is_not_analyzed() {
    let database = TestDatabase::create().await;
    let analyzed = "
        SELECT attrelid::regclass::text, attname::text
        FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
        WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND attnum > 0 AND NOT attisdropped AND attstattarget <> 0
            AND (atttypid = 'jsonb'::regtype OR attrelid = 'entries'::regclass AND atttypid = 'bytea'::regtype)";
    let client = connect(&database.admin_url()).await;
    let rows = client.query(analyzed, &[]).await.unwrap();
    let analyzed: Vec<(String, String)> = rows.iter().map(|row| (row.get(0), row.get(1))).collect();
    assert_eq!(analyzed, []);
}

async fn schema(url: &str) -> String {
    let mut schema = HEAD.to_owned();
    let mut current = String::new();
    for row in connect(url).await.query(COLUMNS, &[]).await.unwrap() {
        let (table, column, sql_type): (String, String, String) =
            (row.get(0), row.get(1), row.get(2));
        let (required, key): (bool, String) = (row.get(3), row.get(4));
        if table != current {
            schema += if current.is_empty() { "" } else { "    }\n}\n" };
            write!(schema, "\ndiesel::table! {{\n    {table} ({key}) {{\n").unwrap();
            current = table;
        }
        let diesel_type = diesel_type(&sql_type);
        let diesel_type = if required {
            diesel_type.to_owned()
        } else {
            format!("Nullable<{diesel_type}>")
        };
        writeln!(schema, "        {column} -> {diesel_type},").unwrap();
    }
    schema + "    }\n}\n"
}

fn diesel_type(sql_type: &str) -> &'static str {
    match sql_type {
        "bool" => "Bool",
        "uuid" => "Uuid",
        "text" => "Text",
        "_text" => "Array<Text>",
        "bytea" => "Binary",
        "timestamptz" => "Timestamptz",
        "date" => "Date",
        "int8" => "Int8",
        "int4" => "Int4",
        "int2" => "Int2",
        "float8" => "Float8",
        "jsonb" => "Jsonb",
        other => panic!("no diesel type is known here for {other}"),
    }
}
