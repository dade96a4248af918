//! Pages of other origins.

use reqwest::Method;
use serde_json::json;

use crate::app::{Answer, Person, TestApp};

const APP: &str = "https://app.example";

async fn app_with(origins: &[&str]) -> TestApp {
    let origins = origins.iter().map(|origin| origin.parse().unwrap());
    TestApp::set_to(|config| config.allowed_origins = origins.collect()).await
}

/// What a browser asks before it sends what a page wants sent.
async fn preflight(person: &Person<'_>, origin: &str, method: &str, headers: &str) -> Answer {
    let request = person.request(Method::OPTIONS, "/v1/score");
    let request = request.header("Origin", origin);
    let request = request.header("Access-Control-Request-Method", method);
    request
        .header("Access-Control-Request-Headers", headers)
        .send()
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_of_an_allowed_origin_uses_the_api() {
    let app = app_with(&[APP, "http://localhost:5173"]).await;
    let nobody = app.nobody();
    let headers = "authorization,content-type,idempotency-key,if-match,last-event-id";
    let allowed = preflight(&nobody, APP, "POST", headers).await;
    assert_eq!(
        (
            allowed.status,
            allowed.header("access-control-allow-origin")
        ),
        (200, APP)
    );
    for header in headers.split(',') {
        let known = allowed
            .header("access-control-allow-headers")
            .to_lowercase();
        assert!(
            known.split(", ").any(|known| known == header),
            "{header}: {known}"
        );
    }
    let club = app.club().await;
    let request = club
        .owner
        .request(Method::GET, &club.path)
        .header("Origin", APP);
    let read = request.send().await;
    assert_eq!(
        (read.status, read.header("access-control-allow-origin")),
        (200, APP)
    );
    assert!(
        read.header("vary").contains("Origin"),
        "{}",
        read.header("vary")
    );
    let exposed = read.header("access-control-expose-headers").to_lowercase();
    for header in ["etag", "location", "retry-after", "idempotency-replayed"] {
        assert!(exposed.contains(header), "{exposed}");
    }
    // A refusal is read by the page, too.
    let refused = nobody
        .request(Method::GET, &club.path)
        .header("Origin", APP);
    let refused = refused.send().await;
    assert_eq!(refused.header("access-control-allow-origin"), APP);
    refused.refused(401, "not_signed_in");
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_of_other_origins_are_told_nothing() {
    let app = app_with(&[APP]).await;
    let nobody = app.nobody();
    for other in [
        "https://evil.example",
        "https://app.example.evil.example",
        "http://app.example",
        "null",
    ] {
        let asked = preflight(&nobody, other, "POST", "content-type").await;
        assert_eq!(asked.header("access-control-allow-origin"), "", "{other}");
        let read = nobody
            .request(Method::GET, "/v1/variants")
            .header("Origin", other);
        let read = read.send().await;
        assert_eq!(
            (read.status, read.header("access-control-allow-origin")),
            (200, ""),
            "{other}"
        );
    }
    let usual = TestApp::start().await;
    let asked = preflight(&usual.nobody(), APP, "POST", "content-type").await;
    assert_eq!(asked.header("access-control-allow-origin"), "");
}

#[tokio::test(flavor = "multi_thread")]
async fn no_other_origin_gets_at_the_session_of_a_browser() {
    let app = app_with(&[APP]).await;
    let nobody = app.nobody();
    let account = json!({"email": "mei@club.example", "password": "thirteen orphans"});
    let request = nobody.request(Method::POST, "/v1/browser-sessions");
    let refused = request.header("Origin", APP).json(&account).send().await;
    assert_eq!(refused.header("access-control-allow-credentials"), "");
    refused.refused(403, "other_origin");
}
