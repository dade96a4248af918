//! The documentation, without the internet.

use reqwest::Method;
use serde_json::Value;

use crate::app::TestApp;

#[tokio::test(flavor = "multi_thread")]
async fn the_docs_page_needs_nobody_else() {
    let app = TestApp::start().await;
    let visitor = app.nobody();
    let redirect = visitor.get("/docs").await;
    assert_eq!(
        (redirect.status, redirect.header("location")),
        (308, "/docs/index.html")
    );
    let index = visitor.get("/docs/index.html").await;
    assert_eq!(index.status, 200);
    assert_eq!(index.header("content-type"), "text/html; charset=utf-8");
    let again = visitor.request(Method::GET, "/docs/index.html");
    let again = again.header("If-None-Match", index.header("etag"));
    assert_eq!(again.send().await.status, 304);
    // Whatever the scripts of the page may try, the browser asks nobody but this server.
    let policy = index.header("content-security-policy");
    assert!(
        policy.starts_with("default-src 'self';") && !policy.contains("http"),
        "{policy}"
    );

    let initializer = visitor.get("/docs/swagger-initializer.js").await;
    assert!(
        initializer.text.contains("\"/openapi.json\""),
        "{}",
        initializer.text
    );
    assert!(
        initializer.text.contains("\"validatorUrl\": \"none\""),
        "{}",
        initializer.text
    );
    for page in [&index.text, &initializer.text] {
        assert!(
            !page.contains("http://") && !page.contains("https://"),
            "{page}"
        );
        assert!(!page.contains("\"//") && !page.contains("'//"), "{page}");
    }
    let references = index.text.split(['"', '\'']).filter(|part| {
        [".js", ".css", ".png"]
            .iter()
            .any(|end| part.ends_with(end))
    });
    let mut found = 0;
    for reference in references {
        let asset = visitor
            .get(&format!("/docs/{}", reference.trim_start_matches("./")))
            .await;
        assert_eq!(asset.status, 200, "{reference}");
        found += 1;
    }
    assert!(found >= 5, "only {found} parts in {}", index.text);
    visitor
        .get("/docs/nothing.js")
        .await
        .refused(404, "not_found");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_document_is_served_as_it_is_kept() {
    let app = TestApp::start().await;
    let served = app.nobody().get("/openapi.json").await.expect(200);
    let kept: Value = serde_json::from_str(&gateway::openapi_json().unwrap()).unwrap();
    assert_eq!(served, kept);
    let problems = app.nobody().get("/problems").await;
    assert_eq!(problems.text, gateway::PROBLEMS_MARKDOWN);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_is_led_to_the_line_of_a_problem() {
    let app = TestApp::start().await;
    let visitor = app.nobody();
    let page = |accept: &str| {
        let request = visitor.request(Method::GET, "/problems");
        request.header("Accept", accept).send()
    };
    let html = page("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8").await;
    assert_eq!(html.header("content-type"), "text/html; charset=utf-8");
    assert_eq!(html.header("vary"), "Accept, Accept-Encoding");
    assert_eq!(
        html.header("content-security-policy"),
        "default-src 'none'; frame-ancestors 'none'"
    );
    let markdown = gateway::PROBLEMS_MARKDOWN;
    let anchors = |page: &str| page.matches("<a id=\"").count();
    assert_eq!(anchors(&html.text), anchors(markdown));
    assert_eq!(html.text.matches("<tr><td>").count(), anchors(markdown));
    let refusal = visitor.get("/nowhere").await;
    let (_, code) = refusal.json["type"]
        .as_str()
        .unwrap()
        .split_once('#')
        .unwrap();
    let line = format!("<td><a id=\"{code}\"></a><code>{code}</code></td><td>404</td>");
    assert!(html.text.contains(&line), "{}", html.text);
    // The policy would block what is styled or fetched.
    for blocked in ["style", "<script", "src=", "<link", "| ---"] {
        assert!(!html.text.contains(blocked), "{blocked}");
    }

    for accept in [
        "*/*",
        "text/markdown",
        "text/markdown, text/html;q=0.5",
        "nonsense",
    ] {
        let page = page(accept).await;
        assert_eq!(page.header("content-type"), "text/markdown; charset=utf-8");
        assert_eq!(page.text, markdown, "{accept}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_browser_is_told_that_answers_are_data() {
    let app = TestApp::start().await;
    let visitor = app.nobody();
    // The last one is too long.
    let long = format!("/livez?{}", "x".repeat(25 * 1024));
    for path in ["/livez", "/v1/variants", "/v1/clubs", "/nowhere", &long] {
        let answer = visitor.get(path).await;
        for (header, value) in [
            ("x-content-type-options", "nosniff"),
            ("cache-control", "no-store"),
            (
                "content-security-policy",
                "default-src 'none'; frame-ancestors 'none'",
            ),
            ("cross-origin-resource-policy", "same-origin"),
            ("referrer-policy", "no-referrer"),
        ] {
            assert_eq!(answer.header(header), value, "{path} {header}");
        }
    }
}
