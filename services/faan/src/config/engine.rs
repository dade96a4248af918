//! What the engine is told, and whoever asks it.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::Args;

use super::browsers::Browsers;
use super::certificates::EngineTls;
use super::telemetry::Telemetry;

#[derive(Debug, Args)]
pub(crate) struct Engine {
    /// Where the engine listens; port 0 takes any free one.
    #[arg(
        long,
        env = "FAAN_ENGINE_LISTEN",
        default_value = "127.0.0.1:50051",
        value_name = "ADDRESS"
    )]
    pub(crate) engine_listen: SocketAddr,
    /// Whether the engine describes itself to tools such as grpcurl.
    #[arg(
        long,
        env = "FAAN_ENGINE_REFLECTION",
        default_value_t = true,
        action = clap::ArgAction::Set,
        value_name = "BOOL"
    )]
    pub(crate) engine_reflection: bool,
    /// Answer gRPC-Web, too, also over HTTP/1, so that pages of the allowed origins can call the engine from a browser.
    #[arg(
        long,
        env = "FAAN_ENGINE_GRPC_WEB",
        default_value_t = false,
        default_missing_value = "true",
        num_args = 0..=1,
        require_equals = true,
        action = clap::ArgAction::Set,
        value_name = "BOOL"
    )]
    pub(crate) engine_grpc_web: bool,
    /// Serve others than this machine even in plain text, or without knowing who they are.
    #[arg(
        long,
        env = "FAAN_INSECURE_ENGINE",
        default_value_t = false,
        default_missing_value = "true",
        num_args = 0..=1,
        require_equals = true,
        action = clap::ArgAction::Set,
        value_name = "BOOL"
    )]
    pub(crate) insecure_engine: bool,
}

/// The engine as a service of its own, for others too.
#[derive(Debug, Args)]
pub(crate) struct EngineAlone {
    #[command(flatten)]
    pub(crate) engine: Engine,
    #[command(flatten)]
    pub(crate) tls: EngineTls,
    /// The public keys, a JSON Web Key Set as `faan token-keys` prints it, by which the engine checks the tokens of its
    /// callers.
    #[arg(long, env = "FAAN_ENGINE_TOKEN_KEYS", value_name = "FILE")]
    pub(crate) engine_token_keys: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) names: TokenNames,
    #[command(flatten)]
    pub(crate) browsers: Browsers,
    #[command(flatten)]
    pub(crate) telemetry: Telemetry,
}

/// What the tokens of an engine's callers have to name.
#[derive(Debug, Args)]
pub(crate) struct TokenNames {
    /// The issuer that the tokens name.
    #[arg(long, env = "FAAN_ISSUER", default_value = "faan")]
    pub(crate) issuer: String,
    /// The audience that the tokens name.
    #[arg(long, env = "FAAN_ENGINE_AUDIENCE", default_value = "faan-engine")]
    pub(crate) engine_audience: String,
}

#[derive(Debug, Args)]
pub(crate) struct EngineToken {
    /// The key that signs it: a file as `faan keygen` makes them.
    #[arg(long, env = "FAAN_TOKEN_KEY", value_name = "FILE")]
    pub(crate) token_key: PathBuf,
    #[command(flatten)]
    pub(crate) names: TokenNames,
    /// Who asks, for people who read logs.
    #[arg(long, value_name = "NAME")]
    pub(crate) subject: String,
    /// How long it is good for: an engine cannot take a token back.
    #[arg(
        long,
        default_value_t = 24,
        value_parser = clap::value_parser!(u64).range(1..=24 * 366),
        value_name = "HOURS"
    )]
    pub(crate) hours: u64,
}
