//! Requests that a client sends before it has the answers to earlier ones (RFC 9112, 9.3.2: pipelining) wait in its connection.
//!
//! actix-http decodes every request that has arrived: thousands of the shortest, each some kilobytes of memory, while the first is being
//! answered. So it is given one at a time: its head, its body, and the next head when it is answered and the answer is on its way.

mod message_part;
#[cfg(test)]
mod tests;

use std::cell::Cell;
use std::io;
use std::mem::MaybeUninit;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll, Waker, ready};

use actix_web::web::BytesMut;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};

pub(crate) use message_part::MessagePart;

/// How much of what may not be read yet is taken from the kernel, in bytes: only so is it noticed that a client has gone. Of one that has sent
/// more than this, it is noticed later.
const AHEAD: usize = 4 * 1024;

/// What of a connection's bytes may be read, as those who answer its requests say.
pub(crate) struct Intake {
    /// What is left of what may be read.
    part: Cell<Option<MessagePart>>,
    /// The body of the request whose head was read, until somebody reads it.
    body: Cell<Option<MessagePart>>,
    next: Cell<Next>,
    reader: Cell<Option<Waker>>,
}

/// What comes after what may be read.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Next {
    /// What is not known yet.
    Waits,
    /// The head of a request: the last one is answered.
    Head,
    /// Nothing: it is dropped, so that the client can take its last answer.
    End,
}

impl Intake {
    pub(crate) fn new() -> Rc<Self> {
        Rc::new(Self {
            part: Cell::new(None),
            body: Cell::new(None),
            next: Cell::new(Next::Head),
            reader: Cell::new(None),
        })
    }

    /// The head of the next request may be read when the last one has arrived, unless that was the last, or nobody reads its body.
    pub(crate) fn permit_head(&self) {
        self.follow_with(match self.body.take() {
            None => Next::Head,
            Some(_) => Next::End,
        });
    }

    /// The request whose head was read has this body. It may be read when somebody counts it, and a short one also when all of it has arrived.
    pub(crate) fn announce_body(&self, body: MessagePart) {
        self.body.set(Some(body));
        self.wake();
    }

    /// The body that was announced may be read.
    pub(crate) fn permit_body(&self) {
        if let Some(body) = self.body.take() {
            self.part.set(Some(body));
            self.wake();
        }
    }

    /// Nobody reads the body any more: what comes of one in chunks is dropped by whoever gets it, up to its end.
    pub(crate) fn permit_chunks(&self) {
        if matches!(self.body.get(), Some(MessagePart::Chunks(_))) {
            self.permit_body();
        }
    }

    /// No further request may be read.
    pub(crate) fn end(&self) {
        self.follow_with(Next::End);
    }

    /// The same, and nobody reads the body of the last one.
    pub(crate) fn end_without_body(&self) {
        self.body.set(None);
        self.end();
    }

    /// Whether a part of a body is left that has a length: whoever answers before it has arrived reads no further request.
    pub(crate) fn waits_for_bytes(&self) -> bool {
        let left = [self.body.get(), self.part.get()];
        left.iter()
            .any(|part| matches!(part, Some(MessagePart::Bytes(_))))
    }

    /// Whether a body in chunks is being read.
    fn is_in_chunks(&self) -> bool {
        matches!(self.part.get(), Some(MessagePart::Chunks(_)))
    }

    fn follow_with(&self, next: Next) {
        if self.next.get() != Next::End {
            self.next.set(next);
        }
        self.wake();
    }

    fn wake(&self) {
        if let Some(reader) = self.reader.take() {
            reader.wake();
        }
    }

    /// Whether all that comes is to be dropped.
    fn is_over(&self) -> bool {
        let has_body = self.part.get().is_some() || self.body.get().is_some();
        !has_body && self.next.get() == Next::End
    }

    /// Lets a body be read of which all has arrived already.
    fn permit_short_body(&self, arrived: usize) {
        if matches!(self.body.get(), Some(MessagePart::Bytes(length)) if length <= arrived as u64) {
            self.permit_body();
        }
    }

