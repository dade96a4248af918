//! Expressions of house patterns.

use rules::Win;
use rules::house::{Expression, facts};

use super::machine::{Target, change_text, fuzz};
use super::wins;
use crate::house::soup::takes_its_steps;

const WORDS: &[&str] = &[
    "tiles",
    "sets",
    "chows",
    "pungs",
    "kongs",
    "pairs",
    "suits",
    "flowers",
    "seasons",
    "shape",
    "seat",
    "round",
    "won_by",
    "melds",
    "concealed",
    "winning_tile",
    "bonus_tiles",
    ".rank",
    ".suit",
    ".copies",
    ".tile",
    ".honour",
    ".completed",
    ".exists(a, ",
    ".all(b, ",
    ".filter(c, ",
    ".map(d, ",
    "exists_one",
    "size(",
    "has(",
    " in ",
    " && ",
    " || ",
    " == ",
    " != ",
    " >= ",
    " + ",
    " - ",
    " * ",
    " / ",
    " % ",
    "!",
    " ? ",
    " : ",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "'",
    "\"",
    "r'",
    "b'",
    ",",
    ".",
    "\\u0041",
    "0x7f",
    "1u",
    "1.5",
    "null",
    "true",
    "[1, 2, 3]",
    "9223372036854775807",
    "// ",
    "\n",
];

#[test]
fn expression() {
    let lines = include_str!("../house/examples.txt").lines();
    let refused = include_str!("../house/refusals.txt").lines();
    let texts = lines.filter_map(|line| line.split(';').nth(3));
    let texts = texts.chain(refused.filter_map(|line| line.split(';').nth(1)));
    let texts = texts.chain(facts().map(|fact| fact.example));
    let target = Target {
        name: "expression",
        inputs: 10_000,
        seeds: texts.map(|text| text.trim().into()).collect(),
        words: WORDS,
        change: change_text,
    };
    let wins = wins::some();
    fuzz(target, |input| {
        check(&String::from_utf8_lossy(input), &wins);
    });
}

/// It is refused with a known code, or can be asked of any hand, which takes the stated steps at most.
fn check(text: &str, wins: &[Win]) {
    let expression = match Expression::compile(text) {
        Ok(expression) => expression,
        Err(error) => {
            assert!(error.code.as_str().starts_with("expression_"), "{text}");
            assert!(!error.text.is_empty(), "{text}");
            return;
        }
    };
    assert!(
        (1..=Expression::MOST_STEPS).contains(&expression.steps()),
        "{text}"
    );
    let again = Expression::compile(text).unwrap();
    for win in wins {
        takes_its_steps(&expression, win, text);
        assert_eq!(again.holds_for(win), expression.holds_for(win), "{text}");
    }
}
