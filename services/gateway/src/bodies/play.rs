//! Hands played outside a match of the ledger: told by chairs, whoever sits there.

use ledger::evidence::{Chair, Deal, Outcome, Wind, WinnerScore};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

use super::match_state::MatchState;
use super::outcome::OutcomeBody;
use super::points::Points;
use super::schema;
use super::score::TableOptions;
use super::variant::{HousePatternName, VariantChoice};
use crate::problem::Problem;

/// Asks what outcomes come to, one after another.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlayRequest {
    pub(crate) variant: VariantChoice,
    #[serde(default)]
    pub(crate) options: TableOptions,
    /// Where the match stands before the first outcome: the `state` of an earlier answer, or the `state_after` of one of its outcomes. Absent:
    /// at the start of a match.
    pub(crate) state: Option<MatchState>,
    /// In the order they happened: hands, and what happened between them. As they are recorded in a match: a `reason` and the `player` of a
    /// substitution change nothing here.
    #[schema(value_type = Vec<schema::Outcome>, max_items = 200)]
    pub(crate) outcomes: Vec<OutcomeBody>,
}

/// What outcomes came to.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PlayResponse {
    /// One for each outcome, in order.
    pub(crate) outcomes: Vec<OutcomeAtTable>,
    /// Where the match stands after all of them.
    pub(crate) state: MatchState,
    /// The names of the house patterns in the scores of the answer, each once, sorted by id; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub(crate) house_patterns: Vec<HousePatternName>,
    /// The content hash of the variant that was used.
    #[schema(pattern = "^[0-9a-f]{64}$")]
    pub(crate) variant_hash: String,
    /// A number that is raised whenever any result could change.
    #[schema(minimum = 1)]
    pub(crate) semantics: u32,
    /// The version of the engine, for information.
    pub(crate) engine_version: String,
}

/// What an outcome came to: as a `PlayedOutcome` of a match, without players.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OutcomeAtTable {
    /// Its number among the hands, counted from 1 in the order played; absent for what is not a hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(minimum = 1, nullable = false)]
    pub(crate) number: Option<u32>,
    /// The deal it happened in.
    pub(crate) deal: Deal,
    /// What happened, as it was stated.
    #[schema(value_type = schema::Outcome)]
    pub(crate) outcome: Value,
    /// One score a winner, with every pattern counted and left out; none if nobody won.
    pub(crate) scores: Vec<WinnerScore>,
    /// Four payments, chair 1 first; they sum to zero with what the house gets.
    #[schema(min_items = 4, max_items = 4)]
    pub(crate) payments: Vec<PaymentAtTable>,
    /// What the house gets; absent if nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) house_points: Option<Points>,
    /// Where the match stands after it.
    pub(crate) state_after: MatchState,
}

/// What one chair gains (positive) or pays (negative).
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PaymentAtTable {
    /// Whose.
    #[schema(value_type = u8, minimum = 1, maximum = 4)]
    pub(crate) chair: Chair,
    /// The wind of the chair in this hand.
    pub(crate) seat_wind: Wind,
    pub(crate) points: Points,
}

impl PlayRequest {
    /// How many hands it has the engine score: one for each winner, and one for what nobody won.
    pub(crate) fn hands(&self) -> usize {
        self.outcomes.iter().map(OutcomeBody::hands).sum()
    }
}

/// What is stated to have happened, or which outcome cannot be understood.
pub(crate) fn stated(outcomes: Vec<OutcomeBody>) -> Result<Vec<Outcome>, Problem> {
    let stated = |(place, outcome): (usize, OutcomeBody)| {
        let stated = outcome.stated(&format!("/outcomes/{place}"))?;
        Ok(stated.outcome)
    };
    outcomes.into_iter().enumerate().map(stated).collect()
}
