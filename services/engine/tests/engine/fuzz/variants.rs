//! Requests about variants.

use prost::Message;
use wire::v1;

use super::ask::{Engine, built_in, document, sent};
use super::change::change_message;
use super::machine::{Target, fuzz};

const WORDS: &[&str] = &[
    "hkos-fan-laak",
    "our-club",
    "null",
    "\"limit\"",
    "{}",
    "[]",
    ":",
    ",",
    "\"",
    "\"version\":2",
    "\"patterns\":",
    "\"cap\":8",
    "73d9ee91186b1ad0cfc9c3601acee50a3405fa31ea6e097153b5e12a34f81c9e",
];

const PATCH: &[u8] = br#"{"id":"our-club","minimum_fan":1,"patterns":{"seven_pairs":null}}"#;

/// Either a variant or problems, each with its code and sentence.
fn check_made(
    problems: &[v1::DocumentProblem],
    variant: Option<&v1::VariantSummary>,
    document: &[u8],
) {
    assert_eq!(problems.is_empty(), variant.is_some());
    assert_eq!(problems.is_empty(), !document.is_empty());
    for problem in problems {
        assert!(
            !problem.code.is_empty() && !problem.text.is_empty(),
            "{problem:?}"
        );
    }
    if let Some(summary) = variant {
        let again = rules::Variant::from_json(document).unwrap();
        assert_eq!(rules::variant::write_hash(again.hash()), summary.hash);
    }
}

#[test]
fn get_variant() {
    let variants = [built_in("old-hong-kong"), sent(document("modern-chinese"))];
    let requests = variants.map(|variant| v1::GetVariantRequest { variant });
    let target = Target {
        name: "get_variant",
        inputs: 600,
        seeds: requests.map(|request| request.encode_to_vec()).to_vec(),
        words: WORDS,
        change: change_message,
    };
    let engine = Engine::new();
    fuzz(target, |input| {
        let answer: Option<v1::GetVariantResponse> = engine.ask("GetVariant", input);
        if let Some(answer) = answer {
            check_made(&[], answer.variant.as_ref(), &answer.document);
        }
    });
}

#[test]
fn check_variant() {
    let documents = ["old-hong-kong", "modern-chinese", "hong-kong-sections"].map(document);
    let requests = documents.map(|document| v1::CheckVariantRequest { document });
    let target = Target {
        name: "check_variant",
        inputs: 600,
        seeds: requests.map(|request| request.encode_to_vec()).to_vec(),
        words: WORDS,
        change: change_message,
    };
    let engine = Engine::new();
    fuzz(target, |input| {
        let answer: Option<v1::CheckVariantResponse> = engine.ask("CheckVariant", input);
        if let Some(answer) = answer {
            check_made(&answer.problems, answer.variant.as_ref(), &answer.document);
        }
    });
}

#[test]
fn derive_variant() {
    let bases = [built_in("old-hong-kong"), sent(document("modern-chinese"))];
    let requests = bases.map(|base| v1::DeriveVariantRequest {
        base,
        patch: PATCH.to_vec(),
    });
    let target = Target {
        name: "derive_variant",
        inputs: 600,
        seeds: requests.map(|request| request.encode_to_vec()).to_vec(),
        words: WORDS,
        change: change_message,
    };
    let engine = Engine::new();
    fuzz(target, |input| {
        let answer: Option<v1::DeriveVariantResponse> = engine.ask("DeriveVariant", input);
        if let Some(answer) = answer {
            check_made(&answer.problems, answer.variant.as_ref(), &answer.document);
        }
    });
}

#[test]
fn compare_variants() {
    let request = v1::CompareVariantsRequest {
        before: built_in("old-hong-kong"),
        after: sent(document("modern-chinese")),
    };
    let target = Target {
        name: "compare_variants",
        inputs: 600,
        seeds: vec![request.encode_to_vec()],
        words: WORDS,
        change: change_message,
    };
    let engine = Engine::new();
    fuzz(target, |input| {
        let answer: Option<v1::CompareVariantsResponse> = engine.ask("CompareVariants", input);
        for difference in answer.into_iter().flat_map(|answer| answer.differences) {
            assert!(
                !difference.path.is_empty() && !difference.text.is_empty(),
                "{difference:?}"
            );
        }
    });
}
