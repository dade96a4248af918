//! A drawn round, of an evening or of a tournament: who sits where, who sits out, and which matches are played.

use crate::canonical::Refusal;
use crate::terms::check_seats;
use crate::{MatchId, PlayerId};
use std::collections::BTreeSet;

/// Tables of one round, at most: those of as many players as one draw can have.
pub(super) const MAX_TABLES: usize = seating::MOST_PLAYERS / 4;

/// Everybody who has a place, at a table or none.
pub(super) fn players<'a>(
    tables: &'a [[PlayerId; 4]],
    sitting_out: &'a [PlayerId],
) -> impl Iterator<Item = PlayerId> + 'a {
    tables.iter().flatten().chain(sitting_out).copied()
}

/// Refuses places that nobody draws so.
pub(super) fn check_places(
    tables: &[[PlayerId; 4]],
    sitting_out: &[PlayerId],
) -> Result<(), Refusal> {
    if !(1..=MAX_TABLES).contains(&tables.len()) {
        return Err(Refusal::Contradiction("a round has 1 to 100 tables"));
    }
    tables.iter().try_for_each(check_seats)?;
    if !are_in_order(sitting_out) {
        return Err(Refusal::Contradiction(
            "those who sit out are not in the order of their ids, each once",
        ));
    }
    let all: BTreeSet<PlayerId> = players(tables, sitting_out).collect();
    match all.len() == players(tables, sitting_out).count() {
        true => Ok(()),
        false => Err(Refusal::Contradiction("somebody has two places in a round")),
    }
}

/// Refuses matches that are not those of tables.
pub(super) fn check_matches(matches: &[MatchId]) -> Result<(), Refusal> {
    if !(1..=MAX_TABLES).contains(&matches.len()) {
        return Err(Refusal::Contradiction("a round has 1 to 100 matches"));
    }
    let all: BTreeSet<MatchId> = matches.iter().copied().collect();
    match all.len() == matches.len() {
        true => Ok(()),
        false => Err(Refusal::Contradiction("two tables have the same match")),
    }
}

/// Whether these are in the order of their ids, each once.
pub(super) fn are_in_order(players: &[PlayerId]) -> bool {
    players.is_sorted_by(|one, next| one < next)
}
