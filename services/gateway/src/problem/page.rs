//! The page that explains every code: served at `/problems`, kept as `openapi/PROBLEMS.md`.

use std::fmt::Write;

use super::Code;

const INTRODUCTION: &str = "# Problems

What is wrong is told as `application/problem+json` (RFC 9457): `type` (a link to this page), `title`, `status`, `detail` (a
sentence for people), `code` (stable, for programs) and, where fields are at fault, `errors`: a list of `pointer` (a JSON pointer into
the body, or the name of a header or query parameter), `code` and `detail`.

A status of 400 means that the request could not be read, 422 that it was read and is refused. A refusal by the rules (a hand that is
not a winning hand, below the table's minimum, with a fifth copy of a tile …) is a 422 with the engine's own code, in lower case;
`proto/README.md` lists those in their order of precedence.

Generated from `services/gateway/src/problem/code.rs`; a test compares.

| code | status | meaning | what to do |
| --- | --- | --- | --- |
";

/// The page that explains every problem, as Markdown; kept as `openapi/PROBLEMS.md`.
pub fn markdown() -> String {
    let mut page = String::from(INTRODUCTION);
    for code in Code::ALL {
        // Writing to a String cannot fail.
        let _ = writeln!(
            page,
            "| <a id=\"{0}\"></a>`{0}` | {1} | {2} | {3} |",
            code.as_str(),
            code.status().as_u16(),
            code.title(),
            code.advice()
        );
    }
    page
}
