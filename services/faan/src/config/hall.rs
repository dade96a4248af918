//! The hall: telephones under TLS without a public name.

use std::net::SocketAddr;

use clap::Args;

/// Whether and where telephones are served.
#[derive(Clone, Debug, Args)]
pub(crate) struct Hall {
    /// Serve telephones in this network under TLS, at this address, with a certificate of a CA that is made once and kept in the data
    /// folder.
    #[arg(
        long,
        env = "FAAN_HALL",
        num_args = 0..=1,
        default_missing_value = "0.0.0.0:8443",
        value_name = "ADDRESS",
        conflicts_with_all = ["gateway_listen", "gateway_cert"]
    )]
    pub(crate) hall: Option<SocketAddr>,
    /// Where telephones get the certificate of that CA, over plain HTTP.
    #[arg(
        long,
        env = "FAAN_HALL_TRUST_LISTEN",
        default_value = "0.0.0.0:8080",
        value_name = "ADDRESS"
    )]
    pub(crate) hall_trust_listen: SocketAddr,
}
