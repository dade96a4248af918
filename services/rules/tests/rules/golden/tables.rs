//! The tables that differ from another only in their schedule and in who pays: `derived.txt`, written out as cases.

use super::case::Case;
use super::is_case;

/// Every hand under every table, by discard and self-drawn.
pub(crate) fn cases(text: &str) -> Vec<Case> {
    let rows: Vec<Vec<&str>> = text
        .lines()
        .filter(|line| is_case(line))
        .map(|line| line.split(" | ").collect())
        .collect();
    let tables = rows.iter().filter(|row| row[0].starts_with("table "));
    let lines = tables.flat_map(|table| {
        let hands = rows
            .iter()
            .filter(|row| row[0].strip_prefix("hand ") == Some(table[1]));
        hands.flat_map(|hand| lines(table, hand))
    });
    lines.map(|line| Case::read(None, &line)).collect()
}

fn lines(table: &[&str], hand: &[&str]) -> [String; 2] {
    let &[variant, _, shares, points] = table else {
        panic!("no table: {table:?}");
    };
    let &[_, fan, win, counted] = hand else {
        panic!("no hand: {hand:?}");
    };
    let variant = variant.strip_prefix("table ").unwrap();
    let shares: Vec<f64> = shares
        .split(' ')
        .map(|share| share.parse().unwrap())
        .collect();
    let points: Vec<f64> = points
        .split(' ')
        .map(|points| points.parse().unwrap())
        .collect();
    let fan: usize = fan.parse().unwrap();
    let (portion, drawn) = (points[fan], points[fan + 1]);
    let [south, other, each] = [shares[0] * portion, shares[1] * portion, shares[2] * drawn];
    let more = match counted {
        "nothing" => "self_draw 1".to_owned(),
        counted => format!("{counted} + self_draw 1"),
    };
    [
        format!(
            "{variant} | {win} minimum=0 | {fan} = {counted} | {:+} {:+} {:+} {:+}",
            south + 2.0 * other,
            -south,
            -other,
            -other
        ),
        format!(
            "{variant} | {win} self_draw minimum=0 | {} = {more} | {:+} {:+} {:+} {:+}",
            fan + 1,
            3.0 * each,
            -each,
            -each,
            -each
        ),
    ]
}
