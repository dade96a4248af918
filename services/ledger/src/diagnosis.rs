//! What an operator wants to know of a database: what it says of itself, and what of it a service would refuse.

use crate::database_url::DatabaseUrl;
use crate::{Error, Result, clock_and_ids, connector, startup_checks};
use diesel::sql_types::{BigInt, Bool, Nullable, Text};
use diesel::{QueryableByName, sql_query};
use diesel_async::{AsyncPgConnection, RunQueryDsl as _};
use std::time::{Duration, Instant};

/// Who logs in to the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DatabaseLogin {
    /// A role that may create databases and roles.
    Admin,
    /// The gateway.
    App,
    /// The gateway, at the replica that it reads from.
    Replica,
    /// The auditor.
    Auditor,
    /// The dispatcher.
    Dispatcher,
    /// The signer.
    Signer,
}

/// What a database says to one of its logins.
#[derive(Debug)]
pub struct Diagnosis {
    /// The server that answered, and the version of its PostgreSQL.
    pub server: Server,
    /// How many servers the URL names.
    pub servers_in_url: usize,
    /// What to tell whoever operates this, if the connection leaves this machine and is less secure than it could be.
    pub weakness: Option<String>,
    /// Why a service that logs in so would not start; of an admin, only which migrations are missing.
    pub refusal: Option<Error>,
    /// How far the clock of the server is ahead of the clock here, in milliseconds; negative if it is behind.
    pub clock_ahead_ms: i64,
    /// How far off that can be, in milliseconds: half of the time that the question took.
    pub clock_uncertainty_ms: i64,
    /// The copies of the server; `None` if the login may not see them, or this server is a copy itself.
    pub replication: Option<Replication>,
}

/// The copies of a server.
#[derive(Debug)]
pub struct Replication {
    /// The servers of the URL that take writes, as it names them. More than one: a primary was replaced and goes on.
    pub primaries: Vec<String>,
    /// The servers that copy from this one.
    pub standbys: Vec<Standby>,
    /// The places in its log that the server keeps for copies.
    pub slots: Vec<ReplicationSlot>,
}

/// A database server.
#[derive(Debug, QueryableByName)]
pub struct Server {
    /// The version of PostgreSQL, for example `15.14`.
    #[diesel(sql_type = Text)]
    pub version: String,
    /// The version of TLS; `None` without TLS.
    #[diesel(sql_type = Nullable<Text>)]
    pub tls: Option<String>,
    /// Whether it copies from another server.
    #[diesel(sql_type = Bool)]
    pub is_standby: bool,
    /// Whether it takes no writes.
    #[diesel(sql_type = Bool)]
    pub is_read_only: bool,
    /// Whether commits wait until they are on another server.
    #[diesel(sql_type = Bool)]
    pub is_synchronous: bool,
    /// How many clients are connected.
    #[diesel(sql_type = BigInt)]
    pub connections: i64,
    /// How many may be.
    #[diesel(sql_type = BigInt)]
    pub max_connections: i64,
    /// The bytes of the database.
    #[diesel(sql_type = BigInt)]
    pub database_bytes: i64,
    /// Whether it archives its log, for recovery to a point in time.
    #[diesel(sql_type = Bool)]
    pub is_archiving: bool,
    /// Whether the last attempt to archive failed.
    #[diesel(sql_type = Bool)]
    pub is_archive_failing: bool,
    #[diesel(sql_type = Bool)]
    sees_replication: bool,
    #[diesel(sql_type = BigInt)]
    clock_ms: i64,
}

/// A server that copies from another.
#[derive(Debug, QueryableByName)]
pub struct Standby {
    /// What it calls itself.
    #[diesel(sql_type = Text)]
    pub name: String,
    /// What it does: `streaming` if it keeps up.
    #[diesel(sql_type = Text)]
    pub state: String,
    /// Whether commits may wait for it: `sync`, `quorum`, `potential` or `async`.
    #[diesel(sql_type = Text)]
    pub sync_state: String,
    /// How many bytes of the log it has not applied yet.
    #[diesel(sql_type = BigInt)]
    pub lag_bytes: i64,
}

/// A place in the log from which a server keeps everything.
#[derive(Debug, QueryableByName)]
pub struct ReplicationSlot {
    /// Its name.
    #[diesel(sql_type = Text)]
    pub name: String,
    /// Whether somebody reads from it now.
    #[diesel(sql_type = Bool)]
    pub is_active: bool,
    /// How many bytes of the log are kept for it.
    #[diesel(sql_type = BigInt)]
    pub kept_bytes: i64,
}

