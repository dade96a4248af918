//! Recorded hands, read from the entries that recorded them.

use crate::{ClubId, HandId, Ledger, MatchId, Result, UserId};
use evidence::{HandRecorded, Timestamp};

/// A hand as it was recorded.
#[derive(Debug, Clone, PartialEq)]
pub struct RecordedHand {
    /// The sequence number of its entry; the match's version right after it.
    pub seq: u64,
    /// When it was entered.
    pub time: Timestamp,
    /// Who entered it.
    pub actor: UserId,
    /// What the entry says.
    pub hand: HandRecorded,
}

impl Ledger {
    /// The hands of a match, by number.
    pub async fn hands(&self, club: ClubId, match_id: MatchId) -> Result<Vec<RecordedHand>> {
        let _ = (club, match_id);
        Err(crate::Error::Bug("unbuilt".into()))
    }

    /// A hand of a match.
    pub async fn hand(
        &self,
        club: ClubId,
        match_id: MatchId,
        hand: HandId,
    ) -> Result<RecordedHand> {
        let _ = (club, match_id, hand);
        Err(crate::Error::Bug("unbuilt".into()))
    }
}

impl TryFrom<evidence::Entry> for RecordedHand {
    type Error = crate::Error;

    fn try_from(entry: evidence::Entry) -> Result<Self> {
        let evidence::Entry {
            seq,
            time,
            actor,
            body,
            ..
        } = entry;
        match body {
            evidence::Body::HandRecorded(hand) => Ok(Self {
                seq,
                time,
                actor,
                hand: *hand,
            }),
            other => Err(crate::Error::Damaged {
                seq,
                reason: format!("a hand is a {}", other.kind()),
            }),
        }
    }
}
