//! What is known of a replica and its primary.

use super::log_positions::LogPositions;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What is known of both, for whoever watches them and whoever reads. Cheap to clone.
#[derive(Clone)]
pub(super) struct SharedState(Arc<Mutex<State>>);

/// What is known of both.
#[derive(Default)]
pub(super) struct State {
    /// Whether the replica answered when it was last asked, and is one of the primary.
    pub(super) is_usable: bool,
    /// Where the primary was in the log, and when.
    pub(super) primary: LogPositions,
    /// The last moment whose everything the replica is known to have.
    pub(super) complete_until: Option<Instant>,
}

impl SharedState {
    /// Nothing is known yet of a replica that may be so late.
    pub(super) fn of_nothing(max_lag: Duration) -> Self {
        Self(Arc::new(Mutex::new(State {
            primary: LogPositions::keeping(max_lag),
            ..State::default()
        })))
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
