//! Matches as they stand, and lists of them.

use crate::{Hash, MatchId, Player, PlayerId};
use evidence::{Event, MatchState, Timestamp};
use time::Date;

/// A match between two outcomes: what the next one is worked out from. It holds no names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MatchPosition {
    /// Which.
    pub id: MatchId,
    /// The content hash of its variant.
    pub variant_hash: Hash,
    /// The least fan a hand needs; none: the variant's own minimum.
    pub minimum_fan: Option<u32>,
    /// What a point is worth, in minor units of its currency.
    pub stake_cents: i64,
    /// The players, chair 1 first.
    pub players: [PlayerId; 4],
    /// Where it stands.
    pub state: MatchState,
    /// The sequence number of the last entry that changed it.
    pub version: u64,
}

/// A match as it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchView {
    /// Which.
    pub id: MatchId,
    /// What its variant was called when it was chosen; only a label.
    pub variant_id: String,
    /// The content hash of its variant.
    pub variant_hash: Hash,
    /// The players, chair 1 first.
    pub players: [Player; 4],
    /// The least fan a hand needs; none: the variant's own minimum.
    pub minimum_fan: Option<u32>,
    /// Money per point, in minor units.
    pub stake_cents: i64,
    /// ISO 4217 code of the money.
    pub currency: String,
    /// The points everyone started with.
    pub starting_points: i64,
    /// The day it is played on.
    pub played_on: Date,
    /// When it was entered.
    pub opened_at: Timestamp,
    /// The sequence number of the entry that opened it.
    pub opened_seq: u64,
    /// Where it stands.
    pub state: MatchState,
    /// The sequence number of the last entry that changed it.
    pub version: u64,
    /// By what it is void; none if it counts.
    pub void: Option<VoidMatch>,
}

/// A declaration by which a match is void.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VoidMatch {
    /// The entry.
    pub declared: Event,
    /// Why; none once the text has been erased, and where it is not known.
    pub reason: Option<String>,
}

/// Which matches; every condition that is set must hold.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MatchFilter {
    /// In which this player sits, or somebody who was merged into them.
    pub player: Option<PlayerId>,
    /// This one.
    pub match_id: Option<MatchId>,
    /// Under this variant.
    pub variant_hash: Option<Hash>,
    /// Under a variant with this id.
    pub variant_id: Option<String>,
    /// Over, or still going on.
    pub over: Option<bool>,
    /// Declared void, or not.
    pub void: Option<bool>,
    /// Played on this day or later.
    pub played_from: Option<Date>,
    /// Played on this day or earlier.
    pub played_until: Option<Date>,
}

/// A page of a list, newest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Page {
    /// Only matches opened before this sequence number: the `next` of the page before.
    pub before: Option<u64>,
    /// How many at most.
    pub limit: u32,
}

/// A page of matches, the last opened first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Matches {
    /// The matches.
    pub matches: Vec<MatchView>,
    /// Where the next page begins; none after the last one.
    pub next: Option<u64>,
}

/// How much there is of something, and when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extent {
    /// The sequence number of the last entry there was.
    pub seq: u64,
    /// How many there were.
    pub count: u64,
}
