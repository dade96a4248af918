//! A match starts.

use crate::canonical::{self, Refusal};
use crate::terms::{check_currency, check_seats};
use crate::{Authority, Kind, Subject};
use crate::{Hash, MatchId, MatchState, PlayerId};
use serde::{Deserialize, Serialize};
use time::Date;

/// Four players sat down.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchOpened {
    /// The match.
    #[serde(rename = "match")]
    pub match_id: MatchId,
    /// The variant it is played under, for ever.
    pub variant_hash: Hash,
    /// The players, chair 1 first.
    pub players: [PlayerId; 4],
    /// The least fan a hand needs; absent: the variant's own minimum.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minimum_fan: Option<u32>,
    /// Money per point, in minor units of the currency.
    pub stake_cents: i64,
    /// ISO 4217 code of the money.
    pub currency: String,
    /// The points everyone starts with.
    pub starting_points: i64,
    /// The day it is played on, in the club's time zone.
    #[serde(with = "canonical::date")]
    pub played_on: Date,
    /// Where it stands at the start.
    pub state: MatchState,
}

impl Kind for MatchOpened {
    const AUTHORITY: Authority = Authority::OWNER_OR_SCORER;

    fn subject(&self) -> Subject {
        Subject::Match(self.match_id)
    }

    fn check(&self) -> Result<(), Refusal> {
        check_seats(&self.players)?;
        check_currency(&self.currency)?;
        if self.stake_cents < 0 {
            Err(Refusal::Contradiction("the stake is below zero"))
        } else if self.state != MatchState::START {
            Err(Refusal::Contradiction(
                "the state is not that of a match that starts",
            ))
        } else {
            Ok(())
        }
    }
}
