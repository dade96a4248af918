//! A club holds a tournament: who takes part, who sits where in each round, the clock, and what the referee takes away.

mod rules;

pub use rules::{
    Cut, DrawMethod, LastHand, MAX_ENTRANTS, MAX_PENALTY_HALF_POINTS, MAX_TABLE_POINTS,
    MAX_TOURNAMENT_ROUNDS, RoundClock, SatOut, TieBreak, TournamentRules, TournamentScoring,
};

use super::round::{are_in_order, check_matches, check_places, players};
use super::season::MAX_TEAMS;
use crate::canonical::{self, Refusal};
use crate::{Authority, Commitment, Kind, Subject};
use crate::{Hash, MAX_INTEGER, MatchId, PlayerId, TournamentId};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use time::Date;

/// Seconds that a clock shows, at most: 600 minutes.
pub const MAX_CLOCK_SECONDS: u32 = 36_000;
/// Characters of the label of a team, at most.
const MAX_LABEL: usize = 40;

/// The club holds a tournament from now on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentOpened {
    /// Which.
    pub tournament: TournamentId,
    /// A salted commitment to its name.
    pub name_commitment: Hash,
    /// The first day of its matches, in the club's time zone.
    #[serde(with = "canonical::date")]
    pub from: Date,
    /// The last one.
    #[serde(with = "canonical::date")]
    pub until: Date,
    /// How it is drawn and how its standings are added up.
    pub rules: TournamentRules,
    /// The hash of the seed of the first draw. The seed itself is secret until that draw.
    pub seed_hash: Hash,
}

/// Players take part, came, or left.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EntrantsChanged {
    /// The tournament.
    pub tournament: TournamentId,
    /// Who takes part from now on, or has another team or another part in it, by player.
    pub registered: Vec<Registration>,
    /// Who is there from now on, by id.
    pub checked_in: Vec<PlayerId>,
    /// Who does not play any more, by id.
    pub withdrawn: Vec<PlayerId>,
}

/// Somebody who takes part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(
    feature = "openapi",
    derive(utoipa::ToSchema),
    schema(as = NewEntrant)
)]
#[serde(deny_unknown_fields)]
pub struct Registration {
    /// Who.
    #[cfg_attr(feature = "openapi", schema(value_type = Uuid))]
    pub player: PlayerId,
    /// The label of their team. Labels are in the ledger for ever: they should not contain names of people. A tournament has at most 100
    /// teams.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(min_length = 1, max_length = 40))]
    pub team: Option<String>,
    /// Whether they only take the places of others: a substitute has no rank, and their results do not count for a team.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "openapi", schema(required = false))]
    pub substitute: bool,
}

/// Who sits where in a round, and who sits out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentRoundDrawn {
    /// The tournament.
    pub tournament: TournamentId,
    /// The number of the round: 1, 2, 3, … A round that is drawn once more keeps its number.
    pub round: u32,
    /// The seed, whose hash is the seed of the draw before; of the first draw the one that the tournament was opened with.
    pub seed: Hash,
    /// How it was drawn.
    pub method: DrawMethod,
    /// Whether the same round was drawn before, was not played, and does not count.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub redraw: bool,
    /// Those at each table, East first; the first table first.
    pub tables: Vec<[PlayerId; 4]>,
    /// Who sits out, by id. Substitutes without a place do not sit out.
    pub sitting_out: Vec<PlayerId>,
    /// A salted commitment to the reason why it is so, such as that prescribed tables after a cut leave somebody out of a better rank; none if none
    /// was stated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason_commitment: Option<Hash>,
}

/// The matches of a drawn round.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentRoundOpened {
    /// The tournament.
    pub tournament: TournamentId,
    /// The number of the round.
    pub round: u32,
    /// The match of each table, the first table first.
    pub matches: Vec<MatchId>,
}

/// The clock of a round was started, stopped or set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentClockChanged {
    /// The tournament.
    pub tournament: TournamentId,
    /// The number of the round.
    pub round: u32,
    /// Whether it runs, from the time of the entry on.
    pub running: bool,
    /// How many seconds are left at the time of the entry.
    pub remaining_seconds: u32,
}

/// A referee takes something away, or warns.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PenaltyGiven {
    /// The tournament.
    pub tournament: TournamentId,
    /// The entrant.
    pub player: PlayerId,
    /// The number of the round that it is about; absent: the last one that was drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub round: Option<u32>,
    /// How many half points are taken away.
    pub half_points: u32,
    /// How many table points are taken away.
    pub table_points: u32,
    /// A salted commitment to the reason.
    pub reason_commitment: Hash,
}

/// A penalty does not count after all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PenaltyWithdrawn {
    /// The tournament.
    pub tournament: TournamentId,
    /// The sequence number of the entry that gave it.
    pub penalty: u64,
    /// A salted commitment to the reason.
    pub reason_commitment: Hash,
}

/// The standings of a tournament are final: those that the entries before this one come to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TournamentClosed {
    /// Which.
    pub tournament: TournamentId,
}

impl Kind for TournamentClosed {
    const AUTHORITY: Authority = Authority::OWNER;

    fn subject(&self) -> Subject {
        Subject::Tournament(self.tournament)
    }
}

impl Kind for TournamentOpened {
    const AUTHORITY: Authority = Authority::OWNER;

