//! A variant: the rules of a table, compiled from its document.

mod built_in;
mod compile;
mod document;
mod strict;

pub use built_in::built_ins;
pub use compile::DocumentError;
pub use document::{Condition, Name, Several, schema};

use crate::{KongKind, Pattern};

/// The rules of a table, ready to score with. It keeps the document it was compiled from.
#[derive(Debug)]
pub struct Variant {
    document: Vec<u8>,
    hash: [u8; 32],
    id: String,
    version: u32,
    name: Name,
    source: String,
    readings: Vec<String>,
    bonus_tiles: bool,
    minimum_fan: u32,
    worths: [Option<Worth>; Pattern::COUNT],
    schedule: Vec<(u32, u32)>,
    limit: LimitRule,
    multipliers: Multipliers,
    several: Several,
    robbed_kongs: Vec<KongKind>,
    bonus_tile_wins: Vec<usize>,
    deal: DealRule,
    false_mahjong_points: Option<u32>,
}

/// What a pattern is worth under a variant.
#[derive(Debug)]
pub(crate) struct Worth {
    pub(crate) value: Value,
    pub(crate) counts_toward_minimum: bool,
    pub(crate) includes: Vec<Pattern>,
    pub(crate) when: Vec<Condition>,
}

impl Worth {
    /// The fan for each time the pattern is matched; 0 for a limit.
    pub(crate) fn fan(&self) -> u32 {
        match self.value {
            Value::Fan(fan) => fan,
            Value::Limit => 0,
        }
    }
}

/// Fan for each time a pattern is matched, or the limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Value {
    Fan(u32),
    Limit,
}

#[derive(Debug)]
pub(crate) struct LimitRule {
    pub(crate) points: u32,
    pub(crate) multiplied: bool,
}

/// How often each pays the base points, in halves (2 is once), the dealer's factor in wholes.
#[derive(Debug)]
pub(crate) struct Multipliers {
    pub(crate) self_draw: u32,
    pub(crate) discarder: u32,
    pub(crate) other: u32,
    pub(crate) dealer: u32,
}

#[derive(Debug)]
pub(crate) struct DealRule {
    pub(crate) stays_after_dealer_win: bool,
    pub(crate) stays_after_goulash: bool,
    pub(crate) stays_after_false_mahjong: bool,
    pub(crate) most_hands: Option<u32>,
}

impl Variant {
    /// Its document as canonical JSON (RFC 8785).
    #[must_use]
    pub fn document(&self) -> &[u8] {
        &self.document
    }

    /// The SHA-256 of its canonical document.
    #[must_use]
    pub fn hash(&self) -> [u8; 32] {
        self.hash
    }

    /// The stable id that its document states.
    #[must_use]
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The version that its document states.
    #[must_use]
    pub fn version(&self) -> u32 {
        self.version
    }

    /// What people call it.
    #[must_use]
    pub fn name(&self) -> &Name {
        &self.name
    }

    /// Where its rules were taken from.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// How the source was read where it leaves a choice.
    #[must_use]
    pub fn readings(&self) -> &[String] {
        &self.readings
    }

    /// The least fan a hand needs to win, unless the table sets another.
    #[must_use]
    pub fn minimum_fan(&self) -> u32 {
        self.minimum_fan
    }

    /// Whether it is played with flowers and seasons.
    #[must_use]
    pub fn uses_bonus_tiles(&self) -> bool {
        self.bonus_tiles
    }

    /// The rule for several winners of one discard.
    #[must_use]
    pub fn several(&self) -> Several {
        self.several
    }

    /// Whether a kind of kong may be robbed.
    #[must_use]
    pub fn allows_robbing(&self, kong: KongKind) -> bool {
        self.robbed_kongs.contains(&kong)
    }

    /// Whether an amount can be half a point, so that a stake must be an even number of minor units.
    #[must_use]
    pub fn pays_half_points(&self) -> bool {
        let Multipliers {
            self_draw,
            discarder,
            other,
            ..
        } = self.multipliers;
        [self_draw, discarder, other]
            .iter()
            .any(|halves| halves % 2 == 1)
    }

    /// The points each other player gets for a false mahjong; `None` if the table states them each time.
    #[must_use]
    pub fn false_mahjong_points(&self) -> Option<u32> {
        self.false_mahjong_points
    }

    /// How many bonus tiles win at once, without a complete hand; none where they do not.
    #[must_use]
    pub fn bonus_tile_wins(&self) -> &[usize] {
        &self.bonus_tile_wins
    }

    /// The base points for so many fan.
    #[must_use]
    pub fn points(&self, fan: u32) -> u32 {
        let step = self
            .schedule
            .iter()
            .take_while(|(from_fan, _)| *from_fan <= fan)
            .last();
        step.map_or(0, |&(_, points)| points)
    }

    pub(crate) fn worth(&self, pattern: Pattern) -> Option<&Worth> {
        self.worths[pattern.index()].as_ref()
    }

    pub(crate) fn limit(&self) -> &LimitRule {
        &self.limit
    }

    pub(crate) fn multipliers(&self) -> &Multipliers {
        &self.multipliers
    }

    pub(crate) fn deal_rule(&self) -> &DealRule {
        &self.deal
    }
}
