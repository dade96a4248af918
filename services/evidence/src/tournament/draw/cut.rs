//! Who plays on after a cut, and by what.

use super::TournamentDrawRequest;
use super::place::Places;
use crate::tournament::Tournament;
use crate::{DrawMethod, PlayerId};
use std::collections::{BTreeMap, BTreeSet};

/// Who shares the last place that plays on after a cut, before the round is drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TournamentCut {
    /// The number of the round that is drawn next.
    pub round: u32,
    /// How many play on.
    pub players: usize,
    /// Those who share the last rank that plays on, by id, if not all of them do: the draw decides by lot. None if nobody is tied.
    pub tied: Vec<PlayerId>,
    /// The rank that they share; none if nobody is tied, or if they have no rank.
    pub rank: Option<u64>,
    /// How many of them play on; 0 if nobody is tied.
    pub places: usize,
}

/// Prescribed tables that contradict the ranks after a cut.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AgainstRanks {
    /// Those who are seated although others have a better rank.
    pub seated: Vec<PlayerId>,
    /// Those who are there, have a better rank, and have no place.
    pub left_out: Vec<PlayerId>,
}

/// What is known of the cut before the next round is drawn, or the last one once more if that can be; none if that round is before the cut, or
/// fewer are there than play on. `ranks` and `player` are those of the draw.
pub fn tournament_cut(
    tournament: &Tournament,
    ranks: &BTreeMap<PlayerId, u64>,
    player: impl Fn(PlayerId) -> Option<PlayerId>,
) -> Option<TournamentCut> {
    let redraw = tournament.can_redraw();
    let round = tournament.next_round(redraw);
    let cut = tournament.terms.rules.cut;
    let cut = cut.filter(|_| tournament.is_after_cut(round))?;
    if round > tournament.terms.rules.rounds {
        return None;
    }
    let players = usize::try_from(cut.players).ok()?;
    let places = Places::of(tournament, &tournament.counted_rounds(redraw), &player);
    let mut there: Vec<_> = places.regular().map(|id| (rank(ranks, id), id)).collect();
    there.sort_unstable();
    let (last, _) = *there.get(players.checked_sub(1)?)?;
    let better = there.iter().filter(|(rank, _)| *rank < last).count();
    let left = players.saturating_sub(better);
    let sharing = there.iter().filter(|(rank, _)| *rank == last);
    let sharing: Vec<PlayerId> = sharing.map(|(_, id)| *id).collect();
    let is_tied = sharing.len() > left;
    Some(TournamentCut {
        round,
        players,
        tied: if is_tied { sharing } else { Vec::new() },
        rank: Some(last).filter(|rank| is_tied && *rank != u64::MAX),
        places: if is_tied { left } else { 0 },
    })
}

/// Whether prescribed tables after a cut leave somebody out who is there, while somebody of a worse rank is seated; none if they do not. The
/// entries may say so: that is for a service to refuse.
pub fn against_ranks(
    tournament: &Tournament,
    request: &TournamentDrawRequest,
    ranks: &BTreeMap<PlayerId, u64>,
    player: impl Fn(PlayerId) -> Option<PlayerId>,
) -> Option<AgainstRanks> {
    let is_after_cut = tournament.is_after_cut(tournament.next_round(request.redraw));
    if request.method != DrawMethod::Prescribed || !is_after_cut {
        return None;
    }
    let rounds = tournament.counted_rounds(request.redraw);
    let places = Places::of(tournament, &rounds, &player);
    let seated: BTreeSet<PlayerId> = request.prescribed.iter().flatten().copied().collect();
    let left_out: Vec<PlayerId> = places.regular().filter(|id| !seated.contains(id)).collect();
    let best_left_out = left_out.iter().map(|id| rank(ranks, *id)).min()?;
    let worst_seated = seated.iter().map(|id| rank(ranks, *id)).max()?;
    if worst_seated <= best_left_out {
        return None;
    }
    let seated = seated.into_iter();
    let left_out = left_out.into_iter();
    Some(AgainstRanks {
        seated: seated
            .filter(|id| rank(ranks, *id) > best_left_out)
            .collect(),
        left_out: left_out
            .filter(|id| rank(ranks, *id) < worst_seated)
            .collect(),
    })
}

/// Who has no rank comes after all others.
fn rank(ranks: &BTreeMap<PlayerId, u64>, id: PlayerId) -> u64 {
    ranks.get(&id).copied().unwrap_or(u64::MAX)
}
