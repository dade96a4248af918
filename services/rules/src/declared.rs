//! A result that a table declares without tiles.

use crate::check;
use crate::field::Field;
use crate::liability;
use crate::pattern::Matches;
use crate::refusal::{Refusal, RefusalCode};
use crate::score::below_minimum;
use crate::stated_liability::StatedLiability;
use crate::{
    Circumstances, DeclaredResult, Pattern, PatternSet, Score, TableOptions, Variant, Wind, WonBy,
};

/// The most fan a table may declare.
const MOST_FAN: u32 = 1000;

/// The score of a declared result: what the table says, as far as the variant and the minimum let it.
pub(crate) fn score(
    variant: &Variant,
    options: &TableOptions,
    declared: DeclaredResult,
    seat_wind: Wind,
    circumstances: &Circumstances<Wind>,
    liability: Option<&StatedLiability<Wind>>,
) -> Result<Score, Refusal> {
    let outside = match circumstances.won_by {
        WonBy::SelfDraw => self_draw_outside_minimum(variant),
        WonBy::Discard { .. } | WonBy::RobbedKong { .. } | WonBy::BonusTiles => 0,
    };
    check_numbers(declared, outside)?;
    check::circumstances(variant, seat_wind, circumstances)?;
    if let Some(stated) = liability {
        liability::check_declared(variant, seat_wind, circumstances, stated, declared)?;
    }
    let DeclaredResult {
        fan,
        limit,
        fan_toward_minimum,
    } = declared;
    let toward = fan_toward_minimum.unwrap_or(fan.saturating_sub(outside));
    let score = Score {
        read: None,
        fan,
        fan_toward_minimum: if limit { 0 } else { toward },
        minimum_fan: options.minimum_fan(variant),
        limit,
        points: if limit {
            variant.limit().points
        } else {
            variant.points(fan)
        },
        matches: Matches::NONE,
        patterns: PatternSet::EMPTY,
    };
    if score.meets_minimum() {
        return Ok(score);
    }
    Err(below_minimum(&score, Field::DeclaredFan))
}

/// The fan of a self-draw, where they cannot have helped to reach the minimum.
fn self_draw_outside_minimum(variant: &Variant) -> u32 {
    let (counting, self_draw) = (variant.counting(), Pattern::SelfDraw.into());
    if counting.counts_toward_minimum(self_draw) {
        0
    } else {
        counting.fan(&Matches::NONE, self_draw)
    }
}

/// `outside` are the fan that cannot count toward the minimum.
fn check_numbers(declared: DeclaredResult, outside: u32) -> Result<(), Refusal> {
    let DeclaredResult {
        fan,
        limit,
        fan_toward_minimum,
    } = declared;
    let refuse =
        |field, message: &'static str| Err(Refusal::new(RefusalCode::OutOfRange, field, message));
    if fan > MOST_FAN {
        return refuse(Field::DeclaredFan, "a declared result has 0–1000 fan");
    }
    if limit && fan > 0 {
        let message = "a limit hand has no fan: declare the limit with 0 fan";
        return refuse(Field::DeclaredFan, message);
    }
    if fan_toward_minimum.is_some_and(|toward| toward > fan.saturating_sub(outside)) {
        let message = "no more fan can count toward the minimum than there are in all, those outside it apart";
        return refuse(Field::DeclaredFanTowardMinimum, message);
    }
    Ok(())
}
