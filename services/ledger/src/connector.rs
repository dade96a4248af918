//! The one place where connections to the database are made.

mod files;
mod refusal;

use crate::database_url::{DatabaseUrl, hosts_of};
use crate::{Error, Result};
use diesel_async::AsyncPgConnection;
use futures_util::StreamExt;
use futures_util::future::join_all;
use futures_util::stream::FuturesUnordered;
use std::time::Duration;
use tokio::task::spawn_blocking;
use tokio::time::{sleep, timeout};
use tokio_postgres::config::TargetSessionAttrs;
use tokio_postgres::tls::MakeTlsConnect;
use tokio_postgres::{CancelToken, Client, Socket};
use tokio_postgres_rustls::MakeRustlsConnect;

/// The half of a connection that has to be polled.
pub(crate) type Connection =
    tokio_postgres::Connection<Socket, <MakeRustlsConnect as MakeTlsConnect<Socket>>::Stream>;

/// How long a host has the attempt to itself before the next one is tried beside it.
const HEAD_START: Duration = Duration::from_millis(250);

/// Connects, as secure as the URL has it, to the first of its hosts that is what the URL wants: the one that takes writes, unless it says
/// otherwise. A host that does not answer holds up the others for a moment only. The files that the URL names are read again for
/// each connection, so they may be replaced at any time.
pub(crate) async fn connect(url: &DatabaseUrl) -> Result<(Client, Connection)> {
    let tls = secured(url).await?;
    let mut hosts = url.each_host()?.into_iter();
    let (mut attempts, mut refusals) = (FuturesUnordered::new(), Vec::new());
    loop {
        let next = hosts.next();
        let is_last = next.is_none();
        attempts.extend(next.map(|host| attempt(url, host, tls.clone())));
        tokio::select! {
            done = attempts.next() => match done {
                Some(Ok(connected)) => return Ok(connected),
                Some(Err(why)) => refusals.push(why),
                None => return Err(all_refused(url, refusals)),
            },
            () = sleep(HEAD_START), if !is_last => {}
        }
    }
}

/// The hosts of a URL that take writes, each asked by itself.
pub(crate) async fn hosts_that_take_writes(url: &DatabaseUrl) -> Result<Vec<String>> {
    let tls = secured(url).await?;
    let hosts = url.each_host()?.into_iter();
    let asked = hosts.map(|mut host| {
        host.target_session_attrs(TargetSessionAttrs::ReadWrite);
        let (name, attempt) = (hosts_of(&host), attempt(url, host, tls.clone()));
        async { attempt.await.ok().map(|_| name) }
    });
    Ok(join_all(asked).await.into_iter().flatten().collect())
}

/// What the connections of a URL are secured with.
async fn secured(url: &DatabaseUrl) -> Result<MakeRustlsConnect> {
    let of_url = url.clone();
    let tls = spawn_blocking(move || files::client_config(&of_url)).await;
    let tls = tls.map_err(|lost| Error::Bug(lost.to_string()))?;
    let tls = tls.map_err(|why| refused(&url.hosts(), &why))?;
    Ok(MakeRustlsConnect::new(tls))
}

/// Connects to one host, within the time that one may take. A failure is told with the name of the host.
async fn attempt(
    url: &DatabaseUrl,
    host: tokio_postgres::Config,
    tls: MakeRustlsConnect,
) -> std::result::Result<(Client, Connection), (String, String)> {
    let patience = url.patience();
    let why = match timeout(patience, host.connect(tls)).await {
        Ok(Ok(connected)) => return Ok(connected),
        Ok(Err(error)) => refusal::explain(url, &error),
        Err(_) => format!("the server says nothing for {patience:?}"),
    };
    Err((hosts_of(&host), why))
}

/// Why none of the hosts will do.
fn all_refused(url: &DatabaseUrl, refusals: Vec<(String, String)>) -> Error {
    if let [(host, why)] = refusals.as_slice() {
        return refused(host, why);
    }
    let each = refusals.iter().map(|(host, why)| format!("{host}: {why}"));
    refused(&url.hosts(), &each.collect::<Vec<_>>().join("; "))
}

fn refused(hosts: &str, why: &str) -> Error {
    Error::Config(format!("no connection to the database at {hosts}: {why}"))
}

/// A connection outside diesel, for statements that are not queries.
pub(crate) async fn client(url: &DatabaseUrl) -> Result<Client> {
    let (client, connection) = connect(url).await?;
    tokio::spawn(connection);
    Ok(client)
}

/// A connection as diesel has it.
pub(crate) async fn diesel(url: &DatabaseUrl) -> Result<AsyncPgConnection> {
    diesel_until(url, std::future::pending()).await
}

/// The same, cut off once a future resolves: whatever is asked over it then fails, as if the server had gone.
pub(crate) async fn diesel_until(
    url: &DatabaseUrl,
    cut: impl Future<Output = ()> + Send + 'static,
) -> Result<AsyncPgConnection> {
    let (client, connection) = connect(url).await?;
    tokio::spawn(async move {
        // What ends the connection, its commands are told.
        tokio::select! {
            _ = connection => {}
            () = cut => {}
        }
    });
    let made = AsyncPgConnection::try_from(client).await;
    made.map_err(|error| refused(&url.hosts(), &error.to_string()))
}

/// Has the server give up what it does on a connection that was made by this URL.
pub(crate) async fn cancel(url: &DatabaseUrl, statement: &CancelToken) -> Result<()> {
    let tls = secured(url).await?;
    let told = timeout(url.patience(), statement.cancel_query(tls)).await;
    let told = told.map_err(|_| refused(&url.hosts(), "the server does not answer in time"))?;
    told.map_err(|error| refused(&url.hosts(), &refusal::explain(url, &error)))
}

/// Tells whoever operates this of a connection that is weaker than it could be. Once for each URL that is used, not for each connection.
pub(crate) fn warn_of_weakness(url: &DatabaseUrl) {
    if let Some(warning) = url.warning() {
        tracing::warn!("{warning}");
    }
}
