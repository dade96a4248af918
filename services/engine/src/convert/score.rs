//! `score.proto`

use rules::{
    Amounts, Capped, Counted, LeftOut, LeftOutReason, Reading, Score, Set, SetKind, Shape,
    TableOptions, Variant, Win, Wind, because,
};
use wire::v1;

use super::hand::{Giver, Liable, read_circumstances, read_hand, read_liability};
use super::tiles::{read_optional_wind, read_wind, write_playing, write_wind};
use super::{in_range, required};
use crate::errors::{At, Invalid};
use crate::reason::Reason;

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

/// The most wins in a batch.
const BATCH_LIMIT: usize = 256;

/// Reads the field `wins`, as a whole before any of them is judged.
pub(crate) fn read_wins(stated: Vec<v1::Win>) -> Result<Vec<Win>, Invalid> {
    if stated.len() > BATCH_LIMIT {
        let text = format!(
            "{} wins, but at most {BATCH_LIMIT} are scored in a batch",
            stated.len()
        );
        return Err(Invalid::new(Reason::TooLarge, "wins", text));
    }
    let win = |(index, win)| read_stated_win(win).at_item("wins", index);
    stated.into_iter().enumerate().map(win).collect()
}

fn read_stated_win(stated: v1::Win) -> Result<Win, Invalid> {
    let hand = required(stated.hand, "hand")?;
    let from_seat = read_optional_wind(stated.from_seat).at("from_seat")?;
    let giver = Giver {
        field: "from_seat",
        seat: from_seat,
    };
    let liable_seat = read_optional_wind(stated.liable_seat).at("liable_seat")?;
    let liable = Liable {
        field: "liable_seat",
        seat: liable_seat,
    };
    Ok(Win {
        hand: read_hand(hand).at("hand")?,
        circumstances: read_circumstances(stated.circumstances, giver)?,
        seat_wind: read_wind(stated.seat_wind).at("seat_wind")?,
        round_wind: read_wind(stated.round_wind).at("round_wind")?,
        liability: read_liability(stated.liability, liable)?,
    })
}

/// Writes a score.
pub(super) fn write_score(variant: &Variant, score: &Score) -> v1::Score {
    v1::Score {
        reading: score.reading().as_ref().map(write_reading),
        counted: score
            .counted(variant)
            .map(|counted| write_counted(variant, &counted))
            .collect(),
        capped: score
            .capped(variant)
            .map(|capped| write_capped(variant, &capped))
            .collect(),
        left_out: score
            .left_out(variant)
            .map(|left_out| write_left_out(variant, &left_out))
            .collect(),
        fan: score.fan,
        fan_toward_minimum: score.fan_toward_minimum,
        minimum_fan: score.minimum_fan,
        limit: score.limit,
        points: score.points,
        declared: score.is_declared(),
    }
}

/// Writes a score and says of each pattern why it counts or not.
pub(super) fn write_explained(variant: &Variant, win: &Win, score: &Score) -> v1::Score {
    let mut written = write_score(variant, score);
    for (written, counted) in written.counted.iter_mut().zip(score.counted(variant)) {
        written.because = because(variant, win, score, counted.pattern);
    }
    for (written, capped) in written.capped.iter_mut().zip(score.capped(variant)) {
        written.because = capped.because(variant);
    }
    for (written, left_out) in written.left_out.iter_mut().zip(score.left_out(variant)) {
        written.because = left_out.reason.because(variant);
    }
    written
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

fn write_reading(reading: &Reading) -> v1::Reading {
    let shape = match reading.shape {
        Shape::Standard => v1::Shape::Standard,
        Shape::SevenPairs => v1::Shape::SevenPairs,
        Shape::ThirteenOrphans => v1::Shape::ThirteenOrphans,
        Shape::BonusTiles => v1::Shape::BonusTiles,
    };
    let set = |(place, set): (usize, &Set)| v1::ReadSet {
        kind: write_set_kind(set.kind).into(),
        tiles: Some(write_playing(set.tiles())),
        concealed: set.concealed,
        completed: reading.completed == Some(place),
    };
    v1::Reading {
        shape: shape.into(),
        sets: reading.sets.iter().enumerate().map(set).collect(),
    }
}

fn write_set_kind(kind: SetKind) -> v1::SetKind {
    match kind {
        SetKind::Chow => v1::SetKind::Chow,
        SetKind::Pung => v1::SetKind::Pung,
        SetKind::Kong => v1::SetKind::Kong,
        SetKind::Pair => v1::SetKind::Pair,
    }
}

fn write_counted(variant: &Variant, counted: &Counted) -> v1::CountedPattern {
    v1::CountedPattern {
        pattern: variant.pattern_id(counted.pattern).to_owned(),
        count: counted.count,
        fan: counted.fan,
        limit: counted.limit,
        counts_toward_minimum: counted.counts_toward_minimum,
        because: String::new(),
    }
}

fn write_capped(variant: &Variant, capped: &Capped) -> v1::CappedPatterns {
    let patterns = capped.patterns.into_iter();
    v1::CappedPatterns {
        patterns: patterns
            .map(|pattern| variant.pattern_id(pattern).to_owned())
            .collect(),
        fan_before: capped.fan_before,
        fan: capped.fan,
        because: String::new(),
    }
}

fn write_left_out(variant: &Variant, left_out: &LeftOut) -> v1::LeftOutPattern {
    let reason = match left_out.reason {
        LeftOutReason::Included { .. } => v1::LeftOutReason::Included,
        LeftOutReason::Limit { .. } => v1::LeftOutReason::Limit,
        LeftOutReason::Group { .. } => v1::LeftOutReason::Group,
        LeftOutReason::Condition(_) => v1::LeftOutReason::Condition,
        LeftOutReason::NoValue => v1::LeftOutReason::NoValue,
    };
    v1::LeftOutPattern {
        pattern: variant.pattern_id(left_out.pattern).to_owned(),
        reason: reason.into(),
        by: left_out.reason.by(variant).unwrap_or_default().to_owned(),
        because: String::new(),
    }
}
