//! What a hand waits for.

use crate::check::check;
use crate::field::Field;
use crate::refusal::{Refusal, RefusalCode};
use crate::score::{Ties, score_by};
use crate::steps::{StepBudget, TooManySteps, UNLIMITED};
use crate::tile_features::TileFeatures;
use crate::{
    Circumstances, Hand, Score, TableOptions, Tile, TileCounts, Variant, Win, Wind, WonBy,
};

/// The rules a hand is looked at by, and what that may take.
type Table<'a> = (&'a Variant, &'a TableOptions, &'a StepBudget);

/// A hand that lacks one tile, outside a match.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Holding {
    /// The tiles, without a winning tile.
    pub hand: Hand,
    /// The player's seat wind.
    pub seat_wind: Wind,
    /// The prevailing wind.
    pub round_wind: Wind,
}

/// A tile that completes a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wait {
    /// The tile.
    pub tile: Tile,
    /// How many of its four copies the player neither holds nor has seen, 0–4.
    pub left: u8,
    /// What the hand is worth if the player draws it, as an ordinary draw.
    pub self_draw: Prospect,
    /// What the hand is worth if another player discards it, whoever that is.
    pub discard: Prospect,
}

/// What a completed hand would be worth.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Prospect {
    /// The score; its minimum is the table's even if it is not reached.
    pub score: Score,
    /// The fan toward the minimum that are missing for a legal win; 0 for one.
    pub missing_fan: u32,
}

/// Every tile that completes a hand in any way, in the order of the tiles.
///
/// A tile of which the player holds all four can never come, so it is no wait; one that is only seen four times is
/// one with none left. A hand that waits for nothing has no waits.
///
/// # Errors
/// The first refusal, in the order of [`RefusalCode`], of a hand that cannot be: a winning tile is stated, a meld is
/// none, tiles are too many or too few, or there are more than four of a kind with those seen.
pub fn waits(
    variant: &Variant,
    options: &TableOptions,
    holding: &Holding,
    seen: &[Tile],
) -> Result<Vec<Wait>, Refusal> {
    each_wait(variant, options, holding, seen)?.collect()
}

/// The same one by one, for who has something else to do in between: a tile is tried when its turn comes.
///
/// # Errors
/// As [`waits`].
pub fn each_wait<'a>(
    variant: &'a Variant,
    options: &'a TableOptions,
    holding: &'a Holding,
    seen: &[Tile],
) -> Result<impl Iterator<Item = Result<Wait, Refusal>> + 'a + use<'a>, Refusal> {
    waits_by(variant, options, holding, seen, &UNLIMITED)
}

/// The same, under a budget for the steps of house patterns.
///
/// # Errors
/// As [`waits`]. A tile is told as an error of its own if the budget is spent.
pub fn each_wait_within<'a>(
    variant: &'a Variant,
    options: &'a TableOptions,
    holding: &'a Holding,
    seen: &[Tile],
    budget: &'a StepBudget,
) -> Result<impl Iterator<Item = Result<Result<Wait, Refusal>, TooManySteps>> + 'a + use<'a>, Refusal>
{
    let waits = waits_by(variant, options, holding, seen, budget)?;
    Ok(waits.map(move |wait| budget.settle(wait)))
}

fn waits_by<'a>(
    variant: &'a Variant,
    options: &'a TableOptions,
    holding: &'a Holding,
    seen: &[Tile],
    budget: &'a StepBudget,
) -> Result<impl Iterator<Item = Result<Wait, Refusal>> + 'a + use<'a>, Refusal> {
    let held = holding.hand.counts();
    check_holding(variant, holding, &held)?;
    let seen = TileCounts::of(seen.iter().copied());
    let gone = move |tile: Tile| held[tile].saturating_add(seen[tile]);
    if Tile::all().any(|tile| gone(tile) > Tile::COPIES) {
        let message = "with the tiles that were seen there are more than four of one tile";
        return Err(Refusal::new(RefusalCode::FifthCopy, Field::Seen, message));
    }
    let tiles = Tile::all().filter(move |&tile| held[tile] < Tile::COPIES);
    Ok(tiles.filter_map(move |tile| {
        let left = Tile::COPIES - gone(tile);
        let table = (variant, options, budget);
        holding.wait(table, tile, left).transpose()
    }))
}

impl Holding {
    /// What it is worth with a tile, of which so many are left; `None` if the tile does not complete it.
    fn wait(&self, table: Table<'_>, tile: Tile, left: u8) -> Result<Option<Wait>, Refusal> {
        let prospect = |won_by| prospect(table, &self.completed(tile, won_by));
        let from = self.seat_wind.next();
        let Some(self_draw) = prospect(WonBy::SelfDraw)? else {
            return Ok(None);
        };
        let discard = prospect(WonBy::Discard { from })?;
        Ok(discard.map(|discard| Wait {
            tile,
            left,
            self_draw,
            discard,
        }))
    }

    fn completed(&self, tile: Tile, won_by: WonBy<Wind>) -> Win {
        Win {
            hand: Hand {
                winning_tile: Some(tile),
                ..self.hand.clone()
            },
            circumstances: Circumstances::plain(won_by),
            seat_wind: self.seat_wind,
            round_wind: self.round_wind,
            liability: None,
        }
    }
}

/// The checks of a won hand, with a tile that cannot itself be refused: one the player does not hold, if there is any.
fn check_holding(variant: &Variant, holding: &Holding, held: &TileCounts) -> Result<(), Refusal> {
    if holding.hand.winning_tile.is_some() {
        let message = "a hand that waits has no winning tile yet: leave it out";
        return Err(Refusal::new(
            RefusalCode::WinningTileMismatch,
            Field::WinningTile,
            message,
        ));
    }
    match Tile::all().min_by_key(|&tile| held[tile]) {
        Some(tile) => {
            let win = holding.completed(tile, WonBy::SelfDraw);
            check(variant, &win, &TileFeatures::of(&win))
        }
        None => Ok(()),
    }
}

/// What a win is worth, legal or not; `None` if the tiles are complete in no way.
fn prospect((variant, options, budget): Table<'_>, win: &Win) -> Result<Option<Prospect>, Refusal> {
    let minimum_fan = options.minimum_fan(variant);
    let score = match score_by(variant, options, win, budget, Ties::MoreLimits) {
        Ok(scored) => scored.score,
        Err(refusal) if refusal.code == RefusalCode::NotWinningHand => return Ok(None),
        Err(refusal) if refusal.code == RefusalCode::BelowMinimum => {
            let mut open = *options;
            open.minimum_fan = Some(0);
            let scored = score_by(variant, &open, win, budget, Ties::MoreLimits)?;
            Score {
                minimum_fan,
                ..scored.score
            }
        }
        Err(refusal) => return Err(refusal),
    };
    let missing_fan = if score.meets_minimum() {
        0
    } else {
        minimum_fan.saturating_sub(score.fan_toward_minimum)
    };
    Ok(Some(Prospect { score, missing_fan }))
}
