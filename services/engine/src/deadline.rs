//! Deadlines: a call that is not answered in time ends with DEADLINE_EXCEEDED.
//!
//! Scoring takes microseconds; what takes time is a caller that sends half a request and stops.

use std::convert::Infallible;
use std::time::Duration;

use tokio::time::{Instant, timeout_at};
use tonic::Status;
use tonic::body::Body;
use tonic::codegen::http::{HeaderMap, Request, Response};
use tonic::codegen::{BoxFuture, Context, Poll, Service};
use tonic::server::NamedService;

/// The header in which a caller states the time that is left.
const HEADER: &str = "grpc-timeout";

/// The time a call gets whose caller states no deadline.
const DEFAULT: Duration = Duration::from_secs(5);

/// The most time a call gets, whatever its caller states.
const LONGEST: Duration = Duration::from_secs(60);

/// Tonic runs a timer of its own for the caller's deadline, and answers CANCELLED when that one is first. A
/// timer ticks in milliseconds, so this one is set a tick earlier.
const TICK: Duration = Duration::from_millis(1);

/// A service whose calls have deadlines.
#[derive(Clone)]
pub(crate) struct Deadline<S> {
    inner: S,
}

impl<S> Deadline<S> {
    pub(crate) fn new(inner: S) -> Deadline<S> {
        Deadline { inner }
    }
}

impl<S: NamedService> NamedService for Deadline<S> {
    const NAME: &'static str = S::NAME;
}

impl<S> Service<Request<Body>> for Deadline<S>
where
    S: Service<Request<Body>, Response = Response<Body>, Error = Infallible>,
    S::Future: Send + 'static,
{
    type Response = Response<Body>;
    type Error = Infallible;
    type Future = BoxFuture<Response<Body>, Infallible>;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request<Body>) -> Self::Future {
        let deadline = Instant::now() + time_allowed(request.headers()).saturating_sub(TICK);
        let answer = self.inner.call(request);
        Box::pin(async move {
            match timeout_at(deadline, answer).await {
                Ok(answer) => answer,
                Err(_) => {
                    Ok(Status::deadline_exceeded("the call was not answered in time").into_http())
                }
            }
        })
    }
}

fn time_allowed(headers: &HeaderMap) -> Duration {
    let stated = headers
        .get(HEADER)
        .and_then(|value| parse(value.to_str().ok()?));
    stated.map_or(DEFAULT, |stated| stated.min(LONGEST))
}

/// Reads a timeout as gRPC writes it: at most eight digits and a unit. Anything else is as good as absent.
fn parse(text: &str) -> Option<Duration> {
    let (digits, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
    if digits.len() > 8 || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let amount = digits.parse().ok()?;
    match unit {
        "H" => Some(Duration::from_secs(amount * 3600)),
        "M" => Some(Duration::from_secs(amount * 60)),
        "S" => Some(Duration::from_secs(amount)),
        "m" => Some(Duration::from_millis(amount)),
        "u" => Some(Duration::from_micros(amount)),
        "n" => Some(Duration::from_nanos(amount)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timeouts_are_read_as_grpc_writes_them() {
        let check =
            |text: &str, expected: Option<Duration>| assert_eq!(parse(text), expected, "{text}");
        check("2H", Some(Duration::from_secs(7200)));
        check("3M", Some(Duration::from_secs(180)));
        check("4S", Some(Duration::from_secs(4)));
        check("250m", Some(Duration::from_millis(250)));
        check("5u", Some(Duration::from_micros(5)));
        check("99999999n", Some(Duration::from_nanos(99_999_999)));
        for malformed in ["", "S", "5", "5x", "123456789S", "-1S", "+1S", " 1S", "1é"] {
            check(malformed, None);
        }
    }
}
