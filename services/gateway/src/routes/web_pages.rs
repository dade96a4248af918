//! The pages for browsers.

use actix_web::http::header::{
    self, AcceptEncoding, ContentEncoding, ETag, Encoding, EntityTag, Header as _, IfNoneMatch,
};
use actix_web::web::Path;
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;
use utoipa::IntoParams;
use web::Asset;

use crate::caller::Anyone;
use crate::problem::Problem;
use crate::problem::ledger::not_found;

/// A part of the pages.
#[derive(Deserialize, IntoParams)]
pub(crate) struct WebAssetPath {
    /// The part
    #[param(example = "score_page.js")]
    asset: String,
}

/// A page of a club.
#[derive(Deserialize, IntoParams)]
pub(crate) struct ClubPagePath {
    /// The club, and what of it is shown: `{club}`, `{club}/standings`, `{club}/matches/{match}` …
    #[param(example = "2b7c1f0e-8a57-4f3c-9d2e-6b1a0c5d4e3f/standings")]
    page: String,
}

/// The page that scores a hand.
///
/// For a browser; it asks this service as every other client does. For anyone.
#[utoipa::path(get, path = "/", tag = "operations",
    responses(
        (status = 200, description = "The page", body = String, content_type = "text/html"),
        (status = 304, description = "The page is as it was"),
    ))]
pub(crate) async fn score_page(_: Anyone, request: HttpRequest) -> Result<HttpResponse, Problem> {
    serve(&request, web::score_page())
}

/// The clubs of whoever is signed in.
///
/// For a browser; the page itself says nothing of any club. For anyone.
#[utoipa::path(get, path = "/clubs", tag = "operations",
    responses(
        (status = 200, description = "The page", body = String, content_type = "text/html"),
        (status = 304, description = "The page is as it was"),
    ))]
pub(crate) async fn clubs_page(_: Anyone, request: HttpRequest) -> Result<HttpResponse, Problem> {
    serve(&request, web::clubs_page())
}

/// A page of a club.
///
/// For a browser; the page itself says nothing of the club, and whether there is one. For anyone.
#[utoipa::path(get, path = "/clubs/{page}", tag = "operations",
    responses(
        (status = 200, description = "The page", body = String, content_type = "text/html"),
        (status = 304, description = "The page is as it was"),
        (status = 404, description = "There is no such page"),
    ))]
pub(crate) async fn club_page(
    _: Anyone,
    request: HttpRequest,
    path: Path<ClubPagePath>,
) -> Result<HttpResponse, Problem> {
    serve(&request, web::club_page(&path.page))
}

/// A part of the pages.
///
/// A script, a style or a picture. For anyone.
#[utoipa::path(get, path = "/web/{asset}", tag = "operations",
    responses(
        (status = 200, description = "The part", body = String, content_type = "text/javascript"),
        (status = 304, description = "The part is as it was"),
        (status = 404, description = "There is no such part"),
    ))]
pub(crate) async fn web_asset(
    _: Anyone,
    request: HttpRequest,
    path: Path<WebAssetPath>,
) -> Result<HttpResponse, Problem> {
    serve(&request, web::asset(&path.asset))
}

/// Answers with an asset, or with 304 if the browser has it. Browsers ask again each time (`no-cache`), so that the parts of a page are
/// always of one release. The content is compressed if the browser takes that.
fn serve(request: &HttpRequest, asset: Option<&'static Asset>) -> Result<HttpResponse, Problem> {
    let asset = asset.ok_or_else(|| not_found("page"))?;
    let is_gzip = takes_gzip(request);
    let of = if is_gzip { "-gzip" } else { "" };
    let etag = EntityTag::new_strong(format!("{}{of}", asset.etag));
    let is_known = IfNoneMatch::parse(request).is_ok_and(|known| match known {
        IfNoneMatch::Any => true,
        IfNoneMatch::Items(tags) => tags.iter().any(|tag| tag.weak_eq(&etag)),
    });
    let mut response = match is_known {
        true => HttpResponse::NotModified(),
        false => HttpResponse::Ok(),
    };
    response
        .insert_header(ETag(etag))
        .insert_header((header::CACHE_CONTROL, "no-cache"))
        .insert_header((header::VARY, "Accept-Encoding"));
    if let Some(scope) = asset.service_worker_scope {
        response.insert_header(("Service-Worker-Allowed", scope));
    }
    // Others have the policy of the page that they are part of; nearly a hundred modules would repeat it.
    if asset.has_own_policy() {
        response
            .insert_header((
                header::CONTENT_SECURITY_POLICY,
                web::CONTENT_SECURITY_POLICY,
            ))
            .insert_header(("Cross-Origin-Opener-Policy", "same-origin"));
    }
    if is_known {
        return Ok(response.finish());
    }
    response.content_type(asset.content_type);
    Ok(match is_gzip {
        true => response
            .insert_header(ContentEncoding::Gzip)
            .body(asset.gzip.as_slice()),
        false => response.body(asset.bytes.as_slice()),
    })
}

fn takes_gzip(request: &HttpRequest) -> bool {
    let gzip = [Encoding::gzip()];
    let accepted = AcceptEncoding::parse(request).ok();
    let chosen = accepted.and_then(|accepted| accepted.negotiate(gzip.iter()));
    chosen == Some(Encoding::gzip())
}
