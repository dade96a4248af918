//! A database URL: which server, which database, who logs in, and how the connection is secured.

mod hosts;
mod ssl;

use crate::{Error, Result};
use ssl::SslParameters;
pub(crate) use ssl::{Authorities, Identity, Proof, Security};
use std::net::IpAddr;
use std::str::FromStr;
use std::time::Duration;
use tokio_postgres::config::{Host, SslMode, SslNegotiation, TargetSessionAttrs};

/// `postgres://user:password@host:port,host:port/database?parameters`. Of several hosts, the one that takes writes is meant, unless
/// `target_session_attrs` says otherwise.
#[derive(Clone)]
pub(crate) struct DatabaseUrl {
    #[cfg(feature = "test-database")]
    text: String,
    config: tokio_postgres::Config,
    database: String,
    security: Security,
}

/// Without the password.
impl std::fmt::Debug for DatabaseUrl {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("DatabaseUrl")
            .field("config", &self.config)
            .field("security", &self.security)
            .finish_non_exhaustive()
    }
}

impl DatabaseUrl {
    /// Reads a URL. No error repeats a part of it in which a password could be.
    pub(crate) fn parse(text: &str) -> Result<Self> {
        read(text).map_err(|why| {
            Error::Config(format!(
                "a database URL is postgres://user@host/database: {why}"
            ))
        })
    }

    pub(crate) fn config(&self) -> &tokio_postgres::Config {
        &self.config
    }

    /// The configuration for each of its hosts alone, in their order.
    pub(crate) fn each_host(&self) -> Result<Vec<tokio_postgres::Config>> {
        hosts::each(&self.config).map_err(Error::Config)
    }

    /// How long one host may take until the login is over.
    pub(crate) fn patience(&self) -> Duration {
        hosts::patience(&self.config)
    }

    /// How long a server that was there may say nothing before it is taken for lost, and how long a command waits for a connection.
    pub(crate) fn patience_with_answers(&self) -> Duration {
        hosts::patience_with_answers(&self.config)
    }

    /// Whether the URL states a setting of the session itself, in its `options`.
    pub(crate) fn states(&self, setting: &str) -> bool {
        let options = self.config.get_options().unwrap_or_default();
        options.contains(&format!("{setting}="))
    }

    pub(crate) fn security(&self) -> &Security {
        &self.security
    }

    pub(crate) fn database(&self) -> &str {
        &self.database
    }

    pub(crate) fn user(&self) -> Option<&str> {
        self.config.get_user()
    }

    pub(crate) fn password(&self) -> Option<&[u8]> {
        self.config.get_password()
    }

    /// The same server and user, another database.
    pub(crate) fn on_database(&self, name: &str) -> Self {
        let mut other = self.clone();
        other.config.dbname(name);
        name.clone_into(&mut other.database);
        other
    }

    /// The same, for reads alone: of its hosts the first one that takes no writes is meant.
    pub(crate) fn of_replica(mut self) -> Self {
        self.config
            .target_session_attrs(TargetSessionAttrs::ReadOnly);
        self
    }

    /// The servers, as a message calls them.
    pub(crate) fn hosts(&self) -> String {
        hosts_of(&self.config)
    }

    /// What to tell whoever operates this, if the connection leaves this machine and is less secure than it could be.
    pub(crate) fn warning(&self) -> Option<String> {
        let weakness = match &self.security {
            _ if is_local(&self.config) => return None,
            Security::PlainText => {
                "is in plain text (sslmode=disable): whoever is on the way can read and change everything"
            }
            Security::Tls { proof, .. } => match proof {
                Proof::Full(_) => return None,
                Proof::Nothing => {
                    "is encrypted without knowing the server (sslmode=require): whoever is on the way can pass for it"
                }
                Proof::Authority(_) => {
                    "is encrypted without comparing its name with its certificate (sslmode=verify-ca): every server of the CA \
                     can pass for it"
                }
            },
        };
        let hosts = self.hosts();
        Some(format!(
            "the connection to the database at {hosts} {weakness}. sslmode=verify-full is safe"
        ))
    }
}

/// The hosts of a configuration, as a message calls them.
pub(crate) fn hosts_of(config: &tokio_postgres::Config) -> String {
    let hosts = config.get_hosts().iter().map(|host| match host {
        Host::Tcp(name) => name.clone(),
        Host::Unix(path) => path.display().to_string(),
    });
    hosts.collect::<Vec<_>>().join(", ")
}

