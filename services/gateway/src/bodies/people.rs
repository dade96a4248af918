//! Players as the answers of evenings and tournaments name them.

use std::collections::{BTreeMap, HashMap};

use ledger::PlayerId;

use super::seats::Player;

/// The players of an evening or a tournament by id.
#[derive(Clone, Copy)]
pub(super) struct People<'a>(pub(super) &'a HashMap<PlayerId, ledger::Player>);

impl People<'_> {
    pub(super) fn one(self, id: PlayerId) -> Option<Player> {
        self.0.get(&id).cloned().map(Player::from)
    }

    pub(super) fn all<'a>(&self, ids: impl IntoIterator<Item = &'a PlayerId>) -> Vec<Player> {
        let players = ids.into_iter().filter_map(|id| self.0.get(id));
        players.cloned().map(Player::from).collect()
    }

    /// For whom a player counts.
    pub(super) fn counts_for(self, id: PlayerId) -> PlayerId {
        self.0.get(&id).map_or(id, ledger::Player::counts_for)
    }

    /// Those for whom players count, each once.
    pub(super) fn each<'a>(
        self,
        ids: impl IntoIterator<Item = &'a PlayerId>,
    ) -> BTreeMap<PlayerId, Player> {
        let players = self.all(ids).into_iter();
        let people = players.map(|player| {
            let id = player.merged_into.unwrap_or(player.id);
            let person = Player {
                id,
                merged_into: None,
                ..player
            };
            (id, person)
        });
        people.collect()
    }
}
