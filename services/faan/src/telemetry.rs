//! What a running process tells whoever operates it.

pub(crate) mod metrics;

use crate::{Failure, config};

/// What runs as long as the process does.
pub(crate) struct Telemetry {
    _metrics: Option<metrics::Served>,
}

/// Begins to tell; what happened before is not told.
pub(crate) fn start(config: &config::Telemetry) -> Result<Telemetry, Failure> {
    let metrics = config.metrics_listen.map(metrics::serve).transpose()?;
    if let Some(metrics) = &metrics {
        println!("metrics are at http://{}/metrics", metrics.address);
    }
    Ok(Telemetry { _metrics: metrics })
}
