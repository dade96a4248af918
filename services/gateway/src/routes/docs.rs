//! The documentation, served from the program itself: it works without the internet.

use std::sync::Arc;

use actix_web::http::header::{self, Accept, Header as _};
use actix_web::web::{Data, Path};
use actix_web::{HttpRequest, HttpResponse, get};
use utoipa_swagger_ui::Config;

use crate::openapi::Served;
use crate::problem::ledger::not_found;
use crate::problem::{Problem, page};

/// Nothing but this server may be asked by the page; Swagger UI styles itself inline and draws with data URLs.
const POLICY: &str = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";

/// This document.
///
/// OpenAPI 3.1 in JSON.
#[utoipa::path(tag = "operations", responses(
    (status = 200, description = "The document", body = Object, content_type = "application/json"),
))]
#[get("/openapi.json")]
pub(crate) async fn openapi_document(document: Data<Served>) -> HttpResponse {
    HttpResponse::Ok().json(&document.0)
}

/// The problems.
///
/// Every code with its status, meaning and what to do: as HTML for whoever accepts `text/html`, as Markdown for everybody else.
#[utoipa::path(tag = "operations", responses(
    (status = 200, description = "The page", content((String = "text/markdown"), (String = "text/html"))),
))]
#[get("/problems")]
pub(crate) async fn problems_page(request: HttpRequest) -> HttpResponse {
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
/// Leads to the page.
#[utoipa::path(tag = "operations", responses((status = 308, description = "To `/docs/index.html`")))]
#[get("/docs")]
pub(crate) async fn docs() -> HttpResponse {
    let location = (header::LOCATION, "/docs/index.html");
    HttpResponse::PermanentRedirect()
        .insert_header(location)
        .finish()
}

/// A part of the documentation page.
///
/// Swagger UI, without anything from elsewhere.
#[utoipa::path(tag = "operations",
    params(("asset" = String, Path, description = "The part", example = "index.html")),
    responses(
        (status = 200, description = "The part", body = String, content_type = "text/html"),
        (status = 404, description = "There is no such part"),
    ))]
#[get("/docs/{asset}")]
pub(crate) async fn docs_asset(asset: Path<String>) -> Result<HttpResponse, Problem> {
    // The default would ask a validator on the internet.
    let config = Config::from("/openapi.json").validator_url("none");
    let part = utoipa_swagger_ui::serve(&asset, Arc::new(config)).map_err(Problem::internal)?;
    let part = part.ok_or_else(|| not_found("page"))?;
    Ok(HttpResponse::Ok()
        .insert_header((header::CONTENT_SECURITY_POLICY, POLICY))
        .content_type(part.content_type)
        .body(part.bytes.into_owned()))
}
