//! The connections of callers: a bounded number of them, each of which can be cut.

use std::future::Future;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::ready;
use std::time::Duration;

use futures_util::Stream;
use futures_util::stream::unfold;
use futures_util::task::AtomicWaker;
use host::{PlaceGuard, Places, client_network};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Sleep, sleep};
use tonic::Extensions;
use tonic::codegen::{Context, Poll};
use tonic::transport::server::{Connected, TlsConnectInfo};

/// How long to wait after the system had no connection to give, mostly for want of file descriptors.
const PAUSE: Duration = Duration::from_millis(50);

/// How long a connection that is being closed still listens.
const LINGER: Duration = Duration::from_secs(1);

/// How many calls about the services themselves, their health and their descriptions, a connection has under way. They may last for ever.
const ABOUT_SERVICES: usize = 4;

/// The connections that come in on a listener, at most so many at a time: further ones wait in the system's queue. Of one client come at
/// most so many; further ones are closed.
pub(crate) fn incoming(
    listener: TcpListener,
    most: usize,
    of_each: usize,
) -> impl Stream<Item = io::Result<Connection>> {
    let incoming = Incoming {
        listener,
        places: Arc::new(Semaphore::new(most)),
        shares: Places::for_each(of_each),
    };
    unfold(incoming, async |incoming| {
        let connection = incoming.next().await?;
        Some((Ok(connection), incoming))
    })
}

struct Incoming {
    listener: TcpListener,
    places: Arc<Semaphore>,
    shares: Arc<Places<IpAddr>>,
}

impl Incoming {
    async fn next(&self) -> Option<Connection> {
        let place = Arc::clone(&self.places).acquire_owned().await.ok()?;
        loop {
            let (stream, address) = accept(&self.listener).await;
            let Ok(share) = self.shares.take(client_network(address.ip())) else {
                tracing::debug!(%address, "a connection of a client that has its share");
                continue;
            };
            let peer = Peer {
                address,
                cut: Cut::default(),
                about_services: Arc::new(Semaphore::new(ABOUT_SERVICES)),
            };
            return Some(Connection {
                stream,
                peer,
                linger: None,
                _place: (place, share),
            });
        }
    }
}

/// The next connection. That one could not be had is no reason to stop serving the others.
async fn accept(listener: &TcpListener) -> (TcpStream, SocketAddr) {
    loop {
        match listener.accept().await {
            Ok((stream, peer)) => {
                if let Err(error) = stream.set_nodelay(true) {
                    tracing::debug!(%error, "a connection without TCP_NODELAY");
                }
                return (stream, peer);
            }
            Err(error) => {
                tracing::warn!(%error, "a connection could not be accepted");
                tokio::time::sleep(PAUSE).await;
            }
        }
    }
}

/// One connection.
pub(crate) struct Connection {
    stream: TcpStream,
    peer: Peer,
    /// Until when it listens while it is closed.
    linger: Option<Pin<Box<Sleep>>>,
    _place: (OwnedSemaphorePermit, PlaceGuard<IpAddr>),
}

/// What a call knows of its connection.
#[derive(Clone, Debug)]
pub(crate) struct Peer {
    /// Where it comes from.
    pub(crate) address: SocketAddr,
    /// What ends it, with everything that is under way on it.
    pub(crate) cut: Cut,
    /// The places for calls about the services themselves.
    pub(crate) about_services: Arc<Semaphore>,
}

impl Peer {
    /// The peer of a call, under TLS or without.
    pub(crate) fn of(extensions: &Extensions) -> Option<&Peer> {
        let under_tls = extensions.get::<TlsConnectInfo<Peer>>();
        let under_tls = under_tls.map(TlsConnectInfo::get_ref);
        under_tls.or_else(|| extensions.get())
    }
}

impl Connected for Connection {
    type ConnectInfo = Peer;

    fn connect_info(&self) -> Peer {
        self.peer.clone()
    }
}

/// Ends a connection from elsewhere.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cut(Arc<(AtomicBool, AtomicWaker)>);

impl Cut {
    /// Ends the connection.
    pub(crate) fn cut(&self) {
        let (done, reader) = &*self.0;
        done.store(true, Ordering::Release);
        reader.wake();
    }

    /// Whether it was cut; if not, the reader is woken when it is.
    fn is_done(&self, context: &Context<'_>) -> bool {
        let (done, reader) = &*self.0;
        reader.register(context.waker());
        done.load(Ordering::Acquire)
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.peer.cut.is_done(context) {
            return Poll::Ready(Err(io::ErrorKind::ConnectionAborted.into()));
        }
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, slices)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    /// Says that nothing more is sent, and then takes what the other side is still sending: a socket that is closed with
    /// bytes unread resets the connection, and answers on their way would be lost with it.
    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.linger.is_none() {
            ready!(Pin::new(&mut self.stream).poll_shutdown(context))?;
        }
        let linger = self.linger.get_or_insert_with(|| Box::pin(sleep(LINGER)));
        if linger.as_mut().poll(context).is_ready() {
            return Poll::Ready(Ok(()));
        }
        let mut discarded = [0; 4096];
        loop {
            let mut buffer = ReadBuf::new(&mut discarded);
            let read = ready!(self.as_mut().poll_read(context, &mut buffer));
            if read.is_err() || buffer.filled().is_empty() {
                return Poll::Ready(Ok(()));
            }
        }
    }
}
