//! Answers with content that is the same for everybody.

use actix_web::http::header::{self, ContentEncoding, ETag, EntityTag};
use actix_web::{HttpRequest, HttpResponse};
use web::Content;

use crate::content_coding::preferred;
use crate::content_etag::is_known;

/// Marks an answer whose body all answers share: whoever does not take it takes up no memory.
pub(crate) struct IsShared;

/// Answers with the content, or with 304 if the browser has it. Browsers ask again each time (`no-cache`), so that what belongs together is
/// always of one release. The content is compressed if the browser takes that.
pub(crate) fn answer(request: &HttpRequest, content: &Content) -> HttpResponse {
    let is_gzip = preferred(request, &[ContentEncoding::Gzip]).is_some();
    let of = if is_gzip { "-gzip" } else { "" };
    let etag = EntityTag::new_strong(format!("{}{of}", content.etag));
    let is_known = is_known(request, &etag);
    let mut response = match is_known {
        true => HttpResponse::NotModified(),
        false => HttpResponse::Ok(),
    };
    response
        .insert_header(ETag(etag))
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .insert_header((header::VARY, "Accept-Encoding"));
    if is_known {
        return response.finish();
    }
    response.content_type(content.content_type);
    let mut response = match is_gzip {
        true => response
            .insert_header(ContentEncoding::Gzip)
            .body(content.gzip.clone()),
        false => response.body(content.bytes.clone()),
    };
    response.extensions_mut().insert(IsShared);
    response
}
