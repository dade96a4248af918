//! Traces, sent to a collector by OTLP. Nothing waits for it: what it does not take in time is dropped.

use std::time::Duration;

use host::Failure;
use opentelemetry::global::set_text_map_propagator;
use opentelemetry::trace::TracerProvider as _;
use opentelemetry_otlp::{SpanExporter, WithExportConfig as _};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::propagation::TraceContextPropagator;
use opentelemetry_sdk::trace::{
    BatchConfigBuilder, BatchSpanProcessor, Sampler, SdkTracerProvider,
};
use tokio::task::spawn_blocking;
use tokio::time::timeout;
use tracing::level_filters::LevelFilter;
use tracing::{Metadata, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::filter::filter_fn;
use tracing_subscriber::registry::LookupSpan;

/// How many spans wait to be sent at most; further ones are dropped. A flood of requests takes no more memory than these do.
const QUEUE: usize = 4096;
/// How many are sent together at most.
const TOGETHER: usize = 512;
/// How long a span waits to be sent at most.
const EVERY: Duration = Duration::from_secs(2);
/// How long the collector may take to accept some.
const DEADLINE: Duration = Duration::from_secs(3);
/// How long a process that stops tries to send what is left.
const LAST: Duration = Duration::from_secs(2);

/// The rooms whose spans are told. Those of libraries, some of which send the spans, are not.
const ROOMS: [&str; 3] = ["engine", "gateway", "ledger"];

/// The way to a collector.
pub(super) struct Traces(SdkTracerProvider);

impl Traces {
    /// Sends spans to a collector from now on, as those of a service of this name. Call it on the runtime.
    pub(super) fn to(endpoint: &str, name: &'static str) -> Result<Traces, Failure> {
        let exporter = SpanExporter::builder()
            .with_tonic()
            .with_endpoint(endpoint)
            .with_timeout(DEADLINE)
            .build()
            .map_err(|error| format!("--otlp-endpoint {endpoint}: {error}"))?;
        let batches = BatchConfigBuilder::default()
            .with_max_queue_size(QUEUE)
            .with_max_export_batch_size(TOGETHER)
            .with_scheduled_delay(EVERY)
            .build();
        let processor = BatchSpanProcessor::builder(exporter)
            .with_batch_config(batches)
            .build();
        set_text_map_propagator(TraceContextPropagator::new());
        // Whether a caller wants to be traced is not asked: the queue bounds what it costs.
        let provider = SdkTracerProvider::builder()
            .with_span_processor(processor)
            .with_sampler(Sampler::AlwaysOn)
            .with_resource(Resource::builder().with_service_name(name).build())
            .build();
        Ok(Traces(provider))
    }

    /// What hears of spans. Of what is said in between, logs tell.
    pub(super) fn layer<S>(&self) -> impl Layer<S> + Send + Sync + use<S>
    where
        S: Subscriber + for<'a> LookupSpan<'a> + Send + Sync,
    {
        let spans = filter_fn(is_ours).with_max_level_hint(LevelFilter::INFO);
        tracing_opentelemetry::layer()
            .with_tracer(self.0.tracer("faan"))
            .with_location(false)
            .with_threads(false)
            .with_tracked_inactivity(false)
            .with_target(true)
            .with_filter(spans)
    }

    /// Sends what is left, if somebody takes it.
    pub(super) async fn end(self) {
        let end = spawn_blocking(move || self.0.shutdown_with_timeout(LAST));
        if !matches!(timeout(LAST, end).await, Ok(Ok(Ok(())))) {
            tracing::warn!("the last spans could not be sent");
        }
    }
}

fn is_ours(metadata: &Metadata<'_>) -> bool {
    let room = metadata.target().split("::").next();
    metadata.is_span() && room.is_some_and(|room| ROOMS.contains(&room))
}
