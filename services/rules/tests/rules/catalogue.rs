//! The catalogue of patterns; `UPDATE_EXPECT=1` rewrites its page.

use std::fmt::Write;
use std::sync::Arc;

use rules::variant::built_ins;
use rules::{Definition, Pattern, TableOptions, Variant};
use rules::{catalogue, explain, notation, score};

use crate::published;

/// A variant that gives every pattern one fan, demands nothing and includes nothing.
fn everything_counts() -> Variant {
    let worths: Vec<String> = catalogue()
        .map(|entry| format!(r#""{}": {{ "value": 1 }}"#, entry.id))
        .collect();
    let document = format!(
        r#"{{ "format": "faan.variant/1", "id": "everything", "version": 1, "name": {{ "english": "Everything" }},
            "source": "a test", "tiles": 144, "minimum_fan": 0, "patterns": {{ {} }},
            "schedule": [{{ "from_fan": 0, "points": 1 }}], "limit": {{ "points": 1, "multiplied": false }},
            "multipliers": {{ "self_draw": 1, "discarder": 1, "other": 1, "dealer": 1 }},
            "claims": {{ "several": "nearest" }}, "robbed_kongs": ["exposed_kong", "added_kong", "concealed_kong"],
            "bonus_tile_wins": [7, 8], "deal": {{ "stays_after": [] }}, "false_mahjong": {{}} }}"#,
        worths.join(", ")
    );
    Variant::from_json(document.as_bytes()).unwrap()
}

#[test]
fn the_catalogue_names_each_pattern_once_in_order() {
    let indexes: Vec<usize> = catalogue().map(|entry| entry.pattern.index()).collect();
    assert_eq!(indexes, (0..Pattern::COUNT).collect::<Vec<_>>());
    for entry in catalogue() {
        assert_eq!(Pattern::from_id(entry.id), Some(entry.pattern));
        assert_eq!(entry.pattern.id(), entry.id);
        assert!(
            !entry.english.is_empty() && entry.definition.ends_with('.'),
            "{}",
            entry.id
        );
        assert_eq!(
            entry.traditional_chinese.is_empty(),
            entry.jyutping.is_empty(),
            "{}",
            entry.id
        );
    }
    assert_eq!(Pattern::from_id("no_such_pattern"), None);
}

#[test]
fn each_example_shows_its_pattern() {
    let variant = everything_counts();
    for entry in catalogue() {
        let win =
            notation::win(entry.example).unwrap_or_else(|error| panic!("{}: {error}", entry.id));
        let scored = score(&variant, &TableOptions::default(), &win)
            .unwrap_or_else(|error| panic!("{}: {error}", entry.id));
        let counted: Vec<&str> = scored
            .score
            .counted(&variant)
            .map(|counted| variant.pattern_id(counted.pattern))
            .collect();
        assert!(
            counted.contains(&entry.id),
            "{} shows only {counted:?}",
            entry.id
        );
    }
}

/// A pattern that no variant gives a value would be in no golden line, and no test would judge it.
#[test]
fn each_pattern_has_a_value_in_a_built_in_variant() {
    for entry in catalogue() {
        let has_value =
            |variant: &Arc<Variant>| variant.pattern_worth(entry.pattern.into()).is_some();
        assert!(built_ins().iter().any(has_value), "{}", entry.id);
    }
}

/// Why a pattern's example shows it.
fn said_of_example(entry: &Definition) -> String {
    let win = notation::win(entry.example).unwrap();
    let variant = everything_counts();
    let scored = score(&variant, &TableOptions::default(), &win).unwrap();
    explain(&variant, &win, &scored.score, entry.pattern.into())
}

/// The ids of the patterns that a win shows.
fn shown(win: &str) -> Vec<&'static str> {
    let variant = everything_counts();
    let win = notation::win(win).unwrap();
    let scored = score(&variant, &TableOptions::default(), &win).unwrap();
    let counted = scored.score.counted(&variant);
    counted
        .map(|counted| counted.pattern.pattern().unwrap().id())
        .collect()
}

#[test]
fn no_pattern_is_matched_by_everything() {
    let examples: Vec<_> = catalogue().map(|entry| shown(entry.example)).collect();
    for entry in catalogue() {
        assert!(
            examples.iter().any(|shown| !shown.contains(&entry.id)),
            "{}",
            entry.id
        );
    }
    assert!(shown("123m 456m 78m CC (999s) 2f + 9m").is_empty());
}

#[test]
fn the_page_of_the_catalogue_is_current() {
    let mut page = String::from(
        "# The catalogue of patterns\n\nA test generates this page from the registry (`UPDATE_EXPECT=1` rewrites it). Values are in the documents of the variants.\n\
         Examples: concealed tiles, exposed melds in parentheses, concealed kongs in brackets, `+` before the winning tile.\n\n\
         The last column is the explanation that the engine gives for the example.\n\n\
         | id | English | 繁體 | Jyutping | matched when | example | explanation |\n| --- | --- | --- | --- | --- | --- | --- |\n",
    );
    for entry in catalogue() {
        let (chinese, jyutping) = (entry.traditional_chinese, entry.jyutping);
        writeln!(
            page,
            "| `{}` | {} | {chinese} | {jyutping} | {} | `{}` | {} |",
            entry.id,
            entry.english,
            entry.definition,
            entry.example,
            said_of_example(entry)
        )
        .unwrap();
    }
    published::check("PATTERNS.md", &page);
}
