//! What one hand is worth, and why.

use std::cmp::Reverse;

use crate::check::{check, robbed_concealed_kong};
use crate::counted::{Capped, Counted, LeftOut, LeftOutReason};
use crate::field::Field;
use crate::hand_features::HandFeatures;
use crate::pattern::Matches;
use crate::reading::{Candidate, Read, each_candidate};
use crate::refusal::{Detail, Refusal, RefusalCode};
use crate::steps::{StepBudget, TooManySteps, UNLIMITED};
use crate::tile_features::TileFeatures;
use crate::variant::Count;
use crate::winning_shape::shape_of;
use crate::{Amounts, PatternSet, Reading, Variant, Win, WonBy, liability, payment};

/// What a table agreed on top of its variant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TableOptions {
    /// The least fan a hand needs to win; `None`: the variant's own.
    pub minimum_fan: Option<u32>,
}

impl TableOptions {
    /// The least fan a hand needs to win at this table.
    #[must_use]
    pub fn minimum_fan(&self, variant: &Variant) -> u32 {
        self.minimum_fan.unwrap_or(variant.minimum_fan())
    }
}

/// What a hand is worth. Why is told, from the variant it was scored under, by [`counted`](Score::counted),
/// [`capped`](Score::capped) and [`left_out`](Score::left_out).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Score {
    /// `None` if the table declared the result.
    pub(crate) read: Option<Read>,
    /// The fan in all: what counts, less what the variant's `caps` take away, and not held to its `cap`; 0 for a
    /// limit hand.
    pub fan: u32,
    /// The fan of those that count toward the minimum; 0 for a limit hand, which satisfies any minimum.
    pub fan_toward_minimum: u32,
    /// The minimum that the hand had to meet.
    pub minimum_fan: u32,
    /// Whether it is a limit hand.
    pub limit: bool,
    /// The base points, before multipliers.
    pub points: u32,
    pub(crate) matches: Matches,
    pub(crate) patterns: PatternSet,
}

/// A hand, scored and paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredHand {
    /// The score under the reading that counts.
    pub score: Score,
    /// What each seat wind gains or pays, East first.
    pub payments: Amounts,
}

impl Score {
    /// The reading that counts; `None` if the table declared the result.
    #[must_use]
    pub fn reading(&self) -> Option<Reading> {
        self.read.as_ref().map(Read::reading)
    }

    /// The fan at which the payments read the variant's schedule: the fan in all, held to the variant's `cap`; 0 for a limit hand.
    #[must_use]
    pub fn paid_fan(&self, variant: &Variant) -> u32 {
        variant.cap().map_or(self.fan, |cap| cap.min(self.fan))
    }

    /// Whether the table declared the result, without showing tiles.
    #[must_use]
    pub fn is_declared(&self) -> bool {
        self.read.is_none()
    }

    /// The patterns that count, in the order of the variant: the catalogue's, then its own.
    pub fn counted(&self, variant: &Variant) -> impl Iterator<Item = Counted> {
        let counting = variant.counting();
        self.patterns.into_iter().map(|pattern| Counted {
            pattern,
            count: self.matches.times(pattern),
            fan: counting.fan(&self.matches, pattern),
            limit: counting.is_limit(pattern),
            counts_toward_minimum: counting.counts_toward_minimum(pattern),
        })
    }

    /// What the variant's `caps` take away from those patterns, in the order of the document; none of a limit hand.
    pub fn capped(&self, variant: &Variant) -> impl Iterator<Item = Capped> {
        variant.counting().capped(&self.matches, self.patterns)
    }

    /// The patterns that are matched but do not count, in the same order.
    pub fn left_out(&self, variant: &Variant) -> impl Iterator<Item = LeftOut> {
        let left_out = self.matches.patterns - self.patterns;
        left_out.into_iter().filter_map(|pattern| {
            let reason = variant.counting().left_out(&self.matches, pattern)?;
            Some(LeftOut { pattern, reason })
        })
    }

    /// Whether it reaches the minimum.
    #[must_use]
    pub fn meets_minimum(&self) -> bool {
        self.limit || self.fan_toward_minimum >= self.minimum_fan
    }
}

/// Which reading explains a hand among those that pay the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ties {
    /// The one with more limits, then the first.
    MoreLimits,
    /// The first. What is recorded was always read so, and is read so again when it is audited: entries state the patterns and the
    /// reading, so another one is for another [`SEMANTICS`](crate::SEMANTICS).
    First,
}

