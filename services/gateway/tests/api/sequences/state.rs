//! The whole database as it stands, kept and put back, so that many calls start from one state.

use std::collections::BTreeMap;

use serde_json::Value;
use tokio_postgres::Client;

use crate::app::{TestApp, admin};

/// Tables that a background task of the gateway writes, and the list of migrations. No call is answered by them.
const LEFT_ALONE: [&str; 6] = [
    "__diesel_schema_migrations",
    "tally_heads",
    "tallies",
    "tally_sums",
    "ratings",
    "won_hands",
];

/// For this connection alone, no trigger and no reference stands in the way of what was there before: also the triggers that hold for
/// everybody hold no longer for a replica.
const UNGUARDED: &str = "
    DO $$
    DECLARE guard record;
    BEGIN
        FOR guard IN SELECT tgrelid::regclass AS relation, tgname FROM pg_trigger WHERE tgenabled = 'A' LOOP
            EXECUTE format('ALTER TABLE %s ENABLE TRIGGER %I', guard.relation, guard.tgname);
        END LOOP;
    END
    $$;
    SET session_replication_role = replica";

/// The rows of every table, as JSON.
#[derive(Clone)]
pub(super) struct State(BTreeMap<String, String>);

/// Keeps states and puts them back.
pub(super) struct Keeper {
    client: Client,
    keep: String,
}

impl Keeper {
    pub(super) async fn new(app: &TestApp) -> Self {
        let client = admin(app).await;
        client.batch_execute(UNGUARDED).await.unwrap();
        let tables = "SELECT relname::text FROM pg_class
            WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY relname";
        let tables = client.query(tables, &[]).await.unwrap();
        let tables = tables.iter().map(|row| row.get::<_, String>(0));
        let selects = tables
            .filter(|table| !LEFT_ALONE.contains(&table.as_str()))
            .map(|table| {
                format!("SELECT '{table}', coalesce(jsonb_agg(to_jsonb(one))::text, '[]') FROM {table} one")
            });
        let keep = selects.collect::<Vec<_>>().join(" UNION ALL ");
        Self { client, keep }
    }

    pub(super) async fn keep(&self) -> State {
        let rows = self.client.query(&self.keep, &[]).await.unwrap();
        State(rows.iter().map(|row| (row.get(0), row.get(1))).collect())
    }

    pub(super) async fn put_back(&self, state: &State) {
        // Standings are computed meanwhile: whoever does so locks a row of this table first, and then rows that are deleted here.
        let mut sql = "BEGIN; LOCK TABLE tally_heads IN EXCLUSIVE MODE;".to_owned();
        for (table, rows) in &state.0 {
            sql += &format!("DELETE FROM {table};");
            if rows != "[]" {
                sql += &format!(
                    "INSERT INTO {table} SELECT * FROM jsonb_populate_recordset(NULL::{table}, $rows${rows}$rows$);"
                );
            }
        }
        sql += "COMMIT";
        self.client.batch_execute(&sql).await.unwrap();
    }
}

impl State {
    /// The tables whose rows are others in another state.
    pub(super) fn changed<'a>(&'a self, other: &'a Self) -> impl Iterator<Item = &'a str> {
        let tables = self.0.keys().map(String::as_str);
        tables.filter(|table| self.sorted(table) != other.sorted(table))
    }

    /// The rows of a table, whatever their order.
    fn sorted(&self, table: &str) -> Vec<String> {
        let rows = self.rows(table).into_iter();
        let mut rows: Vec<String> = rows.map(|row| row.to_string()).collect();
        rows.sort();
        rows
    }

    /// The rows of a table.
    pub(super) fn rows(&self, table: &str) -> Vec<Value> {
        let rows: Value = serde_json::from_str(&self.0[table]).unwrap();
        rows.as_array().unwrap().clone()
    }
}
