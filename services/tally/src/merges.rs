//! Who counts for whom: the players who were merged, unless that was taken back.

use evidence::{Body, PlayerId};
use std::collections::{BTreeSet, HashMap};

/// What an entry says of whom a player is merged into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MergeChange {
    /// Who.
    pub player: PlayerId,
    /// Into whom they are merged from the entry on; into nobody if it takes their merge back.
    pub into: Option<PlayerId>,
}

impl MergeChange {
    /// What an entry says of it; none of the other kinds.
    pub fn of(body: &Body) -> Option<Self> {
        if let Body::PlayerMerged(merged) = body {
            Some(Self {
                player: merged.player,
                into: Some(merged.into),
            })
        } else if let Body::PlayerUnmerged(unmerged) = body {
            Some(Self {
                player: unmerged.player,
                into: None,
            })
        } else {
            None
        }
    }
}

/// For whom everybody counts who is merged after these changes, which are in the order of their entries. Whoever is not in it counts for
/// themselves.
pub fn counts_for(changes: impl IntoIterator<Item = MergeChange>) -> HashMap<PlayerId, PlayerId> {
    let mut merged: HashMap<PlayerId, PlayerId> = HashMap::new();
    for MergeChange { player, into } in changes {
        match into {
            Some(into) => merged.insert(player, into),
            None => merged.remove(&player),
        };
    }
    let mut counts_for = HashMap::new();
    for player in merged.keys() {
        let (mut way, mut last) = (Vec::new(), *player);
        while let Some(into) = merged.get(&last) {
            if let Some(known) = counts_for.get(&last) {
                last = *known;
                break;
            }
            // No ledger has a circle, but what is read here need not have been verified.
            if way.len() == merged.len() {
                break;
            }
            way.push(last);
            last = *into;
        }
        counts_for.extend(way.into_iter().map(|one| (one, last)));
    }
    counts_for
}

/// A player, and everybody who counts as that player by these merges, each of a player directly into another.
pub fn with_merged(
    player: PlayerId,
    merges: impl IntoIterator<Item = (PlayerId, PlayerId)>,
) -> BTreeSet<PlayerId> {
    let mut doubles: HashMap<PlayerId, Vec<PlayerId>> = HashMap::new();
    for (double, into) in merges {
        doubles.entry(into).or_default().push(double);
    }
    let (mut all, mut next) = (BTreeSet::new(), vec![player]);
    while let Some(one) = next.pop() {
        all.insert(one);
        next.extend(doubles.remove(&one).unwrap_or_default());
    }
    all
}
