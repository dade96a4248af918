//! A read of a club that was opened, and in which another one goes on.

use crate::ClubId;
use crate::transaction::Transaction;
use std::sync::{Arc, Mutex, PoisonError};

/// A read of a club that was opened, until somebody goes on in it. Whoever drops the last of its copies ends it.
#[derive(Clone, Default)]
pub(crate) struct OpenRead(Arc<Mutex<Option<Transaction>>>);

impl OpenRead {
    pub(crate) fn of(read: Transaction) -> Self {
        Self(Arc::new(Mutex::new(Some(read))))
    }

    /// Whether nobody has gone on in it yet.
    pub(crate) fn is_open(&self) -> bool {
        let read = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        read.is_some()
    }

    /// The transaction, once, if it reads this club.
    pub(crate) fn take(&self, club: ClubId) -> Option<Transaction> {
        let mut read = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        read.take_if(|read| read.reads(club))
    }
}
