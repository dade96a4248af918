//! Whose tokens are taken beside our own.

use std::path::PathBuf;

use clap::Args;

#[derive(Debug, Args)]
pub(crate) struct Oidc {
    /// An OIDC issuer whose tokens people may sign in with, once they have linked them to their account: `https://…`, exactly as its
    /// tokens name it (`iss`); `http://…` on this machine only.
    #[arg(
        long,
        env = "FAAN_OIDC_ISSUER",
        value_name = "URL",
        requires = "oidc_audience"
    )]
    pub(crate) oidc_issuer: Option<String>,
    /// Whom those tokens have to be for (`aud`): what the issuer calls this service. Name nothing that other services go by, too.
    #[arg(
        long,
        env = "FAAN_OIDC_AUDIENCE",
        value_name = "NAME",
        requires = "oidc_issuer"
    )]
    pub(crate) oidc_audience: Option<String>,
    /// The CA, a PEM file, that signed the issuer's certificate. By default the CAs that the system trusts.
    #[arg(
        long,
        env = "FAAN_OIDC_CA",
        value_name = "FILE",
        requires = "oidc_issuer"
    )]
    pub(crate) oidc_ca: Option<PathBuf>,
}
