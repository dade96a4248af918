//! A page over plain HTTP where a telephone gets the CA of the hall: before it trusts that CA, it takes nothing under TLS.

use std::net::SocketAddr;
use std::time::Duration;

use actix_web::web::{self, Data};
use actix_web::{App, HttpResponse, HttpServer};
use host::Failure;
use tokio::task::JoinHandle;

/// Connections that are served at once.
const CONNECTIONS: usize = 64;
/// How long a client may take to send the head of a request.
const HEAD: Duration = Duration::from_secs(5);
/// What telephones take for a CA to install.
const CA: &str = "application/x-x509-ca-cert";
/// The page is text and links.
const POLICY: &str =
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
const PAGE: &str = include_str!("trust_page.html");

/// A listener that serves the page, until this is dropped.
pub(super) struct Served {
    pub(super) address: SocketAddr,
    task: JoinHandle<()>,
}

impl Drop for Served {
    fn drop(&mut self) {
        self.task.abort();
    }
}

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
) -> Result<Served, Failure> {
    let content = Data::new(Content {
        certificate: certificate.to_vec(),
        page: page(fingerprint, pages),
    });
    let server = HttpServer::new(move || {
        App::new()
            .app_data(content.clone())
            .route("/", web::get().to(read_page))
            .route("/hall-ca.crt", web::get().to(read_certificate))
    })
    .workers(1)
    .max_connections(CONNECTIONS)
    .client_request_timeout(HEAD)
    .disable_signals()
    .bind(address)
    .map_err(|error| {
        format!("cannot listen on {address}: {error}. Choose another with --hall-trust-listen")
    })?;
    let bound = server.addrs().first().copied();
    let serving = server.run();
    let serve = async move {
        if let Err(error) = serving.await {
            tracing::error!(%error, "the CA of the hall is no longer served");
        }
    };
    Ok(Served {
        address: bound.unwrap_or(address),
        task: tokio::spawn(serve),
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
