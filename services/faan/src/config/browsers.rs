//! Which pages browsers let use the API.

use clap::Args;

#[derive(Debug, Args)]
pub(crate) struct Browsers {
    /// An origin whose pages may use the API from a browser: https://app.example, say; and the engine, if it answers gRPC-Web. They send a token
    /// with each request; the cookie of the service's own pages is not sent from there. In the variable several are separated by commas.
    #[arg(
        long = "allowed-origin",
        env = "FAAN_ALLOWED_ORIGINS",
        value_delimiter = ',',
        value_name = "ORIGIN"
    )]
    pub(crate) allowed_origins: Vec<gateway::AllowedOrigin>,
}
