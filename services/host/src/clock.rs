//! The clock.

use std::time::{SystemTime, UNIX_EPOCH};

/// The time as metrics have it: seconds since 1970.
#[expect(
    clippy::disallowed_methods,
    reason = "a metric of a moment shows how long ago it was"
)]
pub fn unix_seconds() -> f64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0.0, |since| since.as_secs_f64())
}
