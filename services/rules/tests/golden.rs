//! Golden cases: one line of text each, worked out by hand from the rules.

#![expect(
    clippy::panic,
    clippy::unwrap_used,
    reason = "a test fails by panicking"
)]

use rules::{Amounts, ScoredHand, TableOptions, Variant, notation, score};

fn points(payments: Amounts) -> String {
    let one = |half_points: i64| match half_points {
        0 => "0".to_owned(),
        other => format!("{:+}", other as f64 / 2.0),
    };
    payments.half_points().map(one).join(" ")
}

fn shown(variant: &Variant, scored: &ScoredHand) -> String {
    let score = &scored.score;
    let counted: Vec<String> = score
        .counted(variant)
        .map(|counted| {
            let id = variant.pattern_id(counted.pattern);
            if counted.limit {
                id.to_owned()
            } else {
                format!("{id} {}", counted.fan)
            }
        })
        .collect();
    let total = if score.limit {
        "limit".to_owned()
    } else {
        score.fan.to_string()
    };
    format!(
        "{total} = {} | {}",
        if counted.is_empty() {
            "nothing".to_owned()
        } else {
            counted.join(" + ")
        },
        points(scored.payments)
    )
}

/// What a line of the file says about a case, and what the rules say.
fn check(line: &str) -> Result<(), String> {
    let mut parts = line.splitn(3, '|').map(str::trim);
    let (variant, win, expected) = (
        parts.next().unwrap(),
        parts.next().unwrap(),
        parts.next().unwrap(),
    );
    let (variant, minimum_fan) = match variant.split_once(" minimum ") {
        Some((variant, minimum)) => (variant, Some(minimum.parse().unwrap())),
        None => (variant, None),
    };
    let variant = Variant::built_in(variant).unwrap_or_else(|| panic!("no variant in {line}"));
    let win = notation::win(win).unwrap_or_else(|error| panic!("{error} in {line}"));
    let found = match score(variant, &TableOptions { minimum_fan }, &win) {
        Ok(scored) => shown(variant, &scored),
        Err(refusal) => format!("refused {:?} at {:?}", refusal.code, refusal.field),
    };
    if found == expected {
        Ok(())
    } else {
        Err(format!("{line}\n    found: {found}"))
    }
}

fn check_file(text: &str) {
    let cases: Vec<&str> = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect();
    assert!(cases.len() > 20);
    let wrong: Vec<String> = cases.iter().filter_map(|line| check(line).err()).collect();
    assert!(
        wrong.is_empty(),
        "{} of {} cases:\n{}",
        wrong.len(),
        cases.len(),
        wrong.join("\n")
    );
}

#[test]
fn scores_are_as_the_rules_say() {
    check_file(include_str!("golden/scores.txt"));
}

#[test]
fn refusals_come_in_their_order() {
    check_file(include_str!("golden/refusals.txt"));
}
