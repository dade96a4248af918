//! The server: built in one way, in production and in tests.

use std::future::Future;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use actix_server::Server;
use actix_web::http::header::{self, CROSS_ORIGIN_RESOURCE_POLICY};
use actix_web::middleware::{Condition, DefaultHeaders, from_fn};
use actix_web::web::Data;

use crate::allowed_origin::cross_origin;
use crate::body::{self, BodyBytes};
use crate::config::Config;
use crate::connection;
use crate::engine_client::EngineChannel;
use crate::error::Error;
use crate::services::Services;
use crate::untaken::{self, UntakenBytes};
use crate::{
    compression, content_etag, head_requests, head_size, measure, openapi, request_id, routes,
    server,
};

/// How long a browser that was here under TLS comes back under TLS alone, in seconds: a year.
const ONLY_TLS: &str = "max-age=31536000";

/// A gateway that listens and does not serve yet.
pub struct App {
    address: SocketAddr,
    scheme: &'static str,
    server: Server,
    engine_channel: EngineChannel,
    ready: Arc<AtomicBool>,
    drain: Duration,
}

impl App {
    /// Connects and listens. Call it on the multi-thread runtime: the database's connections and the engine's
    /// live there, while workers, each a thread of its own, do nothing but HTTP.
    pub async fn build(config: Config) -> Result<Self, Error> {
        measure::describe();
        let ready = Arc::new(AtomicBool::new(true));
        let services = Data::new(Services::new(&config, ready.clone()).await?);
        let engine_channel = services.engine.way();
        let document = Data::new(openapi::served()?);
        let untaken = Data::new(UntakenBytes::new());
        let bodies = Data::new(BodyBytes::new());
        let under_tls = config.certificate.is_some();
        let body_deadline = config.body_deadline;
        let share = services.connection_share.clone();
        let origins = config.allowed_origins.clone();
        let (server, address) = server::serve(&config, share, move || {
            actix_web::App::new()
                .app_data(services.clone())
                .app_data(document.clone())
                .app_data(untaken.clone())
                .app_data(bodies.clone())
                .app_data(body::Patience(body_deadline))
                .app_data(routes::path_config())
                .app_data(routes::query_config())
                .configure(routes::register)
                .wrap(from_fn(content_etag::tell_unchanged))
                .wrap(Condition::new(!origins.is_empty(), cross_origin(&origins)))
                .wrap(from_fn(head_requests::answer_as_get))
                .wrap(from_fn(compression::compress))
                .wrap(from_fn(head_size::bound))
                .wrap(from_fn(untaken::bound))
                .wrap(cautious(under_tls))
                .wrap(from_fn(connection::follow))
                .wrap(from_fn(request_id::identify))
        })?;
        Ok(Self {
            address,
            scheme: if under_tls { "https" } else { "http" },
            server,
            engine_channel,
            ready,
            drain: config.drain,
        })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The same as a URL.
    pub fn url(&self) -> String {
        format!("{}://{}", self.scheme, self.address)
    }

    /// The way to its engine, for who renews what the two know each other by.
    pub fn engine_channel(&self) -> EngineChannel {
        self.engine_channel.clone()
    }

    /// Serves until `shutdown` comes: then `/readyz` says no, requests in flight are finished, and it returns. It also
    /// returns, at once, if the server ends by itself.
    pub async fn run(self, shutdown: impl Future<Output = ()>) -> Result<(), Error> {
        let handle = self.server.handle();
        let stop = async {
            shutdown.await;
            self.ready.store(false, Ordering::Relaxed);
            tokio::time::sleep(self.drain).await;
            handle.stop(true).await;
        };
        let mut server = pin!(self.server);
        tokio::select! {
            served = &mut server => return Ok(served?),
            () = stop => {}
        }
        Ok(server.await?)
    }
}

/// What a browser is told of every answer that says nothing else: it is data, for nobody else's page and for no cache.
fn cautious(under_tls: bool) -> DefaultHeaders {
    let headers = DefaultHeaders::new()
        .add((header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .add((header::CACHE_CONTROL, "no-store"))
        .add((
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; frame-ancestors 'none'",
        ))
        .add((CROSS_ORIGIN_RESOURCE_POLICY, "same-origin"))
        .add((header::REFERRER_POLICY, "no-referrer"));
    match under_tls {
        true => headers.add((header::STRICT_TRANSPORT_SECURITY, ONLY_TLS)),
        false => headers,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use host::Places;

    #[tokio::test]
    async fn a_server_that_ends_by_itself_is_noticed() {
        let config = Config::new(String::new(), String::new(), Vec::new());
        let (server, address) =
            server::serve(&config, Places::for_each(1), actix_web::App::new).unwrap();
        let app = App {
            address,
            scheme: "http",
            server,
            engine_channel: EngineChannel::new("http://127.0.0.1:9", None).unwrap(),
            ready: Arc::default(),
            drain: Duration::ZERO,
        };
        let handle = app.server.handle();
        let running = tokio::spawn(app.run(std::future::pending()));
        handle.stop(false).await;
        running.await.unwrap().unwrap();
    }
}
