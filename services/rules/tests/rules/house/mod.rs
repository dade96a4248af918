//! House patterns: expressions that clubs would write, and those that are refused.

mod most_readings;
mod page;
pub(crate) mod soup;

use std::collections::BTreeSet;

use rules::house::{Expression, Of, facts};
use rules::notation;
use rules::variant::DocumentCode;
use rules::{Holding, TableOptions, Tile, Variant};

/// The parts of each line of a file.
fn lines<const PARTS: usize>(text: &str) -> impl Iterator<Item = [&str; PARTS]> {
    let cases = text
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'));
    cases.map(|line| {
        let parts: Vec<&str> = line.split(';').map(str::trim).collect();
        parts.try_into().unwrap_or_else(|_| panic!("{line}"))
    })
}

fn examples() -> impl Iterator<Item = [&'static str; 6]> {
    lines(include_str!("examples.txt"))
}

fn shows(expression: &Expression, win: &str) -> bool {
    expression.holds_for(&notation::win(win).unwrap_or_else(|error| panic!("{win}: {error}")))
}

#[test]
fn examples_match_what_they_say_and_not_what_they_just_miss() {
    for [id, _, _, text, matched, missed] in examples() {
        let expression = Expression::compile(text).unwrap_or_else(|error| panic!("{id}: {error}"));
        assert!(shows(&expression, matched), "{id} is not seen in {matched}");
        assert!(!shows(&expression, missed), "{id} is seen in {missed}");
    }
    assert!(examples().count() >= 20);
}

/// What a hand waited for is what the rules say that it waits for.
#[test]
fn a_hand_waited_for_what_it_waits_for() {
    let variant = Variant::built_in("hong-kong-new-style").unwrap();
    let more = [
        "1112345678999m + 5m",
        "19m 19p 19s ESWN CFP + 1m",
        "1199m 1199p 1199s C + C",
    ];
    let wins = examples().flat_map(|[_, _, _, _, matched, missed]| [matched, missed]);
    let mut counts = BTreeSet::new();
    for text in wins.chain(more) {
        let mut win = notation::win(text).unwrap();
        let waited: Vec<String> = Tile::all()
            .map(|tile| notation::playing(&[tile]))
            .filter(|tile| {
                let waits = Expression::compile(&format!("'{tile}' in waits")).unwrap();
                waits.holds_for(&win)
            })
            .collect();
        win.hand.winning_tile = None;
        let holding = Holding {
            hand: win.hand,
            seat_wind: win.seat_wind,
            round_wind: win.round_wind,
        };
        let waits = rules::waits(variant, &TableOptions::default(), &holding, &[]).unwrap();
        let waits: Vec<String> = waits
            .iter()
            .map(|wait| notation::playing(&[wait.tile]))
            .collect();
        assert_eq!(waited, waits, "{text}");
        counts.insert(waits.len());
    }
    assert!(counts.len() > 4, "{counts:?}");
    assert!(counts.contains(&13));
}

#[test]
fn what_cannot_be_an_expression_is_refused_with_a_reason() {
    let mut cases = 0;
    for [code, text, said] in lines(include_str!("refusals.txt")) {
        let error = Expression::compile(text).err();
        let error = error.unwrap_or_else(|| panic!("`{text}` was taken"));
        assert_eq!(error.code.as_str(), code, "{text}: {error}");
        assert!(error.text.contains(said), "{text}: {error}");
        cases += 1;
    }
    assert!(cases > 40);
}

#[test]
fn every_code_appears() {
    let refused: BTreeSet<&str> = lines::<3>(include_str!("refusals.txt"))
        .map(|[code, _, _]| code)
        .chain(["expression_too_long", "expression_too_deep"])
        .collect();
    let codes: BTreeSet<&str> = expression_codes().map(DocumentCode::as_str).collect();
    assert_eq!(refused, codes);
}

/// The codes of what is wrong with an expression.
pub(crate) fn expression_codes() -> impl Iterator<Item = DocumentCode> {
    let codes = DocumentCode::ALL.into_iter();
    codes.filter(|code| code.as_str().starts_with("expression_"))
}

fn code(text: &str) -> Option<DocumentCode> {
    Expression::compile(text).err().map(|error| error.code)
}

#[test]
fn length_and_depth_are_limited() {
    let spaces = |count: usize| format!("self_draw{}", " ".repeat(count - "self_draw".len()));
    assert_eq!(code(&spaces(Expression::LONGEST)), None);
    assert_eq!(
        code(&spaces(Expression::LONGEST + 1)),
        Some(DocumentCode::ExpressionTooLong)
    );
    let brackets = |count: usize| format!("{}self_draw{}", "(".repeat(count), ")".repeat(count));
    assert_eq!(code(&brackets(Expression::DEEPEST)), None);
    assert_eq!(
        code(&brackets(Expression::DEEPEST + 1)),
        Some(DocumentCode::ExpressionTooDeep)
    );
    let sum = |count: usize| format!("1{} == 0", "+1".repeat(count));
    assert_eq!(code(&sum(Expression::DEEPEST - 2)), None);
    assert_eq!(
        code(&sum(Expression::DEEPEST - 1)),
        Some(DocumentCode::ExpressionTooDeep)
    );
}

