//! The state of a match without its outcomes.

use evidence::{Counts, Event, MatchHistory, MatchOpened, MatchState, Party, PlayerId};
use std::collections::BTreeMap;

/// The state of a match without its outcomes.
#[derive(Debug, Clone, PartialEq)]
pub struct MatchSummary {
    /// The entry that opened the match.
    pub opened: Event,
    /// The terms of the match.
    pub terms: MatchOpened,
    /// The players at the start, as is known now, chair 1 first.
    pub players: [PlayerId; 4],
    /// The sequence number of the entry that declared the match void; `None` if it counts.
    pub void_seq: Option<u64>,
    /// Whether anything happened in the match.
    pub has_outcomes: bool,
    /// The players in their present seats, chair 1 first.
    pub seated: [PlayerId; 4],
    /// The present state.
    pub state: MatchState,
    /// The sequence number of the last entry of the match.
    pub version: u64,
    /// The gain or loss of every party in half points.
    pub gained: BTreeMap<Party, i64>,
}

impl MatchSummary {
    pub(crate) fn of(history: &MatchHistory) -> Self {
        Self {
            opened: history.opened,
            terms: history.terms.clone(),
            players: history.players,
            void_seq: history.void.map(|void| void.seq),
            has_outcomes: !history.outcomes.is_empty(),
            seated: history.seated(),
            state: history.state,
            version: history.version,
            gained: history.balances(),
        }
    }

    /// What the match counts for.
    pub fn counts(&self) -> Counts {
        Counts::of(self.void_seq.is_some(), self.hands(), self.state.ending)
    }

    /// The number of hands.
    pub fn hands(&self) -> u32 {
        self.state.next_number.saturating_sub(1)
    }
}
