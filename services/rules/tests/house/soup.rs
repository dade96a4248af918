//! Texts that nobody would write: none panics, and none takes long.

use std::time::{Duration, Instant};

use proptest::prelude::*;
use rules::house::Expression;
use rules::notation;

use super::examples;

/// What an expression within the limits takes at most, with ample room for a slow machine.
const MOST_TIME: Duration = Duration::from_millis(50);

const TOKENS: [&str; 56] = [
    "sets",
    "tiles",
    "pairs",
    "chows",
    "seat",
    "self_draw",
    "shape",
    "winning_tile",
    "suits",
    "s",
    "t",
    "x",
    ".",
    ".rank",
    ".kind",
    ".tile",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    ":",
    "?",
    "&&",
    "||",
    "!",
    "==",
    "!=",
    "<",
    ">=",
    "+",
    "-",
    "*",
    "/",
    "%",
    " in ",
    "size(",
    ".size()",
    ".all(s, ",
    ".exists(t, ",
    ".filter(x, ",
    ".map(s, ",
    "has(",
    "true",
    "false",
    "null",
    "'chow'",
    "\"E\"",
    "1",
    "0",
    "9223372036854775807",
    "1.5",
    "r'''",
    "//",
];

fn hands() -> Vec<rules::Win> {
    let examples = examples().flat_map(|[_, _, _, _, matched, missed]| [matched, missed]);
    examples.map(|win| notation::win(win).unwrap()).collect()
}

