//! What is exchanged while others use it.

use std::sync::{Arc, PoisonError, RwLock};

/// Something that is exchanged as a whole. Who took it before goes on with what it has. Clones are one: who renews it, renews it
/// everywhere.
pub struct Renewable<T>(Arc<RwLock<Arc<T>>>);

impl<T> Renewable<T> {
    /// Something to begin with.
    pub fn new(first: impl Into<Arc<T>>) -> Self {
        Self(Arc::new(RwLock::new(first.into())))
    }

    /// What it is at the moment.
    pub fn current(&self) -> Arc<T> {
        self.0
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// What it is from now on.
    pub fn renew(&self, next: impl Into<Arc<T>>) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = next.into();
    }
}

impl<T> Clone for Renewable<T> {
    fn clone(&self) -> Self {
        Self(self.0.clone())
    }
}

/// What it holds may be a private key, which is not for logs.
impl<T> std::fmt::Debug for Renewable<T> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Renewable").finish_non_exhaustive()
    }
}
