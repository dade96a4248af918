//! The flags of `faan demo`.

use clap::Args;

#[derive(Debug, Args)]
pub struct Demo {
    /// Where the gateway is.
    #[arg(long, env = "FAAN_URL", default_value = "http://127.0.0.1:8080")]
    pub url: String,
}
