//! A drawn round, of an evening or of a tournament: who sits where, who sits out, and which matches are played.

use crate::canonical::Refusal;
use crate::terms::check_seats;
use crate::{Authority, Kind, Subject};
use crate::{EveningId, MatchId, PlayerId, TournamentId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// At some tables of a round, another match is played in the place of one that is void.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TablesReplayed {
    /// What the round is of.
    pub of: RoundOf,
    /// The number of the round.
    pub round: u32,
    /// The tables, by number.
    pub tables: Vec<ReplayedTable>,
}

/// What a round is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum RoundOf {
    /// An evening.
    Evening {
        /// Which.
        evening: EveningId,
    },
    /// A tournament.
    Tournament {
        /// Which.
        tournament: TournamentId,
    },
}

/// A table of a round, and the match that is played there from now on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReplayedTable {
    /// The number of the table: 1 is the first one of the draw.
    pub table: u32,
    /// The match.
    #[serde(rename = "match")]
    pub match_id: MatchId,
}

/// A void match of a round in whose place another one is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReplacedMatch {
    /// The number of its table: 1 is the first one of the draw.
    pub table: usize,
    /// The match.
    pub match_id: MatchId,
}

impl Kind for TablesReplayed {
    const AUTHORITY: Authority = Authority::OWNER_OR_SCORER;

    fn subject(&self) -> Subject {
        match self.of {
            RoundOf::Evening { evening } => Subject::Evening(evening),
            RoundOf::Tournament { tournament } => Subject::Tournament(tournament),
        }
    }

    fn check(&self) -> Result<(), Refusal> {
        if !(1..=MAX_ROUNDS).contains(&self.round) {
            return Err(Refusal::Contradiction("rounds are numbered from 1 to 64"));
        }
        let tables = self.tables.iter().map(|one| one.table);
        if !tables.clone().is_sorted_by(|one, next| one < next)
            || tables.clone().any(|one| one == 0)
        {
            return Err(Refusal::Contradiction(
                "the tables are not in the order of their numbers, each once",
            ));
        }
        let matches: Vec<MatchId> = self.tables.iter().map(|one| one.match_id).collect();
        check_matches(&matches)
    }
}

impl TablesReplayed {
    /// Its matches, each with the place of its table: 0 is the first one of the draw.
    pub fn places(&self) -> impl Iterator<Item = (MatchId, usize)> {
        let place = |table: u32| usize::try_from(table.saturating_sub(1)).unwrap_or(usize::MAX);
        let tables = self.tables.iter();
        tables.map(move |one| (one.match_id, place(one.table)))
    }

    /// Puts its matches in the place of those that were played at their tables. Those come after `replaced`.
    pub(crate) fn replay(
        &self,
        matches: &mut [MatchId],
        replaced: &mut Vec<ReplacedMatch>,
    ) -> Result<(), Refusal> {
        if matches.is_empty() {
            return Err(Refusal::Contradiction(
                "the matches of the round were not opened",
            ));
        }
        if !self.places().all(|(_, place)| place < matches.len()) {
            return Err(Refusal::Contradiction("the round has no such table"));
        }
        for (id, place) in self.places() {
            if let Some(of_table) = matches.get_mut(place) {
                replaced.push(ReplacedMatch {
                    table: place.saturating_add(1),
                    match_id: std::mem::replace(of_table, id),
                });
            }
        }
        Ok(())
    }
}

/// The matches that are played at the tables of a round, and then those in whose place they are.
pub(crate) fn with_replaced(
    matches: &[MatchId],
    replaced: &[ReplacedMatch],
) -> impl Iterator<Item = MatchId> {
    let replaced = replaced.iter().map(|one| one.match_id);
    matches.iter().copied().chain(replaced)
}

/// Rounds of one evening, at most.
pub const MAX_ROUNDS: u32 = 64;

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
