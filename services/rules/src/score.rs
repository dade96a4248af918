//! What one hand is worth, and why.

use std::cmp::Reverse;

use crate::check::check;
use crate::facts::{Facts, TileFacts};
use crate::pattern::{Matches, special};
use crate::reading::each_reading;
use crate::refusal::{Field, Refusal, RefusalCode};
use crate::variant::{Value, Worth};
use crate::{
    Amounts, Condition, Pattern, Reading, TileCounts, Variant, Win, WonBy, notation, payment,
};

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

/// A pattern that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counted {
    /// Which.
    pub pattern: Pattern,
    /// How often it was matched, at least 1.
    pub count: u32,
    /// The fan it brings in all; 0 where it is a limit.
    pub fan: u32,
    /// Whether it makes a limit hand.
    pub limit: bool,
    /// Whether its fan count toward the minimum.
    pub counts_toward_minimum: bool,
}

/// A pattern that is matched but does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Which.
    pub pattern: Pattern,
    /// Why.
    pub reason: LeftOutReason,
}

/// Why a matched pattern does not count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeftOutReason {
    /// Another matched pattern includes it.
    Included {
        /// That one.
        by: Pattern,
    },
    /// No fan are added to a limit.
    Limit {
        /// The pattern that makes the limit hand.
        by: Pattern,
    },
    /// A condition that the variant sets does not hold.
    Condition(Condition),
    /// The variant gives it no value.
    NoValue,
}

impl LeftOutReason {
    /// The id of the pattern, or the name of the condition, that the reason speaks of.
    #[must_use]
    pub fn by(&self) -> Option<&'static str> {
        match self {
            LeftOutReason::Included { by } | LeftOutReason::Limit { by } => Some(by.id()),
            LeftOutReason::Condition(condition) => Some(condition.id()),
            LeftOutReason::NoValue => None,
        }
    }
}

/// What a hand is worth, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Score {
    /// The reading that counts; `None` if the table declared the result.
    pub reading: Option<Reading>,
    /// The patterns that count, in the order of the catalogue.
    pub counted: Vec<Counted>,
    /// The patterns that are matched but do not count, in the order of the catalogue.
    pub left_out: Vec<LeftOut>,
    /// The fan in all, uncapped; 0 for a limit hand.
    pub fan: u32,
    /// The fan of those that count toward the minimum; 0 for a limit hand, which satisfies any minimum.
    pub fan_toward_minimum: u32,
    /// The minimum that the hand had to meet.
    pub minimum_fan: u32,
    /// Whether it is a limit hand.
    pub limit: bool,
    /// The base points, before multipliers.
    pub points: u32,
}

/// A hand, scored and paid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoredHand {
    /// The score under the reading that counts.
    pub score: Score,
    /// What each seat wind gains or pays, East first.
    pub payments: Amounts,
    /// The scores of the other readings, best first.
    pub other_readings: Vec<Score>,
}

impl Score {
    /// Whether it reaches the minimum.
    #[must_use]
    pub fn meets_minimum(&self) -> bool {
        self.limit || self.fan_toward_minimum >= self.minimum_fan
    }

    /// A limit goes first, then what meets the minimum, then more fan.
    fn rank(&self) -> (bool, bool, u32) {
        (self.limit, self.meets_minimum(), self.fan)
    }
}

/// Validates a won hand, reads it, counts its fan and works out who pays what.
///
/// Of readings that rank equally, the one that comes first counts: divisions into four sets and a pair (by the tile
/// of the pair, then by the lowest set, a pung before a chow), each with the winning tile in every place it fits
/// (sets first, then the pair); then seven pairs; then thirteen orphans.
///
/// # Errors
/// The first refusal in the order of [`RefusalCode`].
pub fn score(variant: &Variant, options: &TableOptions, win: &Win) -> Result<ScoredHand, Refusal> {
    check(variant, win)?;
    let minimum_fan = options.minimum_fan(variant);
    let tiles = TileFacts::of(win);
    let mut scores = Vec::new();
    each_reading(&win.hand, &win.circumstances.won_by, &mut |reading| {
        scores.push(count(
            variant,
            minimum_fan,
            &Facts::of(win, &tiles, &reading),
        ));
    });
    // A stable sort keeps the order of the readings among equals.
    scores.sort_by_key(|score| Reverse(score.rank()));
    let mut ranked = scores.into_iter();
    let score = ranked.next().ok_or_else(|| not_winning(win))?;
    if win.circumstances.won_by == WonBy::BonusTiles && score.counted.is_empty() {
        let message =
            "this variant sets conditions for a win by bonus tiles that the hand does not meet";
        return Err(Refusal::new(
            RefusalCode::BonusTileWinNotPlayed,
            Field::WonBy,
            message,
        ));
    }
    if !score.meets_minimum() {
        return Err(below_minimum(&score));
    }
    let payments = payment::win(
        variant,
        win.seat_wind,
        &win.circumstances.won_by,
        score.points,
        score.limit,
    );
    Ok(ScoredHand {
        score,
        payments,
        other_readings: ranked.collect(),
    })
}

