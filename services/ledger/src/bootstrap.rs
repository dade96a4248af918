//! What must exist before the first migration: the database, and the roles, which belong to the whole server.

use crate::database_url::DatabaseUrl;
use crate::{Error, Result};
use tokio_postgres::{Client, NoTls};

/// Makes what is missing, and leaves what is there: the database that both URLs name; the role `faan_owner`, which owns
/// everything in it and cannot log in; the group `faan_app`, which may do what the commands need; and the login role of
/// `app_url`, a member of that group, with the password of that URL. `admin_url` is of a role that may create roles and
/// databases. Any number of them may run at once.
pub async fn bootstrap(admin_url: &str, app_url: &str) -> Result<()> {
    let (admin, app) = (DatabaseUrl::parse(admin_url)?, DatabaseUrl::parse(app_url)?);
    if admin.database() != app.database() {
        return Err(Error::Config(format!(
            "the administrator's URL names the database “{}” and the application's “{}”: they must be the same",
            admin.database(),
            app.database(),
        )));
    }
    let maintenance = connect(&admin.with_database("postgres")).await?;
    // Roles are the server's: an advisory lock of one database keeps all bootstraps of the server apart.
    maintenance
        .batch_execute("SELECT pg_advisory_lock(7221466211)")
        .await
        .map_err(failed)?;
    create_roles(&maintenance, &app).await?;
    create_database(&maintenance, admin.database()).await?;
    let database = connect(admin_url).await?;
    database.batch_execute(SCHEMA).await.map_err(failed)
}

/// In the database itself: `faan_owner` makes the tables, the application looks at them, nobody else is let in.
const SCHEMA: &str = "
    ALTER SCHEMA public OWNER TO faan_owner;
    REVOKE ALL ON SCHEMA public FROM PUBLIC;
    GRANT USAGE ON SCHEMA public TO faan_app;";

/// The fixed roles. Whoever bootstraps must be able to act as the owner, to hand it the database.
const ROLES: &str = "
    DO $$ BEGIN
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'faan_owner') THEN
            CREATE ROLE faan_owner NOLOGIN;
        END IF;
        IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'faan_app') THEN
            CREATE ROLE faan_app NOLOGIN;
        END IF;
        IF NOT pg_has_role(current_user, 'faan_owner', 'MEMBER') THEN
            EXECUTE format('GRANT faan_owner TO %I', current_user);
        END IF;
    END $$;";

async fn create_roles(server: &Client, app: &DatabaseUrl) -> Result<()> {
    server.batch_execute(ROLES).await.map_err(failed)?;
    let login = app
        .user()
        .ok_or_else(|| Error::Config("the application's URL names no user".to_owned()))?;
    let known = server
        .query_opt("SELECT FROM pg_roles WHERE rolname = $1", &[&login])
        .await
        .map_err(failed)?;
    let verb = if known.is_some() { "ALTER" } else { "CREATE" };
    let password = app
        .password()
        .map(|password| format!("PASSWORD {}", literal(password)))
        .unwrap_or_default();
    let login = identifier(login);
    let make = format!("{verb} ROLE {login} LOGIN {password}; GRANT faan_app TO {login}");
    server.batch_execute(&make).await.map_err(failed)
}

async fn create_database(server: &Client, name: &str) -> Result<()> {
    let known = server
        .query_opt("SELECT FROM pg_database WHERE datname = $1", &[&name])
        .await
        .map_err(failed)?;
    let name = identifier(name);
    if known.is_none() {
        // Not in one batch with anything: CREATE DATABASE refuses to run inside a transaction.
        server
            .batch_execute(&format!(
                "CREATE DATABASE {name} ENCODING 'UTF8' TEMPLATE template0"
            ))
            .await
            .map_err(failed)?;
    }
    let hand_over = format!(
        "ALTER DATABASE {name} OWNER TO faan_owner;
         REVOKE ALL ON DATABASE {name} FROM PUBLIC;
         GRANT CONNECT ON DATABASE {name} TO faan_app;"
    );
    server.batch_execute(&hand_over).await.map_err(failed)
}

/// A connection outside diesel, for statements that are not queries.
pub(crate) async fn connect(url: &str) -> Result<Client> {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await.map_err(failed)?;
    tokio::spawn(connection);
    Ok(client)
}

pub(crate) fn failed(error: tokio_postgres::Error) -> Error {
    let reason = error
        .as_db_error()
        .map_or_else(|| error.to_string(), ToString::to_string);
    Error::Config(format!("the administrator's connection: {reason}"))
}

pub(crate) fn identifier(name: &str) -> String {
    format!("\"{}\"", name.replace('"', "\"\""))
}

fn literal(text: &str) -> String {
    // E'…' reads the same whatever standard_conforming_strings says.
    format!("E'{}'", text.replace('\\', "\\\\").replace('\'', "''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_passwords_stay_what_they_are() {
        assert_eq!(identifier(r#"a"; DROP"#), r#""a""; DROP""#);
        assert_eq!(literal(r"it's \' fine"), r"E'it''s \\'' fine'");
    }
}
