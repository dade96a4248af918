//! A variant: the rules of a table, compiled from its document.

mod built_in;
mod check;
mod compare;
mod compile;
mod compile_liability;
mod counting;
mod derive;
mod document;
mod hash;
mod liability;
mod max_fan;
mod names;
mod patterns;
mod problem;
mod sanitize;
mod strict;
mod structure;
mod worth;

pub use crate::condition::Condition;
pub use crate::document_code::DocumentCode;
pub use built_in::built_ins;
pub use compare::Difference;
pub use compile::read_toml;
pub(crate) use counting::{Count, Counting};
pub use derive::merge;
pub use document::{FalseMahjongRule, Name, OtherDiscard, RobbedKongPayment, Several, schema};
pub use hash::{read_hash, write_hash};
pub use liability::Liability;
pub(crate) use liability::is_of_the_discard;
pub use patterns::PatternWorth;
pub use problem::DocumentError;

use crate::house::Expression;
use crate::winning_shape::WinningShapes;
use crate::{KongKind, ManWin, PatternIndex, PatternSet};
use worth::{Cap, Group, Worth};

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
    shapes: WinningShapes,
    minimum_fan: u32,
    derived_from: Option<[u8; 32]>,
    /// By the place that a [`PatternIndex`] has among them.
    house: Vec<HousePattern>,
    /// By [`PatternIndex`].
    worths: Vec<Option<Worth>>,
    groups: Vec<Group>,
    caps: Vec<Cap>,
    counting: Counting,
    cap: Option<u32>,
    schedule: Vec<(u32, u32)>,
    points_by_fan: Vec<u32>,
    limit: LimitRule,
    multipliers: Multipliers,
    several: Several,
    first: Vec<PatternIndex>,
    miss_win: bool,
    robbed_kongs: Vec<KongKind>,
    concealed_kong_robbers: Option<PatternSet>,
    robbed_kong_payment: RobbedKongPayment,
    bonus_tile_wins: Vec<usize>,
    bonus_tile_win_patterns: PatternSet,
    /// `None`: by self-draw alone, since the document says nothing.
    man_wins: Option<Vec<ManWin>>,
    deal: DealRule,
    false_mahjong: FalseMahjongRule,
    false_mahjong_points: Option<u32>,
    dealer_false_mahjong_points: Option<u32>,
    liabilities: Vec<Liability>,
    penalties: Vec<NamedAmount>,
    side_payments: Vec<NamedAmount>,
    starting_points: u32,
}

/// A pattern of a variant's own.
#[derive(Clone, Debug)]
pub struct HousePattern {
    /// Its id in the document: `house:` and a name.
    pub id: String,
    /// What people call it.
    pub name: Name,
    /// When it is matched, as the document writes it.
    pub text: String,
    /// The same, ready.
    pub expression: Expression,
}

/// A penalty that a table may impose, or a side payment, at any time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedAmount {
    /// Its id in the document.
    pub id: String,
    /// What people call it.
    pub name: Name,
    /// Its usual amount in points; `None`: the table states it each time.
    pub points: Option<u32>,
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
    pub(crate) stays_after: StayingResults,
    /// In the last deal of the last round; `None`: as in the others.
    pub(crate) last_deal_stays_after: Option<StayingResults>,
    pub(crate) most_hands: Option<u32>,
    pub(crate) rounds: bool,
}

/// The results after which the deal stays.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StayingResults {
    pub(crate) dealer_win: bool,
    pub(crate) goulash: bool,
    pub(crate) dealer_false_mahjong: bool,
    pub(crate) other_false_mahjong: bool,
}

impl StayingResults {
    /// Whether there are any.
    pub(crate) const fn any(self) -> bool {
        self.dealer_win || self.goulash || self.false_mahjong()
    }

    /// Whether there is one of a false mahjong among them.
    pub(crate) const fn false_mahjong(self) -> bool {
        self.dealer_false_mahjong || self.other_false_mahjong
    }
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

