//! Rounds of which tables still play.

use serde::Serialize;
use utoipa::ToSchema;

use super::evening::EveningRound;
use super::tournament::TournamentOnScreen;

/// A round of which tables still play, though another one was drawn after it.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RoundThatPlays {
    /// All of its tables, also those that are over.
    pub(crate) round: EveningRound,
    /// Its tournament, and the clock; absent if the round is of an evening.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) tournament: Option<TournamentOnScreen>,
}
