//! The documentation, served from the program itself: it works without the internet.

use std::sync::{Arc, LazyLock};

use actix_web::http::header::{self, Accept, Header as _, HeaderValue};
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_swagger_ui::Config;
use web::Content;

use crate::caller::Anyone;
use crate::openapi_document::OpenApiJson;
use crate::operation::Operation;
use crate::problem::ledger::not_found;
use crate::problem::{Problem, page};
use crate::request_limit::Cost;
use crate::static_content::answer;

/// Nothing but this server may be asked by the page; Swagger UI styles itself inline and draws with data URLs.
const POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";

/// The parts of Swagger UI that its page loads, with their media types. Its source maps are not served.
const PARTS: [(&str, &str); 8] = [
    ("index.html", "text/html; charset=utf-8"),
    ("index.css", "text/css; charset=utf-8"),
    ("swagger-ui.css", "text/css; charset=utf-8"),
    ("swagger-ui-bundle.js", JAVASCRIPT),
    ("swagger-ui-standalone-preset.js", JAVASCRIPT),
    ("swagger-initializer.js", JAVASCRIPT),
    ("favicon-16x16.png", "image/png"),
    ("favicon-32x32.png", "image/png"),
];

const JAVASCRIPT: &str = "text/javascript; charset=utf-8";

static CONTENTS: LazyLock<Vec<(&str, Content)>> = LazyLock::new(|| {
    // The default would ask a validator on the internet.
    let config = Arc::new(Config::from("/openapi.json").validator_url("none"));
    let content = |(name, content_type): (&'static str, &'static str)| {
        let part = utoipa_swagger_ui::serve(name, config.clone()).ok()??;
        Some((name, Content::new(content_type, part.bytes.into_owned())))
    };
    PARTS.into_iter().filter_map(content).collect()
});

/// A part of the documentation page.
#[derive(Deserialize, IntoParams)]
pub(crate) struct AssetPath {
    /// The part
    #[param(example = "index.html")]
    asset: String,
}

pub(crate) const OPENAPI_DOCUMENT: Operation = Operation::costs(Cost::Nothing);

/// This document.
///
/// OpenAPI 3.1 in JSON.
#[utoipa::path(get, path = "/openapi.json", tag = "operations",
    responses(
    (status = 200, description = "The document", body = Object, content_type = "application/json", headers(("ETag" = String, description = "It changes when the document does: send it in `If-None-Match`"))),
    (status = 304, description = "The document is as it was"),
))]
pub(crate) async fn openapi_document(
    _: Anyone,
    request: HttpRequest,
    document: Data<OpenApiJson>,
) -> HttpResponse {
    answer(&request, &document.0)
}

pub(crate) const PROBLEMS_PAGE: Operation = Operation::costs(Cost::Nothing);

/// The problems.
///
/// Every code with its status, meaning and what to do: as HTML for whoever accepts `text/html`, as Markdown for everybody else.
#[utoipa::path(get, path = "/problems", tag = "operations",
    responses(
    (status = 200, description = "The page", content((String = "text/markdown"), (String = "text/html"))),
    (status = 304, description = "The page is as it was"),
))]
pub(crate) async fn problems_page(_: Anyone, request: HttpRequest) -> HttpResponse {
    let page = match prefers_html(&request) {
        true => &*page::HTML_CONTENT,
        false => &*page::MARKDOWN_CONTENT,
    };
    let mut response = answer(&request, page);
    let vary = HeaderValue::from_static("Accept, Accept-Encoding");
    response.headers_mut().insert(header::VARY, vary);
    response
}

/// Whether HTML is asked for by name, and Markdown not rather.
fn prefers_html(request: &HttpRequest) -> bool {
    let accepted = Accept::parse(request).map(|accept| accept.ranked());
    let accepted = accepted.unwrap_or_default();
    let mut either = accepted.iter().map(|accepted| accepted.essence_str());
    either.find(|name| ["text/html", "text/markdown"].contains(name)) == Some("text/html")
}

pub(crate) const DOCS: Operation = Operation::costs(Cost::Nothing);

/// This documentation, to try out.
///
/// Redirects to the page.
#[utoipa::path(get, path = "/docs", tag = "operations",
    responses((status = 308, description = "To `/docs/index.html`")))]
pub(crate) async fn docs(_: Anyone) -> HttpResponse {
    let location = (header::LOCATION, "/docs/index.html");
    HttpResponse::PermanentRedirect()
        .insert_header(location)
        .finish()
}

pub(crate) const DOCS_ASSET: Operation = Operation::costs(Cost::Nothing);

/// A part of the documentation page.
///
/// Swagger UI, without anything from elsewhere.
#[utoipa::path(get, path = "/docs/{asset}", tag = "operations",
    responses(
        (status = 200, description = "The part", body = String, content_type = "text/html"),
        (status = 304, description = "The part is as it was"),
        (status = 404, description = "There is no such part"),
    ))]
pub(crate) async fn docs_asset(
    _: Anyone,
    request: HttpRequest,
    path: Path<AssetPath>,
) -> Result<HttpResponse, Problem> {
    let part = CONTENTS.iter().find(|(name, _)| *name == path.asset);
    let (_, content) = part.ok_or_else(|| not_found("page"))?;
    let mut response = answer(&request, content);
    let policy = HeaderValue::from_static(POLICY);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    Ok(response)
}
