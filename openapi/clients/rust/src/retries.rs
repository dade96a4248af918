//! When a request is sent again.

use std::time::Duration;

use backon::ExponentialBuilder;

use crate::Error;

/// Limits of retries. Only requests that can be repeated are sent again: reads, dry runs, computations, and writes with an `Idempotency-Key`.
///
/// The delay before the first retry is `first_delay` to twice as long, at random, and doubles for each further one up to `longest_delay`.
/// If the service states `Retry-After`, the client waits that long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Retries {
    /// How often a request is sent in all; 1: it is never sent again.
    pub attempts: usize,
    /// The delay before the first retry.
    pub first_delay: Duration,
    /// The longest delay, without the random part.
    pub longest_delay: Duration,
    /// A refusal that asks for a longer delay is returned at once.
    pub longest_retry_after: Duration,
}

impl Default for Retries {
    fn default() -> Self {
        Self {
            attempts: 5,
            first_delay: Duration::from_millis(250),
            longest_delay: Duration::from_secs(8),
            longest_retry_after: Duration::from_secs(60),
        }
    }
}

impl Retries {
    pub(crate) fn backoff(&self) -> ExponentialBuilder {
        ExponentialBuilder::new()
            .with_jitter()
            .with_min_delay(self.first_delay)
            .with_max_delay(self.longest_delay)
            .with_max_times(self.attempts.saturating_sub(1))
    }

    /// The delay after an error, if the request is sent again; `delay` is what the backoff says.
    pub(crate) fn delay(&self, error: &Error, delay: Option<Duration>) -> Option<Duration> {
        let delay = delay?;
        match error.retry_after() {
            Some(asked) if asked > self.longest_retry_after => None,
            // Clients that were refused at the same moment should not come back at the same moment.
            Some(asked) => Some(asked + delay.min(self.first_delay)),
            None => Some(delay),
        }
    }
}
