//! Which players can come to an evening, and for whom they count in a draw.

use super::Club;
use evidence::PlayerId;

impl Club {
    /// Whether a player was enrolled, and was neither merged into another player nor erased.
    pub(crate) fn is_current(&self, id: PlayerId) -> bool {
        let player = self.players.get(&id);
        player.is_some_and(|player| player.merged.is_none() && player.erased_seq.is_none())
    }

    /// The player of a draw: the player after merges; `None` if the player was erased.
    pub(crate) fn drawn_as(&self, id: PlayerId) -> Option<PlayerId> {
        let id = self.counts_for(id);
        self.is_current(id).then_some(id)
    }
}
