//! The migrations, embedded in the program.

use crate::{Error, Result};
use diesel::QueryableByName;
use diesel::migration::{Migration, MigrationSource};
use diesel::pg::Pg;
use diesel::sql_query;
use diesel::sql_types::{Bool, Text};
use diesel_async::{
    AsyncConnection, AsyncMigrationHarness, AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection,
};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};
use std::collections::HashSet;

const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../../migrations");

/// Brings the database up to date, as the role `faan_owner`, and answers which migrations that took. Several at once
/// wait for each other. Call it on a multi-thread runtime.
pub async fn migrate(admin_url: &str) -> Result<Vec<String>> {
    let mut harness = harness(admin_url).await?;
    let applied = harness.run_pending_migrations(MIGRATIONS).map_err(broken)?;
    let applied = applied.iter().map(ToString::to_string).collect();
    let mut connection = harness.into_inner();
    connection
        .batch_execute(
            "GRANT SELECT ON __diesel_schema_migrations TO faan_app, faan_auditor, faan_signer",
        )
        .await?;
    Ok(applied)
}

/// The migrations that this program needs and the database lacks.
pub(crate) async fn pending(sql: &mut AsyncPgConnection) -> Result<Vec<String>> {
    let bookkeeping = "SELECT to_regclass('__diesel_schema_migrations') IS NOT NULL AS exists";
    let exists: Exists = sql_query(bookkeeping).get_result(sql).await?;
    let applied: Vec<Applied> = if exists.exists {
        sql_query("SELECT version FROM __diesel_schema_migrations")
            .load(sql)
            .await?
    } else {
        Vec::new()
    };
    let applied: HashSet<_> = applied.into_iter().map(|row| row.version).collect();
    let embedded: Vec<Box<dyn Migration<Pg>>> = MIGRATIONS.migrations().map_err(broken)?;
    let names = embedded.iter().map(|migration| migration.name());
    Ok(names
        .filter(|name| !applied.contains(&name.version().to_string()))
        .map(ToString::to_string)
        .collect())
}

#[derive(QueryableByName)]
struct Exists {
    #[diesel(sql_type = Bool)]
    exists: bool,
}

#[derive(QueryableByName)]
struct Applied {
    #[diesel(sql_type = Text)]
    version: String,
}

/// A connection as `faan_owner` that holds the lock of migrations.
async fn harness(admin_url: &str) -> Result<AsyncMigrationHarness<AsyncPgConnection>> {
    let connected = AsyncPgConnection::establish(admin_url).await;
    let mut connection =
        connected.map_err(|error| Error::Config(format!("no connection to migrate: {error}")))?;
    // An advisory lock of the session: it goes with the connection. The number is only ours by being odd enough.
    connection
        .batch_execute("SELECT pg_advisory_lock(7221466210); SET ROLE faan_owner")
        .await?;
    Ok(AsyncMigrationHarness::new(connection))
}

fn broken(error: Box<dyn std::error::Error + Send + Sync>) -> Error {
    Error::NotMigrated(error.to_string())
}
