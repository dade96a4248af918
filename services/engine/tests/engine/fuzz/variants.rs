//! Requests about variants.

use wire::v1;

use super::ask::{built_in, document, fuzz_answers, sent, target};

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
    let target = target("get_variant", 600, WORDS, requests);
    fuzz_answers(target, "GetVariant", |answer: v1::GetVariantResponse| {
        check_made(&[], answer.variant.as_ref(), &answer.document);
    });
}

#[test]
fn check_variant() {
    let documents = ["old-hong-kong", "modern-chinese", "hong-kong-sections"].map(document);
    let requests = documents.map(|document| v1::CheckVariantRequest { document });
    let target = target("check_variant", 600, WORDS, requests);
    fuzz_answers(
        target,
        "CheckVariant",
        |answer: v1::CheckVariantResponse| {
            check_made(&answer.problems, answer.variant.as_ref(), &answer.document);
        },
    );
}

#[test]
fn derive_variant() {
    let bases = [built_in("old-hong-kong"), sent(document("modern-chinese"))];
    let requests = bases.map(|base| v1::DeriveVariantRequest {
        base,
        patch: PATCH.to_vec(),
    });
    let target = target("derive_variant", 600, WORDS, requests);
    fuzz_answers(
        target,
        "DeriveVariant",
        |answer: v1::DeriveVariantResponse| {
            check_made(&answer.problems, answer.variant.as_ref(), &answer.document);
        },
    );
}

#[test]
fn compare_variants() {
    let request = v1::CompareVariantsRequest {
        before: built_in("old-hong-kong"),
        after: sent(document("modern-chinese")),
    };
    let target = target("compare_variants", 600, WORDS, [request]);
    fuzz_answers(
        target,
        "CompareVariants",
        |answer: v1::CompareVariantsResponse| {
            for difference in answer.differences {
                assert!(
                    !difference.path.is_empty() && !difference.text.is_empty(),
                    "{difference:?}"
                );
            }
        },
    );
}
