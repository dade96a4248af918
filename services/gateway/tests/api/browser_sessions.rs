//! Sessions of browsers: what a page holds, what scripts cannot read, and what other sites cannot send.

use reqwest::Method;
use serde_json::json;

use crate::app::{Answer, PASSWORD, TestApp};

const PATH: &str = "/v1/browser-sessions";
const REFRESH: &str = "/v1/browser-sessions/refresh";

/// A request as a page of this service sends it, over HTTPS: a proxy ends TLS.
async fn from_page(app: &TestApp, method: Method, path: &str, cookie: &str) -> Answer {
    let request = app.nobody().request(method, path);
    let request = request
        .header("Origin", "https://faan.example")
        .header("Sec-Fetch-Site", "same-origin")
        .header("Cookie", cookie);
    request.send().await
}

async fn sign_in(app: &TestApp, origin: &str) -> Answer {
    let credentials = json!({"email": "mei@example.org", "password": PASSWORD});
    let request = app.nobody().request(Method::POST, PATH);
    let request = request.header("Origin", origin).json(&credentials);
    request.header("Sec-Fetch-Site", "same-origin").send().await
}

/// The name and value of the cookie that an answer sets, and everything it says of it.
fn cookie(answer: &Answer) -> (String, String) {
    let set = answer.header("set-cookie").to_owned();
    let (pair, _) = set.split_once(';').unwrap();
    (pair.to_owned(), set)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_refresh_token_is_in_a_cookie_alone() {
    let app = TestApp::start().await;
    app.sign_up("mei").await;
    let signed_in = sign_in(&app, "https://faan.example").await;
    let (pair, set) = cookie(&signed_in);
    assert!(pair.starts_with("__Host-faan-refresh="), "{set}");
    for attribute in [
        "HttpOnly",
        "SameSite=Strict",
        "Secure",
        "Path=/",
        "Max-Age=2592000",
    ] {
        assert!(set.contains(attribute), "{attribute}: {set}");
    }
    assert!(!set.contains("Domain"), "{set}");
    assert_eq!(signed_in.header("cache-control"), "no-store");
    let session = signed_in.expect(201);
    let fields: Vec<&String> = session.as_object().unwrap().keys().collect();
    assert_eq!(fields, ["access_token", "expires_in", "token_type"]);

    // A page that is left, or loses the answer, asks again: the cookie is good as often as it is needed.
    for _ in 0..2 {
        let refreshed = from_page(&app, Method::POST, REFRESH, &pair).await;
        assert_eq!(refreshed.header("set-cookie"), "");
        refreshed.expect(200);
    }
    let refreshed = from_page(&app, Method::POST, REFRESH, &pair).await;
    let token = refreshed.expect(200)["access_token"]
        .as_str()
        .unwrap()
        .to_owned();
    let me = app.nobody().request(Method::GET, "/v1/users/me");
    let bearer = format!("Bearer {token}");
    me.header("Authorization", &bearer).send().await.expect(200);

    let ended = from_page(&app, Method::DELETE, PATH, &pair).await;
    let (_, removed) = cookie(&ended);
    assert!(removed.contains("Max-Age=0"), "{removed}");
    assert_eq!(ended.status, 204);
    let again = from_page(&app, Method::POST, REFRESH, &pair).await;
    again.refused(401, "session_over");
    let me = app.nobody().request(Method::GET, "/v1/users/me");
    let me = me.header("Authorization", &bearer).send().await;
    me.refused(401, "not_signed_in");
}

#[tokio::test(flavor = "multi_thread")]
async fn over_plain_http_the_cookie_has_another_name() {
    let app = TestApp::start().await;
    app.sign_up("mei").await;
    let (pair, set) = cookie(&sign_in(&app, "http://127.0.0.1:8080").await);
    assert!(pair.starts_with("faan-refresh="), "{set}");
    assert!(!set.contains("Secure") && set.contains("HttpOnly"), "{set}");
    // What came over plain HTTP may have been set by anybody in between: a page over HTTPS does not use it.
    let from_https = from_page(&app, Method::POST, REFRESH, &pair).await;
    from_https.refused(401, "session_over");
}

#[tokio::test(flavor = "multi_thread")]
async fn another_site_gets_nothing() {
    let app = TestApp::start().await;
    app.sign_up("mei").await;
    let (pair, _) = cookie(&sign_in(&app, "https://faan.example").await);
    for (method, path) in [
        (Method::POST, PATH),
        (Method::POST, REFRESH),
        (Method::DELETE, PATH),
    ] {
        for headers in [
            vec![
                ("Origin", "https://evil.example"),
                ("Sec-Fetch-Site", "cross-site"),
            ],
            vec![("Origin", "https://evil.example")],
            vec![("Origin", "null")],
            vec![("Sec-Fetch-Site", "same-origin")],
            vec![],
        ] {
            let request = app.nobody().request(method.clone(), path);
            let request = request.header("Cookie", &pair);
            let request = headers.iter().fold(request, |request, (name, value)| {
                request.header(name, value)
            });
            let answer = request.json(&json!({"email": "mei@example.org", "password": PASSWORD}));
            let answer = answer.send().await;
            assert_eq!(answer.header("set-cookie"), "", "{headers:?}");
            answer.refused(403, "other_origin");
        }
    }
    // It still is good: nobody ended or used it.
    let refreshed = from_page(&app, Method::POST, REFRESH, &pair).await;
    refreshed.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_cookie_opens_nothing_else() {
    let app = TestApp::start().await;
    app.sign_up("mei").await;
    let (pair, _) = cookie(&sign_in(&app, "https://faan.example").await);
    for path in ["/v1/users/me", "/v1/clubs"] {
        let answer = from_page(&app, Method::GET, path, &pair).await;
        answer.refused(401, "not_signed_in");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_are_served_with_a_strict_policy() {
    let app = TestApp::start().await;
    let visitor = app.nobody();
    let club = "/clubs/0b0e7a52-6d0b-4b86-9d52-0f4f0f1a6a01";
    let table = format!("{club}/matches/0b0e7a52-6d0b-4b86-9d52-0f4f0f1a6a01");
    // Who shares a link, or the page itself, adds what the service does not know.
    let shared = format!("{club}/standings?from=2026-11-01&fbclid=IwAR0");
    for path in ["/", "/clubs", club, table.as_str(), shared.as_str()] {
        let page = visitor.get(path).await;
        assert_eq!(
            (page.status, page.header("content-type")),
            (200, "text/html; charset=utf-8")
        );
        let policy = page.header("content-security-policy");
        assert!(
            policy.starts_with("default-src 'none'; script-src 'self';"),
            "{policy}"
        );
        assert!(!policy.contains("unsafe"), "{policy}");
        assert_eq!(page.header("cache-control"), "no-cache");
        assert_eq!(page.header("cross-origin-opener-policy"), "same-origin");
        let again = visitor.request(Method::GET, path);
        let again = again.header("If-None-Match", page.header("etag"));
        assert_eq!(again.send().await.status, 304, "{path}");
    }
    let script = visitor.get("/web/score_page.js").await;
    assert_eq!(
        script.header("content-type"),
        "text/javascript; charset=utf-8"
    );
    // A module is held to the policy of its page; a worker has its own.
    let script = script.header("content-security-policy");
    assert_eq!(script, "default-src 'none'; frame-ancestors 'none'");
    let worker = visitor.get("/web/service_worker.js").await;
    let worker = worker.header("content-security-policy");
    assert!(worker.contains("connect-src 'self'"), "{worker}");
    for path in [
        "/web/nothing.js",
        "/web/..%2fCargo.toml",
        "/web/htm_preact_standalone.d.ts",
    ] {
        visitor.get(path).await.refused(404, "not_found");
    }
}
