//! The page that explains every code: served at `/problems`, kept as `openapi/PROBLEMS.md`.

use std::fmt::Write;
use std::sync::LazyLock;

use pulldown_cmark::{Options, Parser, html};
use web::Content;

use super::Code;

/// The engine's own reasons are explained with its contract; the page repeats them in lower case.
const ENGINE: &str = include_str!("../../../../proto/README.md");

const INTRODUCTION: &str = "# Problems

What is wrong is told as `application/problem+json` (RFC 9457): `type` (a link to this page), `title`, `status`, `detail` (a
sentence for people), `code` (stable, for programs) and, where fields are at fault, `errors`: a list of `pointer` (a JSON pointer into
the body, or the name of a header or query parameter), `code` and `detail`; in a CSV also `line` and `column`.

A status of 400 means that the request could not be read, 422 that it was read and is refused.

Generated from `services/gateway/src/problem/code.rs` and `proto/README.md`; a test compares.

| code | status | meaning | what to do |
| --- | --- | --- | --- |
";

const REFUSALS: &str = "
## What the rules refuse

The engine's own codes, with status 422. If several refusals of a hand apply, the first in this order is told.

| code | meaning | what to do |
| --- | --- | --- |
";

/// The page that explains every problem, as Markdown; kept as `openapi/PROBLEMS.md`.
pub fn markdown() -> String {
    let mut page = String::from(INTRODUCTION);
    // Writing to a String cannot fail.
    for code in Code::ALL {
        let (name, status) = (code.as_str(), code.status().as_u16());
        let (title, advice) = (code.title(), code.advice());
        let _ = writeln!(
            page,
            "| <a id=\"{name}\"></a>`{name}` | {status} | {title} | {advice} |"
        );
    }
    page.push_str(REFUSALS);
    let ours = |name: &str| Code::ALL.iter().any(|code| code.as_str() == name);
    let refusals = ENGINE.lines().filter_map(reason);
    for (name, meaning, advice) in refusals.filter(|(name, ..)| !ours(name)) {
        let _ = writeln!(
            page,
            "| <a id=\"{name}\"></a>`{name}` | {meaning} | {advice} |"
        );
    }
    page
}

/// The same as HTML, in which a problem's `type` leads to its line. It brings no style along: its policy allows none.
pub(crate) static HTML: LazyLock<Content> = LazyLock::new(|| {
    let mut page = String::from(HEAD);
    html::push_html(
        &mut page,
        Parser::new_ext(&markdown(), Options::ENABLE_TABLES),
    );
    page.push_str("</html>\n");
    Content::new("text/html; charset=utf-8", page)
});

pub(crate) static MARKDOWN: LazyLock<Content> =
    LazyLock::new(|| Content::new("text/markdown; charset=utf-8", markdown()));

const HEAD: &str = "<!doctype html>
<html lang=\"en\">
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width\">
<title>Problems</title>
";

/// A line of the engine's tables: reason, gRPC status, meaning, what to do.
fn reason(line: &str) -> Option<(String, &str, &str)> {
    let mut cells = line.split(" | ");
    let name = cells.next()?.strip_prefix("| `")?.strip_suffix('`')?;
    let (_status, meaning, advice) = (cells.next()?, cells.next()?, cells.next()?);
    Some((
        super::code_of_reason(name).into_owned(),
        meaning,
        advice.strip_suffix(" |")?,
    ))
}
