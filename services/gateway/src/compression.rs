//! Answers are compressed for clients that take that (RFC 9110, 8.4.1): tables are often on slow networks.

use std::io::{Read as _, Result as IoResult};
use std::num::NonZero;
use std::sync::LazyLock;
use std::thread::available_parallelism;

use actix_web::Error;
use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::error::ErrorInternalServerError;
use actix_web::http::Method;
use actix_web::http::header::{
    self, CONTENT_ENCODING, ContentEncoding, HeaderMap, HeaderValue, VARY,
};
use actix_web::middleware::Next;
use actix_web::web::{Bytes, block};
use brotli::CompressorReader;
use flate2::Compression;
use flate2::read::GzEncoder;
use tokio::sync::Semaphore;

use crate::content_coding::preferred;
use crate::head_requests::Absent;
use crate::static_content::IsShared;

/// A content below this many bytes is sent as it is: it fits into one packet or two.
const LEAST: usize = 1024;
/// A content above this many bytes is compressed aside: it takes a millisecond, in which nobody else would be served here.
const ASIDE: usize = 32 * 1024;
/// The level of gzip: the fastest one makes JSON four to eight times smaller.
const GZIP: Compression = Compression::fast();
/// Quality and window (as a power of two) of Brotli: as fast as gzip, and 256 KiB of memory for the window.
const BROTLI_QUALITY: u32 = 3;
const BROTLI_WINDOW: u32 = 18;
/// A content above this many bytes is sent as it is: compressing it would take longer than most networks do.
const MOST: usize = 2 * 1024 * 1024;
/// How many contents are compressed aside at once: half of the cores, so that recording a hand never waits for it. Others are sent as they are; only
/// workbooks wait.
static PLACES: LazyLock<Semaphore> = LazyLock::new(|| {
    let cores = available_parallelism().map_or(1, NonZero::get);
    Semaphore::new((cores / 2).max(1))
});
/// How much of the content is compressed in one step.
const STEP: usize = 16 * 1024;

/// A way to compress that the client takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Coding {
    Brotli,
    Gzip,
}

/// A middleware: compresses each answer whose content is text, complete and not small, with what the request prefers.
pub(crate) async fn compress(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let coding = Coding::wanted(&request);
    let is_head = request.method() == Method::HEAD;
    let answer = next.call(request).await?.map_into_boxed_body();
    // What all answers share was compressed once, and says so itself.
    let is_shared = answer.response().extensions().contains::<IsShared>();
    if is_shared || !is_compressible(answer.headers()) {
        return Ok(answer);
    }
    let (request, response) = answer.into_parts();
    let (mut head, body) = response.into_parts();
    let vary = HeaderValue::from_static("Accept-Encoding");
    head.headers_mut().append(VARY, vary);
    let body = match (body.try_into_bytes(), coding) {
        (Ok(bytes), Some(coding)) if (LEAST..=MOST).contains(&bytes.len()) => {
            match coding.compress_in_its_place(&bytes).await? {
                Some(compressed) => {
                    let name = coding.name().to_header_value();
                    head.headers_mut().insert(CONTENT_ENCODING, name);
                    BoxBody::new(compressed)
                }
                None => BoxBody::new(bytes),
            }
        }
        (Ok(bytes), _) => BoxBody::new(bytes),
        // Nothing is compressed for nobody, so how long the content would be is not known.
        (Err(_), Some(_)) if is_head => BoxBody::new(Absent(BodySize::Stream)),
        (Err(stream), _) => stream,
    };
    Ok(ServiceResponse::new(request, head.set_body(body)))
}

/// Does aside what compresses, when a place is free. It is done to the end, also if nobody waits for it any more.
pub(crate) async fn compress_aside<T: Send + 'static>(
    compress: impl FnOnce() -> IoResult<T> + Send + 'static,
) -> Result<T, Error> {
    let place = PLACES.acquire().await.map_err(ErrorInternalServerError)?;
    let compressed = block(move || {
        let _place = place;
        compress()
    });
    Ok(compressed.await??)
}

/// Whether the content is text that is not compressed yet.
fn is_compressible(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE);
    let kind = kind.and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let is_text = kind.starts_with("text/") || kind.contains("json");
    is_text && !kind.starts_with("text/event-stream") && !headers.contains_key(CONTENT_ENCODING)
}

impl Coding {
    /// What the request prefers; none if it takes neither.
    fn wanted(request: &ServiceRequest) -> Option<Self> {
        let codings = [Self::Brotli, Self::Gzip];
        let chosen = preferred(request, &codings.map(Self::name))?;
        codings.into_iter().find(|coding| coding.name() == chosen)
    }

    const fn name(self) -> ContentEncoding {
        match self {
            Self::Brotli => ContentEncoding::Brotli,
            Self::Gzip => ContentEncoding::Gzip,
        }
    }

    /// Compresses a content, aside if that takes long; none if others are compressed there just now.
    async fn compress_in_its_place(self, content: &Bytes) -> Result<Option<Bytes>, Error> {
        if content.len() <= ASIDE {
            return Ok(Some(self.compress(content)?));
        }
        let Ok(place) = PLACES.try_acquire() else {
            return Ok(None);
        };
        let content = content.clone();
        let compressed = block(move || {
            // It is kept to the end, also if the client goes away meanwhile.
            let _place = place;
            self.compress(&content)
        });
        Ok(Some(compressed.await??))
    }

    fn compress(self, content: &[u8]) -> IoResult<Bytes> {
        let mut compressed = Vec::with_capacity(content.len() / 4);
        match self {
            Self::Brotli => CompressorReader::new(content, STEP, BROTLI_QUALITY, BROTLI_WINDOW)
                .read_to_end(&mut compressed)?,
            Self::Gzip => GzEncoder::new(content, GZIP).read_to_end(&mut compressed)?,
        };
        compressed.shrink_to_fit();
        Ok(compressed.into())
    }
}
