//! Logs, on standard error: lines for people, or JSON for machines.

use std::io::{self, IsTerminal as _};

use host::Failure;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;
use tracing_subscriber::{EnvFilter, Layer as _, fmt, registry};

use super::traces::Traces;
use crate::config::{LogFormat, Logs};

/// Logs from now on, and passes spans to whoever gets traces.
pub(super) fn start(logs: &Logs, traces: Option<&Traces>) -> Result<(), Failure> {
    // What cannot be written would be told on standard error as well, and to panic over that would end whatever wanted to log something.
    let lines = fmt::layer()
        .log_internal_errors(false)
        .with_writer(io::stderr);
    let lines = match logs.log_format {
        LogFormat::Text => lines.with_ansi(io::stderr().is_terminal()).boxed(),
        LogFormat::Json => lines
            .json()
            .flatten_event(true)
            .with_current_span(false)
            .boxed(),
    };
    let filter = EnvFilter::try_new(&logs.log)?;
    registry()
        .with(lines.with_filter(filter))
        .with(traces.map(Traces::layer))
        .try_init()?;
    Ok(())
}
