//! The pages for browsers.

use actix_web::http::header::{HeaderName, HeaderValue};
use actix_web::web::Path;
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;
use utoipa::IntoParams;
use web::Asset;

use crate::caller::Anyone;
use crate::operation::Operation;
use crate::problem::Problem;
use crate::problem::ledger::not_found;
use crate::request_limit::Cost;
use crate::static_content::answer;

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

pub(crate) const SCORE_PAGE: Operation = Operation::costs(Cost::Nothing);

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

pub(crate) const CLUBS_PAGE: Operation = Operation::costs(Cost::Nothing);

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

pub(crate) const CLUB_PAGE: Operation = Operation::costs(Cost::Nothing);

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

pub(crate) const WEB_ASSET: Operation = Operation::costs(Cost::Nothing);

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

/// Answers with an asset.
fn serve(request: &HttpRequest, asset: Option<&'static Asset>) -> Result<HttpResponse, Problem> {
    let asset = asset.ok_or_else(|| not_found("page"))?;
    let mut response = answer(request, &asset.content);
    let headers = response.headers_mut();
    let mut say = |name: &'static str, value: &'static str| {
        headers.insert(
            HeaderName::from_static(name),
            HeaderValue::from_static(value),
        );
    };
    if let Some(scope) = asset.service_worker_scope {
        say("service-worker-allowed", scope);
    }
    // Others have the policy of the page that they are part of; nearly a hundred modules would repeat it.
    if asset.has_own_policy() {
        say("content-security-policy", web::CONTENT_SECURITY_POLICY);
        say("cross-origin-opener-policy", "same-origin");
    }
    Ok(response)
}
