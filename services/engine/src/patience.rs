//! How long a connection may say nothing at its beginning, or take nothing of what is sent to it, where HTTP/1 is served: it has no
//! pings. The time for the head of a request, 30 seconds also between requests, is that of hyper.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::task::ready;
use std::time::Duration;

use futures_util::stream::{Stream, StreamExt as _};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};
use tonic::codegen::{Context, Poll};
use tonic::transport::server::Connected;

/// How long a connection may take to show whether it speaks HTTP/1 or HTTP/2.
const OPENING: Duration = Duration::from_secs(10);

/// The length of the connection preface of HTTP/2 (RFC 9113, 3.4), in bytes: by then it is clear.
const PREFACE: usize = 24;

/// How long the other side may take nothing of what is sent.
const STALLED: Duration = Duration::from_secs(60);

/// A connection that ends when the other side is too slow.
pub(crate) struct Impatient<C> {
    connection: C,
    opening: Option<(Pin<Box<Sleep>>, usize)>,
    stalled: Option<Pin<Box<Sleep>>>,
}

/// These connections, each of which ends when the other side is too slow.
pub(crate) fn impatient<C>(
    connections: impl Stream<Item = io::Result<C>>,
) -> impl Stream<Item = io::Result<Impatient<C>>> {
    connections.map(|connection| {
        Ok(Impatient {
            connection: connection?,
            opening: Some((Box::pin(sleep(OPENING)), PREFACE)),
            stalled: None,
        })
    })
}

impl<C: Connected> Connected for Impatient<C> {
    type ConnectInfo = C::ConnectInfo;

    fn connect_info(&self) -> C::ConnectInfo {
        self.connection.connect_info()
    }
}

impl<C> Impatient<C> {
    /// Passes on what became of a write, or ends the connection if nothing was taken for too long.
    fn watch<T>(
        &mut self,
        written: Poll<io::Result<T>>,
        context: &mut Context<'_>,
    ) -> Poll<io::Result<T>> {
        if written.is_ready() {
            self.stalled = None;
            return written;
        }
        let stalled = self.stalled.get_or_insert_with(|| Box::pin(sleep(STALLED)));
        ready!(stalled.as_mut().poll(context));
        Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
    }
}

impl<C: AsyncRead + Unpin> AsyncRead for Impatient<C> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.connection).poll_read(context, buffer);
        let Some((deadline, missing)) = &mut self.opening else {
            return read;
        };
        if read.is_pending() {
            ready!(deadline.as_mut().poll(context));
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        *missing = missing.saturating_sub(buffer.filled().len() - before);
        if *missing == 0 {
            self.opening = None;
        }
        read
    }
}

impl<C: AsyncWrite + Unpin> AsyncWrite for Impatient<C> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.connection).poll_write(context, bytes);
        self.watch(written, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.connection).poll_write_vectored(context, slices);
        self.watch(written, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.connection.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.connection).poll_flush(context);
        self.watch(flushed, context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.connection).poll_shutdown(context)
    }
}