fn read(text: &str) -> std::result::Result<DatabaseUrl, String> {
    let rest = ["postgres://", "postgresql://"]
        .iter()
        .find_map(|scheme| text.strip_prefix(scheme));
    let rest = rest.ok_or("it does not begin so")?;
    let (place, query) = apart(rest)?;
    let (ssl, query) = SslParameters::take(query)?;
    let mut config = tokio_postgres::Config::from_str(&format!("postgres://{place}{query}"))
        .map_err(|error| told(&error))?;
    let database = config.get_dbname().filter(|name| !name.is_empty());
    let database = database.ok_or("it names no database")?.to_owned();
    let security = secure(&mut config, ssl)?;
    hosts::complete(&mut config, &query);
    hosts::each(&config)?;
    Ok(DatabaseUrl {
        #[cfg(feature = "test-database")]
        text: text.to_owned(),
        config,
        database,
        security,
    })
}

/// Where, and the query without its question mark. As the parser has it, a password may contain `/` and `?`, and ends at the first `@`.
fn apart(rest: &str) -> std::result::Result<(&str, &str), String> {
    const ESCAPE: &str = "an @ that does not come before the host is written %40";
    let credentials = rest.find('@').map_or(0, |at| at + 1);
    let (login, place) = rest.split_at(credentials);
    let user = login.split(':').next().unwrap_or_default();
    if place.contains('@') || user.contains(['/', '?']) {
        return Err(ESCAPE.to_owned());
    }
    Ok(match place.find('?') {
        Some(at) => {
            let (whole, query) = rest.split_at(credentials + at);
            (whole, query.trim_start_matches('?'))
        }
        None => (rest, ""),
    })
}

/// What the parser found wrong: names of parameters, never their values.
fn told(error: &tokio_postgres::Error) -> String {
    let cause = std::error::Error::source(error);
    cause.map_or_else(|| error.to_string(), ToString::to_string)
}

/// Decides how the connection is secured, and has the client keep to it.
fn secure(
    config: &mut tokio_postgres::Config,
    ssl: SslParameters,
) -> std::result::Result<Security, String> {
    let hosts = config.get_hosts();
    if hosts.is_empty() {
        return Err("it names no host (beside hostaddr, if there is one)".to_owned());
    }
    let sockets = hosts.iter().filter(|host| is_socket(host)).count();
    if sockets > 0 && (sockets < hosts.len() || !config.get_hostaddrs().is_empty()) {
        return Err("it names a Unix socket and another host".to_owned());
    }
    let security = match sockets {
        0 => ssl.security(is_local(config))?,
        // What is in such a file never leaves this machine, and PostgreSQL speaks no TLS there.
        _ => Security::PlainText,
    };
    let is_direct = config.get_ssl_negotiation() == SslNegotiation::Direct;
    match &security {
        Security::PlainText if is_direct && sockets == 0 => {
            Err("sslnegotiation=direct wants sslmode=verify-full, verify-ca or require".to_owned())
        }
        Security::PlainText => {
            config.ssl_mode(SslMode::Disable);
            Ok(security)
        }
        Security::Tls { .. } => {
            config.ssl_mode(SslMode::Require);
            Ok(security)
        }
    }
}

/// Whether what is sent stays on this machine. A name that is not `localhost` does not say so, whatever its address is.
fn is_local(config: &tokio_postgres::Config) -> bool {
    let is_loopback = |address: &IpAddr| address.to_canonical().is_loopback();
    let by_name = config.get_hosts().iter().all(|host| match host {
        Host::Unix(_) => true,
        Host::Tcp(name) if name.eq_ignore_ascii_case("localhost") => true,
        Host::Tcp(name) => name.parse().is_ok_and(|address| is_loopback(&address)),
    });
    by_name && config.get_hostaddrs().iter().all(is_loopback)
}

fn is_socket(host: &Host) -> bool {
    match host {
        Host::Unix(_) => true,
        Host::Tcp(_) => false,
    }
}

#[cfg(feature = "test-database")]
impl DatabaseUrl {
    /// The URL of the same server and user, and another database. The name must need no escaping in a URL.
    pub(crate) fn with_database(&self, name: &str) -> String {
        let (scheme, authority, parameters) = self.parts();
        format!("{scheme}://{authority}/{name}{parameters}")
    }

    /// The URL of the same server and database, and another user. User and password must need no escaping in a URL.
    pub(crate) fn with_user(&self, user: &str, password: &str) -> String {
        let (scheme, authority, parameters) = self.parts();
        let host = authority
            .rsplit_once('@')
            .map_or(authority, |(_, host)| host);
        let database = &self.database;
        format!("{scheme}://{user}:{password}@{host}/{database}{parameters}")
    }

    /// Scheme, user and host, and the parameters with their question mark.
    fn parts(&self) -> (&str, &str, &str) {
        let (scheme, rest) = self
            .text
            .split_once("://")
            .unwrap_or(("postgres", &self.text));
        let (path, parameters) = rest.find('?').map_or((rest, ""), |at| rest.split_at(at));
        let authority = path
            .rsplit_once('/')
            .map_or(path, |(authority, _)| authority);
        (scheme, authority, parameters)
    }
}

#[cfg(test)]
mod tests;
