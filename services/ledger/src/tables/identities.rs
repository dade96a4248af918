//! Identities: the subjects of OIDC issuers that accounts are linked to.

use super::locked_account::LockedAccount;
use super::{Sql, clubs::timestamp, parse_enum};
use crate::schema::{identities, members};
use crate::{ClubId, Error, Identity, IdentityId, Result, Role, Subject, UserId};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use time::{Duration, OffsetDateTime};
use uuid::Uuid;

/// How coarsely it is written down when an identity was used.
const COARSE: Duration = Duration::minutes(10);

#[derive(Queryable, Selectable)]
#[diesel(table_name = identities)]
struct Row {
    identity_id: Uuid,
    issuer: String,
    subject: String,
    linked_at: OffsetDateTime,
    used_at: Option<OffsetDateTime>,
}

/// Whose a subject is.
pub(crate) struct Linked {
    pub(crate) id: IdentityId,
    pub(crate) user: UserId,
    /// What the account is in the club that was asked about.
    pub(crate) role: Option<Role>,
    used_at: Option<OffsetDateTime>,
}

impl Linked {
    /// Whether it was written down a short while ago that the identity is used.
    pub(crate) fn use_is_noted(&self, now: OffsetDateTime) -> bool {
        self.used_at.is_some_and(|used| now - used < COARSE)
    }
}

/// Links a subject to an account, unless it is linked already, or the account to another one of its issuer.
pub(crate) async fn insert(
    account: &LockedAccount<'_>,
    id: IdentityId,
    subject: &Subject,
    now: OffsetDateTime,
) -> Result<Option<Identity>> {
    let row = diesel::insert_into(identities::table)
        .values((
            identities::identity_id.eq(id.0),
            identities::user_id.eq(account.user().0),
            identities::issuer.eq(&subject.issuer),
            identities::subject.eq(&subject.name),
            identities::linked_at.eq(now),
        ))
        .on_conflict_do_nothing()
        .returning(Row::as_returning())
        .get_result(&mut account.sql())
        .await;
    row.optional()?.map(Identity::try_from).transpose()
}

/// Those of an account, the last linked first.
pub(crate) async fn list(mut sql: Sql<'_>, user: UserId) -> Result<Vec<Identity>> {
    let rows = identities::table
        .filter(identities::user_id.eq(user.0))
        .order((identities::linked_at.desc(), identities::identity_id))
        .select(Row::as_select())
        .load(&mut sql);
    rows.await?.into_iter().map(Identity::try_from).collect()
}

/// Whose a subject is, if anybody's.
pub(crate) async fn linked(mut sql: Sql<'_>, subject: &Subject) -> Result<Option<Linked>> {
    let row = identities::table
        .filter(identities::issuer.eq(&subject.issuer))
        .filter(identities::subject.eq(&subject.name))
        .select((
            identities::identity_id,
            identities::user_id,
            identities::used_at,
        ))
        .first::<(Uuid, Uuid, Option<OffsetDateTime>)>(&mut sql);
    Ok(row.await.optional()?.map(|(id, user, used_at)| Linked {
        id: IdentityId(id),
        user: UserId(user),
        role: None,
        used_at,
    }))
}

/// The same, and what the account is in a club.
pub(crate) async fn linked_in(
    mut sql: Sql<'_>,
    subject: &Subject,
    club: ClubId,
) -> Result<Option<Linked>> {
    let member = members::user_id
        .eq(identities::user_id)
        .and(members::club_id.eq(club.0));
    let row = identities::table
        .left_join(members::table.on(member))
        .filter(identities::issuer.eq(&subject.issuer))
        .filter(identities::subject.eq(&subject.name))
        .select((
            identities::identity_id,
            identities::user_id,
            identities::used_at,
            members::role.nullable(),
        ))
        .first::<(Uuid, Uuid, Option<OffsetDateTime>, Option<String>)>(&mut sql);
    let read = |(id, user, used_at, role): (_, _, _, Option<String>)| {
        Ok(Linked {
            id: IdentityId(id),
            user: UserId(user),
            role: role.map(|role| parse_enum(&role, "role")).transpose()?,
            used_at,
        })
    };
    row.await.optional()?.map(read).transpose()
}

/// The one of an account with this subject.
pub(crate) async fn find(
    mut sql: Sql<'_>,
    user: UserId,
    subject: &Subject,
) -> Result<Option<Identity>> {
    let row = identities::table
        .filter(identities::user_id.eq(user.0))
        .filter(identities::issuer.eq(&subject.issuer))
        .filter(identities::subject.eq(&subject.name))
        .select(Row::as_select())
        .first(&mut sql);
    row.await.optional()?.map(Identity::try_from).transpose()
}

/// Notes that an identity is used.
pub(crate) async fn note_use(mut sql: Sql<'_>, id: IdentityId, now: OffsetDateTime) -> Result<()> {
    diesel::update(identities::table.find(id.0))
        .set(identities::used_at.eq(now))
        .execute(&mut sql)
        .await?;
    Ok(())
}

/// Unlinks one of an account; whether it was there.
pub(crate) async fn unlink(account: &LockedAccount<'_>, id: IdentityId) -> Result<bool> {
    let one = identities::table
        .find(id.0)
        .filter(identities::user_id.eq(account.user().0));
    Ok(diesel::delete(one).execute(&mut account.sql()).await? == 1)
}

/// Unlinks all of an account.
pub(crate) async fn unlink_all(account: &LockedAccount<'_>) -> Result<()> {
    let all = identities::table.filter(identities::user_id.eq(account.user().0));
    diesel::delete(all).execute(&mut account.sql()).await?;
    Ok(())
}

impl TryFrom<Row> for Identity {
    type Error = Error;

    fn try_from(row: Row) -> Result<Self> {
        Ok(Self {
            id: IdentityId(row.identity_id),
            subject: Subject {
                issuer: row.issuer,
                name: row.subject,
            },
            linked_at: timestamp(row.linked_at)?,
            used_at: row.used_at.map(timestamp).transpose()?,
        })
    }
}
