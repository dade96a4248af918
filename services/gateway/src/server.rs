//! The listening server: connections are counted by client as soon as they are accepted, before TLS and before any request, so that what is
//! above a client's share holds no place.
//!
//! `actix_web::HttpServer` has no hook before TLS. This puts the same parts together as it does, with one service in front.

use std::fmt;
use std::io::{self, Write as _};
use std::net::{SocketAddr, TcpListener};
use std::sync::Arc;
use std::time::Duration;

use actix_http::body::BoxBody;
use actix_http::error::DispatchError;
use actix_http::{HttpService, Protocol, Request, Response};
use actix_server::{GracefulShutdownSignal, Server, ServerBuilder};
use actix_service::{
    IntoServiceFactory, Service, ServiceFactory, ServiceFactoryExt as _, apply_fn_factory,
    fn_service, map_config,
};
use actix_tls::accept::TlsError;
use actix_tls::accept::rustls_0_23::reexports::ServerConfig;
use actix_tls::accept::rustls_0_23::{Acceptor, TlsStream};
use actix_web::body::MessageBody;
use actix_web::dev::AppConfig;
use actix_web::rt::net::{TcpSocket, TcpStream};
use host::{PlaceGuard, Places};
use socket2::SockRef;

use crate::client_address::{ClientNetwork, TrustedProxies, peer};
use crate::config::Config;
use crate::connection::{Connection, OverTcp, Stillness};
use crate::measure;
use crate::problem::{Code, PROBLEM_JSON, Problem};
use crate::single_request::SingleRequestStream;

/// How many connections the system keeps that are not accepted yet.
const BACKLOG: u32 = 1024;
/// How much of an answer the kernel keeps of each connection, in bytes; it takes as much again for itself.
const SEND_BUFFER: u32 = 64 * 1024;
/// How long requests in flight may take to finish once no new ones are taken, in seconds.
const FINISH: u64 = 15;
/// How long a client may take to take note of the end of its connection.
const DISCONNECT: Duration = Duration::from_secs(1);
/// When a client with too many connections may try again, in seconds.
const RETRY_AFTER: u64 = 5;

/// Who gets a connection.
#[derive(Clone)]
struct Admission {
    share: Arc<Places<ClientNetwork>>,
    proxies: TrustedProxies,
    /// What whoever is refused is told in plain text. Under TLS they are hung up on.
    refusal: Option<Arc<[u8]>>,
}

/// Serves an application, and says where.
pub(crate) fn serve<F, I, S, B>(
    config: &Config,
    share: Arc<Places<ClientNetwork>>,
    app: F,
) -> Result<(Server, SocketAddr), crate::error::Error>
where
    F: Fn() -> I + Send + Clone + 'static,
    I: IntoServiceFactory<S, Request>,
    S: ServiceFactory<Request, Config = AppConfig> + 'static,
    S::Error: Into<actix_web::Error> + 'static,
    S::InitError: fmt::Debug,
    S::Response: Into<Response<B>> + 'static,
    <S::Service as Service<Request>>::Future: 'static,
    S::Service: 'static,
    B: MessageBody + 'static,
{
    let builder = ServerBuilder::default()
        .workers(config.workers)
        .max_concurrent_connections(config.connections)
        .shutdown_timeout(FINISH)
        .disable_signals();
    let http = Http {
        stopping: builder.graceful_shutdown_signal(),
        config: config.clone(),
    };
    let admission = Admission {
        share,
        proxies: config.trusted_proxies.clone(),
        refusal: {
            let told = || refusal(config.connections_per_address);
            config.certificate.is_none().then(told)
        },
    };
    let listener = listen(config.bind, config.untaken_deadline)?;
    let address = listener.local_addr()?;
    let builder = match &config.certificate {
        None => builder.listen("http", listener, move || {
            let app = app().into_factory().map_err(answered::<S::Error>);
            let app = map_config(app, |_| AppConfig::default());
            admitted(http.service::<TcpStream, _, _>(app), admission.clone())
        }),
        Some(certificate) => {
            // Those that are still agreeing on TLS are counted among all, and not once more among themselves.
            actix_tls::accept::max_concurrent_tls_connect(usize::MAX);
            let mut shown: ServerConfig = certificate.server()?;
            shown.alpn_protocols = vec![b"http/1.1".to_vec()];
            builder.listen("https", listener, move || {
                let app = app().into_factory().map_err(answered::<S::Error>);
                let app = map_config(app, |_| AppConfig::default());
                let mut acceptor = Acceptor::new(shown.clone());
                acceptor.set_handshake_timeout(http.config.handshake_deadline);
                let service = http.service::<TlsStream<TcpStream>, _, _>(app);
                let acceptor = acceptor.map_err(TlsError::into_service_error);
                let service = acceptor.and_then(service.map_err(TlsError::Service));
                admitted(service, admission.clone())
            })
        }
    };
    Ok((builder?.run(), address))
}