/// Counts one reading.
fn count(variant: &Variant, minimum_fan: u32, facts: &Facts) -> Score {
    let matches = Matches::of(facts);
    let standings: Vec<(Pattern, Standing)> = matches
        .matched()
        .map(|pattern| (pattern, Standing::of(variant, facts, pattern)))
        .collect();
    let active: Vec<(Pattern, &Worth)> = standings
        .iter()
        .filter_map(|(pattern, standing)| match standing {
            Standing::Active(worth) => Some((*pattern, *worth)),
            Standing::LeftOut(_) => None,
        })
        .collect();
    let limit = active
        .iter()
        .find(|(_, worth)| worth.value == Value::Limit)
        .map(|&(pattern, _)| pattern);
    let mut score = Score {
        reading: Some(facts.reading.clone()),
        counted: Vec::new(),
        left_out: Vec::new(),
        fan: 0,
        fan_toward_minimum: 0,
        minimum_fan,
        limit: limit.is_some(),
        points: 0,
    };
    for (pattern, standing) in standings {
        let reason = match standing {
            Standing::LeftOut(reason) => reason,
            Standing::Active(worth) => match (limit, includer(&active, pattern)) {
                (Some(by), _) if worth.value != Value::Limit => LeftOutReason::Limit { by },
                (_, Some(by)) => LeftOutReason::Included { by },
                (_, None) => {
                    score.add(pattern, u32::from(matches.count(pattern)), worth);
                    continue;
                }
            },
        };
        score.left_out.push(LeftOut { pattern, reason });
    }
    score.points = if score.limit {
        variant.limit().points
    } else {
        variant.points(score.fan)
    };
    score
}

/// Whether a variant lets a matched pattern count, the others aside.
enum Standing<'a> {
    Active(&'a Worth),
    LeftOut(LeftOutReason),
}

impl<'a> Standing<'a> {
    fn of(variant: &'a Variant, facts: &Facts, pattern: Pattern) -> Standing<'a> {
        let Some(worth) = variant.worth(pattern) else {
            return Standing::LeftOut(LeftOutReason::NoValue);
        };
        match worth
            .when
            .iter()
            .find(|&&condition| !holds(condition, facts))
        {
            Some(&condition) => Standing::LeftOut(LeftOutReason::Condition(condition)),
            None => Standing::Active(worth),
        }
    }
}

impl Score {
    fn add(&mut self, pattern: Pattern, count: u32, worth: &Worth) {
        let Worth {
            counts_toward_minimum,
            ..
        } = *worth;
        let fan = worth.fan() * count;
        self.fan += fan;
        self.fan_toward_minimum += if counts_toward_minimum { fan } else { 0 };
        let limit = worth.value == Value::Limit;
        self.counted.push(Counted {
            pattern,
            count,
            fan,
            limit,
            counts_toward_minimum,
        });
    }
}

fn includer(active: &[(Pattern, &Worth)], pattern: Pattern) -> Option<Pattern> {
    active
        .iter()
        .find(|(_, worth)| worth.includes.contains(&pattern.into()))
        .map(|&(includer, _)| includer)
}

fn holds(condition: Condition, facts: &Facts) -> bool {
    match condition {
        Condition::Concealed => facts.is_concealed(),
        // A win by bonus tiles is paid as self-drawn, and counts as that.
        Condition::SelfDrawn => facts.win.circumstances.won_by.is_own_draw(),
        Condition::SuitedPair => facts.pair.is_some_and(|tile| !tile.is_honour()),
        Condition::Pure => {
            special::has_nine_gates(&TileCounts::of(facts.win.hand.concealed.iter().copied()))
        }
        Condition::BonusTileWin => facts.win.circumstances.won_by == WonBy::BonusTiles,
        Condition::NotSeatWind => facts.win.seat_wind != facts.win.round_wind,
    }
}

fn not_winning(win: &Win) -> Refusal {
    let tiles: Vec<_> = win
        .hand
        .concealed
        .iter()
        .copied()
        .chain(win.hand.winning_tile)
        .collect();
    let beside = if win.hand.melds.is_empty() {
        ""
    } else {
        " beside the melds"
    };
    let tiles = notation::playing(&tiles);
    let message =
        format!("not a winning hand: {tiles} make no sets and a pair{beside}, nor a special hand");
    Refusal::new(RefusalCode::NotWinningHand, Field::Concealed, message)
}

pub(crate) fn below_minimum(score: &Score) -> Refusal {
    let outside = score.fan - score.fan_toward_minimum;
    let (toward, minimum) = (score.fan_toward_minimum, score.minimum_fan);
    let beside = match outside {
        0 => String::new(),
        _ => format!(" ({outside} more do not count toward the minimum)"),
    };
    let message = format!("not a legal win: {toward} of the {minimum} fan needed{beside}");
    Refusal::new(RefusalCode::BelowMinimum, Field::Whole, message)
}
