//! The page about house patterns; `UPDATE_EXPECT=1` rewrites it.

use std::fmt::Write;

use rules::house::{Expression, ExpressionError, Of, facts};

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
         What is refused has one of these codes: `{}`.\n",
        ExpressionError::CODES.join("`, `")
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

#[test]
fn the_page_of_house_patterns_is_current() {
    let mut page = String::new();
    limits(&mut page);
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
