//! Where a request's head ends, and its body (RFC 9112, 2.2 and 6).

use std::ops::ControlFlow;

use actix_web::HttpMessage as _;
use actix_web::dev::ServiceRequest;
use actix_web::http::header;

/// What is left of a head or a body.
#[derive(Debug, Clone, Copy)]
pub(crate) enum MessagePart {
    Head(Head),
    Bytes(u64),
    Chunks(Chunks),
}

impl MessagePart {
    pub(crate) fn head() -> Self {
        Self::Head(Head::Before)
    }

    /// The body of a request; none if it has none, or one that does not say where it ends, which no request may have.
    pub(crate) fn body_of(request: &ServiceRequest) -> Option<Self> {
        if request.chunked().unwrap_or_default() {
            return Some(Self::Chunks(Chunks::Size(0)));
        }
        let length = request.headers().get(header::CONTENT_LENGTH)?;
        let length = length.to_str().ok()?.trim().parse().ok()?;
        (length > 0).then_some(Self::Bytes(length))
    }

    /// How many of these bytes belong to it, and what is left of it after them.
    pub(super) fn split(self, bytes: &[u8]) -> (usize, Option<Self>) {
        match self {
            Self::Head(head) => {
                let (count, left) = each(head, bytes, Head::after);
                (count, left.map(Self::Head))
            }
            Self::Bytes(all) => {
                let count = usize::try_from(all).unwrap_or(usize::MAX);
                let count = count.min(bytes.len());
                let left = all - count as u64;
                (count, (left > 0).then_some(Self::Bytes(left)))
            }
            Self::Chunks(chunks) => {
                let (count, left) = each(chunks, bytes, Chunks::after);
                (count, left.map(Self::Chunks))
            }
        }
    }
}

/// Follows bytes one by one, until something ends.
fn each<S>(
    mut state: S,
    bytes: &[u8],
    after: impl Fn(S, u8) -> ControlFlow<(), S>,
) -> (usize, Option<S>) {
    for (at, byte) in bytes.iter().enumerate() {
        match after(state, *byte) {
            ControlFlow::Continue(next) => state = next,
            ControlFlow::Break(()) => return (at + 1, None),
        }
    }
    (bytes.len(), Some(state))
}

/// Where in a head a byte is. It ends with the first line without text; such lines before it are skipped (RFC 9112, 2.2).
#[derive(Debug, Clone, Copy)]
pub(crate) enum Head {
    Before,
    LineStart,
    Line,
}

impl Head {
    fn after(self, byte: u8) -> ControlFlow<(), Self> {
        ControlFlow::Continue(match (self, byte) {
            (Self::LineStart, b'\n') => return ControlFlow::Break(()),
            (Self::Line, b'\n') => Self::LineStart,
            (Self::Before, b'\n') | (_, b'\r') => self,
            _ => Self::Line,
        })
    }
}

/// Where in a body in chunks a byte is (RFC 9112, 7.1). What no such body may have is followed as well as may be: whoever reads it refuses it.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Chunks {
    /// The size of a chunk as far as it goes.
    Size(u64),
    /// What follows the size on its line.
    SizeEnd(u64),
    /// So many bytes of a chunk.
    Data(u64),
    DataEnd,
    /// The lines after the last chunk, of which the one without text ends the body.
    TrailerStart,
    Trailer,
    TrailerEnd,
    End,
}

impl Chunks {
    fn after(self, byte: u8) -> ControlFlow<(), Self> {
        ControlFlow::Continue(match (self, byte) {
            (Self::End, b'\n') => return ControlFlow::Break(()),
            (Self::Size(0) | Self::SizeEnd(0), b'\n') => Self::TrailerStart,
            (Self::Size(size) | Self::SizeEnd(size), b'\n') => Self::Data(size),
            (Self::Size(size), digit) => match char::from(digit).to_digit(16) {
                Some(digit) => Self::Size(size.saturating_mul(16).saturating_add(digit.into())),
                None => Self::SizeEnd(size),
            },
            (Self::Data(1), _) => Self::DataEnd,
            (Self::Data(left), _) => Self::Data(left - 1),
            (Self::DataEnd, b'\n') => Self::Size(0),
            (Self::TrailerStart, b'\r') => Self::End,
            (Self::TrailerStart | Self::End, _) => Self::Trailer,
            (Self::Trailer, b'\r') => Self::TrailerEnd,
            (Self::TrailerEnd, b'\n') => Self::TrailerStart,
            (Self::TrailerEnd, _) => Self::Trailer,
            (Self::SizeEnd(_) | Self::DataEnd | Self::Trailer, _) => self,
        })
    }
}
