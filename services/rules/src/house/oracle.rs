//! The evaluator held to that of the library that reads the expressions: both give the same for every reading.

use std::collections::HashMap;
use std::sync::Arc;

use cel::{Context, Value as Cel};
use proptest::prelude::*;

use super::corpus::READINGS;
use super::evaluate::evaluate;
use super::hand::{HAND, View};
use super::records::Fields;
use super::value::Value;
use super::{Expression, parse};

/// A value in the library's words: a set or tile is a map of all its fields.
fn in_cel(value: &Value<'_>) -> Cel {
    fn fields<T: Fields>(of: &T) -> Cel {
        let fields = T::FIELDS.iter();
        let fields = fields.map(|field| (field.name, in_cel(&(field.value)(of))));
        fields.collect::<HashMap<_, _>>().into()
    }
    match value {
        Value::Bool(value) => Cel::Bool(*value),
        Value::Int(value) => Cel::Int(*value),
        Value::Word(word) => Cel::String(Arc::new((*word).to_owned())),
        Value::Set(set) => fields(set),
        Value::Tile(tile) => fields(tile),
        Value::List(values) => Cel::List(Arc::new(values.iter().map(in_cel).collect())),
    }
}

/// What the library says of a reading; `None` if it fails.
fn expected(parsed: &cel::common::ast::IdedExpr, view: &View<'_>) -> Option<bool> {
    let mut context = Context::default();
    for (place, fact) in HAND.iter().enumerate() {
        context
            .add_variable(fact.name, in_cel(view.fact(place)))
            .unwrap();
    }
    match Cel::resolve(parsed, &context) {
        Ok(Cel::Bool(holds)) => Some(holds),
        Ok(other) => panic!("{other:?}"),
        Err(_) => None,
    }
}

/// Whether a text is an expression as far as its parts go, and then both evaluators give the same for some readings.
fn agree(text: &str, readings: usize) -> bool {
    let Ok(parsed) = parse(text) else {
        return false;
    };
    let Ok(checked) = super::check::check(&parsed) else {
        return false;
    };
    if checked.kind != super::Kind::BOOL || checked.steps > Expression::MOST_STEPS {
        return false;
    }
    let program = super::program(&parsed).unwrap();
    let each = READINGS
        .iter()
        .flat_map(|(_, win, readings)| readings.iter().map(move |reading| (win, reading)));
    for (win, reading) in each.take(readings) {
        let view = View::of(win, reading);
        let (holds, steps) = evaluate(&program, &view);
        assert_eq!(holds.ok(), expected(&parsed, &view), "{text}");
        assert!((1..=checked.steps).contains(&steps), "{steps}: {text}");
    }
    true
}

#[test]
fn both_evaluators_agree_on_what_clubs_write() {
    let examples = include_str!("../../tests/rules/house/examples.txt").lines();
    let examples = examples.filter_map(|line| line.split(';').nth(3));
    let refused = include_str!("../../tests/rules/house/refusals.txt").lines();
    let refused = refused.filter_map(|line| line.split(';').nth(1));
    let facts = super::facts().map(|fact| fact.example);
    let texts = examples.chain(refused).chain(facts);
    let agreed = texts.filter(|text| agree(text, usize::MAX)).count();
    assert!(agreed > 60, "{agreed}");
}

