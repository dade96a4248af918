//! The clock by which shares come back, and by which what was asked grows old.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The time that passes: by default, as the system has it. Clones are one clock.
#[derive(Debug, Clone, Default)]
pub struct Clock(Option<Arc<Mutex<Instant>>>);

impl Clock {
    /// A clock that stands still until it is moved: for tests, which then do not depend on how long they take.
    pub fn stopped() -> Self {
        Self(Some(Arc::new(Mutex::new(Instant::now()))))
    }

    /// Moves a clock that stands still.
    pub fn advance(&self, by: Duration) {
        if let Some(stopped) = &self.0 {
            *stopped.lock().unwrap_or_else(PoisonError::into_inner) += by;
        }
    }

    pub(crate) fn now(&self) -> Instant {
        match &self.0 {
            None => Instant::now(),
            Some(stopped) => *stopped.lock().unwrap_or_else(PoisonError::into_inner),
        }
    }
}
