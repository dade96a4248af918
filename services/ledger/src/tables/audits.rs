//! Audits, as they are asked for, carried out and read.

use super::prepared_once::PrepareOnce as _;
use super::{Sql, bytes, clubs::timestamp, parse_enum};
use crate::error::integer;
use crate::notifications::AUDITS;
use crate::page::one_more;
use crate::schema::audits;
use crate::{
    Audit, AuditId, AuditRequest, AuditVerdict, AuditsPage, ClaimedAudit, ClubId, Error, Hash,
    MatchId, Result, UnfinishedAudits, UserId, WhatIf, WhatIfRequest, Write,
};
use diesel::dsl::count_star;
use diesel::prelude::*;
use diesel::{sql_query, sql_types};
use diesel_async::RunQueryDsl;
use time::OffsetDateTime;
use uuid::Uuid;

#[derive(Queryable, Selectable)]
#[diesel(table_name = audits)]
struct Row {
    #[diesel(embed)]
    audit: RowWithoutReport,
    report: Option<String>,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = audits)]
struct RowWithoutReport {
    audit_id: Uuid,
    asked_by: Uuid,
    asked_at: OffsetDateTime,
    from_seq: i64,
    to_seq: Option<i64>,
    state: String,
    version: i64,
    done: i64,
    of: i64,
    verdict: Option<String>,
    finished_at: Option<OffsetDateTime>,
    #[diesel(embed)]
    what_if: WhatIfRow,
}

/// Without the document, which is for the auditor.
#[derive(Queryable, Selectable)]
#[diesel(table_name = audits)]
struct WhatIfRow {
    variant_id: Option<String>,
    variant_hash: Option<Vec<u8>>,
    match_id: Option<Uuid>,
}

impl WhatIfRow {
    fn read(self) -> Result<Option<WhatIf>> {
        let (Some(variant_id), Some(hash)) = (self.variant_id, self.variant_hash) else {
            return Ok(None);
        };
        Ok(Some(WhatIf {
            variant_id,
            variant_hash: Hash(bytes(hash, "variant hash")?),
            match_id: self.match_id.map(MatchId),
        }))
    }
}

impl TryFrom<Row> for Audit {
    type Error = Error;

    fn try_from(Row { audit, report }: Row) -> Result<Self> {
        let audit = Self::try_from(audit)?;
        Ok(Self { report, ..audit })
    }
}

impl TryFrom<RowWithoutReport> for Audit {
    type Error = Error;

    fn try_from(row: RowWithoutReport) -> Result<Self> {
        let to_seq = row.to_seq.map(|seq| integer(seq, "sequence number"));
        let verdict = row.verdict.as_deref();
        let verdict = verdict.map(|word| parse_enum(word, "verdict of an audit"));
        Ok(Self {
            id: AuditId(row.audit_id),
            asked_by: UserId(row.asked_by),
            asked_at: timestamp(row.asked_at)?,
            from_seq: integer(row.from_seq, "sequence number")?,
            to_seq: to_seq.transpose()?,
            what_if: row.what_if.read()?,
            state: parse_enum(&row.state, "state of an audit")?,
            version: integer(row.version, "version")?,
            done: integer(row.done, "size")?,
            of: integer(row.of, "size")?,
            verdict: verdict.transpose()?,
            report: None,
            finished_at: row.finished_at.map(timestamp).transpose()?,
        })
    }
}

/// One of a club.
pub(crate) async fn find(mut sql: Sql<'_>, club: ClubId, id: AuditId) -> Result<Option<Audit>> {
    let row = audits::table
        .find((club.0, id.0))
        .select(Row::as_select())
        .first(&mut sql);
    row.await.optional()?.map(TryInto::try_into).transpose()
}

/// The same without its report.
pub(crate) async fn find_without_report(
    mut sql: Sql<'_>,
    club: ClubId,
    id: AuditId,
) -> Result<Option<Audit>> {
    let row = audits::table
        .find((club.0, id.0))
        .select(RowWithoutReport::as_select())
        .first(&mut sql);
    row.await.optional()?.map(TryInto::try_into).transpose()
}

