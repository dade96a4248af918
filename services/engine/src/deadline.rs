//! Deadlines: how long a call gets. One that is not answered in time ends with DEADLINE_EXCEEDED.

use std::time::Duration;

use tokio::time::Instant;
use tonic::body::Body;
use tonic::codegen::http::{HeaderMap, Request};

/// The header in which a caller states the time that is left.
const HEADER: &str = "grpc-timeout";

/// The time a call gets whose caller states no deadline.
const DEFAULT: Duration = Duration::from_secs(5);

/// The most time a call gets, whatever its caller states.
const LONGEST: Duration = Duration::from_secs(60);

/// Tonic runs a timer of its own for the caller's deadline, and answers CANCELLED when that one is first. A
/// timer ticks in milliseconds, so this one is set a tick earlier.
const TICK: Duration = Duration::from_millis(1);

/// When a call arrived.
#[derive(Clone, Copy)]
struct Arrival(Instant);

/// Notes when a call arrived. This is the outermost layer: tonic sets its timer right after it, and on a busy machine the call is looked at
/// milliseconds later.
pub(crate) fn note_arrival(mut request: Request<Body>) -> Request<Body> {
    request.extensions_mut().insert(Arrival(Instant::now()));
    request
}

/// When a call has to be over that is one request and one answer.
pub(crate) fn of_call(request: &Request<Body>) -> Instant {
    let stated = stated(request.headers()).map(|stated| stated.min(LONGEST));
    after_arrival(request, stated.unwrap_or(DEFAULT))
}

/// When a stream has to be over.
pub(crate) fn of_stream(request: &Request<Body>, longest: Duration) -> Instant {
    let stated = stated(request.headers()).map(|stated| stated.min(longest));
    after_arrival(request, stated.unwrap_or(longest))
}

fn after_arrival(request: &Request<Body>, time: Duration) -> Instant {
    let arrival = request.extensions().get::<Arrival>();
    arrival.map_or_else(Instant::now, |&Arrival(at)| at) + time.saturating_sub(TICK)
}

fn stated(headers: &HeaderMap) -> Option<Duration> {
    parse(headers.get(HEADER)?.to_str().ok()?)
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
    fn time_runs_from_the_arrival() {
        let mut request = Request::new(Body::empty());
        request
            .headers_mut()
            .insert(HEADER, "300m".parse().unwrap());
        let request = note_arrival(request);
        let stated = Instant::now() + Duration::from_millis(300);
        std::thread::sleep(Duration::from_millis(50));
        assert!(of_call(&request) <= stated);
        assert!(of_stream(&request, Duration::from_secs(60)) <= stated);
    }

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
