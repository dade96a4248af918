//! Where in the client's body a field of the engine's request stands.

use super::asked::Asked;
use ledger::evidence::OutcomeKind;

/// A path of the engine's as a JSON pointer below `root`: `win.hand.melds[1].tiles` → `/win/hand/melds/1/tiles`. JSON knows
/// no `circumstances` (they stand in the win), no message around the kinds of outcome, and tiles only as notation. The
/// liable chair stands in the liability.
pub(super) fn pointer_into(root: &str, path: &str, asked: Asked<'_>) -> String {
    let of_outcome = matches!(asked, Asked::Recording { .. });
    let of_state = matches!(asked, Asked::Playing);
    let mut pointer = root.to_owned();
    for (place, step) in steps(path).into_iter().enumerate() {
        let step = match step.as_str() {
            "winner_chair" if of_outcome => "winner",
            "half_points" if of_outcome => "chair_points",
            "total_half_points" if of_state => "total_points",
            step => step,
        };
        let is_kind = match asked {
            Asked::Recording { .. } => place == 0 && step.parse::<OutcomeKind>().is_ok(),
            // `claims[0].win.hand`
            Asked::Claims => place == 2 && ["win", "chow"].contains(&step),
            Asked::Score
            | Asked::Playing
            | Asked::Opening
            | Asked::Catalogue
            | Asked::Deriving
            | Asked::Comparing
            | Asked::WhatIf => false,
        };
        if step.is_empty() || is_kind || ["circumstances", "notation"].contains(&step) {
            continue;
        }
        if of_outcome && step == "liable_chair" {
            pointer.push_str("/liability/chair");
            continue;
        }
        if step == "liable_seat" {
            pointer.push_str("/liability/seat_wind");
            continue;
        }
        pointer.push('/');
        pointer.push_str(&step.replace('~', "~0").replace('/', "~1"));
    }
    pointer
}

/// The names and numbers of a path, such as `patterns["half flush"].includes[0]`: a name with other characters than
/// letters stands as a JSON text in brackets.
pub(super) fn steps(path: &str) -> Vec<String> {
    let mut steps = Vec::new();
    let mut rest = path;
    while !rest.is_empty() {
        let after = rest.strip_prefix('[').unwrap_or(rest);
        let mut quoted = serde_json::Deserializer::from_str(after).into_iter::<String>();
        let (step, length) = match quoted.next() {
            Some(Ok(name)) if after.starts_with('"') => (name, quoted.byte_offset()),
            _ => {
                let end = after.find(['.', '[', ']']).unwrap_or(after.len());
                let (step, _) = after.split_at(end);
                (step.to_owned(), end)
            }
        };
        steps.push(step);
        rest = after.split_at(length).1;
        rest = rest.strip_prefix(']').unwrap_or(rest);
        rest = rest.strip_prefix('.').unwrap_or(rest);
    }
    steps
}
