//! What must exist before the first migration: the database, and the roles, which belong to the whole server.

use crate::database_url::DatabaseUrl;
use crate::{Error, Result, connector};
use postgres_protocol::password::scram_sha_256;
use tokio_postgres::Client;

/// Who logs in, each by a URL `postgres://user:password@host:port/database`. All name the same database, each another user.
#[derive(Clone, Copy)]
pub struct Logins<'a> {
    /// The application.
    pub app: &'a str,
    /// Whoever audits the ledgers of all clubs.
    pub auditor: Option<&'a str>,
    /// Whoever tells webhooks of all clubs what was entered.
    pub dispatcher: Option<&'a str>,
    /// Whoever signs the heads of all clubs.
    pub signer: Option<&'a str>,
}

/// Makes what is missing, and leaves what is there: the database that all URLs name; the role `faan_owner`, which owns
/// everything in it and cannot log in; the groups `faan_app`, `faan_auditor`, `faan_dispatcher` and `faan_signer`, which may do what each of them
/// needs;
/// and the logins, each a member of its group, with the password of its URL, of which the server gets nothing but a SCRAM verifier. `admin_url` is of a role that may create roles and
/// databases. Any number of them may run at once.
pub async fn bootstrap(admin_url: &str, logins: Logins<'_>) -> Result<()> {
    let admin = DatabaseUrl::parse(admin_url)?;
    let logins = logins.parse(&admin)?;
    connector::warn_of_weakness(&admin);
    let maintenance = connector::client(&admin.on_database("postgres")).await?;
    // Roles are the server's: an advisory lock of one database keeps all bootstraps of the server apart.
    maintenance
        .batch_execute("SELECT pg_advisory_lock(7221466211)")
        .await
        .map_err(failed)?;
    maintenance.batch_execute(ROLES).await.map_err(failed)?;
    for login in &logins {
        create_login(&maintenance, login).await?;
    }
    create_database(&maintenance, admin.database()).await?;
    let database = connector::client(&admin).await?;
    database.batch_execute(SCHEMA).await.map_err(failed)
}

/// A login that is to be a member of a group.
struct Login {
    group: &'static str,
    user: String,
    /// What the server keeps in the place of the password.
    verifier: Option<String>,
}

impl<'a> Logins<'a> {
    /// The application, and nobody else.
    pub fn of_app(app: &'a str) -> Self {
        Self {
            app,
            auditor: None,
            dispatcher: None,
            signer: None,
        }
    }

    fn parse(self, admin: &DatabaseUrl) -> Result<Vec<Login>> {
        let urls = [
            ("faan_app", "application", Some(self.app)),
            ("faan_auditor", "auditor", self.auditor),
            ("faan_dispatcher", "dispatcher", self.dispatcher),
            ("faan_signer", "signer", self.signer),
        ];
        let mut logins: Vec<Login> = Vec::new();
        for (group, whose, url) in urls {
            let Some(url) = url.map(DatabaseUrl::parse).transpose()? else {
                continue;
            };
            let login = Login::of(group, whose, &url, admin)?;
            if logins.iter().any(|other| other.user == login.user) {
                let user = login.user;
                return Err(Error::Config(format!(
                    "the {whose}'s URL names the user “{user}”, as another one does: each has a user of its own"
                )));
            }
            logins.push(login);
        }
        Ok(logins)
    }
}

impl Login {
    fn of(
        group: &'static str,
        whose: &str,
        url: &DatabaseUrl,
        admin: &DatabaseUrl,
    ) -> Result<Self> {
        if admin.database() != url.database() {
            return Err(Error::Config(format!(
                "the administrator's URL names the database “{}” and the {whose}'s “{}”: they must be the same",
                admin.database(),
                url.database(),
            )));
        }
        let nobody = || Error::Config(format!("the {whose}'s URL names no user"));
        Ok(Self {
            group,
            user: url.user().ok_or_else(nobody)?.to_owned(),
            // Made here, so that no password is in a statement, which the server may log.
            verifier: url.password().map(scram_sha_256),
        })
    }
}

/// In the database itself: `faan_owner` makes the tables, the groups look at them, nobody else is let in.
const SCHEMA: &str = "
    ALTER SCHEMA public OWNER TO faan_owner;
    REVOKE ALL ON SCHEMA public FROM PUBLIC;
    GRANT USAGE ON SCHEMA public TO faan_app, faan_auditor, faan_dispatcher, faan_signer;";

/// The fixed roles. Whoever bootstraps must be able to act as the owner, to hand it the database.
const ROLES: &str = "
    DO $$ DECLARE fixed text; BEGIN
        FOREACH fixed IN ARRAY ARRAY['faan_owner', 'faan_app', 'faan_auditor', 'faan_dispatcher', 'faan_signer'] LOOP
            IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = fixed) THEN
                EXECUTE format('CREATE ROLE %I NOLOGIN', fixed);
            END IF;
        END LOOP;
        IF NOT pg_has_role(current_user, 'faan_owner', 'MEMBER') THEN
            EXECUTE format('GRANT faan_owner TO %I', current_user);
        END IF;
    END $$;";

async fn create_login(server: &Client, login: &Login) -> Result<()> {
    let known = server
        .query_opt("SELECT FROM pg_roles WHERE rolname = $1", &[&login.user])
        .await
        .map_err(failed)?;
    let verb = if known.is_some() { "ALTER" } else { "CREATE" };
    let verifier = login.verifier.as_deref();
    let password = verifier
        .map(|verifier| format!("PASSWORD {}", literal(verifier)))
        .unwrap_or_default();
    let (user, group) = (identifier(&login.user), login.group);
    let make = format!("{verb} ROLE {user} LOGIN {password}; GRANT {group} TO {user}");
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
         GRANT CONNECT ON DATABASE {name} TO faan_app, faan_auditor, faan_dispatcher, faan_signer;"
    );
    server.batch_execute(&hand_over).await.map_err(failed)
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
    fn names_and_verifiers_stay_what_they_are() {
        assert_eq!(identifier(r#"a"; DROP"#), r#""a""; DROP""#);
        assert_eq!(literal(r"it's \' fine"), r"E'it''s \\'' fine'");
    }
}
