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

/// What is no winning hand, and what the refusal says that it is.
const NO_WINS: &str = r#"
old-hong-kong {"patterns":{"seven_pairs":null},"shapes":["standard","thirteen_orphans"]} | 1133557799m EE C + C => 1133557799m EE CC are seven pairs, which do not win under this variant
old-hong-kong {"patterns":{"thirteen_orphans":null},"shapes":["standard","seven_pairs"]} | 19m 19p 19s ESWNCFP + 1m => 119m 19p 19s E S W N C F P are thirteen orphans, which do not win under this variant
old-hong-kong | 11335577m EE (999m) + E => 11335577m EEE make no sets and a pair beside the melds, nor a special hand
"#;

#[test]
fn a_hand_that_does_not_win_says_what_it_is() {
    for line in NO_WINS.trim().lines() {
        let (win, says) = line.split_once(" => ").unwrap();
        let refused = format!("{win} | refused not_winning_hand at concealed");
        let refusal = Case::read(None, &refused).scored().unwrap_err();
        assert_eq!(
            refusal.to_string(),
            format!("not a winning hand: {says}"),
            "{line}"
        );
    }
}
