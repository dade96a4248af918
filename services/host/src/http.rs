//! HTTP to others.

use reqwest::{Client, ClientBuilder, Url};
use rustls::crypto::ring;

/// How whoever is at an address is spoken to. HTTPS takes the certificates that the system trusts; without any of them no such
/// client can be made, and one for plain HTTP can.
pub fn client_for(address: &Url) -> ClientBuilder {
    // A client cannot be made without a library for TLS. It fails if there is one.
    let _ = ring::default_provider().install_default();
    match address.scheme() {
        "https" => Client::builder(),
        _ => Client::builder().tls_certs_only([]),
    }
}
