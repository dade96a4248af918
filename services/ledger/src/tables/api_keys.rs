//! API keys, known by the hashes of their secrets.

use super::{Sql, bytes, clubs::timestamp, parse_enum};
use crate::page::one_more;
use crate::schema::{api_keys, matches, members};
use crate::{
    ApiKey, ApiKeyHolder, ApiKeyId, ApiKeyScope, ApiKeysPage, ClubId, Error, MakeApiKey, MatchId,
    Result, UserId, Write,
};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

/// A key as it is stored. Whether it is good depends on the time and on its maker, too.
#[derive(Queryable, Selectable)]
#[diesel(table_name = api_keys)]
struct Row {
    api_key_id: Uuid,
    name: String,
    role: String,
    made_by: Uuid,
    made_at: OffsetDateTime,
    expires_at: Option<OffsetDateTime>,
    used_at: Option<OffsetDateTime>,
    revoked_at: Option<OffsetDateTime>,
    scope: String,
    match_id: Option<Uuid>,
}

/// A row, its maker's role of today, and how its match ended.
type WithState = (Row, Option<String>, Option<String>);

/// How coarsely it is written down when a key was used.
const COARSE: Duration = Duration::minutes(10);

/// Stores a key.
pub(crate) async fn insert(
    mut sql: Sql<'_>,
    write: &Write,
    id: ApiKeyId,
    new: &MakeApiKey,
    now: OffsetDateTime,
) -> Result<()> {
    let row = (
        api_keys::club_id.eq(write.club.0),
        api_keys::api_key_id.eq(id.0),
        api_keys::name.eq(&new.name),
        api_keys::secret_hash.eq(new.secret_hash.as_slice()),
        api_keys::role.eq(new.role.as_str()),
        api_keys::made_by.eq(write.actor.0),
        api_keys::made_at.eq(now),
        api_keys::idempotency_key.eq(&write.key),
        api_keys::fingerprint.eq(write.fingerprint.as_slice()),
        api_keys::expires_at.eq(new.lifetime.map(|lifetime| now + lifetime)),
        api_keys::scope.eq(scope_name(new.scope)),
        api_keys::match_id.eq(match_of(new.scope).map(|id| id.0)),
    );
    diesel::insert_into(api_keys::table)
        .values(row)
        .execute(&mut sql)
        .await?;
    Ok(())
}

/// A page of the keys of a club, the last made first, and one more to tell whether a page follows.
pub(crate) async fn list(mut sql: Sql<'_>, club: ClubId, page: ApiKeysPage) -> Result<Vec<ApiKey>> {
    let before = page.before.map_or(Uuid::max(), |before| before.0);
    let rows = with_state()
        .filter(api_keys::club_id.eq(club.0))
        .filter(api_keys::api_key_id.lt(before))
        .limit(one_more(page.limit))
        .order(api_keys::api_key_id.desc())
        .select((
            Row::as_select(),
            members::role.nullable(),
            matches::ending.nullable(),
        ))
        .load::<WithState>(&mut sql);
    rows.await?.into_iter().map(ApiKey::try_from).collect()
}

pub(crate) async fn find(mut sql: Sql<'_>, club: ClubId, id: ApiKeyId) -> Result<Option<ApiKey>> {
    let row = with_state()
        .filter(api_keys::club_id.eq(club.0))
        .filter(api_keys::api_key_id.eq(id.0))
        .select((
            Row::as_select(),
            members::role.nullable(),
            matches::ending.nullable(),
        ))
        .first::<WithState>(&mut sql);
    row.await.optional()?.map(ApiKey::try_from).transpose()
}

/// The key that the same request made before, and that request's fingerprint.
pub(crate) async fn prior(mut sql: Sql<'_>, write: &Write) -> Result<Option<([u8; 32], ApiKeyId)>> {
    let row = api_keys::table
        .filter(api_keys::club_id.eq(write.club.0))
        .filter(api_keys::made_by.eq(write.actor.0))
        .filter(api_keys::idempotency_key.eq(&write.key))
        .select((api_keys::fingerprint, api_keys::api_key_id))
        .first::<(Vec<u8>, Uuid)>(&mut sql);
    let read = |(fingerprint, id)| Ok((bytes(fingerprint, "fingerprint")?, ApiKeyId(id)));
    row.await.optional()?.map(read).transpose()
}

/// How many keys of a club were neither revoked nor have expired: of those for the whole club, or of those that are limited.
pub(crate) async fn unended(
    mut sql: Sql<'_>,
    club: ClubId,
    scope: ApiKeyScope,
    now: OffsetDateTime,
) -> Result<i64> {
    let whole = scope_name(ApiKeyScope::Club);
    let is_whole = scope == ApiKeyScope::Club;
    let unended = api_keys::table
        .filter(api_keys::club_id.eq(club.0))
        .filter(api_keys::scope.eq(whole).eq(is_whole))
        .filter(api_keys::revoked_at.is_null())
        .filter(
            api_keys::expires_at
                .is_null()
                .or(api_keys::expires_at.gt(now)),
        );
    Ok(unended.count().get_result(&mut sql).await?)
}