    fn subject(&self) -> Subject {
        Subject::Tournament(self.tournament)
    }

    fn commitment(&self) -> Option<Commitment> {
        Some(Commitment::to_name(self.name_commitment))
    }

    fn check(&self) -> Result<(), Refusal> {
        if self.until < self.from {
            return Err(Refusal::Contradiction(
                "the tournament ends before it begins",
            ));
        }
        Ok(self.rules.check()?)
    }
}

impl Kind for EntrantsChanged {
    const AUTHORITY: Authority = Authority::OWNER_OR_SCORER;

    fn subject(&self) -> Subject {
        Subject::Tournament(self.tournament)
    }

    fn check(&self) -> Result<(), Refusal> {
        let (registered, came, left) = (&self.registered, &self.checked_in, &self.withdrawn);
        let fits = |one: &Registration| {
            let label = one.team.as_ref();
            label.is_none_or(|label| (1..=MAX_LABEL).contains(&label.chars().count()))
        };
        let labels: BTreeSet<&String> = registered.iter().flat_map(|one| &one.team).collect();
        let is_left = |player: &PlayerId| left.contains(player);
        Err(Refusal::Contradiction(
            if registered.len() > MAX_ENTRANTS || labels.len() > MAX_TEAMS {
                "a tournament has at most 400 entrants and 100 teams"
            } else if !registered.is_sorted_by(|one, next| one.player < next.player) {
                "those who take part are not in the order of their ids, each once"
            } else if !registered.iter().all(fits) {
                "the label of a team has 1 to 40 characters"
            } else if !are_in_order(came) {
                "those who came are not in the order of their ids, each once"
            } else if !are_in_order(left) {
                "those who left are not in the order of their ids, each once"
            } else if registered.is_empty() && came.is_empty() && left.is_empty() {
                "nobody takes part, came or left"
            } else if came.iter().any(is_left) {
                "somebody came and left at once"
            } else if registered.iter().any(|one| is_left(&one.player)) {
                "somebody was registered and left at once"
            } else {
                return Ok(());
            },
        ))
    }
}

impl Kind for TournamentRoundDrawn {
    const AUTHORITY: Authority = Authority::OWNER_OR_SCORER;

    fn subject(&self) -> Subject {
        Subject::Tournament(self.tournament)
    }

    fn commitment(&self) -> Option<Commitment> {
        self.reason_commitment.map(Commitment::to_reason)
    }

    fn check(&self) -> Result<(), Refusal> {
        check_round(self.round)?;
        check_places(&self.tables, &self.sitting_out)
    }
}

impl TournamentRoundDrawn {
    /// Everybody who has a place in it, at a table or none.
    pub fn players(&self) -> impl Iterator<Item = PlayerId> {
        players(&self.tables, &self.sitting_out)
    }
}

impl Kind for TournamentRoundOpened {
    const AUTHORITY: Authority = Authority::OWNER_OR_SCORER;

    fn subject(&self) -> Subject {
        Subject::Tournament(self.tournament)
    }

    fn check(&self) -> Result<(), Refusal> {
        check_round(self.round)?;
        check_matches(&self.matches)
    }
}

impl Kind for TournamentClockChanged {
    const AUTHORITY: Authority = Authority::OWNER_SCORER_OR_REFEREE;

    fn subject(&self) -> Subject {
        Subject::Tournament(self.tournament)
    }

    fn check(&self) -> Result<(), Refusal> {
        check_round(self.round)?;
        match self.remaining_seconds <= MAX_CLOCK_SECONDS {
            true => Ok(()),
            false => Err(Refusal::Contradiction("a clock shows at most 600 minutes")),
        }
    }
}

impl Kind for PenaltyGiven {
    const AUTHORITY: Authority = Authority::OWNER_OR_REFEREE;

    fn subject(&self) -> Subject {
        Subject::Tournament(self.tournament)
    }

    fn commitment(&self) -> Option<Commitment> {
        Some(Commitment::to_reason(self.reason_commitment))
    }

    fn check(&self) -> Result<(), Refusal> {
        self.round.map_or(Ok(()), check_round)?;
        let fits =
            self.half_points <= MAX_PENALTY_HALF_POINTS && self.table_points <= MAX_TABLE_POINTS;
        match fits {
            true => Ok(()),
            false => Err(Refusal::Contradiction(
                "a penalty takes away at most a million points and 1000 table points",
            )),
        }
    }
}

impl Kind for PenaltyWithdrawn {
    const AUTHORITY: Authority = Authority::OWNER_OR_REFEREE;

    fn subject(&self) -> Subject {
        Subject::Tournament(self.tournament)
    }

    fn commitment(&self) -> Option<Commitment> {
        Some(Commitment::to_reason(self.reason_commitment))
    }

    fn check(&self) -> Result<(), Refusal> {
        match (1..=MAX_INTEGER as u64).contains(&self.penalty) {
            true => Ok(()),
            false => Err(Refusal::Contradiction("sequence numbers are 1 to 2^53 − 1")),
        }
    }
}

fn check_round(round: u32) -> Result<(), Refusal> {
    match (1..=MAX_TOURNAMENT_ROUNDS).contains(&round) {
        true => Ok(()),
        false => Err(Refusal::Contradiction("rounds are numbered from 1 to 64")),
    }
}