/// Compiles a text and, if it is an expression, asks it about every hand, in time.
fn survives(text: &str) {
    let start = Instant::now();
    let compiled = Expression::compile(text);
    let hands = hands();
    let answers = |expression: &Expression| -> Vec<bool> {
        hands.iter().map(|win| expression.holds_for(win)).collect()
    };
    if let Ok(expression) = &compiled {
        assert!(expression.steps() <= Expression::MOST_STEPS);
        assert_eq!(answers(expression), answers(expression), "{text}");
    }
    // Some hundred evaluations, for the corpus and the hands twice.
    assert!(start.elapsed() < 200 * MOST_TIME, "{text}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, ..ProptestConfig::default() })]

    #[test]
    fn soups_of_tokens_never_panic(tokens in prop::collection::vec(prop::sample::select(&TOKENS[..]), 0..40)) {
        survives(&tokens.concat());
    }

    #[test]
    fn any_text_never_panics(text in "\\PC{0,80}") {
        survives(&text);
    }

    #[test]
    fn mutated_expressions_never_panic(
        place in 0..examples().count(),
        edits in prop::collection::vec((0.0..1.0, 0..3_usize, prop::sample::select(&TOKENS[..])), 1..4),
    ) {
        let mut signs: Vec<char> = examples().nth(place).unwrap()[3].chars().collect();
        for (place, edit, token) in edits {
            let place = (place * signs.len() as f64) as usize;
            match edit {
                0 => drop(signs.splice(place..place, token.chars())),
                1 => drop(signs.drain(place..(place + 3).min(signs.len()))),
                _ => signs.truncate(place.max(5)),
            }
        }
        survives(&signs.into_iter().collect::<String>());
    }
}

/// The time for one hand: the least of some tries, since what else a machine does only adds to it.
fn quickest(expression: &Expression, win: &rules::Win) -> Duration {
    let once = |_| {
        let start = Instant::now();
        let _ = expression.holds_for(win);
        start.elapsed()
    };
    (0..5).map(once).min().unwrap()
}

/// Expressions that use up the steps in different ways; each is near the limit.
#[test]
fn the_worst_expressions_end_in_time() {
    let wins: Vec<_> = hands();
    for text in [
        "tiles.all(a, tiles.all(b, a.rank != b.rank || a.suit == b.suit || true))",
        "tiles.all(a, tiles.map(b, b.copies).exists(c, c > 4) || true)",
        "pairs.all(a, pairs.all(b, pairs.exists(c, c.rank > 9) || true))",
        "sets.all(a, sets.all(b, sets.all(c, sets.all(d, d.honour || true))))",
    ] {
        let expression = Expression::compile(text).unwrap();
        let longest = wins.iter().map(|win| quickest(&expression, win)).max();
        let longest = longest.unwrap();
        println!("{} steps, {longest:?}: {text}", expression.steps());
        assert!(longest < MOST_TIME, "{longest:?}: {text}");
        assert!(
            expression.steps() > Expression::MOST_STEPS / 4,
            "{} steps: {text}",
            expression.steps()
        );
    }
}

/// A parsed expression without the numbers of its parts.
fn shape(expression: &impl std::fmt::Debug) -> String {
    let written = format!("{expression:?}");
    let parts = written.split("id: ");
    parts
        .map(|part| part.trim_start_matches(|sign: char| sign.is_ascii_digit()))
        .collect()
}

/// The parser that is used is the second of its library; the first, which needs more stack, reads the same.
#[test]
fn both_parsers_of_the_library_read_alike() {
    let texts = examples().map(|[_, _, _, text, _, _]| text);
    for text in texts.chain(rules::house::facts().map(|fact| fact.example)) {
        let read = move || {
            let first = cel::parser::Parser::new().parse(text).unwrap();
            let second = cel::parser::PrattParser::new().parse(text).unwrap();
            assert_eq!(shape(&first), shape(&second), "{text}");
        };
        let thread = std::thread::Builder::new().stack_size(64 << 20);
        thread.spawn(read).unwrap().join().unwrap();
    }
}

#[test]
fn calibrate() {
    let wins: Vec<_> = hands();
    for text in [
        "tiles.all(a, tiles.all(b, a.rank != b.rank || a.suit == b.suit || true))",
        "tiles.all(a, tiles.all(b, size(tiles) > 3))",
        "tiles.all(a, tiles.all(b, tiles.size() + size(sets) + size(pairs) > 3))",
        "tiles.all(a, tiles.map(b, b.copies).exists(c, c > 4) || true)",
        "tiles.all(a, size(tiles.filter(b, b.rank > 0)) >= 0)",
        "tiles.all(a, size(tiles.map(b, b.tile)) >= 0)",
        "tiles.all(a, tiles.all(b, b.suit in ['characters', 'bamboos', 'dots', 'none']))",
        "tiles.all(a, tiles.all(b, a.tile in ['1m', '2m', '3m', '4m', '5m', '6m', '7m'] || true))",
        "tiles.all(a, tiles.all(b, size(['1m', '2m', '3m', '4m', '5m', '6m', '7m']) == 7))",
        "tiles.all(a, tiles.all(b, size([1]) == 1))",
        "tiles.all(a, tiles.all(b, size([]) == 0))",
        "pairs.all(a, pairs.all(b, pairs.exists(c, c.rank > 9) || true))",
        "sets.all(a, sets.all(b, sets.all(c, sets.all(d, d.honour || true))))",
        "tiles.all(a, tiles.all(b, 9 % 7 * 3 / 2 - 4 < 100))",
        "tiles.all(a, size(tiles.map(b, b)) > 0)",
        "sets.all(a, sets.all(b, tiles.all(c, c.terminal || true)))",
    ] {
        let expression = Expression::compile(text).unwrap();
        let mut worst = (0.0, 0, Duration::ZERO);
        for win in &wins {
            let took = quickest(&expression, win);
            let steps = expression.steps_for(win);
            let each = took.as_nanos() as f64 / steps.max(1) as f64;
            if steps > 1000 && each > worst.0 {
                worst = (each, steps, took);
            }
        }
        println!(
            "{:6.1} ns/step, {:6} of {:6} steps, {:?}: {text}",
            worst.0,
            worst.1,
            expression.steps(),
            worst.2
        );
    }
}
