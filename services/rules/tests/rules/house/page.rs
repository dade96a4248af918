//! The page about house patterns; `UPDATE_EXPECT=1` rewrites it.

use std::fmt::Write;

use rules::house::{Expression, Of, facts};
use rules::{TableOptions, Variant, notation, score};

use crate::published;

fn limits(page: &mut String) {
    let (longest, deepest, steps) = (
        Expression::LONGEST,
        Expression::DEEPEST,
        Expression::MOST_STEPS,
    );
    write!(
        page,
        "# House patterns\n\n\
         This page is generated from the table of facts and the tested examples (`UPDATE_EXPECT=1` rewrites it).\n\n\
         A club defines its own pattern with an expression over the facts of a reading. The pattern is matched if the result, a bool, is \
         true. The language is a part of [CEL](https://cel.dev): `&& || ! == != < <= > >= + - * / % ?: in`, lists and their `[…]`, `size`, \
         and the loops `all`, `exists`, `exists_one`, `filter` and `map`. Constants are bools, integers and texts.\n\n\
         An expression has at most {longest} characters, {deepest} levels (with loops expanded) and {steps} steps. Every part of an \
         expression is a step (a fact says if it takes more); in a loop it counts once for each element of the longest possible list. An expression is tested on \
         representative hands before it is accepted. If it fails for another hand, for example by a division by zero, the pattern \
         is not matched. A win by bonus tiles shows only the house patterns in `bonus_tile_win_patterns`. The \
         [problems of a document](../../proto/README.md#problems-of-a-document) have the error codes of expressions.\n\n\
         All expressions of a document together have {document} steps. A hand has at most {readings} readings, and each reading \
         takes another 100 steps, so scoring a hand takes at most {hand} steps. During scoring, only the parts that are evaluated \
         count. A request to the engine can take 4000000 steps, so that one hand, and three winners of one discard, always fit; a request \
         with more is refused with `TOO_MANY_STEPS`. `faan audit` has no such limit.\n",
        document = Variant::MOST_STEPS_OF_A_READING,
        readings = Variant::MOST_READINGS,
        hand = Variant::MOST_STEPS_OF_A_HAND,
    )
    .unwrap();
}

fn table(page: &mut String, of: Of, title: &str) {
    write!(
        page,
        "\n## {title}\n\n| fact | type | meaning | example |\n| --- | --- | --- | --- |\n"
    )
    .unwrap();
    for fact in facts().filter(|fact| fact.of == of) {
        let words = match fact.words {
            [] => String::new(),
            [.., "P"] => "; a tile in notation".to_owned(),
            words => format!("; {}", words.join(", ")),
        };
        let example = fact.example.replace('|', "\\|");
        writeln!(
            page,
            "| `{}` | {}{words} | {} | `{example}` |",
            fact.name, fact.kind, fact.meaning
        )
        .unwrap();
    }
}

/// A complete document, which shows the place of an expression.
const DOCUMENT: &str = include_str!("document.json");

fn document(page: &mut String) {
    write!(
        page,
        "\n## In a document\n\n\
         A house pattern is an entry of `house_patterns` in the document of a variant, with its value and an id that starts with `house:`. \
         Other fields can name this id like other ids (`includes`, `groups`, `caps`, `claims.first`). This is the smallest complete \
         document; `proto/variant.schema.json` is the schema:\n\n\
         ```json\n{DOCUMENT}```\n\n\
         On the command line, a document can also be TOML. `faan variants check our-club.json` lists all its problems, and `faan score \
         \"123456m 89m 55p (234s) + 7m\" --variant our-club.json` scores a hand with it. The engine accepts it as `document` in the \
         `variant` of a request. `DeriveVariant` changes a built-in variant.\n"
    )
    .unwrap();
}

/// The document compiles, and the win that the page scores by it shows its pattern.
#[test]
fn the_document_of_the_page_is_sound() {
    let variant = Variant::check(DOCUMENT.as_bytes()).unwrap();
    let win = notation::win("123456m 89m 55p (234s) + 7m").unwrap();
    let score = score(&variant, &TableOptions::default(), &win)
        .unwrap()
        .score;
    let counted = score.counted(&variant);
    let counted: Vec<_> = counted
        .map(|counted| (variant.pattern_id(counted.pattern), counted.fan))
        .collect();
    assert_eq!(counted, [("house:pure_straight", 3)]);
    // Nothing of it can be left out but what the page is about.
    let whole: serde_json::Value = serde_json::from_str(DOCUMENT).unwrap();
    for field in whole.as_object().unwrap().keys() {
        let mut less = whole.clone();
        less.as_object_mut().unwrap().remove(field);
        let optional = field == "house_patterns";
        assert_eq!(
            Variant::check(less.to_string().as_bytes()).is_ok(),
            optional,
            "{field}"
        );
    }
}

#[test]
fn the_page_of_house_patterns_is_current() {
    let mut page = String::new();
    limits(&mut page);
    document(&mut page);
    table(&mut page, Of::Hand, "Facts of the hand");
    table(&mut page, Of::Set, "Facts of a set or pair");
    table(&mut page, Of::Tile, "Facts of a tile");
    page.push_str("\n## Examples\n\n| pattern | 繁體 | expression | a win with it |\n| --- | --- | --- | --- |\n");
    for [_, english, chinese, expression, win, _] in super::examples() {
        let expression = expression.replace('|', "\\|");
        writeln!(page, "| {english} | {chinese} | `{expression}` | `{win}` |").unwrap();
    }
    published::check("HOUSE_PATTERNS.md", &page);
}
