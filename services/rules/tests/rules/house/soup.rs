//! Texts that nobody would write: none panics, and none takes more than its steps.

use allocation_counter::measure;
use proptest::prelude::*;
use rules::house::Expression;
use rules::{StepBudget, TableOptions, Variant, Win, notation};

use super::examples;

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

fn hands() -> Vec<Win> {
    let examples = examples().flat_map(|[_, _, _, _, matched, missed]| [matched, missed]);
    examples.map(|win| notation::win(win).unwrap()).collect()
}

/// Compiles a text and, if it is an expression, asks it about every hand: it takes its steps, and no more memory than they are worth.
fn survives(text: &str) {
    let Ok(expression) = Expression::compile(text) else {
        return;
    };
    assert!(expression.steps() <= Expression::MOST_STEPS, "{text}");
    for win in &hands() {
        takes_its_steps(&expression, win, text);
        let holds = expression.holds_for(win);
        assert_eq!(expression.holds_for(win), holds, "{text}");
    }
}

/// A step is a step: whatever an expression does with lists and texts, it takes no more memory for each of its steps
/// than another, and so no more time. How long a step takes is for `make faults` to say.
pub(crate) fn takes_its_steps(expression: &Expression, win: &Win, text: &str) {
    let steps = expression.steps_for(win);
    // No win has more readings.
    assert!(steps <= 32 * expression.steps(), "{steps} steps: {text}");
    let taken = measure(|| assert!(expression.steps_for(win) == steps));
    let (count, bytes) = (taken.count_total, taken.bytes_total);
    assert!(
        count <= 100 + steps / 3,
        "{count} allocations for {steps} steps: {text}"
    );
    assert!(
        bytes <= 20_000 + 32 * steps,
        "{bytes} bytes for {steps} steps: {text}"
    );
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
fn steps_take_alike() {
    let win = notation::win("222333444m 56s 99p + 7s self_draw seat=south").unwrap();
    let mut dear = 0;
    for text in DEAREST {
        let expression =
            Expression::compile(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        takes_its_steps(&expression, &win, text);
        dear += u32::from(expression.steps() > Expression::MOST_STEPS / 4);
    }
    assert!(dear > 3, "{dear} take many of the steps that there are");
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
