//! A small listener beside the gateway, over plain HTTP, for a page or two that need no account.

use std::net::SocketAddr;
use std::time::Duration;

use actix_web::web::ServiceConfig;
use actix_web::{App, HttpServer};
use host::Failure;
use tokio::task::JoinHandle;

/// How long a client may take to send the head of a request.
const HEAD: Duration = Duration::from_secs(5);

/// A listener that serves until this is dropped.
pub(crate) struct SideListener {
    /// Where it listens.
    pub(crate) address: SocketAddr,
    task: JoinHandle<()>,
}

/// What a listener is for.
pub(crate) struct Purpose {
    /// What the log says when it ends by itself.
    pub(crate) ended: &'static str,
    /// The flag that sets the address.
    pub(crate) flag: &'static str,
    /// Connections that are served at once.
    pub(crate) connections: usize,
}

impl SideListener {
    /// Serves what `configure` routes, at an address.
    pub(crate) fn serve(
        address: SocketAddr,
        Purpose {
            ended,
            flag,
            connections,
        }: Purpose,
        configure: impl Fn(&mut ServiceConfig) + Clone + Send + 'static,
    ) -> Result<Self, Failure> {
        let server = HttpServer::new(move || App::new().configure(&configure))
            .workers(1)
            .max_connections(connections)
            .client_request_timeout(HEAD)
            .disable_signals()
            .bind(address)
            .map_err(|error| {
                format!("cannot listen on {address}: {error}. Choose another with {flag}")
            })?;
        let bound = server.addrs().first().copied();
        let serving = server.run();
        let serve = async move {
            if let Err(error) = serving.await {
                tracing::error!(%error, "{ended}");
            }
        };
        Ok(Self {
            address: bound.unwrap_or(address),
            task: tokio::spawn(serve),
        })
    }
}

impl Drop for SideListener {
    fn drop(&mut self) {
        self.task.abort();
    }
}
