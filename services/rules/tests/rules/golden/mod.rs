//! Golden cases: one line of text each, worked out by hand from the rules. They are published as `proto/corpus`.

mod case;
mod coverage;
mod documents;
mod near;
pub(crate) mod play_case;
mod publish;
mod tables;

use case::Case;
use play_case::PlayCase;

/// Every file of cases that speak of one win: the variant's id, or none where each line names it.
const FILES: [(Option<&str>, &str); 7] = [
    (Some("old-hong-kong"), include_str!("old-hong-kong.txt")),
    (
        Some("hong-kong-new-style"),
        include_str!("hong-kong-new-style.txt"),
    ),
    (Some("hkos-fan-laak"), include_str!("hkos-fan-laak.txt")),
    (
        Some("hong-kong-sections"),
        include_str!("hong-kong-sections.txt"),
    ),
    (Some("modern-chinese"), include_str!("modern-chinese.txt")),
    (None, include_str!("house-rules.txt")),
    (None, include_str!("refusals.txt")),
];

/// Every case, in the order of the files.
fn cases() -> Vec<Case> {
    let lines = FILES.iter().flat_map(|(variant, text)| {
        let lines = text.lines().filter(|line| is_case(line));
        lines.map(|line| Case::read(*variant, line))
    });
    lines
        .chain(tables::cases(include_str!("derived.txt")))
        .collect()
}

/// Every case of a match.
fn play_cases() -> Vec<PlayCase> {
    let lines = include_str!("plays.txt").lines();
    lines
        .filter(|line| is_case(line))
        .map(PlayCase::read)
        .collect()
}

fn is_case(line: &str) -> bool {
    !line.is_empty() && !line.starts_with('#')
}

#[test]
fn every_case_comes_out_as_the_rules_say() {
    let wins = cases().into_iter().map(|case| case.check());
    let plays = play_cases().into_iter().map(|case| case.check());
    let wrong: Vec<String> = wins.chain(plays).filter_map(Result::err).collect();
    assert!(
        wrong.is_empty(),
        "{} are wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
