//! Players who are merged, unmerged and erased, and for whom they count.

use super::{Club, Link, Merged, PLAYER, Player};
use crate::entry_error::{EntryError, ensure};
use evidence::{Party, PlayerErased, PlayerId, PlayerMerged, PlayerUnmerged};
use tally::with_merged;

impl Club {
    pub(super) fn merge(&mut self, seq: u64, merged: &PlayerMerged) -> Result<(), EntryError> {
        let (player, into) = (merged.player, merged.into);
        let link = self.player(player)?.link;
        let other = self.player(into)?.link;
        let have_one_account = link.is_none() || other.is_none();
        let has_both = |seated: &Vec<PlayerId>| {
            let has = |wanted| seated.iter().any(|one| self.counts_for(*one) == wanted);
            has(player) && has(into)
        };
        let played_together = self.matches.values().any(has_both);
        ensure(
            player != into && have_one_account && !played_together,
            PLAYER,
        )?;
        for one in self.players.values_mut() {
            if let Some(merged) = one.merged.as_mut().filter(|merged| merged.into == player) {
                merged.into = into;
            }
        }
        let merged = Merged {
            into,
            directly_into: into,
            seq,
        };
        let double = self.player(player)?;
        (double.merged, double.link) = (Some(merged), None);
        let moved = link.map(|link| Link { seq, ..link });
        self.player(into)?.link = moved.or(other);
        Ok(())
    }

    /// Takes the last merge of a player back: whoever was merged into the player before counts as the player again.
    pub(super) fn unmerge(&mut self, unmerged: &PlayerUnmerged) -> Result<(), EntryError> {
        let id = unmerged.player;
        let player = self.players.get(&id).filter(|one| one.erased_seq.is_none());
        let merged = player.and_then(|one| one.merged).ok_or(PLAYER)?;
        ensure(merged.directly_into == unmerged.into, PLAYER)?;
        let merges = self.players.iter();
        let merges = merges.filter_map(|(id, one)| Some((*id, one.merged?.directly_into)));
        for one in with_merged(id, merges) {
            if let Some(player) = self.players.get_mut(&one) {
                let merged = player.merged.filter(|_| one != id);
                player.merged = merged.map(|merged| Merged { into: id, ..merged });
            }
        }
        Ok(())
    }

    pub(super) fn erase(&mut self, seq: u64, erased: &PlayerErased) -> Result<(), EntryError> {
        self.player(erased.player)?;
        for (id, one) in &mut self.players {
            if *id == erased.player || one.merged_into() == Some(erased.player) {
                (one.erased_seq, one.link) = (Some(seq), None);
            }
        }
        Ok(())
    }

    /// The player that a player was merged into, or the player itself.
    pub(crate) fn counts_for(&self, id: PlayerId) -> PlayerId {
        let merged_into = self.players.get(&id).and_then(Player::merged_into);
        merged_into.unwrap_or(id)
    }

    /// The party after merges.
    pub(crate) fn party(&self, party: Party) -> Party {
        match party {
            Party::Player(player) => Party::Player(self.counts_for(player)),
            Party::House => Party::House,
        }
    }
}