/// Errors decide nothing where something else decides.
#[test]
fn both_evaluators_agree_on_failures() {
    for text in [
        "1 / 0 == 1 || true",
        "true || 1 / 0 == 1",
        "1 / 0 == 1 || false",
        "1 / 0 == 1 && false",
        "1 / 0 == 1 && true",
        "false || 1 / 0 == 1",
        "(1 / 0 == 1 || 2 / 0 == 1) || true",
        "[0, 1].exists(x, 1 / x == 1)",
        "[1, 0].exists(x, 1 / x == 1)",
        "[0, 2].exists(x, 1 / x == 1)",
        "[2, 0].exists(x, 1 / x == 1)",
        "[0, 1].all(x, 1 / x == 1)",
        "[0, 2].all(x, 1 / x == 1)",
        "[1, 0].all(x, 1 / x == 1)",
        "[2, 0].all(x, 1 / x == 1)",
        "[0, 0, 1].all(x, 1 / x == 2)",
        "[1, 0].exists_one(x, 1 / x == 1)",
        "[1, 2, 1].existsOne(x, x == 1)",
        "size([1, 0].map(x, 1 / x)) == 2",
        "size([1, 0].filter(x, 1 / x == 2)) == 0",
        "size([1, 0, 2].map(x, x > 0, 2 / x)) == 2",
        "[1, 2][2] == 1 || seat == 1",
        "[1, 2][-1] == 1",
        "[1, 2][seat] == 2",
        "9223372036854775807 + seat > 0",
        "-9223372036854775807 - 2 < 0",
        "9223372036854775807 * 2 > 0",
        "-(-9223372036854775807 - 1) > 0",
        "(-9223372036854775807 - 1) / -1 > 0",
        "(-9223372036854775807 - 1) % -1 == 0",
        "-7 / 2 == -3 && -7 % 2 == -1",
        "seat > 2 ? 1 / 0 == 1 : seat in [1, 2]",
        "1 in [1, 1 / 0]",
        "tiles.exists(t, tiles.exists(t, t.rank == 1) && t.rank == 9)",
        "size(seat > 2 ? chows : pungs) == size(seat > 2 ? chows : [pungs, sets][0])",
        "!(1 / 0 == 1)",
        "[][0] == 1",
        "'' == ''",
        "[true, false][1] in [self_draw]",
        "tiles.filter(t, t.honour).map(t, t.tile).exists(w, w == seat_wind)",
        "tiles.map(t, t.rank).filter(r, r > 4)[0] > 5",
    ] {
        agree(text, usize::MAX);
    }
    assert!(agree("[0, 1].exists(x, 1 / x == 1)", 1));
}

/// Expressions of every form, small enough to be read.
fn bools(depth: u32) -> BoxedStrategy<String> {
    let leaf = prop::sample::select(vec![
        "self_draw",
        "concealed",
        "true",
        "false",
        "last_tile",
        "dealer",
        "tiles[13].honour",
        "pairs[0].completed",
        "chows[3].terminal",
        "1 / honours == 1",
        "winning_tile.rank % melds == 1",
        "shape == 'standard'",
        "seat in flowers",
        "seat_wind == round_wind",
        "won_by in ['discard', 'robbed_kong']",
    ]);
    let leaf = leaf.prop_map(str::to_owned);
    leaf.prop_recursive(depth, 24, 3, |inner| {
        let ints = prop::sample::select(vec![
            "a.rank",
            "size(chows)",
            "seat",
            "honours",
            "0",
            "1",
            "-3",
            "size(tiles.filter(t, t.rank > a.rank))",
            "terminals / melds",
            "ranks[0]",
            "tiles.map(t, t.copies)[honours]",
            "b.rank * 2 - a.rank",
        ]);
        let lists = prop::sample::select(vec![
            "tiles",
            "sets",
            "chows",
            "pungs",
            "pairs",
            "tiles.filter(t, t.terminal)",
            "[winning_tile]",
        ]);
        let loops = prop::sample::select(vec!["all", "exists", "exists_one"]);
        let names = prop::sample::select(vec!["a", "b"]);
        let compare = prop::sample::select(vec!["==", "!=", "<", "<=", ">", ">="]);
        prop_oneof![
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} && {b})")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("({a} || {b})")),
            inner.clone().prop_map(|a| format!("!({a})")),
            (inner.clone(), inner.clone(), inner.clone())
                .prop_map(|(a, b, c)| format!("({a} ? {b} : {c})")),
            (lists, loops, names, inner)
                .prop_map(|(list, of, name, a)| format!("{list}.{of}({name}, {a})")),
            (ints.clone(), compare, ints).prop_map(|(a, sign, b)| {
                format!("[winning_tile].exists(a, chows.all(b, {a} {sign} {b}))")
            }),
        ]
    })
    .boxed()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn both_evaluators_agree_on_what_chance_makes(text in bools(4)) {
        agree(&text, 40);
    }
}
