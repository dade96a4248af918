//! What the signer looks at and adds: all clubs' heads, and what was signed of them.

use super::{Sql, prepared_once::PrepareOnce as _};
use crate::error::integer;
use crate::schema::{log_keys, refusals, signer_rounds};
use crate::{
    ClubHead, ClubId, Error, Hash, LogKey, Refusal, Result, SignedRound, Timestamp, TreeHead,
    UncheckedKeys,
};
use diesel::prelude::*;
use diesel::upsert::excluded;
use diesel::{sql_query, sql_types};
use diesel_async::RunQueryDsl;
use evidence::{Frontier, leaf_hash};
use time::OffsetDateTime;
use uuid::Uuid;

#[derive(QueryableByName)]
struct Row {
    #[diesel(sql_type = sql_types::Uuid)]
    club_id: Uuid,
    #[diesel(sql_type = sql_types::BigInt)]
    last_seq: i64,
    #[diesel(sql_type = sql_types::Binary)]
    tree: Vec<u8>,
    #[diesel(sql_type = sql_types::Nullable<sql_types::BigInt>)]
    signed_size: Option<i64>,
    #[diesel(sql_type = sql_types::Nullable<sql_types::Binary>)]
    signed_root: Option<Vec<u8>>,
}

impl TryFrom<Row> for ClubHead {
    type Error = Error;

    fn try_from(row: Row) -> Result<Self> {
        let tree = Frontier::from_bytes(integer(row.last_seq, "sequence number")?, &row.tree);
        let tree = tree.map_err(|_| Error::impossible("tree"))?;
        let signed = row.signed_size.zip(row.signed_root);
        let signed = signed.map(|(size, root)| {
            Ok::<_, Error>(TreeHead {
                size: integer(size, "size")?,
                root: Hash(super::bytes(root, "root")?),
            })
        });
        Ok(Self {
            club: ClubId(row.club_id),
            head: TreeHead {
                size: tree.size(),
                root: tree.root(),
            },
            signed: signed.transpose()?,
        })
    }
}

const HEADS: &str = "
    SELECT clubs.club_id, last_seq, tree, signed.size AS signed_size, signed.root AS signed_root
    FROM clubs LEFT JOIN LATERAL (
        SELECT size, root FROM checkpoints WHERE checkpoints.club_id = clubs.club_id ORDER BY size DESC LIMIT 1
    ) AS signed ON true";

/// Only of clubs whose latest checkpoint is of another size, and that had fewer than twenty in the last ten minutes: about ten of the rounds at
/// intervals, and ten more. Whoever has matches end in a loop adds no more heads to the directory, which everybody reads whole.
const TO_SIGN_NOW: &str = "
    WHERE signed.size IS DISTINCT FROM last_seq AND coalesce(
        (SELECT signed_at FROM checkpoints WHERE checkpoints.club_id = clubs.club_id ORDER BY size DESC OFFSET 19 LIMIT 1)
            < clock_timestamp() - interval '10 minutes', true)";

/// The heads of all clubs, or only of those that are to be signed at once.
pub(crate) async fn heads(mut sql: Sql<'_>, to_sign_now: bool) -> Result<Vec<ClubHead>> {
    let which = if to_sign_now { TO_SIGN_NOW } else { "" };
    let rows = sql_query(format!("{HEADS} {which} ORDER BY clubs.club_id")).load::<Row>(&mut sql);
    rows.await?.into_iter().map(TryInto::try_into).collect()
}

const INSERT_HEADS: &str = "
    INSERT INTO heads (index, leaf, leaf_hash) SELECT * FROM unnest($1::bigint[], $2::bytea[], $3::bytea[])";
const INSERT_SUBTREES: &str = "
    INSERT INTO directory_subtrees (level, index, hash) SELECT * FROM unnest($1::smallint[], $2::bigint[], $3::bytea[])";
const INSERT_DIRECTORY: &str = "
    INSERT INTO directory_checkpoints (size, tree, note, signed_at) VALUES ($1, $2, $3, $4)";
const INSERT_CHECKPOINTS: &str = "
    INSERT INTO checkpoints (club_id, size, root, note, head_index, signed_at)
    SELECT *, $6 FROM unnest($1::uuid[], $2::bigint[], $3::bytea[], $4::text[], $5::bigint[])";

