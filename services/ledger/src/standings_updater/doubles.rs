//! Who counts for whom: players who are merged into others.

use crate::PlayerId;
use std::collections::{BTreeSet, HashMap};

/// The players who are merged into others, as of an entry.
pub(super) struct Doubles(pub(super) HashMap<PlayerId, PlayerId>);

impl Doubles {
    /// The player for whom one counts; they themselves if they are not merged.
    pub(super) fn for_whom(&self, player: PlayerId) -> PlayerId {
        *self.0.get(&player).unwrap_or(&player)
    }

    /// Those who count for one of some players.
    pub(super) fn of(&self, players: &BTreeSet<PlayerId>) -> impl Iterator<Item = PlayerId> {
        let counts = |(_, into): &(&PlayerId, &PlayerId)| players.contains(into);
        self.0.iter().filter(counts).map(|(double, _)| *double)
    }

    /// Those who count for somebody else than they did.
    pub(super) fn changed_since(&self, before: &Self) -> BTreeSet<PlayerId> {
        let all = self.0.keys().chain(before.0.keys()).copied();
        all.filter(|player| self.for_whom(*player) != before.for_whom(*player))
            .collect()
    }

    /// Those for whom some players count, and everybody who counts for these.
    pub(super) fn with(&self, players: impl IntoIterator<Item = PlayerId>) -> BTreeSet<PlayerId> {
        let players = players.into_iter().map(|player| self.for_whom(player));
        let mut all: BTreeSet<PlayerId> = players.collect();
        let doubles: Vec<PlayerId> = self.of(&all).collect();
        all.extend(doubles);
        all
    }
}
