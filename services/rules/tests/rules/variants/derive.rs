//! Documents made from others by a merge patch, and documents that are being written.

use rules::Variant;
use rules::variant::{built_ins, merge, write_hash};
use serde_json::{Value, json};

use super::OLD_HONG_KONG;
use super::problems::lines;

/// The examples of RFC 7396, appendix A: original, patch, result.
const EXAMPLES: [(&str, &str, &str); 15] = [
    (r#"{"a":"b"}"#, r#"{"a":"c"}"#, r#"{"a":"c"}"#),
    (r#"{"a":"b"}"#, r#"{"b":"c"}"#, r#"{"a":"b","b":"c"}"#),
    (r#"{"a":"b"}"#, r#"{"a":null}"#, "{}"),
    (r#"{"a":"b","b":"c"}"#, r#"{"a":null}"#, r#"{"b":"c"}"#),
    (r#"{"a":["b"]}"#, r#"{"a":"c"}"#, r#"{"a":"c"}"#),
    (r#"{"a":"c"}"#, r#"{"a":["b"]}"#, r#"{"a":["b"]}"#),
    (
        r#"{"a":{"b":"c"}}"#,
        r#"{"a":{"b":"d","c":null}}"#,
        r#"{"a":{"b":"d"}}"#,
    ),
    (r#"{"a":[{"b":"c"}]}"#, r#"{"a":[1]}"#, r#"{"a":[1]}"#),
    (r#"["a","b"]"#, r#"["c","d"]"#, r#"["c","d"]"#),
    (r#"{"a":"b"}"#, r#"["c"]"#, r#"["c"]"#),
    (r#"{"a":"foo"}"#, "null", "null"),
    (r#"{"a":"foo"}"#, r#""bar""#, r#""bar""#),
    (r#"{"e":null}"#, r#"{"a":1}"#, r#"{"e":null,"a":1}"#),
    ("[1,2]", r#"{"a":"b","c":null}"#, r#"{"a":"b"}"#),
    ("{}", r#"{"a":{"bb":{"ccc":null}}}"#, r#"{"a":{"bb":{}}}"#),
];

#[test]
fn patches_are_those_of_the_rfc() {
    for (original, patch, expected) in EXAMPLES {
        let read = |text: &str| serde_json::from_str::<Value>(text).unwrap();
        let mut target = read(original);
        merge(&mut target, &read(patch));
        assert_eq!(target, read(expected), "{original} {patch}");
    }
}

#[test]
fn a_derived_document_is_whole_and_names_its_base() {
    let base = Variant::built_in("old-hong-kong").unwrap();
    let patch = json!({ "id": "our-club", "minimum_fan": 1, "patterns": { "seven_pairs": null } });
    let derived = base.derive(patch.to_string().as_bytes()).unwrap();
    assert_eq!((derived.id(), derived.minimum_fan()), ("our-club", 1));
    assert_eq!(derived.derived_from(), Some(base.hash()));
    let document: Value = serde_json::from_slice(derived.document()).unwrap();
    assert_eq!(document["derived_from"], write_hash(base.hash()));
    assert!(document["patterns"]["seven_pairs"].is_null());
    let again = Variant::from_json(derived.document()).unwrap();
    assert_eq!(again.hash(), derived.hash());

    let next = derived
        .derive(br#"{ "version": 2, "minimum_fan": 2 }"#)
        .unwrap();
    assert_eq!(next.derived_from(), Some(derived.hash()));
}

#[test]
fn what_cannot_be_derived_is_refused() {
    let base = Variant::built_in("old-hong-kong").unwrap();
    let club = base.derive(br#"{"id": "our-club"}"#).unwrap();
    let check = |base: &Variant, patch: &str, expected: &str| {
        let problems = base.derive(patch.as_bytes()).err().unwrap_or_default();
        assert_eq!(lines(&problems), expected, "{patch}");
        assert!(problems.iter().all(|problem| !problem.text.is_empty()));
    };
    check(base, r#"{"minimum_fan": 1}"#, "reserved_id id");
    check(base, r#"{"id": "hkos-fan-laak"}"#, "reserved_id id");
    check(
        base,
        r#"{"minimum_fan": 101}"#,
        "out_of_range minimum_fan; reserved_id id",
    );
    check(&club, r#"{"minimum_fan": 1}"#, "same_version id");
    check(&club, r#"{"minimum_fan": 1, "version": 2}"#, "");
    check(
        base,
        r#"{"id": "x", "tiles": null, "pattern": {}}"#,
        "missing_field tiles; unknown_field pattern",
    );
    check(
        base,
        r#"{"id": "x", "claims": {"first": [null]}}"#,
        "wrong_type claims.first[0]",
    );
    check(base, "[]", "wrong_type");
    check(base, "{", "unreadable");
    check(base, r#"{"id": "x", "id": "y"}"#, "unreadable");
}

#[test]
fn the_id_of_a_built_in_is_its_own() {
    for built_in in built_ins() {
        assert!(Variant::check(built_in.document()).is_ok());
    }
    let other = OLD_HONG_KONG.replace(r#""minimum_fan": 3"#, r#""minimum_fan": 2"#);
    let problems = Variant::check(other.as_bytes()).unwrap_err();
    assert_eq!(lines(&problems), "reserved_id id");
    assert!(
        Variant::from_json(other.as_bytes()).is_ok(),
        "to play by, it may be a former version"
    );
}

#[test]
fn the_same_document_in_toml_is_the_same_variant() {
    for built_in in built_ins() {
        let document: Value = serde_json::from_slice(built_in.document()).unwrap();
        let toml = toml::to_string_pretty(&document).unwrap();
        let read = Variant::from_toml(&toml).unwrap();
        assert_eq!(read.hash(), built_in.hash(), "{toml}");
    }
    let check = |toml: &str, expected: &str| {
        assert_eq!(
            lines(&Variant::from_toml(toml).unwrap_err()),
            expected,
            "{toml}"
        );
    };
    check("id = ", "unreadable");
    check("id = 1\nid = 2", "unreadable");
    check("version = nan", "unreadable");
    check(&format!("# {}", "x".repeat(70_000)), "too_large");
    let base = toml::to_string(&serde_json::from_str::<Value>(OLD_HONG_KONG).unwrap()).unwrap();
    check(&format!("when = 2026-01-01\n{base}"), "unknown_field when");
}

#[test]
fn a_document_of_the_same_id_needs_a_higher_version() {
    let base = Variant::built_in("old-hong-kong").unwrap();
    let club = base.derive(br#"{"id": "our-club", "version": 5}"#).unwrap();
    for (patch, derives) in [
        ("{ \"version\": 4 }", false),
        ("{ \"version\": 5 }", false),
        ("{ \"version\": 6 }", true),
        ("{ \"id\": \"other\" }", true),
    ] {
        assert_eq!(club.derive(patch.as_bytes()).is_ok(), derives, "{patch}");
    }
}
