//! Texts that nobody would write: none panics, and none takes long.

use std::time::{Duration, Instant};

use allocation_counter::measure;
use proptest::prelude::*;
use rules::house::Expression;
use rules::{StepBudget, TableOptions, Variant, notation};

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

/// A step is a step: whatever an expression does with lists and texts, it takes no more memory for each of its steps
/// than another, and so no more time.
#[test]
fn steps_take_alike() {
    let win = notation::win("222333444m 56s 99p + 7s self_draw seat=south").unwrap();
    for text in DEAREST {
        let expression =
            Expression::compile(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let steps = expression.steps_for(&win);
        let taken = measure(|| assert!(expression.steps_for(&win) == steps));
        println!(
            "{steps} steps, {} allocations, {} bytes: {text}",
            taken.count_total, taken.bytes_total
        );
        assert!(
            taken.count_total <= 100 + steps / 3,
            "{} allocations for {steps} steps: {text}",
            taken.count_total
        );
        assert!(
            taken.bytes_total <= 20_000 + 32 * steps,
            "{} bytes for {steps} steps: {text}",
            taken.bytes_total
        );
    }
}

/// What was found to take the most for its steps: lists that are made, copied and counted in the innermost loop, texts
/// that are compared, loops within loops.
const DEAREST: [&str; 13] = [
    "tiles.all(a, tiles.all(b, a.rank != b.rank || a.suit == b.suit || true))",
    "tiles.all(a, tiles.all(b, size(tiles) > 3))",
    "tiles.all(a, tiles.all(b, tiles.size() + size(sets) + size(pairs) > 3))",
    "tiles.all(a, tiles.map(b, b.copies).exists(c, c > 4) || true)",
    "tiles.all(a, size(tiles.filter(b, b.rank > 0)) >= 0)",
    "tiles.all(a, size(tiles.map(b, b.tile)) >= 0)",
    "tiles.all(a, tiles.all(b, b.suit in ['characters', 'bamboos', 'dots', 'none']))",
    "tiles.all(a, tiles.all(b, size([1, 2, 3, 4, 5, 6]) == 6))",
    "tiles.all(a, tiles.all(b, size([]) == 0))",
    "pairs.all(a, pairs.all(b, pairs.exists(c, c.rank > 9) || true))",
    "sets.all(a, sets.all(b, sets.all(c, sets.all(d, d.honour || true))))",
    "tiles.all(a, tiles.all(b, 9 % 7 * 3 / 2 - 4 < 100))",
    "tiles.all(a, size(tiles.map(b, b)) > 0)",
];

/// A spent budget never scores a hand as if its patterns were not there.
#[test]
fn a_spent_budget_gives_no_score() {
    let base = Variant::built_in("old-hong-kong").unwrap();
    let house = serde_json::json!({ "house:dear": {
        "name": { "english": "Dear" }, "expression": DEAREST[0], "value": 3 } });
    let patch = serde_json::json!({ "id": "dear", "house_patterns": house });
    let dear = base.derive(patch.to_string().as_bytes()).unwrap();
    let win = notation::win("222333444m 56s 99p + 7s self_draw seat=south").unwrap();
    let options = TableOptions {
        minimum_fan: Some(0),
    };
    let enough = StepBudget::of(Variant::MOST_STEPS_OF_A_HAND);
    let scored = rules::score_within(&dear, &options, &win, &enough)
        .unwrap()
        .unwrap();
    let steps = enough.spent();
    assert!(steps > 1000, "{steps}");
    for most in [0, 1, 99, 100, steps / 2, steps - 1] {
        let budget = StepBudget::of(most);
        let refused = rules::score_within(&dear, &options, &win, &budget);
        assert_eq!(refused.unwrap_err().most, most);
        let budget = StepBudget::of(most);
        assert!(rules::readings_within(&dear, &options, &win, &budget).is_err());
    }
    let exactly = StepBudget::of(steps);
    let again = rules::score_within(&dear, &options, &win, &exactly)
        .unwrap()
        .unwrap();
    assert_eq!(again, scored);
    assert_eq!(rules::score(&dear, &options, &win).unwrap(), scored);
    let cancelled = StepBudget::unlimited();
    cancelled.cancel();
    assert!(rules::score_within(&dear, &options, &win, &cancelled).is_err());
    // Without patterns of its own, a variant takes no steps.
    let none = StepBudget::of(0);
    assert!(
        rules::score_within(base, &options, &win, &none)
            .unwrap()
            .is_ok()
    );
}
