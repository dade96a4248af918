//! The server: what it offers, where it listens, how it stops.

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use futures_util::stream::Stream;
use tls::BadCertificate;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tonic::body::Body;
use tonic::codegen::http::Request;
use tonic::transport::Server;
use tonic::transport::server::{Connected, Router};
use tonic_health::ServingStatus;
use tonic_health::server::HealthReporter;
use tonic_reflection::server::v1::{ServerReflection, ServerReflectionServer};
use tower::util::MapRequestLayer;
use tower_layer::{Identity, Stack};
use wire::v1::engine_service_server::{EngineServiceServer, SERVICE_NAME};

use crate::about_services::AboutServices;
use crate::access::{Doorkeeper, Guarded, Tls};
use crate::connection::incoming;
use crate::deadline;
use crate::grpc_web::{GrpcWeb, Translated};
use crate::handshake::ReloadableTls;
use crate::limits::{Limited, Limits, MESSAGE_LIMIT};
use crate::measure::{self, Measured};
use crate::patience::impatient;
use crate::service::Engine;
use crate::token::{BadKeys, TokenRules, Tokens};

/// The most a message about the services themselves may be, in bytes. It names a service or a file.
const NAME_LIMIT: usize = 4 * 1024;

/// The most the headers of a call may be, in bytes as HTTP/2 counts them.
const HEADERS_LIMIT: u32 = 16 * 1024;

/// The most calls one connection has under way; further ones wait for a place.
const CALLS_PER_CONNECTION: u32 = 256;

/// How often a silent connection is asked whether it is still there, and how long it may take to say so.
const KEEPALIVE: (Duration, Duration) = (Duration::from_secs(30), Duration::from_secs(20));

/// How long calls under way may take to end after the server was told to stop. A little longer than the
/// default deadline, so that only calls that asked for more time, and watchers of its health, are cut off.
const DRAIN: Duration = Duration::from_secs(6);

/// What an engine needs to be told.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where to listen; port 0 lets the system choose one.
    pub bind: SocketAddr,
    /// Whether to offer server reflection, so that tools like grpcurl need no `.proto` files.
    pub reflection: bool,
    /// How much it takes on.
    pub limits: Limits,
    /// Speaks TLS, and with a client CA only with callers whose certificate it signed; `None`: plain text.
    pub tls: Option<Tls>,
    /// Demands a token of each call, unless the caller has shown a certificate; `None`: takes none.
    pub tokens: Option<TokenRules>,
    /// Also answers gRPC-Web, over HTTP/1 too, for the pages of these origins; `None`: native gRPC alone.
    pub grpc_web: Option<GrpcWeb>,
    /// Whether to serve others than this machine even without TLS, or without knowing who they are.
    pub insecure: bool,
}

impl Config {
    /// The settings of an engine with everything that has a sensible default.
    #[must_use]
    pub fn new(bind: SocketAddr) -> Config {
        Config {
            bind,
            reflection: true,
            limits: Limits::default(),
            tls: None,
            tokens: None,
            grpc_web: None,
            insecure: false,
        }
    }

    /// Whether anybody elsewhere could read along, or ask without proving who they are.
    fn is_exposed(&self) -> bool {
        let knows_callers = match &self.tls {
            Some(tls) => tls.client_ca.is_some() || self.tokens.is_some(),
            None => false,
        };
        !self.bind.ip().is_loopback() && !knows_callers && !self.insecure
    }
}

