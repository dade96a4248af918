//! The trace that a request belongs to (W3C Trace Context): as the caller states it, and as it is passed on to the engine.

use std::collections::HashMap;

use actix_web::http::header::HeaderMap;
use opentelemetry::Context;
use opentelemetry::global::get_text_map_propagator;
use opentelemetry::propagation::Injector;
use tonic::metadata::{MetadataKey, MetadataMap};
use tracing::Span;
use tracing::field::Empty;
use tracing_opentelemetry::OpenTelemetrySpanExt;

use crate::request_id;

/// The header that states a caller's span.
const PARENT: &str = "traceparent";

/// A span for a request, below the caller's own. It is there however little is logged, so that whatever is said of a request
/// says of which.
pub(crate) fn of_request(method: &str, route: &str, headers: &HeaderMap) -> Span {
    let span = tracing::error_span!(
        "request",
        id = request_id::current().as_deref(),
        otel.name = format!("{method} {route}"),
        otel.kind = "server",
        http.response.status_code = Empty
    );
    // Fails where nobody wants traces.
    let _ = span.set_parent(parent(headers));
    span
}

/// A span for a call of the engine by this rpc.
pub(crate) fn of_engine_call(rpc: &'static str) -> Span {
    tracing::info_span!(
        "engine_call",
        otel.name = rpc,
        otel.kind = "client",
        rpc.grpc.status_code = Empty
    )
}

/// Tells the engine of which span a call is.
pub(crate) fn pass_on(span: &Span, metadata: &mut MetadataMap) {
    let context = span.context();
    get_text_map_propagator(|propagator| {
        propagator.inject_context(&context, &mut Metadata(metadata));
    });
}

/// What a caller may say: which span is its own, and nothing that would be passed on unread.
fn parent(headers: &HeaderMap) -> Context {
    let stated = headers.get(PARENT).and_then(|value| value.to_str().ok());
    let stated = stated.map(|stated| (PARENT.to_owned(), stated.to_owned()));
    let stated: HashMap<String, String> = stated.into_iter().collect();
    get_text_map_propagator(|propagator| propagator.extract(&stated))
}

struct Metadata<'a>(&'a mut MetadataMap);

impl Injector for Metadata<'_> {
    fn set(&mut self, key: &str, value: String) {
        let key = MetadataKey::from_bytes(key.as_bytes());
        if let (Ok(key), Ok(value)) = (key, value.parse()) {
            self.0.insert(key, value);
        }
    }
}