/// Appends heads to the directory.
pub(crate) async fn insert_heads(mut sql: Sql<'_>, round: &SignedRound) -> Result<()> {
    let first = integer::<u64, i64>(round.first_head, "place")?;
    let leaves: Vec<&[u8]> = round.heads.iter().map(Vec::as_slice).collect();
    let hashes: Vec<[u8; 32]> = leaves.iter().map(|leaf| leaf_hash(leaf).0).collect();
    let hashes: Vec<&[u8]> = hashes.iter().map(<[u8; 32]>::as_slice).collect();
    let indexes: Vec<i64> = (first..).take(leaves.len()).collect();
    let query = sql_query(INSERT_HEADS)
        .bind::<sql_types::Array<sql_types::BigInt>, _>(indexes)
        .bind::<sql_types::Array<sql_types::Binary>, _>(leaves)
        .bind::<sql_types::Array<sql_types::Binary>, _>(hashes);
    query.prepared_once().execute(&mut sql).await?;
    Ok(())
}

/// Stores the subtrees that they complete.
pub(crate) async fn insert_subtrees(mut sql: Sql<'_>, round: &SignedRound) -> Result<()> {
    let (mut levels, mut indexes, mut hashes) = (Vec::new(), Vec::new(), Vec::new());
    for subtree in &round.completes {
        levels.push(i16::from(subtree.level));
        indexes.push(integer::<u64, i64>(subtree.index, "subtree")?);
        hashes.push(subtree.hash.0.as_slice());
    }
    let query = sql_query(INSERT_SUBTREES)
        .bind::<sql_types::Array<sql_types::SmallInt>, _>(levels)
        .bind::<sql_types::Array<sql_types::BigInt>, _>(indexes)
        .bind::<sql_types::Array<sql_types::Binary>, _>(hashes);
    query.prepared_once().execute(&mut sql).await?;
    Ok(())
}

/// Stores the checkpoint of the directory.
pub(crate) async fn insert_directory(
    mut sql: Sql<'_>,
    round: &SignedRound,
    now: Timestamp,
) -> Result<()> {
    let query = sql_query(INSERT_DIRECTORY)
        .bind::<sql_types::BigInt, _>(integer::<u64, i64>(round.tree.size(), "size")?)
        .bind::<sql_types::Binary, _>(round.tree.to_bytes())
        .bind::<sql_types::Text, _>(round.note.to_string())
        .bind::<sql_types::Timestamptz, _>(now.moment());
    query.prepared_once().execute(&mut sql).await?;
    Ok(())
}

/// Stores checkpoints of clubs.
pub(crate) async fn insert_checkpoints(
    mut sql: Sql<'_>,
    round: &SignedRound,
    now: Timestamp,
) -> Result<()> {
    let (mut clubs, mut sizes, mut roots) = (Vec::new(), Vec::new(), Vec::new());
    let (mut notes, mut places) = (Vec::new(), Vec::new());
    for signed in &round.checkpoints {
        clubs.push(signed.club.0);
        sizes.push(integer::<u64, i64>(signed.head.size, "size")?);
        roots.push(signed.head.root.0.as_slice());
        notes.push(signed.note.to_string());
        places.push(integer::<u64, i64>(signed.head_index, "place")?);
    }
    let query = sql_query(INSERT_CHECKPOINTS)
        .bind::<sql_types::Array<sql_types::Uuid>, _>(clubs)
        .bind::<sql_types::Array<sql_types::BigInt>, _>(sizes)
        .bind::<sql_types::Array<sql_types::Binary>, _>(roots)
        .bind::<sql_types::Array<sql_types::Text>, _>(notes)
        .bind::<sql_types::Array<sql_types::BigInt>, _>(places)
        .bind::<sql_types::Timestamptz, _>(now.moment());
    query.prepared_once().execute(&mut sql).await?;
    Ok(())
}

/// Says that all logs were gone through.
pub(crate) async fn went_round(mut sql: Sql<'_>, now: Timestamp) -> Result<()> {
    diesel::insert_into(signer_rounds::table)
        .values(signer_rounds::last_round_at.eq(now.moment()))
        .on_conflict(signer_rounds::only_row)
        .do_update()
        .set(signer_rounds::last_round_at.eq(excluded(signer_rounds::last_round_at)))
        .execute(&mut sql)
        .await?;
    Ok(())
}

/// When all logs were last gone through.
pub(crate) async fn last_round(mut sql: Sql<'_>) -> Result<Option<Timestamp>> {
    let row = signer_rounds::table
        .select(signer_rounds::last_round_at)
        .first::<OffsetDateTime>(&mut sql);
    let moment = row.await.optional()?;
    moment.map(super::clubs::timestamp).transpose()
}

/// Takes back the refusals of logs other than these.
pub(crate) async fn lift_refusals(mut sql: Sql<'_>, but: Vec<&str>) -> Result<()> {
    diesel::delete(refusals::table.filter(refusals::log.ne_all(but)))
        .execute(&mut sql)
        .await?;
    Ok(())
}

