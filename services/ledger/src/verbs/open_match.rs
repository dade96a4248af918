//! Four players sit down.

use crate::{Hash, Ledger, MatchView, PlayerId, Result, Write, Written};
use evidence::MatchState;
use time::Date;

/// A new match.
#[derive(Debug, Clone)]
pub struct OpenMatch {
    /// What the variant was called when it was chosen; only a label.
    pub variant_id: String,
    /// The content hash of the variant: SHA-256 of its document.
    pub variant_hash: Hash,
    /// The variant's document, canonical JSON.
    pub variant_document: Vec<u8>,
    /// The players, chair 1 first.
    pub players: [PlayerId; 4],
    /// The least fan a hand needs; none: the variant's own minimum.
    pub minimum_fan: Option<u32>,
    /// Money per point, in minor units.
    pub stake_cents: i64,
    /// ISO 4217 code of the money.
    pub currency: String,
    /// The points everyone starts with.
    pub starting_points: i64,
    /// The day it is played on.
    pub played_on: Date,
    /// Where it stands at the start, as the engine says.
    pub state: MatchState,
}

impl Ledger {
    /// Opens a match; the first match under a variant stores the variant's document as an entry before its own.
    pub async fn open_match(&self, write: Write, new: OpenMatch) -> Result<Written<MatchView>> {
        let _ = (write, new);
        Err(crate::Error::Bug("unbuilt".into()))
    }
}
