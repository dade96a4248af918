//! What is made from the declarations of refusals, those of the gateway, the engine and the rules: the page of problems, and their Chinese
//! texts for the pages.

use std::fmt::Write;

use gateway::ProblemCode;
use rules::RefusalCode;
use rules::variant::DocumentCode;
use wire::{Rejection, RequestReason};

const INTRODUCTION: &str = "# Problems

What is wrong is told as `application/problem+json` (RFC 9457): `type` (a link to this page), `title`, `status`, `detail` (a
sentence for people), `code` (stable, for programs) and, where fields are at fault, `errors`: a list of `pointer` (a JSON pointer into
the body, or the name of a header or query parameter), `code` and `detail`; in a CSV also `line` and `column`.

A status of 400 means that the request could not be read, 422 that it was read and is refused.

Generated from `services/gateway/src/problem/code.rs`, `services/wire/src/reason.rs` and `services/rules/src/refusal.rs`.

| code | status | meaning | what to do |
| --- | --- | --- | --- |
";

const REFUSALS: &str = "
## What the rules refuse

The engine's own codes, with status 422. If several refusals of a hand apply, the first in this order is told.

| code | meaning | what to do |
| --- | --- | --- |
";

/// A refusal of the engine's.
struct OfEngine {
    code: String,
    meaning: &'static str,
    advice: &'static str,
    traditional_chinese: &'static [&'static str],
}

/// The page of problems.
pub(super) fn page() -> String {
    let mut page = String::from(INTRODUCTION);
    for code in ProblemCode::ALL {
        let (name, status) = (code.as_str(), code.status().as_u16());
        let (title, advice) = (code.title(), code.advice());
        writeln!(
            page,
            "| <a id=\"{name}\"></a>`{name}` | {status} | {title} | {advice} |"
        )
        .unwrap();
    }
    page.push_str(REFUSALS);
    for OfEngine {
        code,
        meaning,
        advice,
        ..
    } in of_engine()
    {
        writeln!(
            page,
            "| <a id=\"{code}\"></a>`{code}` | {meaning} | {advice} |"
        )
        .unwrap();
    }
    page
}

/// The module with the Chinese texts of problems.
pub(super) fn problem_texts() -> String {
    let mut module = String::from(
        "// @ts-check
/**
 * What a problem is and what to do, in Traditional Chinese as Hong Kong writes it, by the code of the problem. English comes from the
 * server, in `title` and `detail`. Generated from the declarations of the codes, as openapi/PROBLEMS.md is.
 * @type {Readonly<Record<string, readonly [meaning: string, todo: string]>>}
 */
export const PROBLEM_TEXTS = Object.freeze({
",
    );
    let ours = ProblemCode::ALL
        .iter()
        .map(|code| (code.as_str().to_owned(), code.traditional_chinese()));
    let of_engine = of_engine()
        .into_iter()
        .map(|one| (one.code, one.traditional_chinese));
    for (code, texts) in ours.chain(of_engine) {
        let [meaning, advice] = texts else {
            panic!("{code}: {texts:?}")
        };
        writeln!(module, "  {code}: [{meaning:?}, {advice:?}],").unwrap();
    }
    module.push_str("});\n");
    module
}

/// The module with the Chinese texts of what is wrong with a document.
pub(super) fn document_problem_text() -> String {
    let mut module = String::from(
        "// @ts-check
/**
 * What is wrong in the document of a variant, in Traditional Chinese as Hong Kong writes it, by the code of the server. The server says it
 * in English, with the value it found. Generated from services/rules/src/document_code.rs.
 * @type {Readonly<Record<string, string>>}
 */
export const DOCUMENT_PROBLEM_TEXT = Object.freeze({
",
    );
    for code in DocumentCode::ALL {
        let chinese = code.traditional_chinese().concat();
        writeln!(module, "  {}: {chinese:?},", code.as_str()).unwrap();
    }
    module.push_str("});\n");
    module
}

/// Those of the engine that have no code of ours: that a field is missing, or that a match is over, has one code, whoever finds it out.
fn of_engine() -> Vec<OfEngine> {
    let requests = RequestReason::ALL
        .iter()
        .filter(|reason| **reason != RequestReason::FieldMissing)
        .map(|reason| OfEngine {
            code: reason.name().to_ascii_lowercase(),
            meaning: reason.meaning(),
            advice: reason.advice(),
            traditional_chinese: reason.traditional_chinese(),
        });
    let refusals = RefusalCode::ALL
        .into_iter()
        .filter(|code| *code != RefusalCode::MatchOver)
        .map(|code| OfEngine {
            code: code.as_str().to_owned(),
            meaning: code.meaning(),
            advice: code.advice(),
            traditional_chinese: code.traditional_chinese(),
        });
    let rejections = Rejection::ALL.iter().map(|rejection| OfEngine {
        code: rejection.name().to_ascii_lowercase(),
        meaning: rejection.meaning(),
        advice: rejection.advice(),
        traditional_chinese: rejection.traditional_chinese(),
    });
    requests.chain(refusals).chain(rejections).collect()
}