/// Why an engine does not start, or stops.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The address cannot be listened on.
    #[error("cannot listen on {address}: {source}")]
    Bind {
        /// Where it was to listen.
        address: SocketAddr,
        /// What the system says.
        source: std::io::Error,
    },
    /// It would serve others than this machine without TLS, or without knowing who they are.
    #[error(
        "{0} can be reached from elsewhere: give the engine a certificate, and a client CA or token keys to know its \
         callers by. To serve anybody in plain text, say that this is insecure"
    )]
    Exposed(SocketAddr),
    /// A certificate or key cannot be used.
    #[error("cannot offer TLS: {0}")]
    Tls(#[source] BadCertificate),
    /// The keys cannot check tokens.
    #[error(transparent)]
    Tokens(#[from] BadKeys),
    /// The compiled contract cannot be served by reflection.
    #[error("cannot offer reflection: {0}")]
    Reflection(#[from] tonic_reflection::server::Error),
    /// The server broke down while it ran.
    #[error("the server broke down: {0}")]
    Serve(#[from] tonic::transport::Error),
}

/// An engine that listens, ready to [`run`](App::run).
pub struct App {
    address: SocketAddr,
    listener: TcpListener,
    limits: Limits,
    tls: Option<ReloadableTls>,
    serves_http_1: bool,
    router: Router<NoteArrival>,
    health: HealthReporter,
    stopping: watch::Sender<bool>,
}

impl App {
    /// Starts to listen. Must be called within a Tokio runtime.
    ///
    /// # Errors
    /// If the address cannot be listened on or would be served insecurely, or if a certificate or key cannot be used.
    pub async fn build(config: Config) -> Result<App, Error> {
        if config.is_exposed() {
            return Err(Error::Exposed(config.bind));
        }
        let doorkeeper = doorkeeper(&config)?;
        let tls = config.tls.as_ref();
        let tls = tls.map(|tls| ReloadableTls::new(tls, config.tokens.is_some()));
        let tls = tls.transpose().map_err(Error::Tls)?;
        let bind_error = |source| Error::Bind {
            address: config.bind,
            source,
        };
        let listener = TcpListener::bind(config.bind).await.map_err(bind_error)?;
        let address = listener.local_addr().map_err(bind_error)?;

        measure::describe();
        let (stopping, stops) = watch::channel(false);
        let engine =
            EngineServiceServer::new(Engine::new(stops)).max_decoding_message_size(MESSAGE_LIMIT);
        let (health, health_service) = tonic_health::server::health_reporter();
        health
            .set_service_status(SERVICE_NAME, ServingStatus::Serving)
            .await;
        let health_service = health_service.max_decoding_message_size(NAME_LIMIT);
        let reflection = config.reflection.then(reflection).transpose()?;
        let engine = Measured(Guarded::new(
            Limited::new(engine, config.limits),
            doorkeeper.clone(),
        ));
        let serves_http_1 = config.grpc_web.is_some();
        let mut server = server().accept_http1(serves_http_1);
        let router = match config.grpc_web {
            Some(rules) => server.add_service(Translated::new(engine, rules)),
            None => server.add_service(engine),
        };
        let reflection = reflection.map(|service| Guarded::new(service, doorkeeper));
        let router = router
            .add_service(AboutServices(health_service))
            .add_optional_service(reflection.map(AboutServices));
        Ok(App {
            address,
            listener,
            limits: config.limits,
            tls,
            serves_http_1,
            router,
            health,
            stopping,
        })
    }

    /// Where it listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// What it shows under TLS, for who renews it.
    #[must_use]
    pub fn tls(&self) -> Option<ReloadableTls> {
        self.tls.clone()
    }

    /// Serves until `shutdown` is done; then takes no new connections, ends the calls under way, and lets streams
    /// answer the batch they have begun.
    ///
    /// # Errors
    /// If the server breaks down.
    pub async fn run(self, shutdown: impl Future<Output = ()>) -> Result<(), Error> {
        tracing::info!(address = %self.address, "the engine listens");
        let mut stops = self.stopping.subscribe();
        let Limits {
            connections,
            connections_per_client,
            ..
        } = self.limits;
        let connections = incoming(self.listener, connections, connections_per_client);
        let stopped = async move {
            // An error means that the sender is gone, and then nobody waits for the server any more.
            let _ = stops.wait_for(|stopping| *stopping).await;
        };
        let (router, tls, serves_http_1) = (self.router, self.tls, self.serves_http_1);
        let serve = async move {
            match tls {
                Some(tls) => serve(router, tls.agreed(connections), serves_http_1, stopped).await,
                None => serve(router, connections, serves_http_1, stopped).await,
            }
        };
        let (health, stopping) = (self.health, self.stopping);
        let stopping = async move {
            shutdown.await;
            tracing::info!("the engine stops");
            for service in ["", SERVICE_NAME] {
                health
                    .set_service_status(service, ServingStatus::NotServing)
                    .await;
            }
            stopping.send_replace(true);
            tokio::time::sleep(DRAIN).await;
        };
        tokio::select! {
            served = serve => Ok(served?),
            () = stopping => Ok(()),
        }
    }
}

/// Serves these connections until `stopped` is done.
async fn serve<C>(
    router: Router<NoteArrival>,
    connections: impl Stream<Item = io::Result<C>>,
    serves_http_1: bool,
    stopped: impl Future<Output = ()>,
) -> Result<(), tonic::transport::Error>
where
    C: AsyncRead + AsyncWrite + Connected + Unpin + Send + 'static,
{
    if serves_http_1 {
        let connections = impatient(connections);
        return router
            .serve_with_incoming_shutdown(connections, stopped)
            .await;
    }
    router
        .serve_with_incoming_shutdown(connections, stopped)
        .await
}

fn doorkeeper(config: &Config) -> Result<Doorkeeper, Error> {
    let tokens = config.tokens.as_ref().map(Tokens::new).transpose()?;
    let tls = config.tls.as_ref();
    Ok(Doorkeeper {
        certificates: tls.is_some_and(|tls| tls.client_ca.is_some()),
        tokens: tokens.map(Arc::new),
    })
}

/// The layer around all services.
type NoteArrival = Stack<MapRequestLayer<fn(Request<Body>) -> Request<Body>>, Identity>;

fn server() -> Server<NoteArrival> {
    Server::builder()
        .layer(MapRequestLayer::new(deadline::note_arrival as fn(_) -> _))
        .max_concurrent_streams(CALLS_PER_CONNECTION)
        .http2_max_header_list_size(HEADERS_LIMIT)
        .http2_keepalive_interval(Some(KEEPALIVE.0))
        .http2_keepalive_timeout(Some(KEEPALIVE.1))
}

fn reflection() -> Result<ServerReflectionServer<impl ServerReflection>, Error> {
    let service = tonic_reflection::server::Builder::configure()
        .register_encoded_file_descriptor_set(wire::FILE_DESCRIPTOR_SET)
        .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
        .register_encoded_file_descriptor_set(tonic_types::pb::FILE_DESCRIPTOR_SET)
        .build_v1()?;
    Ok(service.max_decoding_message_size(NAME_LIMIT))
}