fn listen(address: SocketAddr, untaken_deadline: Duration) -> io::Result<TcpListener> {
    let socket = match address {
        SocketAddr::V4(_) => TcpSocket::new_v4()?,
        SocketAddr::V6(_) => TcpSocket::new_v6()?,
    };
    // Or nobody could listen here for a minute after a gateway that was killed.
    socket.set_reuseaddr(true)?;
    // Connections have these of the socket that listens. By itself the kernel keeps several megabytes of what a client does not take, and goes
    // on keeping it after the connection was closed.
    socket.set_send_buffer_size(SEND_BUFFER)?;
    SockRef::from(&socket).set_tcp_user_timeout(Some(untaken_deadline))?;
    socket.bind(address)?;
    socket.listen(BACKLOG)?.into_std()
}

/// How connections are served.
#[derive(Clone)]
struct Http {
    stopping: GracefulShutdownSignal,
    config: Config,
}

impl Http {
    /// A service for connections of some kind.
    fn service<T, S, B>(
        &self,
        app: S,
    ) -> impl ServiceFactory<T, Config = (), Response = (), Error = DispatchError, InitError = ()>
    + use<T, S, B>
    where
        T: OverTcp,
        S: ServiceFactory<Request, Config = ()> + 'static,
        S::Error: Into<Response<BoxBody>> + 'static,
        S::InitError: fmt::Debug,
        S::Response: Into<Response<B>> + 'static,
        <S::Service as Service<Request>>::Future: 'static,
        B: MessageBody + 'static,
    {
        let Self { stopping, config } = self.clone();
        let http = HttpService::build()
            .graceful_shutdown_signal(move || {
                let stopping = stopping.clone();
                async move { stopping.notified().await }
            })
            .keep_alive(config.keep_alive)
            .client_request_timeout(config.head_deadline)
            .client_disconnect_timeout(DISCONNECT)
            // Whoever closes the connection waits for no answer: the work for it ends, but for what is being written. Otherwise it would go on
            // until its deadline.
            .h1_allow_half_closed(false)
            .on_connect_ext(Connection::watch(Stillness {
                between: config.keep_alive + config.head_deadline,
                untaken: config.untaken_deadline,
            }))
            .finish(app);
        fn_service(async |connection: T| {
            let address = connection.socket().peer_addr().ok();
            let stream = SingleRequestStream::new(connection);
            Ok((stream, Protocol::Http1, address))
        })
        .and_then(http)
    }
}

/// An error of the application, which answers all of them itself.
fn answered<E: Into<actix_web::Error>>(error: E) -> actix_web::HttpResponse {
    error.into().error_response()
}

/// A service for those connections alone that are within their client's share.
fn admitted<S>(
    service: S,
    admission: Admission,
) -> impl ServiceFactory<TcpStream, Config = (), Response = (), Error = S::Error, InitError = S::InitError>
where
    S: ServiceFactory<TcpStream, Config = (), Response = ()>,
{
    apply_fn_factory(service, move |stream: TcpStream, service: &S::Service| {
        let served = match admission.admit(&stream) {
            Admitted::Refused => {
                admission.refuse(stream);
                None
            }
            Admitted::Proxy => Some((None, service.call(stream))),
            Admitted::Client(place) => Some((Some(place), service.call(stream))),
        };
        async move {
            match served {
                // The place lasts as long as the connection.
                Some((_place, served)) => served.await,
                None => Ok(()),
            }
        }
    })
}

/// Whether somebody gets a connection.
enum Admitted {
    /// A trusted proxy: its requests are counted by their clients.
    Proxy,
    Client(PlaceGuard<ClientNetwork>),
    Refused,
}

impl Admission {
    fn admit(&self, stream: &TcpStream) -> Admitted {
        let address = peer(stream.peer_addr().ok());
        if self.proxies.include(address) {
            return Admitted::Proxy;
        }
        let place = self.share.take(ClientNetwork::of_address(address));
        place.map_or(Admitted::Refused, Admitted::Client)
    }

    /// Closes a connection. What it is told is lost if it is not taken at once: nothing waits for it.
    fn refuse(&self, stream: TcpStream) {
        measure::connection_refused();
        if let (Some(refusal), Ok(mut stream)) = (&self.refusal, stream.into_std()) {
            stream.write_all(refusal).ok();
        }
    }
}

/// The answer to a connection above its client's share.
fn refusal(limit: usize) -> Arc<[u8]> {
    let problem = too_many_connections(limit);
    let body = problem.text();
    let length = body.len();
    let answer = format!(
        "HTTP/1.1 429 Too Many Requests\r\nConnection: close\r\nContent-Type: {PROBLEM_JSON}\r\nContent-Length: {length}\r\nRetry-After: {RETRY_AFTER}\r\nCache-Control: no-store\r\n\r\n{body}"
    );
    answer.into_bytes().into()
}

/// That a client has as many connections, or requests through trusted proxies, as one may have.
pub(crate) fn too_many_connections(limit: usize) -> Problem {
    let detail = format!(
        "Your address has {limit} connections, or requests under way, already, and no more are served at once."
    );
    Problem::new(Code::TooManyConnections, detail).retry_after(RETRY_AFTER)
}
