//! How far a database is: with a club, and with the log that replicas copy.

use super::prepared_once::PrepareOnce as _;
use super::{Sql, bytes};
use crate::error::integer;
use crate::{ClubId, Error, Freshness, Hash, Result};
use diesel::sql_types::{BigInt, Binary, Bool, Nullable, Uuid};
use diesel::{QueryableByName, sql_query};
use diesel_async::RunQueryDsl;

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = BigInt)]
    seq: i64,
    #[diesel(sql_type = BigInt)]
    standings_seq: i64,
    #[diesel(embed)]
    replica: Replica,
    #[diesel(sql_type = Nullable<Binary>)]
    leaf_hash: Option<Vec<u8>>,
}

/// Where a server is in the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, QueryableByName)]
pub(crate) struct LogPosition {
    /// The cluster that it belongs to: a primary has this number, and so have its replicas.
    #[diesel(sql_type = BigInt)]
    pub(crate) system: i64,
    /// What a primary has written; `None` of a replica.
    #[diesel(sql_type = Nullable<BigInt>)]
    pub(crate) written: Option<i64>,
    #[diesel(embed)]
    replica: Replica,
}

/// What a server says of the log that it applied, if it is a replica.
#[derive(Debug, Clone, Copy, PartialEq, Eq, QueryableByName)]
struct Replica {
    #[diesel(sql_type = Nullable<BigInt>)]
    replayed: Option<i64>,
    #[diesel(sql_type = Bool)]
    was_sent: bool,
}

/// How much of the log a replica has applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Replayed {
    until: i64,
    /// Whether it was sent all of it since it started. Otherwise it read some from its own disk, and may have been the primary until it was replaced: then it has
    /// what its successor may never have.
    was_sent: bool,
}

impl Replayed {
    /// Up to which position it has the log of the primary, which last said that it had written so much; none if it may have more than that one. A replica that
    /// starts while nothing is written is sent nothing, and has what the primary has.
    pub(crate) fn of_primary(self, written: Option<i64>) -> Option<i64> {
        let has_the_same = written == Some(self.until);
        (self.was_sent || has_the_same).then_some(self.until)
    }
}

impl LogPosition {
    /// What a replica has applied; `None` of a primary.
    pub(crate) fn replayed(&self) -> Option<Replayed> {
        self.replica.replayed()
    }
}

impl Replica {
    fn replayed(self) -> Option<Replayed> {
        let was_sent = self.was_sent;
        self.replayed.map(|until| Replayed { until, was_sent })
    }
}

/// How far the server is with a club, and, if it is a replica, up to which position of the log. The hash is that of the entry with the
/// number that is asked for, else that of the last one.
pub(crate) async fn of_club(
    mut sql: Sql<'_>,
    club: ClubId,
    seq: Option<u64>,
) -> Result<(Freshness, Option<Replayed>)> {
    let seq = seq.map(|seq| integer::<u64, i64>(seq, "sequence number"));
    let row: Row = sql_query(OF_CLUB)
        .bind::<Uuid, _>(club.0)
        .bind::<Nullable<BigInt>, _>(seq.transpose()?)
        .prepared_once()
        .get_result(&mut sql)
        .await?;
    let leaf_hash = row.leaf_hash;
    let leaf_hash = leaf_hash.map(|hash| Ok::<_, Error>(Hash(bytes(hash, "hash")?)));
    let freshness = Freshness {
        seq: integer(row.seq, "sequence number")?,
        standings_seq: integer(row.standings_seq, "sequence number")?,
        leaf_hash: leaf_hash.transpose()?,
        without_primary: None,
    };
    Ok((freshness, row.replica.replayed()))
}

/// Where the server is in the log.
pub(crate) async fn log_position(mut sql: Sql<'_>) -> Result<LogPosition> {
    Ok(sql_query(LOG_POSITION)
        .prepared_once()
        .get_result(&mut sql)
        .await?)
}

/// Before it is sent anything, a replica asks for the log from the start of a segment on, and says that it was sent what is before.
macro_rules! replayed {
    () => {
        "CASE WHEN pg_is_in_recovery() THEN pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint END AS replayed,
        coalesce(
            pg_last_wal_replay_lsn() <= pg_last_wal_receive_lsn()
                AND pg_wal_lsn_diff(pg_last_wal_receive_lsn(), '0/0') % pg_size_bytes(current_setting('wal_segment_size')) <> 0,
            false
        ) AS was_sent"
    };
}

const OF_CLUB: &str = concat!(
    "
    SELECT coalesce((SELECT last_seq FROM clubs WHERE club_id = $1), 0) AS seq,
        coalesce((SELECT seq FROM tally_heads WHERE club_id = $1), 0) AS standings_seq,
        (SELECT leaf_hash FROM entries WHERE club_id = $1
            AND seq = coalesce($2, (SELECT last_seq FROM clubs WHERE club_id = $1))) AS leaf_hash,
        ",
    replayed!()
);

const LOG_POSITION: &str = concat!(
    "
    SELECT system_identifier AS system,
        CASE WHEN NOT pg_is_in_recovery() THEN pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::bigint END AS written,
        ",
    replayed!(),
    "
    FROM pg_control_system()"
);
