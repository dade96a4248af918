//! The trace that a call belongs to (W3C Trace Context), as its caller states it.

use opentelemetry::Context;
use opentelemetry::global::get_text_map_propagator;
use opentelemetry::propagation::Extractor;
use tonic::codegen::http::HeaderMap;
use tracing::Span;
use tracing::field::Empty;
use tracing_opentelemetry::OpenTelemetrySpanExt;

/// A span for a call of this rpc, below the caller's own.
pub(crate) fn of_call(rpc: &'static str, headers: &HeaderMap) -> Span {
    let span = tracing::info_span!(
        "rpc",
        otel.name = rpc,
        otel.kind = "server",
        rpc.grpc.status_code = Empty
    );
    // Fails where nobody wants traces.
    let _ = span.set_parent(parent(headers));
    span
}

fn parent(headers: &HeaderMap) -> Context {
    get_text_map_propagator(|propagator| propagator.extract(&Headers(headers)))
}

/// What a caller may say: which span is its own, and nothing that would be passed on unread.
struct Headers<'a>(&'a HeaderMap);

impl Extractor for Headers<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        match key {
            "traceparent" => self.0.get(key)?.to_str().ok(),
            _ => None,
        }
    }

    fn keys(&self) -> Vec<&str> {
        vec!["traceparent"]
    }
}
