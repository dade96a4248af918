//! `score.proto`

use rules::{
    Amounts, Circumstances, Completed, Condition, Counted, Hand, LeftOut, LeftOutReason, Reading,
    Score, Set, SetKind, TableOptions, Tile, Win, Wind, WonBy,
};
use wire::v1;

use super::hand::{Giver, read_circumstances, read_hand};
use super::tiles::{read_optional_wind, read_wind, write_playing, write_wind};
use super::{in_range, required};
use crate::errors::{At, Invalid};

/// Reads the field `options`.
pub(crate) fn read_options(stated: Option<v1::TableOptions>) -> Result<TableOptions, Invalid> {
    let minimum_fan = stated.and_then(|options| options.minimum_fan);
    let minimum_fan = minimum_fan.map(|fan| in_range(fan, 0..=100)).transpose();
    Ok(TableOptions {
        minimum_fan: minimum_fan.at("options.minimum_fan")?,
    })
}

/// Reads the field `win`.
pub(crate) fn read_win(stated: Option<v1::Win>) -> Result<Win, Invalid> {
    let stated = required(stated, "win")?;
    read_stated_win(stated).at("win")
}

fn read_stated_win(stated: v1::Win) -> Result<Win, Invalid> {
    let hand = required(stated.hand, "hand")?;
    let from_seat = read_optional_wind(stated.from_seat).at("from_seat")?;
    let giver = Giver {
        field: "from_seat",
        seat: from_seat,
    };
    Ok(Win {
        hand: read_hand(hand).at("hand")?,
        circumstances: read_circumstances(stated.circumstances, giver)?,
        seat_wind: read_wind(stated.seat_wind).at("seat_wind")?,
        round_wind: read_wind(stated.round_wind).at("round_wind")?,
    })
}

/// The tile that completed a hand, and whether the winner drew it: what a reading does not say by itself.
#[derive(Clone, Copy)]
pub(super) struct Completion {
    tile: Option<Tile>,
    drawn: bool,
}

impl Completion {
    pub(super) fn of<S>(hand: &Hand, circumstances: &Circumstances<S>) -> Completion {
        let drawn = match circumstances.won_by {
            WonBy::SelfDraw | WonBy::BonusTiles => true,
            WonBy::Discard { .. } | WonBy::RobbedKong { .. } => false,
        };
        Completion {
            tile: hand.winning_tile,
            drawn,
        }
    }

    /// Of a result that was declared without tiles, and so has no reading.
    pub(super) const DECLARED: Completion = Completion {
        tile: None,
        drawn: true,
    };
}

/// Writes a score.
pub(super) fn write_score(score: &Score, completion: Completion) -> v1::Score {
    v1::Score {
        reading: score
            .reading
            .as_ref()
            .map(|reading| write_reading(reading, completion)),
        counted: score.counted.iter().map(write_counted).collect(),
        left_out: score.left_out.iter().map(write_left_out).collect(),
        fan: score.fan,
        fan_toward_minimum: score.fan_toward_minimum,
        minimum_fan: score.minimum_fan,
        limit: score.limit,
        points: score.points,
        declared: score.reading.is_none(),
    }
}

/// Writes payments by seat wind.
pub(super) fn write_payments(amounts: Amounts) -> Vec<v1::SeatPayment> {
    let payment = |(wind, half_points)| v1::SeatPayment {
        seat_wind: write_wind(wind),
        half_points,
    };
    Wind::ALL
        .into_iter()
        .zip(amounts.half_points())
        .map(payment)
        .collect()
}

fn write_reading(reading: &Reading, completion: Completion) -> v1::Reading {
    let (shape, sets) = match reading {
        Reading::Standard {
            sets,
            pair,
            completed,
        } => (
            v1::Shape::Standard,
            write_sets(sets, *pair, *completed, completion),
        ),
        Reading::SevenPairs { pairs } => {
            let pairs = pairs.iter();
            let pairs =
                pairs.map(|&tile| write_pair(tile, completion.tile == Some(tile), completion));
            (v1::Shape::SevenPairs, pairs.collect())
        }
        Reading::ThirteenOrphans { .. } => (v1::Shape::ThirteenOrphans, Vec::new()),
        Reading::BonusTiles => (v1::Shape::BonusTiles, Vec::new()),
    };
    v1::Reading {
        shape: shape.into(),
        sets,
    }
}

fn write_sets(
    sets: &[Set; 4],
    pair: Tile,
    completed: Completed,
    completion: Completion,
) -> Vec<v1::ReadSet> {
    let set = |(place, set): (usize, &Set)| v1::ReadSet {
        kind: write_set_kind(set.kind).into(),
        tiles: Some(write_playing(&set.tiles())),
        concealed: set.concealed,
        completed: completed == Completed::Set(place),
    };
    let pair = write_pair(pair, completed == Completed::Pair, completion);
    sets.iter().enumerate().map(set).chain([pair]).collect()
}

fn write_pair(tile: Tile, completed: bool, completion: Completion) -> v1::ReadSet {
    v1::ReadSet {
        kind: v1::SetKind::Pair.into(),
        tiles: Some(write_playing(&[tile, tile])),
        concealed: completion.drawn || !completed,
        completed,
    }
}

fn write_set_kind(kind: SetKind) -> v1::SetKind {
    match kind {
        SetKind::Chow => v1::SetKind::Chow,
        SetKind::Pung => v1::SetKind::Pung,
        SetKind::Kong => v1::SetKind::Kong,
    }
}

fn write_counted(counted: &Counted) -> v1::CountedPattern {
    v1::CountedPattern {
        pattern: counted.pattern.id().to_owned(),
        count: counted.count,
        fan: counted.fan,
        limit: counted.limit,
        counts_toward_minimum: counted.counts_toward_minimum,
    }
}

fn write_left_out(left_out: &LeftOut) -> v1::LeftOutPattern {
    let (reason, by) = match left_out.reason {
        LeftOutReason::Included { by } => (v1::LeftOutReason::Included, by.id()),
        LeftOutReason::Limit { by } => (v1::LeftOutReason::Limit, by.id()),
        LeftOutReason::Condition(condition) => {
            (v1::LeftOutReason::Condition, write_condition(condition))
        }
        LeftOutReason::NoValue => (v1::LeftOutReason::NoValue, ""),
    };
    v1::LeftOutPattern {
        pattern: left_out.pattern.id().to_owned(),
        reason: reason.into(),
        by: by.to_owned(),
    }
}

fn write_condition(condition: Condition) -> &'static str {
    match condition {
        Condition::Concealed => "concealed",
        Condition::SelfDrawn => "self_drawn",
        Condition::SuitedPair => "suited_pair",
        Condition::Pure => "pure",
        Condition::BonusTileWin => "bonus_tile_win",
    }
}