/// Stores refusals. One that stands already keeps its time.
pub(crate) async fn refuse(
    mut sql: Sql<'_>,
    new: &[(String, String)],
    now: Timestamp,
) -> Result<()> {
    let row = |(log, reason): &(String, String)| {
        (
            refusals::log.eq(log.clone()),
            refusals::reason.eq(reason.clone()),
            refusals::refused_at.eq(now.moment()),
        )
    };
    let rows: Vec<_> = new.iter().map(row).collect();
    diesel::insert_into(refusals::table)
        .values(rows)
        .on_conflict(refusals::log)
        .do_update()
        .set(refusals::reason.eq(excluded(refusals::reason)))
        .execute(&mut sql)
        .await?;
    Ok(())
}

/// The refusals that stand, the oldest first.
pub(crate) async fn refused(mut sql: Sql<'_>) -> Result<Vec<Refusal>> {
    let rows = refusals::table
        .order((refusals::refused_at, refusals::log))
        .load::<(String, String, OffsetDateTime)>(&mut sql);
    let read = |(log, reason, refused_at)| {
        Ok(Refusal {
            log,
            reason,
            refused_at: super::clubs::timestamp(refused_at)?,
        })
    };
    rows.await?.into_iter().map(read).collect()
}

/// Takes these keys into use, and retires all others.
pub(crate) async fn use_keys(mut sql: Sql<'_>, keys: &[String], now: Timestamp) -> Result<()> {
    let row = |key: &String| {
        (
            log_keys::verifier_key.eq(key.clone()),
            log_keys::first_used_at.eq(now.moment()),
        )
    };
    let rows: Vec<_> = keys.iter().map(row).collect();
    diesel::insert_into(log_keys::table)
        .values(rows)
        .on_conflict(log_keys::verifier_key)
        .do_update()
        .set(log_keys::retired_at.eq(None::<OffsetDateTime>))
        .execute(&mut sql)
        .await?;
    let others = log_keys::table
        .filter(log_keys::verifier_key.ne_all(keys))
        .filter(log_keys::retired_at.is_null());
    diesel::update(others)
        .set(log_keys::retired_at.eq(now.moment()))
        .execute(&mut sql)
        .await?;
    Ok(())
}

/// All keys that ever signed, the newest first.
pub(crate) async fn keys(sql: Sql<'_>) -> Result<Vec<LogKey>> {
    let UncheckedKeys { keys, not_keys } = keys_as_stored(sql).await?;
    match not_keys.is_empty() {
        true => Ok(keys),
        false => Err(Error::impossible("key")),
    }
}

/// The same, and apart from them what is stored as a key and is none.
pub(crate) async fn keys_as_stored(mut sql: Sql<'_>) -> Result<UncheckedKeys> {
    let rows = log_keys::table
        .order((log_keys::first_used_at.desc(), log_keys::verifier_key))
        .load::<(String, OffsetDateTime, Option<OffsetDateTime>)>(&mut sql);
    let (mut keys, mut not_keys) = (Vec::new(), Vec::new());
    for (text, first_used_at, retired_at) in rows.await? {
        let Ok(key) = text.parse() else {
            not_keys.push(text);
            continue;
        };
        keys.push(LogKey {
            key,
            first_used_at: super::clubs::timestamp(first_used_at)?,
            retired_at: retired_at.map(super::clubs::timestamp).transpose()?,
        });
    }
    Ok(UncheckedKeys { keys, not_keys })
}

/// Takes an advisory lock for as long as the connection lasts; false if another connection has it.
pub(crate) async fn take(mut sql: Sql<'_>, lock: i64) -> Result<bool> {
    let taken =
        sql_query("SELECT pg_try_advisory_lock($1) AS taken").bind::<sql_types::BigInt, _>(lock);
    Ok(taken.get_result::<Taken>(&mut sql).await?.taken)
}

/// Gives back every advisory lock that lasts as long as the connection.
pub(crate) async fn give_back(mut sql: Sql<'_>) -> Result<()> {
    sql_query("SELECT pg_advisory_unlock_all()")
        .execute(&mut sql)
        .await?;
    Ok(())
}

/// Whether no other connection has an advisory lock. It is not tried: whoever is to have it could try at the same moment.
pub(crate) async fn is_free(mut sql: Sql<'_>, lock: i64) -> Result<bool> {
    let taken = sql_query(
        "SELECT EXISTS (
            SELECT FROM pg_locks
            WHERE locktype = 'advisory' AND granted AND pid <> pg_backend_pid()
                AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
                AND classid::bigint << 32 | objid::bigint = $1 AND objsubid = 1) AS taken",
    )
    .bind::<sql_types::BigInt, _>(lock);
    Ok(!taken.get_result::<Taken>(&mut sql).await?.taken)
}

#[derive(QueryableByName)]
struct Taken {
    #[diesel(sql_type = sql_types::Bool)]
    taken: bool,
}
