//! How many things there may be.

pub use tally::MAX_MATCH_PLAYERS;

/// How many outcomes a match may have: hands, and what happens between them. What was recorded counts even
/// if a correction voided it. A penalty or substitution that a correction inserted is not counted when more is recorded: a correction
/// makes no match longer than this, and no more than this is recorded, so no match ever has more than twice as many.
pub const MAX_OUTCOMES: usize = 2000;

/// How often a match may be corrected.
pub const MAX_CORRECTIONS: usize = 100;

/// How often guests may correct a match, all of them together: whoever asks with a key that is limited to it, such as that of a recording link.
pub const MAX_CORRECTIONS_BY_GUESTS: usize = 10;

/// So many of the corrections, and of the outcomes, are kept for owners and referees who ask in person: whatever others do, they can put a match
/// right.
pub const KEPT_FOR_OFFICIALS: usize = 20;

/// How many bytes the leaf of an entry may have that is written here: half of what every reader takes of a line, so that none that was
/// sealed is ever too long for one of them. A long match with every hand worked out anew is some hundred kilobytes, and the settlement of
/// all matches of a club of 200 in a year (40 evenings of four rounds, 8,000 matches with four parts of 150 bytes each) five megabytes.
/// A ledger that is imported may have longer ones.
pub const MAX_LEAF_BYTES: usize = evidence::MAX_LINE / 2;

/// How many bytes the corrections of a match may come to together, since whoever reads the whole match reads all of them: two of the longest entries, or
/// dozens of times every hand of a long match worked out anew. Half of them are kept for owners and referees.
pub const MAX_CORRECTION_BYTES: usize = 2 * MAX_LEAF_BYTES;

/// How many payments of one transfer of a settlement are recorded, those that were reversed among them: an instalment a week for nearly two
/// years.
pub const MAX_PAYMENTS_OF_TRANSFER: usize = 100;

/// How many payments of one settlement are recorded, those that were reversed among them; a transfer of which none was recorded can still be
/// paid. A club of 200 has at most 200 transfers, parties less one: ten payments of each.
pub const MAX_PAYMENTS: usize = 2_000;

/// The most clubs that an account comes into: whoever gives it up locks all of them at once.
pub(crate) const MAX_MEMBERSHIPS: u32 = 300;

/// What a club may have only so many of. A ledger that is imported may have more: then none is added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClubLimit {
    /// Players, those who were merged or erased among them: a list can have them, too.
    Players,
    /// Members.
    Members,
    /// Merges of players that were taken back. Whom somebody counted for at an entry is found by all merges of before.
    Unmerges,
    /// Variants, those that came with matches and those that were retired among them.
    Variants,
}

impl ClubLimit {
    /// How many there may be.
    pub const fn most(self) -> u32 {
        match self {
            Self::Players => 10_000,
            Self::Members | Self::Unmerges | Self::Variants => 1_000,
        }
    }

    pub(crate) const fn what(self) -> &'static str {
        match self {
            Self::Players => "players",
            Self::Members => "members",
            Self::Unmerges => "merges that were taken back",
            Self::Variants => "variants",
        }
    }
}