/// Validates a won hand, reads it, counts its fan and works out who pays what.
///
/// Of readings that pay the same, the one with more limits counts, then the one with more fan, then the one that comes first: divisions into four sets and a pair (by the tile
/// of the pair, then by the lowest set, a pung before a chow), each with the winning tile in every place it fits
/// (sets first, then the pair); then seven pairs; then thirteen orphans.
///
/// # Errors
/// The first refusal in the order of [`RefusalCode`].
pub fn score(variant: &Variant, options: &TableOptions, win: &Win) -> Result<ScoredHand, Refusal> {
    score_by(variant, options, win, &UNLIMITED, Ties::MoreLimits)
}

/// The same, under a budget for the steps of house patterns.
///
/// # Errors
/// If the budget is spent; within, as [`score`].
pub fn score_within(
    variant: &Variant,
    options: &TableOptions,
    win: &Win,
    budget: &StepBudget,
) -> Result<Result<ScoredHand, Refusal>, TooManySteps> {
    budget.settle(score_by(variant, options, win, budget, Ties::MoreLimits))
}

pub(crate) fn score_by(
    variant: &Variant,
    options: &TableOptions,
    win: &Win,
    budget: &StepBudget,
    ties: Ties,
) -> Result<ScoredHand, Refusal> {
    let tiles = TileFeatures::of(win);
    check(variant, win, &tiles)?;
    let table = Table::of(variant, options, win, &tiles, budget);
    let mut best: Option<Ranked> = None;
    let every_place = variant.has_house_patterns();
    each_candidate(&tiles, variant.shapes(), every_place, &mut |candidate| {
        table.keep_best(&mut best, candidate, ties);
    });
    if variant.has_house_patterns() {
        budget.refuse_if_spent()?;
    }
    let Some(best) = &best else {
        return Err(not_winning(&tiles));
    };
    if win.circumstances.won_by == WonBy::BonusTiles && !table.wins_by_bonus_tiles(&best.matches) {
        let message =
            "this variant sets conditions for a win by bonus tiles that the hand does not meet";
        return Err(Refusal::new(
            RefusalCode::BonusTileWinNotPlayed,
            Field::WonBy,
            message,
        ));
    }
    if !best.meets_minimum {
        return Err(below_minimum(&table.score(best), Field::Whole));
    }
    let (score, limit) = (table.score(best), best.count.limit);
    let shown = best.matches.patterns;
    robbed_concealed_kong(variant, &win.circumstances, shown)?;
    liability::check_hand(variant, win, shown, (score.fan, limit))?;
    let payments = payment::win(
        variant,
        win.seat_wind,
        &win.circumstances.won_by,
        win.liability.as_ref(),
        table.points(&best.count),
        limit,
    );
    Ok(ScoredHand { score, payments })
}

/// Every reading of a won hand, the one that counts first, whether or not it reaches the minimum.
///
/// # Errors
/// As for [`score`], but not [`RefusalCode::BelowMinimum`].
pub fn readings(
    variant: &Variant,
    options: &TableOptions,
    win: &Win,
) -> Result<Vec<Score>, Refusal> {
    readings_by(variant, options, win, &UNLIMITED)
}

/// As [`readings`], under a budget for the steps of house patterns.
///
/// # Errors
/// If the budget is spent; within, as [`readings`].
pub fn readings_within(
    variant: &Variant,
    options: &TableOptions,
    win: &Win,
    budget: &StepBudget,
) -> Result<Result<Vec<Score>, Refusal>, TooManySteps> {
    budget.settle(readings_by(variant, options, win, budget))
}

fn readings_by(
    variant: &Variant,
    options: &TableOptions,
    win: &Win,
    budget: &StepBudget,
) -> Result<Vec<Score>, Refusal> {
    let tiles = TileFeatures::of(win);
    check(variant, win, &tiles)?;
    let table = Table::of(variant, options, win, &tiles, budget);
    let mut ranked = Vec::new();
    each_candidate(&tiles, variant.shapes(), true, &mut |candidate| {
        ranked.push(table.rank(candidate))
    });
    budget.refuse_if_spent()?;
    if ranked.is_empty() {
        return Err(not_winning(&tiles));
    }
    // A stable sort keeps the order of the readings among equals.
    ranked.sort_by_key(|ranked| Reverse((ranked.rank(), ranked.limits())));
    Ok(ranked.iter().map(|ranked| table.score(ranked)).collect())
}

