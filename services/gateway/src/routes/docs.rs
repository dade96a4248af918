//! The documentation, served from the program itself: it works without the internet.

use std::sync::Arc;

use actix_web::http::header::{self, Accept, Header as _};
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_swagger_ui::Config;

use crate::caller::Anyone;
use crate::openapi_document::OpenApiJson;
use crate::problem::ledger::not_found;
use crate::problem::{Problem, page};

/// Nothing but this server may be asked by the page; Swagger UI styles itself inline and draws with data URLs.
const POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";

/// A part of the documentation page.
#[derive(Deserialize, IntoParams)]
pub(crate) struct AssetPath {
    /// The part
    #[param(example = "index.html")]
    asset: String,
}

/// This document.
///
/// OpenAPI 3.1 in JSON.
#[utoipa::path(get, path = "/openapi.json", tag = "operations",
    responses(
    (status = 200, description = "The document", body = Object, content_type = "application/json"),
))]
pub(crate) async fn openapi_document(_: Anyone, document: Data<OpenApiJson>) -> HttpResponse {
    HttpResponse::Ok().json(&document.0)
}

/// The problems.
///
/// Every code with its status, meaning and what to do: as HTML for whoever accepts `text/html`, as Markdown for everybody else.
#[utoipa::path(get, path = "/problems", tag = "operations",
    responses(
    (status = 200, description = "The page", content((String = "text/markdown"), (String = "text/html"))),
))]
pub(crate) async fn problems_page(_: Anyone, request: HttpRequest) -> HttpResponse {
    let (media_type, page) = match prefers_html(&request) {
        true => ("text/html; charset=utf-8", page::HTML.clone()),
        false => ("text/markdown; charset=utf-8", page::markdown()),
    };
    HttpResponse::Ok()
        .insert_header((header::CONTENT_TYPE, media_type))
        .insert_header((header::VARY, "Accept"))
        .body(page)
}

/// Whether HTML is asked for by name, and Markdown not rather.
fn prefers_html(request: &HttpRequest) -> bool {
    let accepted = Accept::parse(request).map(|accept| accept.ranked());
    let accepted = accepted.unwrap_or_default();
    let mut either = accepted.iter().map(|accepted| accepted.essence_str());
    either.find(|name| ["text/html", "text/markdown"].contains(name)) == Some("text/html")
}

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

/// A part of the documentation page.
///
/// Swagger UI, without anything from elsewhere.
#[utoipa::path(get, path = "/docs/{asset}", tag = "operations",
    responses(
        (status = 200, description = "The part", body = String, content_type = "text/html"),
        (status = 404, description = "There is no such part"),
    ))]
pub(crate) async fn docs_asset(_: Anyone, path: Path<AssetPath>) -> Result<HttpResponse, Problem> {
    // The default would ask a validator on the internet.
    let config = Config::from("/openapi.json").validator_url("none");
    let part =
        utoipa_swagger_ui::serve(&path.asset, Arc::new(config)).map_err(Problem::internal)?;
    let part = part.ok_or_else(|| not_found("page"))?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_SECURITY_POLICY, POLICY))
        .content_type(part.content_type)
        .body(part.bytes.into_owned()))
}
