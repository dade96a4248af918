//! The message of a call, read to its end before any of it is decoded.
//!
//! Decoded, a message can take a hundred times its bytes, and the transport would keep that for as long as the end of the call does not come.

use std::net::IpAddr;

use host::PlaceGuard;
use http_body_util::{BodyExt as _, Full};
use tonic::Status;
use tonic::body::Body;
use tonic::codegen::Bytes;
use wire::Rejection;

use crate::rejection::Reject;

/// The bytes before each message that state its length.
const PREFIX: usize = 5;

/// Reads all that is sent, or just more than a message of the maximum size: of that, whoever decodes it says that it is too much. The place
/// grows with the memory that it takes.
pub(crate) async fn read_whole(
    mut sent: Body,
    place: &mut PlaceGuard<IpAddr>,
    max_size: usize,
) -> Result<Body, Status> {
    let mut read: Vec<u8> = Vec::new();
    while read.len() <= max_size.saturating_add(PREFIX) {
        let Some(frame) = sent.frame().await else {
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
    Ok(Body::new(Full::new(Bytes::from(read))))
}
