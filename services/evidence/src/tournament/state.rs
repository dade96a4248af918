//! What is known of a tournament: who takes part, its rounds, and its penalties.

use crate::body::with_replaced;
use crate::{
    Event, MatchId, PenaltyGiven, PlayerId, ReplacedMatch, TournamentOpened, TournamentRoundDrawn,
};
use mahjong::string_enum;
use std::collections::BTreeMap;

/// A tournament as its entries tell it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tournament {
    /// The entry that opened it.
    pub opened: Event,
    /// What it says.
    pub terms: TournamentOpened,
    /// Who takes part, as they were registered.
    pub entrants: BTreeMap<PlayerId, Entrant>,
    /// The draws, in order; those that were replaced included.
    pub rounds: Vec<TournamentRound>,
    /// The penalties, in order; those that were withdrawn included.
    pub penalties: Vec<TournamentPenalty>,
    /// The entry that closed it; none while it goes on.
    pub closed: Option<Event>,
    /// How much its entries say after the first one: registrations, check-ins and withdrawals, tables that are played again, and each other entry once.
    pub changes: usize,
    /// The sequence number of the last entry that is in it.
    pub version: u64,
}

/// Somebody who takes part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entrant {
    /// The label of their team.
    pub team: Option<String>,
    /// Whether they only fill up tables.
    pub substitute: bool,
    /// Whether they are there.
    pub state: EntrantState,
}

string_enum! {
    /// Whether an entrant of a tournament is there. `registered`: not there yet. `checked_in`: there, and in the next draw. `withdrawn`: plays no
    /// more.
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    pub enum EntrantState {
        /// Not yet.
        Registered = "registered",
        /// They play.
        CheckedIn = "checked_in",
        /// They do not play any more.
        Withdrawn = "withdrawn",
    }
}

impl Entrant {
    /// Whether they are drawn.
    pub fn is_there(&self) -> bool {
        self.state == EntrantState::CheckedIn
    }
}

/// A round as it was drawn.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TournamentRound {
    /// The entry that drew it.
    pub drawn: Event,
    /// What it says.
    pub draw: TournamentRoundDrawn,
    /// Whether the round was drawn once more, and this draw does not count.
    pub replaced: bool,
    /// The match of each table; none before they are opened.
    pub matches: Vec<MatchId>,
    /// The void matches in whose place others are played, in the order in which they were replaced.
    pub replaced_matches: Vec<ReplacedMatch>,
    /// The clock, as it was changed last; none before that.
    pub clock: Option<TournamentClock>,
}

impl TournamentRound {
    /// All of its matches, void ones in whose place others are played among them.
    pub fn all_matches(&self) -> impl Iterator<Item = MatchId> {
        with_replaced(&self.matches, &self.replaced_matches)
    }
}

/// The clock of a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TournamentClock {
    /// The entry that changed it.
    pub changed: Event,
    /// Whether it runs since then.
    pub running: bool,
    /// How many seconds were left then.
    pub remaining_seconds: u32,
}

/// A penalty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TournamentPenalty {
    /// The entry that gave it.
    pub given: Event,
    /// What it says.
    pub terms: PenaltyGiven,
    /// The round that it counts in: the one it states, or the last one that was drawn before it; 0 before the first.
    pub of_round: u32,
    /// The entry that withdrew it; none if it counts.
    pub withdrawn: Option<Event>,
}
