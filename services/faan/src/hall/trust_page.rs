//! A page over plain HTTP where a telephone gets the CA of the hall: before it trusts that CA, it takes nothing under TLS.

use std::net::SocketAddr;

use actix_web::HttpResponse;
use actix_web::web::{self, Data};
use host::Failure;

use crate::side_listener::{Purpose, SideListener};

/// Connections that are served at once.
const CONNECTIONS: usize = 64;
/// What telephones take for a CA to install.
const CA: &str = "application/x-x509-ca-cert";
/// The page is text and links.
const POLICY: &str =
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const PAGE: &str = include_str!("trust_page.html");

/// What is served.
struct Content {
    certificate: Vec<u8>,
    page: String,
}

/// Serves the certificate of the CA, and a page that says what to do with it and leads to `pages`.
pub(super) fn serve(
    address: SocketAddr,
    certificate: &[u8],
    fingerprint: &str,
    pages: &str,
) -> Result<SideListener, Failure> {
    let content = Data::new(Content {
        certificate: certificate.to_vec(),
        page: page(fingerprint, pages),
    });
    let purpose = Purpose {
        ended: "the CA of the hall is no longer served",
        flag: "--hall-trust-listen",
        connections: CONNECTIONS,
    };
    SideListener::serve(address, purpose, move |config| {
        config
            .app_data(content.clone())
            .route("/", web::get().to(read_page))
            .route("/hall-ca.crt", web::get().to(read_certificate));
    })
}

/// Neither has a character that HTML would take for its own.
fn page(fingerprint: &str, pages: &str) -> String {
    PAGE.replace("{fingerprint}", fingerprint)
        .replace("{pages}", pages)
}

async fn read_page(content: Data<Content>) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header(("Content-Type", "text/html; charset=utf-8"))
        .insert_header(("Content-Security-Policy", POLICY))
        .insert_header(("X-Content-Type-Options", "nosniff"))
        .insert_header(("Cache-Control", "no-store"))
        .body(content.page.clone())
}

async fn read_certificate(content: Data<Content>) -> HttpResponse {
    HttpResponse::Ok()
        .insert_header(("Content-Type", CA))
        .insert_header(("X-Content-Type-Options", "nosniff"))
        .insert_header(("Cache-Control", "no-store"))
        .body(content.certificate.clone())
}
