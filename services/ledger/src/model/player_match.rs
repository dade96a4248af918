//! The matches of a player in a period.

use crate::{Hash, MatchId};
use tally::Totals;
use time::Date;

/// What a match came to for a player.
#[derive(Debug, Clone, PartialEq)]
pub struct PlayerMatch {
    /// Which.
    pub match_id: MatchId,
    /// The day it is played on.
    pub played_on: Date,
    /// The sequence number of the entry that opened it.
    pub opened_seq: u64,
    /// What its variant was called when it was chosen; only a label.
    pub variant_id: String,
    /// The content hash of its variant.
    pub variant_hash: Hash,
    /// Where the player finished, 1 first; who gained the same shares the better place. None while it goes on.
    pub place: Option<usize>,
    /// What the player gained (positive) or lost, in minor units of the currency.
    pub amount_cents: i64,
    /// ISO 4217 code of the money.
    pub currency: String,
    /// What it comes to for them.
    pub totals: Totals,
}

/// A place in the list: before the match that was played on this day and opened by the entry with this sequence number.
pub type PlayedBefore = (Date, u64);

/// Which matches.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Period {
    /// Those played on this day or later.
    pub from: Option<Date>,
    /// Those played on this day or earlier.
    pub until: Option<Date>,
    /// Those played under the variant with this id.
    pub variant_id: Option<String>,
}
