//! TLS with callers: each connection agrees on it by what the engine shows at that moment.

use std::io;
use std::time::Duration;

use futures_util::stream::{Stream, StreamExt as _, unfold};
use rustls::ServerConfig;
use tls::{BadCertificate, Renewable};
use tokio::task::JoinSet;
use tokio::time::timeout;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::server::TlsStream;

use crate::access::Tls;
use crate::connection::Connection;

/// How long a caller may take to agree on TLS.
const HANDSHAKE: Duration = Duration::from_secs(5);

/// What an engine shows at the moment, and by whom its callers' certificates have to be signed. Clones are one: who renews it,
/// renews it everywhere.
#[derive(Clone, Debug)]
pub struct ReloadableTls {
    server: Renewable<ServerConfig>,
    tokens_do: bool,
}

impl ReloadableTls {
    pub(crate) fn new(tls: &Tls, tokens_do: bool) -> Result<ReloadableTls, BadCertificate> {
        let server = Renewable::new(tls.server(tokens_do)?);
        Ok(ReloadableTls { server, tokens_do })
    }

    /// Shows this from now on, and believes these alone. Connections that there are go on; if it cannot be used, nothing changes.
    ///
    /// # Errors
    /// If a certificate or key cannot be used, or they are not of each other.
    pub fn renew(&self, tls: &Tls) -> Result<(), BadCertificate> {
        // As a whole: a session that began under another CA is not resumed under this one.
        self.server.renew(tls.server(self.tokens_do)?);
        Ok(())
    }

    /// The connections of those who agree, in the order in which they do. Nobody waits for a handshake but whose it is.
    pub(crate) fn agreed(
        self,
        connections: impl Stream<Item = io::Result<Connection>>,
    ) -> impl Stream<Item = io::Result<TlsStream<Connection>>> {
        let begun = (Box::pin(connections), JoinSet::new());
        unfold((self, begun), async |(shown, begun)| {
            let (mut connections, mut handshakes) = begun;
            loop {
                tokio::select! {
                    Some(connection) = connections.next() => {
                        handshakes.spawn(agree(shown.server.current().into(), connection));
                    }
                    Some(agreed) = handshakes.join_next() => match agreed {
                        Ok(Ok(agreed)) => return Some((Ok(agreed), (shown, (connections, handshakes)))),
                        Ok(Err(error)) => tracing::debug!(%error, "a caller did not agree on TLS"),
                        Err(error) => tracing::error!(%error, "a handshake broke down"),
                    },
                    else => return None,
                }
            }
        })
    }
}

async fn agree(
    acceptor: TlsAcceptor,
    connection: io::Result<Connection>,
) -> io::Result<TlsStream<Connection>> {
    timeout(HANDSHAKE, acceptor.accept(connection?)).await?
}