/// Those of a club without their reports, the last asked for first, and one more than the page takes if there is one.
pub(crate) async fn list(mut sql: Sql<'_>, club: ClubId, page: AuditsPage) -> Result<Vec<Audit>> {
    let mut query = audits::table
        .filter(audits::club_id.eq(club.0))
        .order(audits::audit_id.desc())
        .limit(one_more(page.limit))
        .select(RowWithoutReport::as_select())
        .into_boxed();
    if let Some(before) = page.before {
        query = query.filter(audits::audit_id.lt(before.0));
    }
    let rows: Vec<RowWithoutReport> = query.load(&mut sql).await?;
    rows.into_iter().map(TryInto::try_into).collect()
}

/// The one that the same key asked for before, without its report, and the fingerprint of that request.
pub(crate) async fn prior(mut sql: Sql<'_>, write: &Write) -> Result<Option<([u8; 32], Audit)>> {
    let row = audits::table
        .filter(audits::club_id.eq(write.club.0))
        .filter(audits::asked_by.eq(write.actor.0))
        .filter(audits::key.eq(&write.key))
        .select((audits::fingerprint, RowWithoutReport::as_select()))
        .first::<(Vec<u8>, RowWithoutReport)>(&mut sql);
    let read = |(fingerprint, row): (Vec<u8>, RowWithoutReport)| {
        Ok((bytes(fingerprint, "fingerprint")?, row.try_into()?))
    };
    row.await.optional()?.map(read).transpose()
}

/// How many of a club are not finished.
pub(crate) async fn unfinished(mut sql: Sql<'_>, club: ClubId) -> Result<i64> {
    let open = audits::table
        .filter(audits::club_id.eq(club.0))
        .filter(audits::state.ne("finished"));
    Ok(open.count().get_result(&mut sql).await?)
}

/// How many of all clubs are not finished.
pub(crate) async fn open(mut sql: Sql<'_>) -> Result<UnfinishedAudits> {
    let states = audits::table
        .filter(audits::state.ne("finished"))
        .group_by(audits::state)
        .select((audits::state, count_star()));
    let mut open = UnfinishedAudits::default();
    for (state, count) in states.load::<(String, i64)>(&mut sql).await? {
        let count = integer(count, "number of audits")?;
        match state.as_str() {
            "queued" => open.queued = count,
            _ => open.running = count,
        }
    }
    Ok(open)
}

/// Stores one that is asked for.
pub(crate) async fn insert(
    mut sql: Sql<'_>,
    write: &Write,
    id: AuditId,
    new: AuditRequest,
    now: OffsetDateTime,
) -> Result<Audit> {
    let to_seq = new
        .to_seq
        .map(|seq| integer::<u64, i64>(seq, "sequence number"));
    let asked = new.what_if.as_ref();
    let what_if = asked.map(|asked| &asked.what_if);
    let row = (
        audits::club_id.eq(write.club.0),
        audits::audit_id.eq(id.0),
        audits::asked_by.eq(write.actor.0),
        audits::asked_at.eq(now),
        audits::key.eq(&write.key),
        audits::fingerprint.eq(write.fingerprint.as_slice()),
        audits::from_seq.eq(integer::<u64, i64>(new.from_seq, "sequence number")?),
        audits::to_seq.eq(to_seq.transpose()?),
        audits::state.eq("queued"),
        audits::version.eq(1_i64),
        audits::done.eq(0_i64),
        audits::of.eq(0_i64),
        audits::variant_id.eq(what_if.map(|what_if| &what_if.variant_id)),
        audits::variant_hash.eq(what_if.map(|what_if| what_if.variant_hash.0.to_vec())),
        audits::variant_document.eq(asked.map(|asked| &asked.variant_document)),
        audits::match_id.eq(what_if.and_then(|what_if| Some(what_if.match_id?.0))),
    );
    let inserted = diesel::insert_into(audits::table)
        .values(row)
        .returning(RowWithoutReport::as_select())
        .get_result::<RowWithoutReport>(&mut sql);
    inserted.await?.try_into()
}

