//! What a process that serves tells of itself.

use std::net::SocketAddr;

use clap::{Args, ValueEnum};

#[derive(Debug, Clone, Default, Args)]
pub(crate) struct Telemetry {
    /// Where to serve metrics to Prometheus, at `/metrics`, to whoever gets there. Without it nothing is counted.
    #[arg(long, env = "FAAN_METRICS_LISTEN", value_name = "ADDRESS")]
    pub(crate) metrics_listen: Option<SocketAddr>,
    /// Where to send traces: a collector that takes OTLP over gRPC in plain text. Without it there are none. A caller's
    /// `traceparent` is taken as the parent; whether it wants to be sampled is not asked.
    #[arg(long, env = "FAAN_OTLP_ENDPOINT", value_name = "URL")]
    pub(crate) otlp_endpoint: Option<String>,
}

/// What is logged, and how.
#[derive(Debug, Args)]
pub(crate) struct Logs {
    /// What to log, as `tracing-subscriber` filters have it: a level, or levels by module.
    #[arg(long, global = true, env = "FAAN_LOG", default_value = "warn")]
    pub(crate) log: String,
    /// Whether a line of the log is text or a JSON object.
    #[arg(
        long,
        global = true,
        env = "FAAN_LOG_FORMAT",
        value_enum,
        default_value_t = LogFormat::Text,
        value_name = "FORMAT"
    )]
    pub(crate) log_format: LogFormat,
}

/// How a line of the log is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogFormat {
    /// For people.
    Text,
    /// An object in a line.
    Json,
}