    /// How many of these bytes may be read, which are read then; of a head only if one may.
    fn take(&self, bytes: &[u8], may_begin: bool) -> usize {
        if may_begin && self.part.get().is_none() && self.next.get() == Next::Head {
            self.next.set(Next::Waits);
            self.part.set(Some(MessagePart::head()));
        }
        let Some(part) = self.part.get() else {
            return 0;
        };
        let (taken, left) = part.split(bytes);
        self.part.set(left);
        taken
    }
}

/// A connection of which what its [`Intake`] permits can be read.
pub(crate) struct SingleRequestStream<T> {
    connection: T,
    intake: Rc<Intake>,
    /// What has arrived and was not read.
    ahead: BytesMut,
    /// Whether the client has closed it.
    is_closed: bool,
    /// Whether something was read since the reader last waited.
    was_read: bool,
    /// Whether something that was written waits to be taken.
    is_blocked: bool,
    /// Whether the reader has chunks to take apart before it reads more: of each it keeps many times the bytes.
    has_chunks: bool,
}

impl<T> SingleRequestStream<T> {
    pub(crate) fn new(connection: T) -> Self {
        Self {
            connection,
            intake: Intake::new(),
            ahead: BytesMut::new(),
            is_closed: false,
            was_read: false,
            is_blocked: false,
            has_chunks: false,
        }
    }

    pub(crate) fn connection(&self) -> &T {
        &self.connection
    }

    pub(crate) fn intake(&self) -> Rc<Intake> {
        self.intake.clone()
    }

    /// Takes note of whether something waits to be taken, for which the next head waits, too.
    fn set_blocked(&mut self, is_blocked: bool) {
        if self.is_blocked && !is_blocked {
            self.intake.wake();
        }
        self.is_blocked = is_blocked;
    }
}

impl<T: AsyncRead + Unpin> SingleRequestStream<T> {
    /// Takes more of what has arrived, as long as there is room.
    fn read_ahead(&mut self, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        if self.intake.is_over() {
            self.ahead.clear();
        }
        let room = AHEAD - self.ahead.len();
        if self.is_closed || room == 0 {
            return Poll::Pending;
        }
        let mut buffer = [MaybeUninit::uninit(); AHEAD];
        let mut buffer = ReadBuf::uninit(&mut buffer);
        let mut arrived = buffer.take(room);
        ready!(Pin::new(&mut self.connection).poll_read(context, &mut arrived))?;
        self.is_closed = arrived.filled().is_empty();
        self.ahead.extend_from_slice(arrived.filled());
        Poll::Ready(Ok(()))
    }

    /// Moves what may be read of what has arrived, and says whether that is anything.
    fn hand_over(&mut self, into: &mut ReadBuf<'_>) -> bool {
        let arrived = self.ahead.get(..into.remaining());
        let arrived = arrived.unwrap_or(&self.ahead);
        self.intake.permit_short_body(self.ahead.len());
        let taken = self.intake.take(arrived, !self.is_blocked);
        into.put_slice(&self.ahead.split_to(taken));
        taken > 0
    }
}

impl<T: AsyncRead + Unpin> AsyncRead for SingleRequestStream<T> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if std::mem::take(&mut self.has_chunks) {
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        loop {
            let arrived = self.read_ahead(context)?;
            let is_in_chunks = self.intake.is_in_chunks();
            if self.hand_over(into) {
                self.was_read = true;
                self.has_chunks = is_in_chunks;
                return Poll::Ready(Ok(()));
            }
            if self.is_closed {
                // A body that has arrived may be read when its head was.
                if !std::mem::take(&mut self.was_read) {
                    return Poll::Ready(Ok(()));
                }
                context.waker().wake_by_ref();
                return Poll::Pending;
            }
            if arrived.is_pending() {
                self.was_read = false;
                self.intake.reader.set(Some(context.waker().clone()));
                return Poll::Pending;
            }
        }
    }
}

impl<T: AsyncWrite + Unpin> AsyncWrite for SingleRequestStream<T> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.connection).poll_write(context, bytes);
        self.set_blocked(written.is_pending());
        written
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        let flushed = Pin::new(&mut self.connection).poll_flush(context);
        self.set_blocked(flushed.is_pending());
        flushed
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.connection).poll_shutdown(context)
    }
}
