//! A database URL, taken apart as far as needed to name another database or user on the same server.

use crate::{Error, Result};
use std::str::FromStr;

/// `postgres://user:password@host:port/database?options`.
#[derive(Debug, Clone)]
pub(crate) struct DatabaseUrl {
    text: String,
    config: tokio_postgres::Config,
    database: String,
}

impl DatabaseUrl {
    pub(crate) fn parse(text: &str) -> Result<Self> {
        let refuse = |why: &str| {
            Error::Config(format!(
                "a database URL is postgres://user@host/database: {why}"
            ))
        };
        if !text.starts_with("postgres://") && !text.starts_with("postgresql://") {
            return Err(refuse("it does not begin so"));
        }
        let config =
            tokio_postgres::Config::from_str(text).map_err(|error| refuse(&error.to_string()))?;
        let database = config.get_dbname().filter(|name| !name.is_empty());
        let database = database
            .ok_or_else(|| refuse("it names no database"))?
            .to_owned();
        Ok(Self {
            text: text.to_owned(),
            config,
            database,
        })
    }

    pub(crate) fn database(&self) -> &str {
        &self.database
    }

    pub(crate) fn user(&self) -> Option<&str> {
        self.config.get_user()
    }

    pub(crate) fn password(&self) -> Option<&str> {
        self.config
            .get_password()
            .and_then(|password| std::str::from_utf8(password).ok())
    }

    /// The same server and user, another database. The name must need no escaping in a URL.
    pub(crate) fn with_database(&self, name: &str) -> String {
        let (scheme, authority, options) = self.parts();
        format!("{scheme}://{authority}/{name}{options}")
    }

    /// The same server and database, another user. User and password must need no escaping in a URL.
    #[cfg(feature = "test-database")]
    pub(crate) fn with_user(&self, user: &str, password: &str) -> String {
        let (scheme, authority, options) = self.parts();
        let host = authority
            .rsplit_once('@')
            .map_or(authority, |(_, host)| host);
        format!(
            "{scheme}://{user}:{password}@{host}/{}{options}",
            self.database
        )
    }

    /// Scheme, user and host, and the options with their question mark.
    fn parts(&self) -> (&str, &str, &str) {
        let (scheme, rest) = self
            .text
            .split_once("://")
            .unwrap_or(("postgres", &self.text));
        let (path, options) = rest.find('?').map_or((rest, ""), |at| rest.split_at(at));
        let authority = path
            .rsplit_once('/')
            .map_or(path, |(authority, _)| authority);
        (scheme, authority, options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_database_or_user_on_the_same_server() {
        let url = DatabaseUrl::parse("postgres://me:s%40cret@localhost:5433/club?sslmode=disable")
            .unwrap();
        assert_eq!(
            (url.database(), url.user(), url.password()),
            ("club", Some("me"), Some("s@cret"))
        );
        assert_eq!(
            url.with_database("b"),
            "postgres://me:s%40cret@localhost:5433/b?sslmode=disable"
        );
        #[cfg(feature = "test-database")]
        assert_eq!(
            url.with_user("u", "p"),
            "postgres://u:p@localhost:5433/club?sslmode=disable"
        );
        let socket = DatabaseUrl::parse("postgresql://me@%2Ftmp%2Fpg/club").unwrap();
        assert_eq!(socket.with_database("b"), "postgresql://me@%2Ftmp%2Fpg/b");
    }

    #[test]
    fn what_is_no_database_url_says_so() {
        for bad in [
            "",
            "localhost",
            "mysql://me@host/club",
            "postgres://me@host",
            "postgres://me@host:x/club",
        ] {
            let error = DatabaseUrl::parse(bad).unwrap_err().to_string();
            assert!(
                error.contains("postgres://user@host/database"),
                "{bad}: {error}"
            );
        }
    }
}
