//! What is put right in a match, and what that changes in everything after it.

use crate::canonical;
use crate::terms::check_seats;
use crate::{Authority, Commitment, Kind, Subject};
use crate::{Hash, MatchId, MatchState, Outcome, OutcomeId, OutcomeResult, PlayerId, Refusal};
use mahjong::{Chair, string_enum};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// What a match's entries say was put right. The whole match was worked out anew.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchCorrected {
    /// The match.
    #[serde(rename = "match")]
    pub match_id: MatchId,
    /// What was put right, one after another.
    pub changes: Vec<Change>,
    /// The variant everything was worked out under again.
    pub variant_hash: Hash,
    /// The number of the rules' meaning it was worked out with.
    pub semantics: u32,
    /// What each outcome now comes to that is new or came to something else before, in the order of play.
    pub results: Vec<CorrectedOutcome>,
    /// A salted commitment to the reason.
    pub reason_commitment: Hash,
    /// Where the match now stands.
    pub state_after: MatchState,
}

/// What an outcome now comes to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CorrectedOutcome {
    /// Which.
    pub outcome_id: OutcomeId,
    /// What it comes to.
    pub result: OutcomeResult,
}

/// One thing that is put right.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Change {
    /// Something else happened.
    Replace(Replace),
    /// It never happened.
    Void(Void),
    /// It happened and was forgotten.
    Insert(Insert),
    /// Other people sat on the chairs.
    Reseat(Reseat),
}

/// Something else happened; the outcome keeps its id and its place.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replace {
    /// Which outcome.
    pub outcome_id: OutcomeId,
    /// What happened.
    pub outcome: Outcome,
}

/// It never happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Void {
    /// Which outcome.
    pub outcome_id: OutcomeId,
}

/// It happened and was forgotten.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Insert {
    /// The id it has from now on.
    pub outcome_id: OutcomeId,
    /// What it happened before; absent: it happened last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<OutcomeId>,
    /// What happened.
    pub outcome: Outcome,
}

/// Other people sat on the chairs from the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reseat {
    /// Who sat where at the start, chair 1 first.
    pub players: [PlayerId; 4],
    /// What becomes of what was recorded by chair.
    pub outcomes: Reseated,
}

string_enum! {
    /// What becomes of what was recorded by chair when other people sat there. `stay_with_chairs`: what chair 2 won, whoever sat on chair 2 won.
    /// `follow_players`: what somebody won, that person won, on another chair; for the same four people.
    #[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
    pub enum Reseated {
        /// It stays with the chairs: what chair 2 won, whoever sat on chair 2 won.
        StayWithChairs = "stay_with_chairs",
        /// It goes with the people, who have to be the same four: what somebody won, that person won, on another chair.
        FollowPlayers = "follow_players",
    }
}

/// A match was declared void, or to count again. What happened in it stays as it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchDeclared {
    /// The match.
    #[serde(rename = "match")]
    pub match_id: MatchId,
    /// Whether it is void from now on; else it counts again.
    pub void: bool,
    /// A salted commitment to the reason.
    pub reason_commitment: Hash,
}

impl Kind for MatchDeclared {
    const AUTHORITY: Authority = Authority::OWNER_OR_REFEREE;

    fn subject(&self) -> Subject {
        Subject::Match(self.match_id)
    }

    fn commitment(&self) -> Option<Commitment> {
        Some(Commitment::to_reason(self.reason_commitment))
    }
}

impl Kind for MatchCorrected {
    const AUTHORITY: Authority = Authority::OWNER_SCORER_OR_REFEREE;

    fn subject(&self) -> Subject {
        Subject::Match(self.match_id)
    }

    fn commitment(&self) -> Option<Commitment> {
        Some(Commitment::to_reason(self.reason_commitment))
    }

    fn check(&self) -> Result<(), Refusal> {
        if self.changes.is_empty() {
            return Err(Refusal::Contradiction("a correction changes something"));
        }
        self.changes.iter().try_for_each(Change::check)?;
        self.results
            .iter()
            .try_for_each(|one| one.result.check_alone())?;
        let different: BTreeSet<OutcomeId> =
            self.results.iter().map(|one| one.outcome_id).collect();
        if different.len() < self.results.len() {
            return Err(Refusal::Contradiction("an outcome comes to one thing"));
        }
        Ok(self.state_after.check()?)
    }
}

impl Change {
    /// Whom it seats, and where. Each has to be somebody who can sit there, also if a later change of the same correction undoes it.
    pub fn seats(&self) -> Vec<(Chair, PlayerId)> {
        let of_outcome = |outcome: &Outcome| {
            let substitution = outcome.substitution();
            let seat = substitution.map(|one| (one.chair, one.player));
            seat.into_iter().collect()
        };
        match self {
            Self::Reseat(reseat) => Chair::ALL.into_iter().zip(reseat.players).collect(),
            Self::Replace(replace) => of_outcome(&replace.outcome),
            Self::Insert(insert) => of_outcome(&insert.outcome),
            Self::Void(_) => Vec::new(),
        }
    }

    /// Whether an entry can state it. An entry states every change of a correction, also one that a later change takes back: whoever works out
    /// the match after all of them does not see that one.
    pub fn check_alone(&self) -> Result<(), Refusal> {
        self.check()?;
        canonical::bytes(self).map(drop)
    }

    fn check(&self) -> Result<(), Refusal> {
        match self {
            Self::Replace(replace) => Ok(replace.outcome.check()?),
            Self::Insert(insert) => Ok(insert.outcome.check()?),
            Self::Reseat(reseat) => check_seats(&reseat.players),
            Self::Void(_) => Ok(()),
        }
    }
}
