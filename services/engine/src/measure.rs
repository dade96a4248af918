//! What is counted of calls: how many, how they ended, how long they took. The rpcs are a list in the code, whatever callers ask for.

use std::convert::Infallible;
use std::pin::Pin;
use std::task::ready;
use std::time::Instant;

use http_body::{Frame, SizeHint};
use metrics::{
    Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram,
};
use tonic::body::Body;
use tonic::codegen::http::{HeaderMap, Request, Response};
use tonic::codegen::{BoxFuture, Bytes, Context, Poll, Service};
use tonic::server::NamedService;
use tonic::{Code, Status};
use tracing::{Instrument, Span};

use crate::trace;

const CALLS: &str = "faan_rpc_calls_total";
const DURATION: &str = "faan_rpc_duration_seconds";
const IN_FLIGHT: &str = "faan_rpc_calls_in_flight";

/// The engine's rpcs.
const RPCS: [&str; 11] = [
    "ScoreHand",
    "ScoreHands",
    "PlayHands",
    "FindWaits",
    "ResolveClaims",
    "ListVariants",
    "GetVariant",
    "CheckVariant",
    "DeriveVariant",
    "CompareVariants",
    "ListPatterns",
];

/// Says what is counted, once somebody counts.
pub(crate) fn describe() {
    describe_counter!(
        CALLS,
        Unit::Count,
        "Calls that the engine has answered, those that it turned away too."
    );
    describe_histogram!(
        DURATION,
        Unit::Seconds,
        "How long calls to the engine took, streams until their end."
    );
    describe_gauge!(
        IN_FLIGHT,
        Unit::Count,
        "Calls to the engine that are under way, streams too."
    );
    gauge!(IN_FLIGHT).increment(0.0);
}

/// A service whose calls are counted.
#[derive(Clone)]
pub(crate) struct Measured<S>(pub(crate) S);

impl<S: NamedService> NamedService for Measured<S> {
    const NAME: &'static str = S::NAME;
}

impl<S> Service<Request<Body>> for Measured<S>
where
    S: Service<
            Request<Body>,
            Response = Response<Body>,
            Error = Infallible,
            Future = BoxFuture<Response<Body>, Infallible>,
        >,
{
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = BoxFuture<Response<Body>, Infallible>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.0.poll_ready(context)
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let mut call = Call::begin(request.uri().path(), request.headers());
        let answer = self.0.call(request).instrument(call.span.clone());
        Box::pin(async move {
            let answer = answer.await?;
            call.see(answer.headers());
            Ok(answer.map(|inner| Body::new(Answer { inner, call })))
        })
    }
}

/// A call under way; it is over when this is dropped.
struct Call {
    rpc: &'static str,
    began: Instant,
    /// How it ended; what ends without a word was given up by its caller.
    code: Code,
    span: Span,
}

impl Call {
    fn begin(path: &str, headers: &HeaderMap) -> Call {
        gauge!(IN_FLIGHT).increment(1.0);
        let rpc = rpc_of(path);
        Call {
            rpc,
            began: Instant::now(),
            code: Code::Cancelled,
            span: trace::of_call(rpc, headers),
        }
    }

    /// Looks whether these headers or trailers say how it ended.
    fn see(&mut self, headers: &HeaderMap) {
        if let Some(status) = Status::from_header_map(headers) {
            self.code = status.code();
        }
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        self.span
            .record("rpc.grpc.status_code", i32::from(self.code));
        let code = format!("{:?}", self.code);
        counter!(CALLS, "rpc" => self.rpc, "code" => code).increment(1);
        histogram!(DURATION, "rpc" => self.rpc).record(self.began.elapsed());
        gauge!(IN_FLIGHT).decrement(1.0);
    }
}

fn rpc_of(path: &str) -> &'static str {
    let asked = path.rsplit('/').next().unwrap_or_default();
    let known = RPCS.into_iter().find(|rpc| *rpc == asked);
    known.unwrap_or("unknown")
}

/// An answer on its way, at whose end stands how the call ended.
struct Answer {
    inner: Body,
    call: Call,
}

impl http_body::Body for Answer {
    type Data = Bytes;
    type Error = Status;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Status>>> {
        let frame = ready!(Pin::new(&mut self.inner).poll_frame(context));
        match &frame {
            Some(Ok(frame)) => {
                if let Some(trailers) = frame.trailers_ref() {
                    self.call.see(trailers);
                }
            }
            Some(Err(status)) => self.call.code = status.code(),
            None => {}
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.inner.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.inner.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROTO: &str = include_str!("../../../proto/faan/engine/v1/engine.proto");

    #[test]
    fn every_rpc_is_counted_by_its_name_and_nothing_else_is() {
        let rpcs = PROTO.lines().filter_map(|line| {
            let (name, _) = line.trim().strip_prefix("rpc ")?.split_once('(')?;
            Some(name)
        });
        assert_eq!(rpcs.collect::<Vec<_>>(), RPCS);
        assert_eq!(
            rpc_of("/faan.engine.v1.EngineService/PlayHands"),
            "PlayHands"
        );
        for path in ["/faan.engine.v1.EngineService/Lau", "/", ""] {
            assert_eq!(rpc_of(path), "unknown");
        }
    }
}
