//! Recorded hands, read from the entries that recorded them.

use crate::tables::{hands, matches};
use crate::{Body, ClubId, Entry, Error, HandId, Ledger, MatchId, Result, UserId};
use evidence::{HandRecorded, Timestamp};
use futures_util::future::try_join;

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
        self.run(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            tx.read(club, async {
                let (row, hands) = try_join(
                    matches::find(tx.sql()?, club, match_id),
                    hands::list(tx.sql()?, club, match_id),
                )
                .await?;
                row.map(|_| hands).ok_or(Error::NotFound("match"))
            })
            .await
        })
        .await
    }

    /// A hand of a match.
    pub async fn hand(
        &self,
        club: ClubId,
        match_id: MatchId,
        hand: HandId,
    ) -> Result<RecordedHand> {
        self.run(async move |ledger: Self| {
            let tx = ledger.transaction().await?;
            tx.read(club, async {
                hands::find(tx.sql()?, club, match_id, hand)
                    .await?
                    .ok_or(Error::NotFound("hand"))
            })
            .await
        })
        .await
    }
}

impl TryFrom<Entry> for RecordedHand {
    type Error = Error;

    fn try_from(entry: Entry) -> Result<Self> {
        let Entry {
            seq,
            time,
            actor,
            body,
            ..
        } = entry;
        let Body::HandRecorded(hand) = body else {
            return Err(Error::misplaced(seq, "hand_recorded"));
        };
        Ok(Self {
            seq,
            time,
            actor,
            hand: *hand,
        })
    }
}
