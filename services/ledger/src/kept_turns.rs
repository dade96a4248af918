//! The turns in which somebody asks, kept until all is over that they asked for.

use std::any::Any;
use std::sync::Arc;

/// Turns of any kind, for as long as this or a copy of it is there. Cheap to clone.
#[derive(Clone, Default)]
pub(crate) struct KeptTurns(Vec<Arc<dyn Any + Send + Sync>>);

impl KeptTurns {
    /// These, and one more.
    pub(crate) fn and(&self, turn: impl Any + Send + Sync) -> Self {
        let mut turns = self.0.clone();
        turns.push(Arc::new(turn));
        Self(turns)
    }
}
