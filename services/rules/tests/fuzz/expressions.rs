//! Expressions of house patterns.

use std::time::{Duration, Instant};

use rules::Win;
use rules::house::{Expression, ExpressionError, facts};

use crate::machine::{Target, change_text, fuzz};
use crate::wins;

/// For a step, here: far more than it takes in a debug build, and far less than a loop that nobody counted.
const STEP: Duration = Duration::from_micros(100);

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
            assert!(ExpressionError::CODES.contains(&error.code), "{text}");
            assert!(!error.text.is_empty(), "{text}");
            return;
        }
    };
    assert!(
        (1..=Expression::MOST_STEPS).contains(&expression.steps()),
        "{text}"
    );
    let again = Expression::compile(text).unwrap();
    let most = Duration::from_millis(200) + STEP * expression.steps() as u32;
    for win in wins {
        let (holds, mut took) = timed(&expression, win);
        // The machine may have done something else meanwhile: only work that is long takes long each time.
        for _ in 0..2 {
            if took >= 4 * most {
                took = took.min(timed(&expression, win).1);
            }
        }
        // A win has 32 readings at most, and few have more than two.
        assert!(took < 4 * most, "{took:?}: {text}");
        assert_eq!(again.holds_for(win), holds, "{text}");
    }
}

/// Whether it holds for a win, and how long that took to find out.
fn timed(expression: &Expression, win: &Win) -> (bool, Duration) {
    let start = Instant::now();
    let holds = expression.holds_for(win);
    (holds, start.elapsed())
}
