//! The page that explains every code: served at `/problems`.

use std::sync::LazyLock;

use pulldown_cmark::{Options, Parser, html};
use web::Content;

/// The page as Markdown. A test makes it from the declarations of the codes.
pub const MARKDOWN: &str = include_str!("../../../../openapi/PROBLEMS.md");

/// The same as HTML, in which a problem's `type` leads to its line. It brings no style along: its policy allows none.
pub(crate) static HTML_CONTENT: LazyLock<Content> = LazyLock::new(|| {
    let mut page = String::from(HEAD);
    html::push_html(&mut page, Parser::new_ext(MARKDOWN, Options::ENABLE_TABLES));
    page.push_str("</html>\n");
    Content::new("text/html; charset=utf-8", page)
});

pub(crate) static MARKDOWN_CONTENT: LazyLock<Content> =
    LazyLock::new(|| Content::new("text/markdown; charset=utf-8", MARKDOWN));

const HEAD: &str = "<!doctype html>
<html lang=\"en\">
<meta charset=\"utf-8\">
<meta name=\"viewport\" content=\"width=device-width\">
<title>Problems</title>
";
