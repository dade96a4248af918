//! A match as its entries tell it, at some time.

use crate::{Hash, MatchView, Player, PlayerId, Timestamp};
use evidence::MatchHistory;
use std::collections::HashMap;

/// As it was told when.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum AsOf {
    /// As it is told now.
    #[default]
    Now,
    /// As the ledger told it up to this sequence number.
    Seq(u64),
    /// As the ledger told it at this time.
    Time(Timestamp),
}

/// Everything that happened in a match.
#[derive(Debug, Clone, PartialEq)]
pub struct MatchWithHistory {
    /// The match as it stood.
    pub view: MatchView,
    /// What its entries say. What was said before corrections is not in it.
    pub history: MatchHistory,
    /// The present time zone of the club, in the IANA database.
    pub time_zone: String,
    /// All who ever took part, or were said to.
    pub players: HashMap<PlayerId, Player>,
    /// The texts that its entries commit to, by sequence number.
    pub texts: HashMap<u64, String>,
    /// The leaf hashes of its entries, by sequence number.
    pub leaf_hashes: HashMap<u64, Hash>,
}

/// A match at some time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct MatchAt {
    /// When.
    pub as_of: AsOf,
    /// The course of the match up to then, as it is known now, corrections made later included.
    pub corrected: bool,
}

impl From<AsOf> for MatchAt {
    fn from(as_of: AsOf) -> Self {
        Self {
            as_of,
            corrected: false,
        }
    }
}