#[derive(QueryableByName)]
struct Taken {
    #[diesel(sql_type = sql_types::Uuid)]
    club_id: Uuid,
    #[diesel(sql_type = sql_types::Uuid)]
    audit_id: Uuid,
    #[diesel(sql_type = sql_types::BigInt)]
    from_seq: i64,
    #[diesel(sql_type = sql_types::Nullable<sql_types::BigInt>)]
    to_seq: Option<i64>,
    #[diesel(sql_type = sql_types::Integer)]
    attempts: i32,
    #[diesel(sql_type = sql_types::Nullable<sql_types::Text>)]
    variant_id: Option<String>,
    #[diesel(sql_type = sql_types::Nullable<sql_types::Binary>)]
    variant_hash: Option<Vec<u8>>,
    #[diesel(sql_type = sql_types::Nullable<sql_types::Binary>)]
    variant_document: Option<Vec<u8>>,
    #[diesel(sql_type = sql_types::Nullable<sql_types::Uuid>)]
    match_id: Option<Uuid>,
}

/// The account goes first for which nothing was done for the longest time, then the club, then who waits longest: whoever asks for much has
/// nobody else wait. An account or a club for which nothing was done so far counts from its oldest open request: new accounts and clubs wait behind
/// those that asked before them. Nobody is taken up for whom, or for whose club, this auditor is at another one. Who finds a row locked leaves it to whoever takes it just then. The database's clock counts, since auditors may run on several machines.
const TAKE: &str = "
    UPDATE audits SET state = 'running', auditor = $1, leased_until = clock_timestamp() + $2 * interval '1 second',
        version = version + 1, done = 0, \"of\" = 0, attempts = attempts + 1
    WHERE (club_id, audit_id) = (
        SELECT club_id, audit_id FROM audits AS open
        WHERE (state = 'queued' OR state = 'running' AND leased_until < clock_timestamp())
            AND NOT EXISTS (SELECT FROM audits AS own WHERE own.state = 'running' AND own.auditor = $1
                AND (own.asked_by = open.asked_by OR own.club_id = open.club_id))
        ORDER BY
            coalesce(
                (SELECT max(greatest(finished_at, leased_until)) FROM audits AS other WHERE other.asked_by = open.asked_by),
                (SELECT min(asked_at) FROM audits AS other WHERE other.asked_by = open.asked_by AND state <> 'finished')),
            coalesce(
                (SELECT max(greatest(finished_at, leased_until)) FROM audits AS other WHERE other.club_id = open.club_id),
                (SELECT min(asked_at) FROM audits AS other WHERE other.club_id = open.club_id AND state <> 'finished')),
            asked_at
        LIMIT 1 FOR UPDATE OF open SKIP LOCKED
    )
    RETURNING club_id, audit_id, from_seq, to_seq, attempts, variant_id, variant_hash, variant_document, match_id";

/// Takes the one up whose turn it is, of those that wait and those whose auditor was not heard from in time.
pub(crate) async fn take(
    mut sql: Sql<'_>,
    auditor: Uuid,
    seconds: u32,
) -> Result<Option<ClaimedAudit>> {
    let row = sql_query(TAKE)
        .bind::<sql_types::Uuid, _>(auditor)
        .bind::<sql_types::Double, _>(f64::from(seconds))
        .prepared_once()
        .get_result::<Taken>(&mut sql);
    let read = |row: Taken| {
        let to_seq = row.to_seq.map(|seq| integer(seq, "sequence number"));
        let what_if = WhatIfRow {
            variant_id: row.variant_id,
            variant_hash: row.variant_hash,
            match_id: row.match_id,
        };
        let asked = what_if.read()?.zip(row.variant_document);
        Ok(ClaimedAudit {
            club: ClubId(row.club_id),
            id: AuditId(row.audit_id),
            from_seq: integer(row.from_seq, "sequence number")?,
            to_seq: to_seq.transpose()?,
            what_if: asked.map(|(what_if, variant_document)| WhatIfRequest {
                what_if,
                variant_document,
            }),
            attempt: integer(row.attempts, "number of attempts")?,
            auditor,
        })
    };
    row.await.optional()?.map(read).transpose()
}

