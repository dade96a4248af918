//! Which way to compress a request takes (RFC 9110, 12.5.3).

use actix_web::HttpMessage;
use actix_web::http::header::{AcceptEncoding, ContentEncoding, Encoding, Header as _};

/// Which of these codings a request prefers; none if it takes none of them, or rather what is not compressed.
pub(crate) fn preferred(
    request: &impl HttpMessage,
    codings: &[ContentEncoding],
) -> Option<ContentEncoding> {
    let known = codings.iter().copied().map(Encoding::Known);
    let known: Vec<Encoding> = known.collect();
    let accepted = AcceptEncoding::parse(request).ok()?;
    match accepted.negotiate(known.iter())? {
        Encoding::Known(chosen) => codings.contains(&chosen).then_some(chosen),
        Encoding::Unknown(_) => None,
    }
}
