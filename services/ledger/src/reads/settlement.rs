//! Who pays whom after a match.

use crate::{ClubId, Ledger, MatchId, Player, Result};
use evidence::Chair;

/// Who pays whom, as the match stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settlement {
    /// The version of the match that was settled.
    pub version: u64,
    /// ISO 4217 code of the money.
    pub currency: String,
    /// What each chair gained or lost, chair 1 first.
    pub balances: [Balance; 4],
    /// The payments that settle it: as few as there can be.
    pub payments: Vec<Payment>,
}

/// What a chair gained (positive) or lost (negative).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Balance {
    /// The chair.
    pub chair: Chair,
    /// Who sits there.
    pub player: Player,
    /// In half points.
    pub half_points: i64,
    /// In minor units of the currency.
    pub amount_cents: i64,
}

/// A payment from one player to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Payment {
    /// Who pays.
    pub from: Player,
    /// Who is paid.
    pub to: Player,
    /// In half points.
    pub half_points: i64,
    /// In minor units of the currency.
    pub amount_cents: i64,
}

impl Ledger {
    /// Who pays whom, as the match stands.
    pub async fn settlement(&self, club: ClubId, match_id: MatchId) -> Result<Settlement> {
        let _ = (club, match_id);
        Err(crate::Error::Bug("unbuilt".into()))
    }
}