    /// The shapes of a complete hand that win.
    pub(crate) fn shapes(&self) -> WinningShapes {
        self.shapes
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

    /// Whether a hand that shows these patterns may rob a kind of kong that may be robbed.
    pub(crate) fn may_rob(&self, kong: KongKind, shown: PatternSet) -> bool {
        let robbers = self.concealed_kong_robbers;
        kong != KongKind::Concealed || robbers.is_none_or(|robbers| !(robbers & shown).is_empty())
    }

    /// Who pays for a win by robbing a kong.
    #[must_use]
    pub fn robbed_kong_payment(&self) -> RobbedKongPayment {
        self.robbed_kong_payment
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
        let shared = |rule: &Liability| rule.other_discard == OtherDiscard::Halves;
        [self_draw, discarder, other]
            .iter()
            .any(|halves| halves % 2 == 1)
            || self.liabilities.iter().any(shared)
    }

    /// Whether who passed up a winning tile may not claim an identical discard until their next draw.
    #[must_use]
    pub fn miss_win(&self) -> bool {
        self.miss_win
    }

    /// Whether there are rounds. Without them the deal never moves, no wind prevails and nobody deals.
    #[must_use]
    pub fn has_rounds(&self) -> bool {
        self.deal.rounds
    }

    /// The content hash of the document it says it was derived from.
    #[must_use]
    pub fn derived_from(&self) -> Option<[u8; 32]> {
        self.derived_from
    }

    /// The rules by which one player pays for all three, each at most once, in the order of the document.
    #[must_use]
    pub fn liabilities(&self) -> &[Liability] {
        &self.liabilities
    }

    /// The penalties that a table may impose, sorted by id.
    #[must_use]
    pub fn penalties(&self) -> &[NamedAmount] {
        &self.penalties
    }

    /// What players may pay one of them besides what hands pay, such as for a kong, sorted by id.
    #[must_use]
    pub fn side_payments(&self) -> &[NamedAmount] {
        &self.side_payments
    }

    /// The points that each player starts a match with.
    #[must_use]
    pub fn starting_points(&self) -> u32 {
        self.starting_points
    }

    /// The rule for a false mahjong.
    #[must_use]
    pub fn false_mahjong(&self) -> FalseMahjongRule {
        self.false_mahjong
    }

    /// The fan at which the schedule is read at most; `None`: no cap.
    #[must_use]
    pub fn cap(&self) -> Option<u32> {
        self.cap
    }

    /// The points each other player gets for a false mahjong, of the dealer or of somebody else; `None` if the table states
    /// them each time.
    #[must_use]
    pub fn false_mahjong_points(&self, by_dealer: bool) -> Option<u32> {
        match by_dealer {
            true => self.dealer_false_mahjong_points,
            false => self.false_mahjong_points,
        }
    }

    /// How many bonus tiles win at once, without a complete hand; none where they do not.
    #[must_use]
    pub fn bonus_tile_wins(&self) -> &[usize] {
        &self.bonus_tile_wins
    }

    /// The patterns that count with a win by bonus tiles, besides those of the number of bonus tiles.
    pub(crate) fn bonus_tile_win_patterns(&self) -> PatternSet {
        self.bonus_tile_win_patterns
    }

    /// How a non-dealer wins as `man`.
    pub(crate) fn man_wins(&self) -> &[ManWin] {
        self.man_wins.as_deref().unwrap_or(&[ManWin::SelfDraw])
    }

    /// The points of a limit hand, before multipliers if it is multiplied.
    #[must_use]
    pub fn limit_points(&self) -> u32 {
        self.limit.points
    }

    /// The base points for so many fan, read at the cap if there are more.
    #[must_use]
    pub fn points(&self, fan: u32) -> u32 {
        let end = self.points_by_fan.len() - 1;
        self.points_by_fan[end.min(fan as usize)]
    }

    pub(crate) fn counting(&self) -> &Counting {
        &self.counting
    }

    /// The patterns whose claims go first whatever the order.
    pub(crate) fn first(&self) -> &[PatternIndex] {
        &self.first
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

/// The points for 0, 1, 2 and more fan, up to the last step of a schedule or to the cap; never empty. The steps, each of
/// fan and points, are in order: another schedule is refused.
fn points_by_fan(schedule: &[(u32, u32)], cap: Option<u32>) -> Vec<u32> {
    let last = schedule.last().map_or(0, |&(from_fan, _)| from_fan);
    let end = cap.map_or(last, |cap| cap.min(last));
    let points = |fan| {
        let reached = schedule
            .iter()
            .take_while(|&&(from_fan, _)| from_fan <= fan);
        reached.last().map_or(0, |&(_, points)| points)
    };
    (0..=end).map(points).collect()
}
