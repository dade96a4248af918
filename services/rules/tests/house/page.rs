//! The page about house patterns; `UPDATE_EXPECT=1` rewrites it.

use std::fmt::Write;

use rules::house::{Expression, ExpressionError, Of, facts};
use rules::{TableOptions, Variant, notation, score};

fn limits(page: &mut String) {
    let (longest, deepest, steps) = (
        Expression::LONGEST,
        Expression::DEEPEST,
        Expression::MOST_STEPS,
    );
    write!(
        page,
        "# House patterns\n\n\
         Made from the table of facts and the tested examples (`UPDATE_EXPECT=1` rewrites it).\n\n\
         A club defines a pattern of its own with an expression over the facts of a reading: a bool, true where the \
         pattern is there. The language is a part of [CEL](https://cel.dev): `&& || ! == != < <= > >= + - * / % ?: in`, \
         lists and their `[…]`, `size`, and the loops `all`, `exists`, `exists_one`, `filter` and `map`. Constants are bools, whole \
         numbers and texts. There is no time, no chance and no regular expression.\n\n\
         An expression has at most {longest} characters, {deepest} levels (loops spelled out) and {steps} steps; every part is a step, \
         in a loop again for each round of the longest list there can be. It is tried on representative hands before it is accepted; \
         where it fails for another hand, as by a division by zero, the pattern is not matched. A win by bonus tiles is not read and \
         shows no house pattern.\n\n\
         The expressions of a document have {document} steps together, and a hand has at most {readings} readings, each of which takes \
         100 steps besides: scoring a hand takes {hand} steps at most. Only the parts that are really looked at are counted while a \
         hand is scored. A request to the engine has 4000000 steps, whatever it asks, and is refused with `TOO_MANY_STEPS` if it takes \
         more; one hand never does, nor do three winners of one discard. `faan audit`, which scores old hands again, has as many as it \
         needs.\n\n\
         What is refused has one of these codes, as the engine and `faan variants check` spell them: `{}`.\n",
        ExpressionError::CODES.map(str::to_ascii_uppercase).join("`, `"),
        document = Variant::MOST_STEPS_OF_A_READING,
        readings = Variant::MOST_READINGS,
        hand = Variant::MOST_STEPS_OF_A_HAND,
    )
    .unwrap();
}

fn table(page: &mut String, of: Of, title: &str) {
    write!(
        page,
        "\n## {title}\n\n| fact | type | means | example |\n| --- | --- | --- | --- |\n"
    )
    .unwrap();
    for fact in facts().filter(|fact| fact.of == of) {
        let words = match fact.words {
            [] => String::new(),
            [.., "P"] => "; a tile as it is written".to_owned(),
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

/// A whole document, so that nobody has to guess where an expression goes.
const DOCUMENT: &str = include_str!("document.json");

fn document(page: &mut String) {
    write!(
        page,
        "\n## In a document\n\n\
         A house pattern is an entry of `house_patterns` in a variant's document, by an id `house:` and a name of its own; what it is worth \
         stands there too, and not in `patterns`. Elsewhere (in `includes`, `groups`, `caps`, `claims.first`) its id stands as any \
         other does. The smallest document that is whole looks like this; `proto/variant.schema.json` is the schema:\n\n\
         ```json\n{DOCUMENT}```\n\n\
         On the command line it may be TOML as well. `faan variants check our-club.json` says everything that is wrong with it, and \
         `faan score \"123456m 89m 55p (234s) + 7m\" --variant our-club.json` what a hand is worth by it; the engine takes it as `document` \
         of a request's `variant`. To change a built-in variant instead, see `DeriveVariant`.\n"
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
    page.push_str("\n## Examples\n\n| pattern | 繁體 | expression | a win that shows it |\n| --- | --- | --- | --- |\n");
    for [_, english, chinese, expression, win, _] in super::examples() {
        let expression = expression.replace('|', "\\|");
        writeln!(page, "| {english} | {chinese} | `{expression}` | `{win}` |").unwrap();
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/HOUSE_PATTERNS.md");
    #[expect(
        clippy::disallowed_methods,
        reason = "the switch that rewrites what is compared"
    )]
    let update = std::env::var_os("UPDATE_EXPECT").is_some();
    if update {
        std::fs::write(path, &page).unwrap();
    }
    assert_eq!(
        std::fs::read_to_string(path).unwrap_or_default(),
        page,
        "run with UPDATE_EXPECT=1"
    );
}
