//! `score.proto`

use rules::{Amounts, Refusal, Score, TableOptions, Variant, Win, Wind, explain, notation};
use wire::convert::{read, read_optional, write};
use wire::{RequestReason, v1};

use super::field::{at_most, in_range, required};
use super::hand::{Giver, Liable, read_circumstances, read_hand, read_liability};
use crate::errors::{At, Invalid, refused_notation, refused_win};

/// Reads the field `options`.
pub(crate) fn read_options(stated: Option<v1::TableOptions>) -> Result<TableOptions, Invalid> {
    let minimum_fan = stated.and_then(|options| options.minimum_fan);
    let minimum_fan = minimum_fan.map(|fan| in_range(fan, 0..=100)).transpose();
    Ok(TableOptions {
        minimum_fan: minimum_fan.at("options.minimum_fan")?,
    })
}

/// A win, and how it was stated.
pub(crate) struct StatedWin {
    /// The win.
    pub(crate) win: Win,
    /// Whether it was stated by its notation and not by fields.
    is_notation: bool,
}

impl StatedWin {
    /// A refusal by the rules of this win, whose message stands at `path`.
    pub(crate) fn refused(&self, path: &str, refusal: Refusal) -> Invalid {
        if self.is_notation {
            refused_notation(path, refusal)
        } else {
            refused_win(path, refusal)
        }
    }
}

/// Reads the field `win`.
pub(crate) fn read_win(stated: Option<v1::Win>) -> Result<StatedWin, Invalid> {
    let stated = required(stated, "win")?;
    read_stated_win(stated).at("win")
}

/// The most wins in a batch.
const BATCH_LIMIT: usize = 256;

/// Reads the field `wins`. A win whose notation cannot be read is a result of its own, as a win that the rules refuse is. What the contract
/// does not allow refuses the whole message.
pub(crate) fn read_wins(stated: Vec<v1::Win>) -> Result<Vec<Result<StatedWin, Invalid>>, Invalid> {
    let words = ("wins", "are scored in a batch");
    let stated = at_most(BATCH_LIMIT, words, stated).at("wins")?;
    let win = |(index, win)| match read_stated_win(win).at_item("wins", index) {
        Err(invalid) if !invalid.is_of_notation() => Err(invalid),
        stated => Ok(stated),
    };
    stated.into_iter().enumerate().map(win).collect()
}

fn read_stated_win(stated: v1::Win) -> Result<StatedWin, Invalid> {
    let is_notation = !stated.notation.is_empty();
    let win = if is_notation {
        read_notation(stated)?
    } else {
        read_fields(stated)?
    };
    Ok(StatedWin { win, is_notation })
}

/// The most bytes of a win's notation.
const NOTATION_LIMIT: usize = 1024;

fn read_notation(stated: v1::Win) -> Result<Win, Invalid> {
    let line = stated.notation.clone();
    let invalid = |reason, text| Err(Invalid::new(reason, "notation", text));
    let alone = v1::Win {
        notation: line.clone(),
        ..v1::Win::default()
    };
    if stated != alone {
        let text = "goes without the other fields of the win: state it or them";
        return invalid(RequestReason::FieldUnexpected, text.to_owned());
    }
    if line.len() > NOTATION_LIMIT {
        let text = format!(
            "{} bytes, but the notation of a win has at most {NOTATION_LIMIT}",
            line.len()
        );
        return invalid(RequestReason::TooLarge, text);
    }
    notation::win(&line).or_else(|error| invalid(RequestReason::NotationInvalid, error.to_string()))
}

fn read_fields(stated: v1::Win) -> Result<Win, Invalid> {
    let hand = required(stated.hand, "hand")?;
    let from_seat = read_optional(stated.from_seat).at("from_seat")?;
    let giver = Giver {
        field: "from_seat",
        seat: from_seat,
    };
    let liable_seat = read_optional(stated.liable_seat).at("liable_seat")?;
    let liable = Liable {
        field: "liable_seat",
        seat: liable_seat,
    };
    Ok(Win {
        hand: read_hand(hand).at("hand")?,
        circumstances: read_circumstances(stated.circumstances, giver)?,
        seat_wind: read(stated.seat_wind).at("seat_wind")?,
        round_wind: read(stated.round_wind).at("round_wind")?,
        liability: read_liability(stated.liability, liable)?,
    })
}

/// Writes a score and says of each pattern why it counts or not.
pub(super) fn write_explained(variant: &Variant, win: &Win, score: &Score) -> v1::Score {
    let mut written = v1::Score::from(score.state(variant));
    for (written, counted) in written.counted.iter_mut().zip(score.counted(variant)) {
        written.because = explain(variant, win, score, counted.pattern);
    }
    for (written, capped) in written.capped.iter_mut().zip(score.capped(variant)) {
        written.because = capped.explain(variant);
    }
    for (written, left_out) in written.left_out.iter_mut().zip(score.left_out(variant)) {
        written.because = left_out.reason.explain(variant);
    }
    written
}

/// Writes payments by seat wind.
pub(super) fn write_payments(amounts: Amounts) -> Vec<v1::SeatPayment> {
    let payment = |(wind, half_points)| v1::SeatPayment {
        seat_wind: write(wind),
        half_points,
    };
    Wind::ALL
        .into_iter()
        .zip(amounts.half_points())
        .map(payment)
        .collect()
}