impl DatabaseLogin {
    /// The group of roles that the login belongs to; an admin is of none.
    fn group(self) -> Option<&'static str> {
        match self {
            Self::Admin => None,
            Self::App | Self::Replica => Some("faan_app"),
            Self::Auditor => Some("faan_auditor"),
            Self::Dispatcher => Some("faan_dispatcher"),
            Self::Signer => Some("faan_signer"),
        }
    }
}

/// Asks the database at a URL, as a login, what it says of itself. It changes nothing.
///
/// # Errors
/// [`Error::Config`] if the URL cannot be read or nobody answers there, and what else a query fails with.
pub async fn diagnose(url: &str, login: DatabaseLogin) -> Result<Diagnosis> {
    let url = match (DatabaseUrl::parse(url)?, login) {
        (url, DatabaseLogin::Replica) => url.of_replica(),
        (url, _) => url,
    };
    let mut sql = connector::diesel(&url).await?;
    let (asked, begun) = (clock_and_ids::now(), Instant::now());
    let server: Server = sql_query(SERVER).get_result(&mut sql).await?;
    let round_trip = begun.elapsed();
    let here_ms = milliseconds(asked.unix_timestamp_nanos() / 1_000_000) + half(round_trip);
    let refusal = refusal(&mut sql, login).await?;
    let replication = match server.sees_replication && !server.is_standby {
        true => Some(Replication {
            primaries: connector::hosts_that_take_writes(&url).await?,
            standbys: sql_query(STANDBYS).load(&mut sql).await?,
            slots: sql_query(REPLICATION_SLOTS).load(&mut sql).await?,
        }),
        false => None,
    };
    Ok(Diagnosis {
        servers_in_url: url.each_host()?.len(),
        weakness: url.warning(),
        refusal,
        clock_ahead_ms: server.clock_ms - here_ms,
        clock_uncertainty_ms: half(round_trip),
        replication,
        server,
    })
}

/// What a service would refuse. An error of the connection is none.
async fn refusal(sql: &mut AsyncPgConnection, login: DatabaseLogin) -> Result<Option<Error>> {
    let checked = match login.group() {
        Some(group) => startup_checks::check(sql, group).await,
        None => startup_checks::check_migrated(sql).await.map(drop),
    };
    match checked {
        Ok(()) => Ok(None),
        Err(refusal @ (Error::NotMigrated(_) | Error::Unsafe(_))) => Ok(Some(refusal)),
        Err(error) => Err(error),
    }
}

fn half(round_trip: Duration) -> i64 {
    milliseconds(i128::try_from(round_trip.as_millis() / 2).unwrap_or(i128::MAX))
}

fn milliseconds(milliseconds: i128) -> i64 {
    i64::try_from(milliseconds).unwrap_or(i64::MAX)
}

const SERVER: &str = "
    SELECT current_setting('server_version') AS version,
        (SELECT version FROM pg_stat_ssl WHERE pid = pg_backend_pid() AND ssl) AS tls,
        pg_is_in_recovery() AS is_standby,
        current_setting('transaction_read_only')::boolean AS is_read_only,
        current_setting('synchronous_standby_names') <> '' AS is_synchronous,
        (SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend') AS connections,
        current_setting('max_connections')::bigint AS max_connections,
        pg_database_size(current_database()) AS database_bytes,
        current_setting('archive_mode') <> 'off' AS is_archiving,
        (SELECT last_failed_time > coalesce(last_archived_time, '-infinity') FROM pg_stat_archiver) IS TRUE AS is_archive_failing,
        pg_has_role(current_user, 'pg_read_all_stats', 'USAGE') AS sees_replication,
        (extract(epoch FROM clock_timestamp()) * 1000)::bigint AS clock_ms";

const STANDBYS: &str = "
    SELECT application_name AS name, state, coalesce(sync_state, 'async') AS sync_state,
        coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), replay_lsn), 0)::bigint AS lag_bytes
    FROM pg_stat_replication ORDER BY application_name";

const REPLICATION_SLOTS: &str = "
    SELECT slot_name::text AS name, active AS is_active,
        coalesce(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn), 0)::bigint AS kept_bytes
    FROM pg_replication_slots ORDER BY slot_name";
