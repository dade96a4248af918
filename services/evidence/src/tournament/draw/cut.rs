//! Who plays on after a cut, and by what.

use super::TournamentDrawRequest;
use super::place::Places;
use crate::tournament::Tournament;
use crate::{DrawMethod, PlayerId};
use mahjong::string_enum;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The cut before the next round.
// `P` is who: a draw names them by id; answers of REST also by name.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(
    feature = "openapi",
    derive(utoipa::ToSchema),
    schema(as = NextCut)
)]
pub struct TournamentCut<P = PlayerId> {
    /// The number of that round.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 64))]
    pub round: u32,
    /// How many play on.
    #[cfg_attr(feature = "openapi", schema(minimum = 4))]
    pub players: usize,
    /// Those who share the last rank that plays on, by id, if not all of them do. Empty: the ranks alone decide.
    pub tied: Vec<P>,
    /// The rank that they share; absent if nobody is tied, or if they have none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(minimum = 1, nullable = false))]
    pub rank: Option<u64>,
    /// How many of those who are tied play on.
    #[cfg_attr(feature = "openapi", schema(minimum = 0))]
    pub places: usize,
    /// How the draw decides among them; absent if nobody is tied. A prescribed round says itself who plays on.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub decided_by: Option<DecidedBy>,
}

string_enum! {
    /// `lot`: by the lots of the seed of the draw, which was fixed when the tournament was opened.
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    pub enum DecidedBy {
        /// By lot.
        Lot = "lot",
    }
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
        decided_by: is_tied.then_some(DecidedBy::Lot),
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
