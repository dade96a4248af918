//! HTTP to others.

use reqwest::{Client, ClientBuilder, Url};

/// How whoever is at an address is spoken to. HTTPS takes the certificates that the system trusts; without any of them no such
/// client can be made, and one for plain HTTP can.
pub fn client_for(address: &Url) -> ClientBuilder {
    match address.scheme() {
        "https" => Client::builder(),
        _ => Client::builder().tls_certs_only([]),
    }
}
