//! What a running process tells whoever operates it.

use crate::config::{self, Command};
use crate::terminal::mention;
use crate::{Failure, Outcome};

mod logs;
pub(crate) mod metrics;
mod traces;

use traces::Traces;

/// What runs as long as the process does.
pub(crate) struct Telemetry {
    _metrics: Option<metrics::Served>,
    traces: Option<Traces>,
}

impl Telemetry {
    /// Begins to tell; what happened before is not told.
    pub(crate) fn start(logs: &config::Logs, command: &Command) -> Result<Telemetry, Failure> {
        let told = command.telemetry();
        let endpoint = told.and_then(|(_, told)| told.otlp_endpoint.as_deref());
        let name = told.map_or("faan", |(name, _)| name);
        let traces = endpoint.map(|endpoint| Traces::to(endpoint, name));
        let traces = traces.transpose()?;
        logs::start(logs, traces.as_ref())?;
        let listen = told.and_then(|(_, told)| told.metrics_listen);
        let metrics = listen.map(metrics::serve).transpose()?;
        if let Some(metrics) = &metrics {
            mention(&format!(
                "metrics are at http://{}/metrics",
                metrics.address
            ));
        }
        Ok(Telemetry {
            _metrics: metrics,
            traces,
        })
    }

    /// Tells what is left to tell of a command that has ended so.
    pub(crate) async fn end(self, outcome: Outcome) -> Outcome {
        if let Some(traces) = self.traces {
            traces.end().await;
        }
        outcome
    }
}
