//! Members of clubs and their roles.

use super::{Sql, parse_enum};
use crate::schema::{members, users as accounts};
use crate::{ClubId, Member, Result, Role, UserId};
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use uuid::Uuid;

/// Gives an account that is there a role in a club, or another one.
pub(crate) async fn set(mut sql: Sql<'_>, club: ClubId, user: UserId, role: Role) -> Result<()> {
    let row = (
        members::club_id.eq(club.0),
        members::user_id.eq(user.0),
        members::role.eq(role.as_str()),
    );
    diesel::insert_into(members::table)
        .values(row)
        .on_conflict((members::club_id, members::user_id))
        .do_update()
        .set(members::role.eq(role.as_str()))
        .execute(&mut sql)
        .await?;
    Ok(())
}

pub(crate) async fn remove(mut sql: Sql<'_>, club: ClubId, user: UserId) -> Result<()> {
    diesel::delete(members::table.find((club.0, user.0)))
        .execute(&mut sql)
        .await?;
    Ok(())
}

pub(crate) async fn role(mut sql: Sql<'_>, club: ClubId, user: UserId) -> Result<Option<Role>> {
    let role = members::table
        .find((club.0, user.0))
        .select(members::role)
        .first::<String>(&mut sql);
    role.await
        .optional()?
        .map(|role| parse_enum(&role, "role"))
        .transpose()
}

/// The members of a club, by display name, then those whose account is nobody's.
pub(crate) async fn list(mut sql: Sql<'_>, club: ClubId) -> Result<Vec<Member>> {
    let rows = members::table
        .inner_join(accounts::table.on(accounts::user_id.eq(members::user_id)))
        .filter(members::club_id.eq(club.0))
        .order((accounts::display_name, accounts::user_id))
        .select((accounts::user_id, accounts::display_name, members::role))
        .load::<(Uuid, Option<String>, String)>(&mut sql);
    let read = |(user, display_name, role): (Uuid, Option<String>, String)| {
        Ok(Member {
            user: UserId(user),
            display_name,
            role: parse_enum(&role, "role")?,
        })
    };
    rows.await?.into_iter().map(read).collect()
}

/// How many members a club has.
pub(crate) async fn count(mut sql: Sql<'_>, club: ClubId) -> Result<i64> {
    let all = members::table.filter(members::club_id.eq(club.0)).count();
    Ok(all.get_result(&mut sql).await?)
}

/// The owners of a club, each with the address they sign in with, if there is one.
pub(crate) async fn owners(
    mut sql: Sql<'_>,
    club: ClubId,
) -> Result<Vec<(UserId, Option<String>)>> {
    let rows = members::table
        .inner_join(accounts::table.on(accounts::user_id.eq(members::user_id)))
        .filter(members::club_id.eq(club.0))
        .filter(members::role.eq(Role::Owner.as_str()))
        .order(accounts::user_id)
        .select((accounts::user_id, accounts::email))
        .load::<(Uuid, Option<String>)>(&mut sql);
    let read = |(user, email)| (UserId(user), email);
    Ok(rows.await?.into_iter().map(read).collect())
}

/// The roles that somebody has, one for each of their clubs, in a transaction that names them.
pub(crate) async fn roles(mut sql: Sql<'_>, user: UserId) -> Result<Vec<Role>> {
    let roles = members::table
        .filter(members::user_id.eq(user.0))
        .select(members::role)
        .load::<String>(&mut sql);
    let roles = roles.await?.into_iter();
    roles.map(|role| parse_enum(&role, "role")).collect()
}

/// How many owners who can sign in a club has besides this user.
pub(crate) async fn other_owners(mut sql: Sql<'_>, club: ClubId, user: UserId) -> Result<i64> {
    let owners = members::table
        .inner_join(accounts::table.on(accounts::user_id.eq(members::user_id)))
        .filter(accounts::email.is_not_null())
        .filter(members::club_id.eq(club.0))
        .filter(members::user_id.ne(user.0))
        .filter(members::role.eq(Role::Owner.as_str()))
        .count();
    Ok(owners.get_result(&mut sql).await?)
}
