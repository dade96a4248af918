//! Path parameters that several resources have.

use ledger::{EveningId, MatchId, PlayerId, SeasonId, SettlementId, TournamentId, WebhookId};
use serde::Deserialize;
use utoipa::IntoParams;

/// A match of the club.
#[derive(Deserialize, IntoParams)]
pub(crate) struct MatchPath {
    /// The match
    #[serde(rename = "match")]
    #[param(value_type = Uuid)]
    pub(crate) id: MatchId,
}

/// A player of the club.
#[derive(Deserialize, IntoParams)]
pub(crate) struct PlayerPath {
    /// The player
    #[param(value_type = Uuid)]
    pub(super) player: PlayerId,
}

/// An evening of the club.
#[derive(Deserialize, IntoParams)]
pub(crate) struct EveningPath {
    /// The evening
    #[param(value_type = Uuid)]
    pub(super) evening: EveningId,
}

/// A round of an evening.
#[derive(Deserialize, IntoParams)]
pub(crate) struct RoundPath {
    /// The evening
    #[param(value_type = Uuid)]
    pub(super) evening: EveningId,
    /// The number of the round
    #[param(minimum = 1)]
    pub(super) round: u32,
}

/// A season of the club.
#[derive(Deserialize, IntoParams)]
pub(crate) struct SeasonPath {
    /// The season
    #[param(value_type = Uuid)]
    pub(super) season: SeasonId,
}

/// A tournament of the club.
#[derive(Deserialize, IntoParams)]
pub(crate) struct TournamentPath {
    /// The tournament
    #[param(value_type = Uuid)]
    pub(super) tournament: TournamentId,
}

/// A round of a tournament.
#[derive(Deserialize, IntoParams)]
pub(crate) struct TournamentRoundPath {
    /// The tournament
    #[param(value_type = Uuid)]
    pub(super) tournament: TournamentId,
    /// The number of the round
    #[param(minimum = 1)]
    pub(super) round: u32,
}

/// A penalty of a tournament.
#[derive(Deserialize, IntoParams)]
pub(crate) struct TournamentPenaltyPath {
    /// The tournament
    #[param(value_type = Uuid)]
    pub(super) tournament: TournamentId,
    /// The sequence number of the ledger entry that gave the penalty
    #[param(minimum = 1)]
    pub(super) seq: u64,
}

/// A settlement of the club.
#[derive(Deserialize, IntoParams)]
pub(crate) struct SettlementPath {
    /// The settlement
    #[param(value_type = Uuid)]
    pub(super) settlement: SettlementId,
}

/// A webhook of the club.
#[derive(Deserialize, IntoParams)]
pub(crate) struct WebhookPath {
    /// The webhook
    #[param(value_type = Uuid)]
    pub(super) webhook: WebhookId,
}

/// An entry of the club's ledger.
#[derive(Deserialize, IntoParams)]
pub(crate) struct EntryPath {
    /// The sequence number of the entry
    #[param(minimum = 1)]
    pub(super) seq: u64,
}
