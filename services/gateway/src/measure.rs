//! Metrics of requests, by the path template of their endpoint, and of calls to the engine. Labels come from lists in the code: they hold
//! no name, id or text of a user, and their number is bounded whatever clients send.

use std::time::Instant;

use actix_web::Error;
use actix_web::body::BoxBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::middleware::Next;
use metrics::{
    Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram,
};
use tonic::{Code, Status};
use tracing::{Instrument, Span};

use crate::trace;

const REQUESTS: &str = "faan_http_requests_total";
const DURATION: &str = "faan_http_request_duration_seconds";
const IN_FLIGHT: &str = "faan_http_requests_in_flight";
const REFUSED: &str = "faan_http_connections_refused_total";
const ENGINE_CALLS: &str = "faan_engine_calls_total";
const ENGINE_DURATION: &str = "faan_engine_call_duration_seconds";
const ISSUER_ASKED: &str = "faan_oidc_key_fetches_total";

/// The route of requests that ask for no endpoint.
pub(crate) const NO_ENDPOINT: &str = "none";

/// The methods that are told apart. HEAD is answered as GET, and counted as that.
const METHODS: [&str; 6] = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/// Says what is counted, once somebody counts.
pub(crate) fn describe() {
    describe_counter!(
        REQUESTS,
        Unit::Count,
        "HTTP requests whose answer began; status `none`: the client was gone before."
    );
    describe_histogram!(
        DURATION,
        Unit::Seconds,
        "How long HTTP requests took until their answer began."
    );
    describe_gauge!(
        IN_FLIGHT,
        Unit::Count,
        "HTTP requests whose answer has not begun."
    );
    describe_counter!(
        REFUSED,
        Unit::Count,
        "Connections that were closed at once, since their client has its share."
    );
    describe_counter!(
        ENGINE_CALLS,
        Unit::Count,
        "Calls of the gateway that the engine answered, or did not."
    );
    describe_histogram!(
        ENGINE_DURATION,
        Unit::Seconds,
        "How long the gateway's calls of the engine took."
    );
    describe_counter!(
        ISSUER_ASKED,
        Unit::Count,
        "How often the OIDC issuer was asked for its keys, and whether it told them."
    );
    gauge!(IN_FLIGHT).increment(0.0);
    counter!(REFUSED).increment(0);
    for told in [true, false] {
        issuer_asked(told, 0);
    }
}

/// Counts a connection that was closed at once.
pub(crate) fn connection_refused() {
    counter!(REFUSED).increment(1);
}

/// Counts that the OIDC issuer was asked for its keys.
pub(crate) fn issuer_asked(told: bool, times: u64) {
    let outcome = if told { "told" } else { "failed" };
    counter!(ISSUER_ASKED, "outcome" => outcome).increment(times);
}

/// Counts a request under the path template of its endpoint, or [`NO_ENDPOINT`].
pub(crate) async fn measure(
    route: &'static str,
    request: ServiceRequest,
    next: Next<BoxBody>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let mut under_way = Request::begin(route, &request);
    let answer = next.call(request).instrument(under_way.span.clone()).await;
    under_way.status = Some(match &answer {
        Ok(answer) => answer.status(),
        Err(error) => error.as_response_error().status_code(),
    });
    answer
}

/// A request until its answer begins; then this is dropped.
struct Request {
    route: &'static str,
    method: &'static str,
    began: Instant,
    /// None if its client goes away before.
    status: Option<StatusCode>,
    span: Span,
}

impl Request {
    fn begin(route: &'static str, request: &ServiceRequest) -> Self {
        gauge!(IN_FLIGHT).increment(1.0);
        let method = request.method().as_str();
        let known = METHODS.into_iter().find(|known| *known == method);
        let method = known.unwrap_or("other");
        Self {
            route,
            method,
            began: Instant::now(),
            status: None,
            span: trace::of_request(method, route, request.headers()),
        }
    }
}

impl Drop for Request {
    fn drop(&mut self) {
        let Self { route, method, .. } = *self;
        let took = self.began.elapsed();
        let code = self.status.map(|status| status.as_u16());
        self.span.record("http.response.status_code", code);
        self.span
            .in_scope(|| tracing::info!(milliseconds = took.as_millis(), "answered"));
        let status = self.status.map(|status| status.as_str().to_owned());
        let status = status.unwrap_or_else(|| "none".to_owned());
        counter!(REQUESTS, "route" => route, "method" => method, "status" => status).increment(1);
        histogram!(DURATION, "route" => route, "method" => method).record(took);
        gauge!(IN_FLIGHT).decrement(1.0);
    }
}

/// Waits for what the engine answers to a call of this rpc, and counts it.
pub(crate) async fn engine_call<T>(
    rpc: &'static str,
    span: Span,
    answer: impl Future<Output = Result<T, Status>>,
) -> Result<T, Status> {
    let mut call = EngineCall {
        rpc,
        began: Instant::now(),
        code: Code::Cancelled,
        span: span.clone(),
    };
    let answer = answer.instrument(span).await;
    call.code = match &answer {
        Ok(_) => Code::Ok,
        Err(status) => status.code(),
    };
    answer
}

/// A call under way; it is over when this is dropped.
struct EngineCall {
    rpc: &'static str,
    began: Instant,
    /// How it ended. One that is given up ends without a word.
    code: Code,
    span: Span,
}

impl Drop for EngineCall {
    fn drop(&mut self) {
        self.span
            .record("rpc.grpc.status_code", i32::from(self.code));
        let code = format!("{:?}", self.code);
        counter!(ENGINE_CALLS, "rpc" => self.rpc, "code" => code).increment(1);
        histogram!(ENGINE_DURATION, "rpc" => self.rpc).record(self.began.elapsed());
    }
}
