//! The message of a call, read to its end before any of it is decoded.
//!
//! Decoded, a message can take a hundred times its bytes, and the transport would keep that for as long as the end of the call does not come.

use std::net::IpAddr;
use std::pin::Pin;

use futures_util::future::poll_fn;
use host::PlaceGuard;
use http_body::Body as _;
use http_body_util::Full;
use tonic::Status;
use tonic::body::Body;
use tonic::codegen::Bytes;
use wire::Rejection;

use crate::rejection::Reject;

/// The bytes before each message that state its length.
const PREFIX: usize = 5;

/// A message that has arrived whole.
pub(crate) struct WholeMessage {
    /// What was sent.
    pub(crate) body: Body,
    /// The memory that it takes, of that for all messages.
    pub(crate) place: PlaceGuard<IpAddr>,
}

impl WholeMessage {
    /// Reads all that is sent, or just more than a message of the maximum size: of that, whoever decodes it says that it is too much.
    pub(crate) async fn read(
        mut sent: Body,
        mut place: PlaceGuard<IpAddr>,
        max_size: usize,
    ) -> Result<WholeMessage, Status> {
        let mut read: Vec<u8> = Vec::new();
        while read.len() <= max_size.saturating_add(PREFIX) {
            let Some(frame) = poll_fn(|context| Pin::new(&mut sent).poll_frame(context)).await
            else {
                break;
            };
            // A call has no trailers.
            let Ok(data) = frame?.into_data() else {
                continue;
            };
            read.extend_from_slice(&data);
            let grown = place.grow(read.capacity());
            grown.map_err(|_| Rejection::Overloaded.status())?;
        }
        Ok(WholeMessage {
            body: Body::new(Full::new(Bytes::from(read))),
            place,
        })
    }
}
