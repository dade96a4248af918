//! What a line says that a whole match came to, of which no hand was written down.

use ledger::evidence::Totals;

use super::column::Column;
use super::sheet::{Line, cut};
use crate::bodies::import::SheetIssue;
use crate::problem::Code;

/// The most points that a player gains or loses in a match that is recorded by its totals, as the rules have it.
const MOST_POINTS: f64 = 1_000_000.0;

/// Whether a line has points of a whole match.
pub(super) fn are_stated(line: &Line) -> bool {
    let mut columns = Column::POINTS.into_iter().chain([Column::HousePoints]);
    columns.any(|column| !line.cell(column).is_empty())
}

/// The totals, if the line says them in every cell; what keeps it out is added to the doubts.
pub(super) fn read(line: &Line, doubts: &mut Vec<SheetIssue>) -> Option<Totals> {
    let of_hand = of_hand(line);
    let tells_hand = of_hand.is_some();
    doubts.extend(of_hand);
    // All of them are looked at before the first that is wrong ends it.
    let chairs = Column::POINTS.map(|column| points(line, column, doubts));
    let house = match line.cell(Column::HousePoints) {
        "" => Some(0),
        _ => points(line, Column::HousePoints, doubts),
    };
    let [Some(east), Some(south), Some(west), Some(north)] = chairs else {
        return None;
    };
    let (half_points, house) = ([east, south, west, north], house?);
    let unbalanced = unbalanced(line, half_points, house);
    let is_balanced = unbalanced.is_none();
    doubts.extend(unbalanced);
    (is_balanced && !tells_hand).then_some(Totals {
        half_points,
        house_half_points: (house > 0).then_some(house),
    })
}

/// Where a line says something of a hand, too.
fn of_hand(line: &Line) -> Option<SheetIssue> {
    let columns = [
        Column::Winner,
        Column::WonBy,
        Column::From,
        Column::Fan,
        Column::Limit,
        Column::FanTowardMinimum,
    ];
    let says = |column: &Column| {
        let is_no_limit = *column == Column::Limit && line.is_limit() == Some(false);
        !line.cell(*column).is_empty() && !is_no_limit
    };
    let column = columns.into_iter().find(says)?;
    let detail = format!(
        "This line has the points of a whole match and says something of a hand: leave `{}` empty, or take the points out.",
        column.name()
    );
    Some(line.doubt(column, Code::InvalidValue, detail))
}

/// The half points that stand in a column.
fn points(line: &Line, column: Column, doubts: &mut Vec<SheetIssue>) -> Option<i64> {
    let said = line.figure(column);
    let half_points = half_points(&said);
    if half_points.is_none() {
        let (code, detail) = match said.as_str() {
            "" => (
                Code::MissingField,
                "The points of all four players are needed; 0 for who gained and lost nothing."
                    .to_owned(),
            ),
            _ => {
                let detail = format!(
                    "“{}” is no number of points: a whole number or a half from -1000000 to 1000000.",
                    cut(&said)
                );
                (Code::InvalidValue, detail)
            }
        };
        doubts.push(line.doubt(column, code, detail));
    }
    half_points
}

/// Points as they are written, with a sign, also the one of typographers, or what is counted.
fn half_points(said: &str) -> Option<i64> {
    let said = said.replace('\u{2212}', "-");
    let number = said.strip_suffix('分').unwrap_or(&said).trim_end();
    let is_number = |sign: char| sign.is_ascii_digit() || matches!(sign, '-' | '+' | '.');
    let points: f64 = number
        .chars()
        .all(is_number)
        .then(|| number.parse().ok())??;
    let doubled = points * 2.0;
    let is_meant = doubled.fract() == 0.0 && points.abs() <= MOST_POINTS;
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a whole number within two millions"
    )]
    is_meant.then_some(doubled as i64)
}

/// Where the points do not sum to zero with what the house got.
fn unbalanced(line: &Line, chairs: [i64; 4], house: i64) -> Option<SheetIssue> {
    let sum: i64 = chairs.iter().sum();
    let points = |half_points: i64| half_points as f64 / 2.0;
    let detail = if house < 0 {
        "The house gets nothing or more of a match: `house_points` is 0 or more.".to_owned()
    } else if sum == -house {
        return None;
    } else if house == 0 && sum < 0 {
        format!(
            "The points of the four players sum to {} instead of 0. Correct them, or write {} in `house_points` if the house got that.",
            points(sum),
            points(-sum)
        )
    } else {
        format!(
            "The points of the four players sum to {} instead of {}: correct them.",
            points(sum),
            points(-house)
        )
    };
    let column = if house < 0 {
        Column::HousePoints
    } else {
        Column::EastPoints
    };
    Some(line.doubt(column, Code::InvalidValue, detail))
}

#[cfg(test)]
mod tests {
    use super::half_points;

    #[test]
    fn points_are_read_as_people_write_them() {
        for (written, points) in [
            ("24", 48),
            ("+24", 48),
            ("-8", -16),
            ("\u{2212}8", -16),
            ("-8.0", -16),
            ("0.5", 1),
            ("12分", 24),
            ("0", 0),
            ("-0", 0),
            ("1000000", 2_000_000),
        ] {
            assert_eq!(half_points(written), Some(points), "{written}");
        }
        for other in [
            "", "-", "1e3", "NaN", "inf", "0.25", "1,000", "1000001", "--1", "eight", "1 2",
        ] {
            assert_eq!(half_points(other), None, "{other}");
        }
    }
}