/// Loops within loops, as deep as they can be, with the most expensive part in every place there is.
#[test]
fn steps_are_counted_up_to_any_number() {
    let loops = |times: usize| {
        format!(
            "{}seat == 1{}",
            "tiles.all(a,".repeat(times),
            ")".repeat(times)
        )
    };
    let mut too_many = 0;
    for times in 1..=Expression::DEEPEST {
        let inner = loops(times);
        for text in [
            inner.clone(),
            format!("tiles.filter(b, {inner})[0].honour"),
            format!("size([{inner}, {inner}]) == 2"),
            format!("({inner}) in [{inner}]"),
            format!("({inner}) ? 1 + size(tiles.map(b, {inner})) == 3 : {inner}"),
        ] {
            let error = Expression::compile(&text).err().map(|error| error.code);
            let expected = [
                DocumentCode::ExpressionTooManySteps,
                DocumentCode::ExpressionTooDeep,
                DocumentCode::ExpressionTooLong,
            ];
            let few = times <= 2 || error.is_some_and(|code| expected.contains(&code));
            assert!(few, "{error:?}: {text}");
            too_many += u32::from(error == Some(DocumentCode::ExpressionTooManySteps));
        }
    }
    assert!(too_many > 20, "{too_many}");
}

/// What a parser may not survive: every one is refused, however deep or unfinished, and none takes long.
#[test]
fn nested_texts_do_not_overflow() {
    let openings = [
        "(",
        "[",
        "{",
        "!(",
        "-(",
        "f(",
        "{1:",
        "a?",
        "a[",
        "a.b(",
        "sets.all(s,",
        "'(",
        "a{b:",
        "!",
        "-",
        "a?b:",
        "a.b.",
        "1+",
        "1<",
        "seat&&",
        "a in ",
    ];
    for opening in openings {
        for times in [8, 33, 100, 400] {
            let open = opening
                .repeat(times)
                .chars()
                .take(Expression::LONGEST)
                .collect::<String>();
            for text in [
                open.clone(),
                format!("{open}1"),
                format!("{open}1{}", ")".repeat(times)),
            ] {
                let text: String = text.chars().take(Expression::LONGEST).collect();
                assert!(Expression::compile(&text).is_err(), "{text}");
            }
        }
    }
}

#[test]
fn facts_have_unique_names_and_examples_that_compile() {
    let mut seen = Vec::new();
    for fact in facts() {
        assert!(!seen.contains(&(fact.of, fact.name)), "{}", fact.name);
        seen.push((fact.of, fact.name));
        assert!(
            fact.meaning.ends_with('.') && fact.example.contains(fact.name),
            "{}",
            fact.name
        );
        Expression::compile(fact.example).unwrap_or_else(|error| panic!("{}: {error}", fact.name));
    }
    for of in [Of::Hand, Of::Set, Of::Tile] {
        assert!(seen.iter().any(|&(seen, _)| seen == of));
    }
}

/// Every word that a fact can be is one that some hand shows.
#[test]
fn every_word_of_a_fact_is_shown_by_a_hand() {
    let wins: Vec<&str> = rules::catalogue()
        .map(|entry| entry.example)
        .chain(examples().map(|[_, _, _, _, win, _]| win))
        .chain([
            "5s (234m) (456p) (777p) (888m) + 5s robbed=added",
            "123m 55p 78s (222m) (333p) 1f + 9s self_draw replacement=bonus_tile",
        ])
        .collect();
    // Which tiles there are, other tests show.
    let is_tile = |name: &str| ["tile", "waits"].contains(&name) || name.ends_with("wind");
    for fact in facts().filter(|fact| !is_tile(fact.name)) {
        for word in fact.words {
            let test = match (fact.of, fact.name) {
                (Of::Hand, "suits") if *word == "none" => continue,
                (Of::Hand, "suits") => format!("'{word}' in suits"),
                (Of::Hand, name) => format!("{name} == '{word}'"),
                (Of::Set, name) => format!(
                    "sets.exists(s, s.{name} == '{word}') || pairs.exists(s, s.{name} == '{word}')"
                ),
                (Of::Tile, name) => format!("tiles.exists(t, t.{name} == '{word}')"),
            };
            let expression =
                Expression::compile(&test).unwrap_or_else(|error| panic!("{test}: {error}"));
            assert!(wins.iter().any(|win| shows(&expression, win)), "{test}");
        }
    }
}
