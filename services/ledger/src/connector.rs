//! The one place where connections to the database are made.

mod files;
mod refusal;

use crate::database_url::DatabaseUrl;
use crate::{Error, Result};
use diesel_async::AsyncPgConnection;
use tokio::task::spawn_blocking;
use tokio_postgres::tls::MakeTlsConnect;
use tokio_postgres::{Client, Socket};
use tokio_postgres_rustls::MakeRustlsConnect;

/// The half of a connection that has to be polled.
pub(crate) type Connection =
    tokio_postgres::Connection<Socket, <MakeRustlsConnect as MakeTlsConnect<Socket>>::Stream>;

/// Connects, as secure as the URL has it. The files that it names are read again for each connection, so they may be replaced at
/// any time.
pub(crate) async fn connect(url: &DatabaseUrl) -> Result<(Client, Connection)> {
    let refused = |why: String| {
        let hosts = url.hosts();
        Error::Config(format!("no connection to the database at {hosts}: {why}"))
    };
    let secured = url.clone();
    let tls = spawn_blocking(move || files::client_config(&secured)).await;
    let tls = tls.map_err(|lost| Error::Bug(lost.to_string()))?;
    let tls = MakeRustlsConnect::new(tls.map_err(refused)?);
    let connected = url.config().connect(tls).await;
    connected.map_err(|error| refused(refusal::explain(url, &error)))
}

/// A connection outside diesel, for statements that are not queries.
pub(crate) async fn client(url: &DatabaseUrl) -> Result<Client> {
    let (client, connection) = connect(url).await?;
    tokio::spawn(connection);
    Ok(client)
}

/// A connection as diesel has it.
pub(crate) async fn diesel(url: &DatabaseUrl) -> Result<AsyncPgConnection> {
    let (client, connection) = connect(url).await?;
    let made = AsyncPgConnection::try_from_client_and_connection(client, connection).await;
    made.map_err(|error| {
        let hosts = url.hosts();
        Error::Config(format!("no connection to the database at {hosts}: {error}"))
    })
}

/// Tells whoever operates this of a connection that is weaker than it could be. Once for each URL that is used, not for each connection.
pub(crate) fn warn_of_weakness(url: &DatabaseUrl) {
    if let Some(warning) = url.warning() {
        tracing::warn!("{warning}");
    }
}
