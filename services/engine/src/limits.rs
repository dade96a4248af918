//! Limits: how long a call may take, and how many there may be at once.
//!
//! Scoring takes microseconds; what takes time, and memory, is a caller that sends half a request and stops.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;

use host::{PlaceGuard, Places, client_network};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout_at};
use tonic::Status;
use tonic::body::Body;
use tonic::codegen::http::{Request, Response};
use tonic::codegen::{BoxFuture, Context, Poll, Service};
use tonic::server::NamedService;
use wire::Rejection;

use crate::access::RightUntil;
use crate::connection::Peer;
use crate::deadline;
use crate::rejection::Reject;
use crate::whole_message::read_whole;

/// How many there may be at once, and how long a stream lasts. `proto/README.md` states the defaults.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Open connections; further ones wait to be accepted.
    pub connections: usize,
    /// Those of one client, an IPv4 address or a /64 network; further ones are closed.
    pub connections_per_client: usize,
    /// Calls under way in the whole engine, streams apart; further ones are turned away.
    pub calls: usize,
    /// Bytes of memory for the messages of these calls; a call that needs more is turned away.
    pub message_bytes: usize,
    /// Those of one client.
    pub message_bytes_per_client: usize,
    /// Streams under way in the whole engine; further ones are turned away.
    pub streams: usize,
    /// How long a stream may last.
    pub stream_lifetime: Duration,
    /// How long a stream may be idle: no batch comes, or no answer is taken.
    pub stream_idle: Duration,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections: 1024,
            connections_per_client: 256,
            calls: 1024,
            message_bytes: 128 * 1024 * 1024,
            message_bytes_per_client: 32 * 1024 * 1024,
            streams: 128,
            stream_lifetime: Duration::from_secs(60 * 60),
            stream_idle: Duration::from_secs(60),
        }
    }
}

/// The most a message may be, in bytes of protobuf.
pub(crate) const MESSAGE_LIMIT: usize = 1024 * 1024;

/// The path of the one rpc that is a stream.
const STREAM: &str = "/faan.engine.v1.EngineService/ScoreHands";

/// What a stream is allowed; its handler finds it among the request's extensions.
#[derive(Clone)]
pub(crate) struct Allowed {
    /// When it has to be over.
    pub(crate) until: Instant,
    /// How long it may be idle.
    pub(crate) idle: Duration,
    /// Its place among the streams under way.
    _place: Arc<OwnedSemaphorePermit>,
}

/// A service within limits.
#[derive(Clone)]
pub(crate) struct Limited<S> {
    inner: S,
    limits: Limits,
    calls: Arc<Semaphore>,
    message_bytes: Arc<Places<IpAddr>>,
    streams: Arc<Semaphore>,
}

impl<S> Limited<S> {
    pub(crate) fn new(inner: S, limits: Limits) -> Limited<S> {
        Limited {
            inner,
            limits,
            calls: Arc::new(Semaphore::new(limits.calls)),
            message_bytes: Places::new(limits.message_bytes, limits.message_bytes_per_client),
            streams: Arc::new(Semaphore::new(limits.streams)),
        }
    }

    /// Whether there is a place for the call; a stream takes its place along.
    fn admit(&self, request: &mut Request<Body>) -> Option<Admitted> {
        if request.uri().path() != STREAM {
            let place = Arc::clone(&self.calls).try_acquire_owned().ok()?;
            return Some(Admitted {
                until: deadline::of_call(request),
                place_of_call: Some(place),
            });
        }
        let place = Arc::clone(&self.streams).try_acquire_owned().ok()?;
        let longest = deadline::of_stream(request, self.limits.stream_lifetime);
        let right = request.extensions().get::<RightUntil>();
        let until = right.map_or(longest, |&RightUntil(until)| until.min(longest));
        request.extensions_mut().insert(Allowed {
            until,
            idle: self.limits.stream_idle,
            _place: Arc::new(place),
        });
        Some(Admitted {
            until,
            place_of_call: None,
        })
    }
}

struct Admitted {
    until: Instant,
    /// That of a call; a stream has its place with what it is allowed.
    place_of_call: Option<OwnedSemaphorePermit>,
}

impl<S: NamedService> NamedService for Limited<S> {
    const NAME: &'static str = S::NAME;
}

impl<S> Service<Request<Body>> for Limited<S>
where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible>
        + Clone
        + Send
        + 'static,
    S::Future: Send,
{
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = BoxFuture<Response<Body>, Infallible>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, mut request: Request<Body>) -> Self::Future {
        let Some(admitted) = self.admit(&mut request) else {
            return Box::pin(async { Ok(Rejection::Overloaded.status().into_http()) });
        };
        let service = self.inner.clone();
        let inner = std::mem::replace(&mut self.inner, service);
        let is_call = admitted.place_of_call.is_some();
        let bytes = is_call.then(|| Arc::clone(&self.message_bytes));
        Box::pin(async move {
            let answer = answer(inner, request, bytes);
            match timeout_at(admitted.until, answer).await {
                Ok(answer) => answer,
                Err(_) => Ok(Rejection::DeadlineExceeded.status().into_http()),
            }
        })
    }
}

/// The answer of a service, which gets the message of a call whole; that of a stream as it comes.
async fn answer<S>(
    mut service: S,
    request: Request<Body>,
    bytes: Option<Arc<Places<IpAddr>>>,
) -> Result<Response<Body>, Infallible>
where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible>,
{
    let Some(bytes) = bytes else {
        return service.call(request).await;
    };
    match whole(request, &bytes).await {
        Ok((request, _place)) => service.call(request).await,
        Err(status) => Ok(status.into_http()),
    }
}

/// A call whose message has arrived, and the place of that.
async fn whole(
    request: Request<Body>,
    bytes: &Arc<Places<IpAddr>>,
) -> Result<(Request<Body>, PlaceGuard<IpAddr>), Status> {
    let peer = Peer::of(request.extensions());
    let address = peer.map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.address.ip());
    let place = bytes.take_many(client_network(address), 0);
    let mut place = place.map_err(|_| Rejection::Overloaded.status())?;
    let (head, sent) = request.into_parts();
    let message = read_whole(sent, &mut place, MESSAGE_LIMIT).await?;
    Ok((Request::from_parts(head, message), place))
}