#[derive(QueryableByName)]
struct Gone {
    #[diesel(sql_type = sql_types::Bool)]
    further: bool,
}

const GO_ON: &str = "
    UPDATE audits SET leased_until = clock_timestamp() + $4 * interval '1 second', done = $5, \"of\" = $6,
        version = version + further::integer
    FROM (
        SELECT club_id, audit_id, (done, \"of\") <> ($5, $6) AS further FROM audits
        WHERE club_id = $1 AND audit_id = $2 AND auditor = $3 FOR UPDATE
    ) AS before
    WHERE (audits.club_id, audits.audit_id) = (before.club_id, before.audit_id)
    RETURNING further";

/// Notes how far an audit is, and that its auditor is there. Answers whether it has come further; none if it is not that one's any more.
pub(crate) async fn go_on(
    mut sql: Sql<'_>,
    taken: &ClaimedAudit,
    (done, of): (u64, u64),
    seconds: u32,
) -> Result<Option<bool>> {
    let gone = sql_query(GO_ON)
        .bind::<sql_types::Uuid, _>(taken.club.0)
        .bind::<sql_types::Uuid, _>(taken.id.0)
        .bind::<sql_types::Uuid, _>(taken.auditor)
        .bind::<sql_types::Double, _>(f64::from(seconds))
        .bind::<sql_types::BigInt, _>(integer::<u64, i64>(done, "size")?)
        .bind::<sql_types::BigInt, _>(integer::<u64, i64>(of, "size")?)
        .prepared_once()
        .get_result::<Gone>(&mut sql);
    Ok(gone.await.optional()?.map(|gone| gone.further))
}

const LEAVE: &str = "
    UPDATE audits SET state = 'queued', auditor = NULL, leased_until = NULL, version = version + 1, attempts = attempts - $4
    WHERE club_id = $1 AND audit_id = $2 AND auditor = $3";

/// Leaves an audit to another auditor, as one that was tried or not.
pub(crate) async fn leave(mut sql: Sql<'_>, taken: &ClaimedAudit, tried: bool) -> Result<()> {
    sql_query(LEAVE)
        .bind::<sql_types::Uuid, _>(taken.club.0)
        .bind::<sql_types::Uuid, _>(taken.id.0)
        .bind::<sql_types::Uuid, _>(taken.auditor)
        .bind::<sql_types::Integer, _>(i32::from(!tried))
        .prepared_once()
        .execute(&mut sql)
        .await?;
    Ok(())
}

const FINISH: &str = "
    UPDATE audits SET state = 'finished', auditor = NULL, leased_until = NULL, version = version + 1, done = $4, \"of\" = $4,
        verdict = $5, report = $6, finished_at = clock_timestamp()
    WHERE club_id = $1 AND audit_id = $2 AND auditor = $3";

/// Stores what was found. Answers whether the audit still was this auditor's.
pub(crate) async fn finish(
    mut sql: Sql<'_>,
    taken: &ClaimedAudit,
    (entries, verdict, report): (u64, AuditVerdict, &str),
) -> Result<bool> {
    let updated = sql_query(FINISH)
        .bind::<sql_types::Uuid, _>(taken.club.0)
        .bind::<sql_types::Uuid, _>(taken.id.0)
        .bind::<sql_types::Uuid, _>(taken.auditor)
        .bind::<sql_types::BigInt, _>(integer::<u64, i64>(entries, "size")?)
        .bind::<sql_types::Text, _>(verdict.as_str())
        .bind::<sql_types::Text, _>(report)
        .prepared_once()
        .execute(&mut sql);
    Ok(updated.await? == 1)
}

/// Tells whoever listens that there is something new of an audit, once this is committed.
pub(crate) async fn tell(mut sql: Sql<'_>, id: AuditId) -> Result<()> {
    let tell = sql_query(format!("NOTIFY {AUDITS}, '{id}'"));
    tell.execute(&mut sql).await?;
    Ok(())
}
