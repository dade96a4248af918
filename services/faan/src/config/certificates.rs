//! Certificates, keys and CAs. All these files may be replaced while they are used.

use std::path::PathBuf;

use clap::Args;

/// What the gateway shows its clients.
#[derive(Clone, Debug, Args)]
pub(crate) struct GatewayTls {
    /// The gateway's certificate and what it was signed by, a PEM file: it then speaks TLS. This file and the next may be
    /// replaced while it serves.
    #[arg(
        long,
        env = "FAAN_GATEWAY_CERT",
        value_name = "FILE",
        requires = "gateway_key"
    )]
    pub(crate) gateway_cert: Option<PathBuf>,
    /// The private key of that certificate, a PEM file for its owner's eyes.
    #[arg(
        long,
        env = "FAAN_GATEWAY_KEY",
        value_name = "FILE",
        requires = "gateway_cert"
    )]
    pub(crate) gateway_key: Option<PathBuf>,
}

/// By what the gateway knows its engine, and the engine it.
#[derive(Clone, Debug, Args)]
pub(crate) struct EngineChannel {
    /// The CA, a PEM file, that signed the certificate of an engine at `https://…`. This file and the next two may be replaced
    /// while the gateway serves.
    #[arg(long, env = "FAAN_ENGINE_CA", value_name = "FILE")]
    pub(crate) engine_ca: Option<PathBuf>,
    /// The certificate, a PEM file, that the gateway shows the engine as its client.
    #[arg(
        long,
        env = "FAAN_ENGINE_CLIENT_CERT",
        value_name = "FILE",
        requires_all = ["engine_client_key", "engine_ca"]
    )]
    pub(crate) engine_client_cert: Option<PathBuf>,
    /// The private key of that certificate, a PEM file.
    #[arg(
        long,
        env = "FAAN_ENGINE_CLIENT_KEY",
        value_name = "FILE",
        requires = "engine_client_cert"
    )]
    pub(crate) engine_client_key: Option<PathBuf>,
}

/// What an engine shows its callers, and whom it believes.
#[derive(Clone, Debug, Args)]
pub(crate) struct EngineTls {
    /// The engine's certificate and what it was signed by, a PEM file: it then speaks TLS. This file and the next two may be
    /// replaced while it serves.
    #[arg(
        long,
        env = "FAAN_ENGINE_CERT",
        value_name = "FILE",
        requires = "engine_key"
    )]
    pub(crate) engine_cert: Option<PathBuf>,
    /// The private key of that certificate, a PEM file.
    #[arg(
        long,
        env = "FAAN_ENGINE_KEY",
        value_name = "FILE",
        requires = "engine_cert"
    )]
    pub(crate) engine_key: Option<PathBuf>,
    /// The CA, a PEM file, that signs the certificates by which the engine knows its callers.
    #[arg(
        long,
        env = "FAAN_ENGINE_CLIENT_CA",
        value_name = "FILE",
        requires = "engine_cert"
    )]
    pub(crate) engine_client_ca: Option<PathBuf>,
}
