//! Connections on which nothing moves are cut.
//!
//! actix-web bounds how long the head of the first request on a connection may take, but not that of a later one, and not how long an
//! answer may lie there untaken. Whoever sends a byte a minute could so hold a connection for ever, and some thousands of
//! them all that there are.

use std::cell::{Cell, OnceCell};
use std::net::{Shutdown, TcpStream as Socket};
use std::os::fd::AsFd as _;
use std::pin::Pin;
use std::rc::{Rc, Weak};
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use actix_http::ConnectionType;
use actix_tls::accept::rustls_0_23::TlsStream;
use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{Extensions, ResponseHead, ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::rt::net::TcpStream;
use actix_web::rt::task::JoinHandle;
use actix_web::web::Bytes;
use actix_web::{Error, HttpMessage as _, HttpRequest, rt};
use host::PlaceGuard;
use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncWrite};

use crate::client_address::ClientNetwork;
use crate::single_request::{Intake, MessagePart, SingleRequestStream};

/// How long a connection may stand still.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Stillness {
    /// From the end of an answer to that of the next request's head.
    pub(crate) between: Duration,
    /// While a part of an answer waits to be taken.
    pub(crate) untaken: Duration,
}

/// A connection, as the worker that has it knows it.
pub(crate) struct Connection {
    phase: Cell<Phase>,
    intake: Rc<Intake>,
    watch: OnceCell<JoinHandle<()>>,
}

/// What connections are made of.
pub(crate) trait OverTcp: AsyncRead + AsyncWrite + Unpin + 'static {
    fn socket(&self) -> &TcpStream;
}

impl OverTcp for TcpStream {
    fn socket(&self) -> &TcpStream {
        self
    }
}

impl OverTcp for TlsStream<TcpStream> {
    fn socket(&self) -> &TcpStream {
        self.get_ref().0
    }
}

/// Who has to move, and since when if it is the client.
#[derive(Debug, Clone, Copy)]
enum Phase {
    /// No request is under way.
    Between(Instant),
    /// A request is being answered; a body that does not arrive has a deadline of its own.
    Answering,
    /// A part of an answer was handed out, and nobody has asked for the next yet.
    Untaken(Instant),
}

impl Connection {
    /// Watches over a connection that has just been made: for `HttpServiceBuilder::on_connect_ext`.
    pub(crate) fn watch<T: OverTcp>(
        stillness: Stillness,
    ) -> impl Fn(&SingleRequestStream<T>, &mut Extensions) + Clone {
        move |stream, extensions| {
            let connection = Rc::new(Connection {
                phase: Cell::new(Phase::Between(Instant::now())),
                intake: stream.intake(),
                watch: OnceCell::new(),
            });
            // The same socket once more: shutting it down here ends it there. Without a file to spare it is not watched over, and served all
            // the same.
            let socket = stream.connection().socket().as_fd();
            if let Ok(socket) = socket.try_clone_to_owned() {
                let watched = Rc::downgrade(&connection);
                let watch = rt::spawn(cut_when_still(watched, socket.into(), stillness));
                // It was empty.
                drop(connection.watch.set(watch));
            }
            extensions.insert(connection);
        }
    }

    /// Lets the body of a request arrive, once it is counted.
    pub(crate) fn permit_body(request: &HttpRequest) {
        if let Some(connection) = request.conn_data::<Rc<Connection>>() {
            connection.intake.permit_body();
        }
    }

    /// When it is to be cut, unless something moves before.
    fn until(&self, stillness: Stillness) -> Option<Instant> {
        match self.phase.get() {
            Phase::Between(since) => Some(since + stillness.between),
            Phase::Answering => None,
            Phase::Untaken(since) => Some(since + stillness.untaken),
        }
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        if let Some(watch) = self.watch.get() {
            watch.abort();
        }
    }
}

async fn cut_when_still(connection: Weak<Connection>, socket: Socket, stillness: Stillness) {
    let glance = stillness.between.min(stillness.untaken) / 8;
    loop {
        rt::time::sleep(glance).await;
        let Some(connection) = connection.upgrade() else {
            return;
        };
        if connection
            .until(stillness)
            .is_some_and(|until| until <= Instant::now())
        {
            // One that is gone already needs no end. What lies in the kernel goes with it.
            SockRef::from(&socket).set_linger(Some(Duration::ZERO)).ok();
            socket.shutdown(Shutdown::Both).ok();
            return;
        }
    }
}

/// A middleware around all others but the request's id: tells the connection what its request is at.
pub(crate) async fn follow(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<Taken>, Error> {
    let phase = RequestPhase(request.conn_data::<Rc<Connection>>().cloned());
    phase.begin(&request);
    let mut answer = next.call(request).await?.map_into_boxed_body();
    phase.answer(answer.response_mut().head_mut());
    let place = answer
        .request()
        .extensions_mut()
        .remove::<PlaceGuard<ClientNetwork>>();
    Ok(answer.map_body(|_, body| Taken {
        body,
        phase,
        _place: place,
    }))
}

/// Tells the connection of a request what the request is at; that it is over when this is dropped, however the answer ended.
struct RequestPhase(Option<Rc<Connection>>);

impl RequestPhase {
    fn set(&self, phase: Phase) {
        if let Some(connection) = &self.0 {
            connection.phase.set(phase);
        }
    }

    /// Says which body the request has.
    fn begin(&self, request: &ServiceRequest) {
        self.set(Phase::Answering);
        let Some(Connection { intake, .. }) = self.0.as_deref() else {
            return;
        };
        if let Some(body) = MessagePart::body_of(request) {
            intake.announce_body(body);
        }
        if request.head().connection_type() != ConnectionType::KeepAlive {
            intake.end();
        }
    }

    /// Ends the connection with this answer if it says so, or if it comes before all of a body whose rest may be long.
    fn answer(&self, head: &mut ResponseHead) {
        let Some(Connection { intake, .. }) = self.0.as_deref() else {
            return;
        };
        intake.permit_chunks();
        if intake.waits_for_bytes() {
            head.set_connection_type(ConnectionType::Close);
        }
        if head.connection_type() != ConnectionType::KeepAlive {
            intake.end_without_body();
        }
    }
}

impl Drop for RequestPhase {
    fn drop(&mut self) {
        self.set(Phase::Between(Instant::now()));
        if let Some(connection) = &self.0 {
            connection.intake.permit_head();
        }
    }
}

/// The body of an answer, which knows whether it is being taken.
pub(crate) struct Taken {
    body: BoxBody,
    phase: RequestPhase,
    /// That of a request through a trusted proxy.
    _place: Option<PlaceGuard<ClientNetwork>>,
}

impl MessageBody for Taken {
    type Error = Box<dyn std::error::Error>;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Self::Error>>> {
        // If there is nothing to hand out yet, it is not the client who keeps us waiting.
        self.phase.set(Phase::Answering);
        let part = ready!(Pin::new(&mut self.body).poll_next(context));
        self.phase.set(Phase::Untaken(Instant::now()));
        Poll::Ready(part)
    }
}
