//! Logs and the trees over them.

use crate::{ClubId, Hash};

/// What a tree is known by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TreeHead {
    /// How many entries it is over: the sequence number of the last one.
    pub size: u64,
    /// Its root.
    pub root: Hash,
}

/// A log with a tree over it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Log {
    /// The entries of a club.
    Club(ClubId),
    /// The heads of all clubs.
    Directory,
}
