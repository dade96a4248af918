//! Variant documents, in JSON and in TOML, and merge patches.

use rules::variant::{DocumentError, built_ins, merge, read_toml, write_hash};
use rules::{Variant, Win};
use serde_json::{Value, json};

use super::change::change_json;
use super::machine::{Target, change_text, fuzz};
use super::wins::{self, check_score};

const WORDS: &[&str] = &[
    "null",
    "true",
    "false",
    "\"limit\"",
    "{}",
    "[]",
    "\"\"",
    "\"house:x\"",
    ":",
    ",",
    "{",
    "}",
    "[",
    "]",
    "\"",
    "\\u0000",
    "\"value\":",
    "\"patterns\":",
    "\"includes\":[\"all_pungs\"]",
    "\"when\":[\"concealed\"]",
    "\"half_flush\"",
    "\"counts_toward_minimum\":false",
    "\"groups\":[{\"name\":\"a\",\"patterns\":[\"half_flush\",\"full_flush\"]}]",
    "\"caps\":[{\"patterns\":[\"all_pungs\"],\"fan\":3}]",
    "\"cap\":8",
    "\"house_patterns\":{\"house:x\":{\"name\":{\"english\":\"X\"},\"expression\":\"melds == 4\",\"value\":1}}",
    "\"liabilities\":[{\"rule\":\"five_tiles\",\"at_least\":1}]",
    "\"claims\":{\"several\":\"best\"}",
    "\"tiles\":136",
    "\"deal\":{\"stays_after\":[],\"rounds\":false}",
    "\"false_mahjong\":{\"points\":8}",
    "\"schedule\":",
    "\"from_fan\":",
    "\"minimum_fan\":",
    "\"multipliers\":",
    "\"self_draw\":0.5",
    "\"version\":2",
    "\"id\":\"our-club\"",
    "\"derived_from\":",
];

/// Every built-in, in JSON; and others that are derived from them.
fn documents() -> impl Iterator<Item = Value> {
    let whole = built_ins().iter();
    whole.map(|variant| {
        let mut document: Value = serde_json::from_slice(variant.document()).unwrap();
        document["id"] = "our-club".into();
        document
    })
}

fn check_problems(problems: &[DocumentError]) {
    assert!((1..=500).contains(&problems.len()), "{}", problems.len());
    for problem in problems {
        assert!(!problem.text.is_empty(), "{problem:?}");
    }
}

/// A variant that was made of a document: it can be exported, and is that document; and hands can be scored by it.
fn check_variant(variant: &Variant, wins: &[Win]) {
    let exported = Variant::from_json(variant.document()).unwrap();
    assert_eq!(exported.hash(), variant.hash());
    assert_eq!(exported.document(), variant.document());
    assert!(variant.differences(&exported).is_empty());
    for win in wins {
        check_score(variant, win);
    }
    check_next(variant);
}

/// A document derived by nothing but its next version is the same but for what says so.
fn check_next(base: &Variant) {
    let patch = json!({ "version": base.version().saturating_add(1) });
    let Ok(next) = base.derive(patch.to_string().as_bytes()) else {
        // The highest version, or an id that only a built-in has.
        return;
    };
    let mut expected: Value = serde_json::from_slice(base.document()).unwrap();
    merge(&mut expected, &patch);
    expected["derived_from"] = write_hash(base.hash()).into();
    assert_eq!(
        serde_json::from_slice::<Value>(next.document()).unwrap(),
        expected
    );
}

#[test]
fn document_json() {
    let target = Target {
        name: "document_json",
        inputs: 200,
        seeds: documents()
            .map(|document| document.to_string().into())
            .collect(),
        words: WORDS,
        change: change_json,
    };
    let wins = wins::some();
    fuzz(target, |input| match Variant::from_json(input) {
        Ok(variant) => check_variant(&variant, &wins),
        Err(problems) => {
            check_problems(&problems);
            let checked = Variant::check(input);
            assert!(checked.is_err(), "good to write, but not to play by");
        }
    });
}

#[test]
fn document_toml() {
    let seeds = documents().map(|document| toml::to_string(&document).unwrap().into());
    let target = Target {
        name: "document_toml",
        inputs: 300,
        seeds: seeds.collect(),
        words: &[
            "[patterns.half_flush]\n",
            "value = \"limit\"\n",
            "[[schedule]]\n",
            "from_fan = ",
            "[[groups]]\n",
            "cap = 8\n",
            "includes = [\"all_pungs\"]\n",
            "tiles = 136\n",
            " = ",
            "\n",
            "'''",
            "\"\"\"",
            "[",
            "]",
            "{",
            "}",
            "inf",
            "nan",
            "1979-05-27T07:32:00Z",
            "0x10",
            "1_000",
            "a.b.c = 1\n",
            "# ",
        ],
        change: change_text,
    };
    let wins = wins::some();
    fuzz(target, |input| {
        let text = String::from_utf8_lossy(input);
        match Variant::from_toml(&text) {
            Ok(variant) => {
                let json = read_toml(&text).unwrap().to_string();
                assert_eq!(
                    Variant::from_json(json.as_bytes()).unwrap().hash(),
                    variant.hash()
                );
                check_variant(&variant, &wins);
            }
            Err(problems) => check_problems(&problems),
        }
    });
}

#[test]
fn patch() {
    let small = [
        r#"{"id":"our-club","minimum_fan":1,"patterns":{"seven_pairs":null}}"#,
        r#"{"version":2,"schedule":[{"from_fan":0,"points":1},{"from_fan":3,"points":8}],"cap":10}"#,
        r#"{"id":"a","house_patterns":{"house:x":{"name":{"english":"X"},"expression":"melds == 4","value":1}}}"#,
    ];
    let patches = small.map(|text| text.into()).into_iter();
    let target = Target {
        name: "patch",
        inputs: 300,
        seeds: patches
            .chain(documents().map(|document| document.to_string().into()))
            .collect(),
        words: WORDS,
        change: change_json,
    };
    let wins = wins::some();
    fuzz(target, |input| {
        // Which base is chosen by the input, so that an input always says the same.
        let base = &built_ins()[input.len() % built_ins().len()];
        let derived = match base.derive(input) {
            Ok(derived) => derived,
            Err(problems) => return check_problems(&problems),
        };
        assert_eq!(derived.derived_from(), Some(base.hash()));
        let mut expected: Value = serde_json::from_slice(base.document()).unwrap();
        merge(&mut expected, &serde_json::from_slice(input).unwrap());
        expected["derived_from"] = write_hash(base.hash()).into();
        let made = Variant::from_json(expected.to_string().as_bytes()).unwrap();
        assert_eq!(made.hash(), derived.hash());
        check_variant(&derived, &wins);
    });
}