/// For whom a secret speaks in a club, if its key is good and its maker still a member.
pub(crate) async fn holder(
    mut sql: Sql<'_>,
    club: ClubId,
    secret_hash: &[u8; 32],
    now: OffsetDateTime,
) -> Result<Option<ApiKeyHolder>> {
    let row = with_state()
        .filter(api_keys::club_id.eq(club.0))
        .filter(api_keys::secret_hash.eq(secret_hash.as_slice()))
        .select((
            Row::as_select(),
            members::role.nullable(),
            matches::ending.nullable(),
        ))
        .first::<WithState>(&mut sql);
    let key = row.await.optional()?.map(ApiKey::try_from).transpose()?;
    let good = key.filter(|key| key.is_good_at(now));
    Ok(good.and_then(|key| {
        Some(ApiKeyHolder {
            key: key.id,
            role: key.role_now(),
            scope: key.scope,
            user: key.made_by,
            user_role: key.maker_role?,
            use_is_noted: key.used_at.is_some_and(|used| now - used.moment() < COARSE),
        })
    }))
}

/// Whether a key is good still.
pub(crate) async fn is_good(
    sql: Sql<'_>,
    club: ClubId,
    id: ApiKeyId,
    now: OffsetDateTime,
) -> Result<bool> {
    let key = find(sql, club, id).await?;
    Ok(key.is_some_and(|key| key.is_good_at(now)))
}

/// Notes that a key is used.
pub(crate) async fn note_use(
    mut sql: Sql<'_>,
    club: ClubId,
    id: ApiKeyId,
    now: OffsetDateTime,
) -> Result<()> {
    diesel::update(api_keys::table.find((club.0, id.0)))
        .set(api_keys::used_at.eq(now))
        .execute(&mut sql)
        .await?;
    Ok(())
}

/// Ends a key for good.
pub(crate) async fn revoke(
    mut sql: Sql<'_>,
    club: ClubId,
    id: ApiKeyId,
    now: OffsetDateTime,
) -> Result<()> {
    diesel::update(api_keys::table.find((club.0, id.0)))
        .set(api_keys::revoked_at.eq(now))
        .execute(&mut sql)
        .await?;
    Ok(())
}

/// Ends all keys of one maker for good.
pub(crate) async fn revoke_all_of(
    mut sql: Sql<'_>,
    club: ClubId,
    maker: UserId,
    now: OffsetDateTime,
) -> Result<()> {
    let unrevoked = api_keys::table
        .filter(api_keys::club_id.eq(club.0))
        .filter(api_keys::made_by.eq(maker.0))
        .filter(api_keys::revoked_at.is_null());
    diesel::update(unrevoked)
        .set(api_keys::revoked_at.eq(now))
        .execute(&mut sql)
        .await?;
    Ok(())
}

#[diesel::dsl::auto_type]
fn with_state() -> _ {
    let maker = members::club_id
        .eq(api_keys::club_id)
        .and(members::user_id.eq(api_keys::made_by));
    let limited_to = matches::club_id
        .eq(api_keys::club_id)
        .and(matches::match_id.nullable().eq(api_keys::match_id));
    api_keys::table
        .left_join(members::table.on(maker))
        .left_join(matches::table.on(limited_to))
}

fn scope_name(scope: ApiKeyScope) -> &'static str {
    match scope {
        ApiKeyScope::Club => "club",
        ApiKeyScope::Match(_) => "match",
        ApiKeyScope::Screen => "screen",
    }
}

fn match_of(scope: ApiKeyScope) -> Option<MatchId> {
    match scope {
        ApiKeyScope::Match(id) => Some(id),
        ApiKeyScope::Club | ApiKeyScope::Screen => None,
    }
}

fn scope_of(name: &str, match_id: Option<Uuid>) -> Result<ApiKeyScope> {
    match (name, match_id) {
        ("club", None) => Ok(ApiKeyScope::Club),
        ("match", Some(id)) => Ok(ApiKeyScope::Match(MatchId(id))),
        ("screen", None) => Ok(ApiKeyScope::Screen),
        _ => Err(Error::impossible("scope of an API key")),
    }
}

impl TryFrom<WithState> for ApiKey {
    type Error = Error;

    fn try_from((row, maker, ending): WithState) -> Result<Self> {
        Ok(Self {
            id: ApiKeyId(row.api_key_id),
            name: row.name,
            role: parse_enum(&row.role, "role")?,
            scope: scope_of(&row.scope, row.match_id)?,
            match_is_over: ending.is_some(),
            made_by: UserId(row.made_by),
            made_at: timestamp(row.made_at)?,
            expires_at: row.expires_at.map(timestamp).transpose()?,
            used_at: row.used_at.map(timestamp).transpose()?,
            revoked_at: row.revoked_at.map(timestamp).transpose()?,
            maker_role: maker.map(|role| parse_enum(&role, "role")).transpose()?,
        })
    }
}
