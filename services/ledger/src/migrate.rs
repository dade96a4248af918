//! The migrations, embedded in the program.

use crate::database_url::DatabaseUrl;
use crate::{Error, Result, connector};
use diesel::QueryableByName;
use diesel::migration::{Migration, MigrationName, MigrationSource};
use diesel::pg::Pg;
use diesel::sql_query;
use diesel::sql_types::{Bool, Text};
use diesel_async::{AsyncMigrationHarness, AsyncPgConnection, RunQueryDsl, SimpleAsyncConnection};
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};
use std::collections::{BTreeMap, HashSet};
use std::time::Duration;
use tokio::task::spawn_blocking;

const MIGRATIONS: EmbeddedMigrations = embed_migrations!("../../migrations");

/// How the server says that others hold the locks that a migration needs.
const HELD_UP: [&str; 2] = [
    "deadlock detected",
    "canceling statement due to lock timeout",
];
/// How often a migration is run at most, and how long others go on between two attempts.
const ATTEMPTS: u32 = 30;
const PAUSE: Duration = Duration::from_millis(500);

/// Brings the database up to date, as the role `faan_owner`, and answers which migrations that took. Several at once
/// wait for each other.
pub async fn migrate(admin_url: &str) -> Result<Vec<String>> {
    let harness = harness(admin_url).await?;
    // The harness blocks its thread. In the caller's it would take the wake-ups of whatever waits there too, and that then waits
    // for ever.
    let run = spawn_blocking(|| run_pending(harness)).await;
    let (applied, mut connection) = run.map_err(|lost| broken(lost.into()))??;
    connection
        .batch_execute(
            "GRANT SELECT ON __diesel_schema_migrations TO faan_app, faan_auditor, faan_dispatcher, faan_signer",
        )
        .await?;
    Ok(applied)
}

fn run_pending(
    mut harness: AsyncMigrationHarness<AsyncPgConnection>,
) -> Result<(Vec<String>, AsyncPgConnection)> {
    let unknown = unknown(&mut harness)?;
    let mut applied = Vec::new();
    for migration in harness.pending_migrations(MIGRATIONS).map_err(broken)? {
        if let Some(unknown) = &unknown {
            return Err(another_line(unknown, migration.name()));
        }
        applied.push(run_between_others(&mut harness, &*migration)?);
    }
    Ok((applied, harness.into_inner()))
}

/// The names of this program's migrations, by their versions.
fn known() -> Result<BTreeMap<String, String>> {
    let embedded: Vec<Box<dyn Migration<Pg>>> = MIGRATIONS.migrations().map_err(broken)?;
    let names = embedded.iter().map(|migration| migration.name());
    Ok(names
        .map(|name| (name.version().to_string(), name.to_string()))
        .collect())
}

/// A migration of the database that this program does not know. A newer release made it, if nothing is pending.
fn unknown(harness: &mut AsyncMigrationHarness<AsyncPgConnection>) -> Result<Option<String>> {
    let known = known()?;
    let applied = harness.applied_migrations().map_err(broken)?;
    let mut versions = applied.iter().map(ToString::to_string);
    Ok(versions.find(|version| !known.contains_key(version)))
}

fn another_line(unknown: &str, pending: &dyn MigrationName) -> Error {
    Error::NotMigrated(format!(
        "the database has the migration {unknown}, which this program does not know, and lacks {pending}, which this program needs: \
         what made it is no release of Faan. Export what is needed with the program that made it, and start a new ledger"
    ))
}

/// Runs a migration while the release before serves: if others hold what it has to lock, it lets them go on, and is run again.
fn run_between_others(
    harness: &mut AsyncMigrationHarness<AsyncPgConnection>,
    migration: &dyn Migration<Pg>,
) -> Result<String> {
    let mut attempt = 1;
    loop {
        let error = match harness.run_migration(migration) {
            Ok(version) => return Ok(version.to_string()),
            Err(error) => error,
        };
        let reason = error.to_string();
        if attempt == ATTEMPTS || !HELD_UP.iter().any(|held_up| reason.ends_with(held_up)) {
            return Err(broken(error));
        }
        tracing::warn!(%reason, attempt, "a migration is run again");
        std::thread::sleep(PAUSE);
        attempt += 1;
    }
}

/// The migrations of a database, compared with those of this program.
pub(crate) struct Migrations {
    /// Those that this program needs and the database lacks.
    pub(crate) missing: Vec<String>,
    /// Whether the database has some that this program does not know: a newer release has migrated it.
    pub(crate) are_newer: bool,
}

/// Compares the migrations of a database with those of this program.
pub(crate) async fn compare(sql: &mut AsyncPgConnection) -> Result<Migrations> {
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
    let known = known()?;
    let are_newer = applied.iter().any(|version| !known.contains_key(version));
    let missing = known
        .into_iter()
        .filter(|(version, _)| !applied.contains(version))
        .map(|(_, name)| name)
        .collect();
    Ok(Migrations { missing, are_newer })
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
    let url = DatabaseUrl::parse(admin_url)?;
    connector::warn_of_weakness(&url);
    let mut connection = connector::diesel(&url).await?;
    // An advisory lock of the session: it goes with the connection. The number is only ours by being odd enough. Whoever needs a table
    // that a migration waits for waits behind it, and for all that it has locked already: it does not wait for long.
    connection
        .batch_execute(
            "SELECT pg_advisory_lock(7221466210); SET ROLE faan_owner; SET lock_timeout = '2s'",
        )
        .await?;
    Ok(AsyncMigrationHarness::new(connection))
}

fn broken(error: Box<dyn std::error::Error + Send + Sync>) -> Error {
    Error::NotMigrated(error.to_string())
}
