//! The trace that a call belongs to (W3C Trace Context), as its caller states it.

use std::collections::HashMap;

use opentelemetry::Context;
use opentelemetry::global::get_text_map_propagator;
use tonic::codegen::http::HeaderMap;
use tracing::Span;
use tracing::field::Empty;
use tracing_opentelemetry::OpenTelemetrySpanExt;

/// The header that states a caller's span.
const PARENT: &str = "traceparent";

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

/// What a caller may say: which span is its own, and nothing that would be passed on unread.
fn parent(headers: &HeaderMap) -> Context {
    let stated = headers.get(PARENT).and_then(|value| value.to_str().ok());
    let stated = stated.map(|stated| (PARENT.to_owned(), stated.to_owned()));
    let stated: HashMap<String, String> = stated.into_iter().collect();
    get_text_map_propagator(|propagator| propagator.extract(&stated))
}