/// A won hand and the rules it is read under.
struct Table<'a> {
    variant: &'a Variant,
    minimum_fan: u32,
    win: &'a Win,
    tiles: &'a TileFeatures,
    budget: &'a StepBudget,
}

/// A reading and what counts in it.
struct Ranked {
    candidate: Candidate,
    matches: Matches,
    count: Count,
    meets_minimum: bool,
}

impl Ranked {
    /// A limit goes first, then what meets the minimum, then more fan.
    fn rank(&self) -> (bool, bool, u32) {
        (self.count.limit, self.meets_minimum, self.count.fan)
    }

    /// How many limits count: of a limit hand, nothing else does.
    fn limits(&self) -> u32 {
        match self.count.limit {
            true => self.count.counted.len(),
            false => 0,
        }
    }

    fn is_above(&self, other: &Ranked, ties: Ties) -> bool {
        let (rank, others) = (self.rank(), other.rank());
        rank > others
            || (ties == Ties::MoreLimits && rank == others && self.limits() > other.limits())
    }
}

impl<'a> Table<'a> {
    fn of(
        variant: &'a Variant,
        options: &TableOptions,
        win: &'a Win,
        tiles: &'a TileFeatures,
        budget: &'a StepBudget,
    ) -> Table<'a> {
        Table {
            variant,
            minimum_fan: options.minimum_fan(variant),
            win,
            tiles,
            budget,
        }
    }

    /// Puts a reading into the place of the best so far if it ranks above that.
    // A reading that counts is copied once, and this once: the ways to read a hand meet here.
    #[inline(never)]
    fn keep_best(&self, best: &mut Option<Ranked>, candidate: &Candidate, ties: Ties) {
        let next = self.rank(candidate);
        if best.as_ref().is_none_or(|best| next.is_above(best, ties)) {
            *best = Some(next);
        }
    }

    #[inline(always)]
    fn rank(&self, candidate: &Candidate) -> Ranked {
        let house = if self.variant.has_house_patterns() {
            let reading = Read::of(self.tiles, candidate).reading();
            self.variant
                .matched_house_patterns(self.win, &reading, self.budget)
        } else {
            PatternSet::EMPTY
        };
        let matches = Matches::of(
            &HandFeatures::of(self.win, self.tiles, candidate),
            house,
            self.variant.counting().conditional(),
            self.variant.bonus_tile_win_patterns(),
        );
        let count = self.variant.counting().count(&matches);
        Ranked {
            candidate: *candidate,
            matches,
            count,
            meets_minimum: count.limit || count.fan_toward_minimum >= self.minimum_fan,
        }
    }

    /// Whether a win by bonus tiles shows one of the patterns of their number with its conditions met: what else counts
    /// only goes with it.
    fn wins_by_bonus_tiles(&self, matches: &Matches) -> bool {
        let beside = self.variant.bonus_tile_win_patterns();
        let counting = self.variant.counting();
        (matches.patterns - beside).into_iter().any(|pattern| {
            match counting.left_out(matches, pattern) {
                Some(LeftOutReason::NoValue | LeftOutReason::Condition(_)) => false,
                Some(_) | None => true,
            }
        })
    }

    /// The base points, before multipliers.
    fn points(&self, count: &Count) -> u32 {
        if count.limit {
            self.variant.limit().points
        } else {
            self.variant.points(count.fan)
        }
    }

    // Inlined, so that the score is not copied: a copy right after writing waits for the writing.
    #[inline(always)]
    fn score(&self, ranked: &Ranked) -> Score {
        let Count {
            counted,
            fan,
            fan_toward_minimum,
            limit,
        } = ranked.count;
        Score {
            read: Some(Read::of(self.tiles, &ranked.candidate)),
            fan,
            fan_toward_minimum,
            minimum_fan: self.minimum_fan,
            limit,
            points: self.points(&ranked.count),
            matches: ranked.matches,
            patterns: counted,
        }
    }
}

fn not_winning(tiles: &TileFeatures) -> Refusal {
    let detail = Detail::NotWinning {
        tiles: tiles.concealed,
        beside_melds: tiles.melds > 0,
        shape: shape_of(&tiles.concealed, tiles.melds),
    };
    Refusal::new(RefusalCode::NotWinningHand, Field::Concealed, detail)
}

pub(crate) fn below_minimum(score: &Score, field: Field) -> Refusal {
    let detail = Detail::BelowMinimum {
        fan: score.fan,
        toward: score.fan_toward_minimum,
        minimum: score.minimum_fan,
    };
    Refusal::new(RefusalCode::BelowMinimum, field, detail)
}
