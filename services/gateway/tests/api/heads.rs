//! What the head of a request asks for wherever it stands: its id, the head of the answer alone; and how large it may be.

use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{Answer, TestApp};

#[tokio::test(flavor = "multi_thread")]
async fn head_is_answered_as_get_without_content() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let paths = [
        "/",
        "/livez",
        "/openapi.json",
        "/v1/variants",
        "/v1/clubs/none",
        &format!("{}/members", club.path),
        &format!("{}/events", club.path),
    ];
    for path in paths {
        let ask = async |method| {
            let answer = club.owner.request(method, path).response().await;
            let headers = answer.headers().clone();
            let length = headers.get("content-length").cloned();
            let kind = headers.get("content-type").cloned();
            let etag = headers.get("etag").cloned();
            ((answer.status(), length, kind, etag), answer)
        };
        let (head, answer) = ask(Method::HEAD).await;
        assert_eq!(answer.bytes().await.unwrap().len(), 0, "{path}");
        let (get, _) = ask(Method::GET).await;
        assert_eq!(head, get, "{path}");
    }
    let refused = app.nobody().request(Method::HEAD, "/v1/sessions");
    assert_eq!(refused.response().await.status(), 405);
    let refused = app.nobody().request(Method::DELETE, "/livez");
    assert_eq!(refused.send_unheld().await.header("allow"), "GET, HEAD");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_request_has_its_id_in_its_answer_and_in_a_problem() {
    let app = TestApp::start().await;
    let of = async |path: &str, id: &str| {
        let request = app.nobody().request(Method::GET, path);
        request.header("Request-Id", id).send().await
    };
    let answer = of("/livez", "table-7.hand_12").await;
    assert_eq!(answer.header("request-id"), "table-7.hand_12");
    let answer = of("/v1/clubs/none", "table-7.hand_13").await;
    assert_eq!(answer.header("request-id"), "table-7.hand_13");
    let in_problem = |answer: &Answer| {
        let problem: Value = serde_json::from_str(&answer.text).unwrap();
        problem["request_id"].as_str().unwrap().to_owned()
    };
    assert_eq!(in_problem(&answer), "table-7.hand_13");
    // What could not stand in a log is replaced.
    for other in ["", "two words", "a\"b", &"x".repeat(129)] {
        let answer = of("/v1/clubs/none", other).await;
        let id = answer.header("request-id");
        assert!(
            id.len() == 16 && id.bytes().all(|byte| byte.is_ascii_hexdigit()),
            "{id}"
        );
        assert_eq!(in_problem(&answer), id);
    }
    let made = async || {
        let answer = reqwest::get(format!("{}/livez", app.url)).await.unwrap();
        answer.headers()["request-id"].to_str().unwrap().to_owned()
    };
    assert_ne!(made().await, made().await);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_head_that_is_too_large_is_refused() {
    let app = TestApp::start().await;
    let cookies = |bytes: usize| {
        let cookies = "a=;".repeat(bytes / 3);
        let refresh = app
            .nobody()
            .request(Method::POST, "/v1/browser-sessions/refresh");
        refresh
            .header("Cookie", &cookies)
            .header("Origin", &app.url)
            .send()
    };
    cookies(23 * 1024).await.refused(401, "session_over");
    let refused = cookies(25 * 1024).await;
    refused.refused(431, "head_too_large");
    let path = format!("/livez?{}", "x".repeat(25 * 1024));
    app.nobody().get(&path).await.refused(431, "head_too_large");
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_counted_is_told_what_is_left() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let at = club.open_match("old-hong-kong").await;
    let of = |answer: &Answer| {
        let policy = answer.header("ratelimit-policy").to_owned();
        (answer.header("ratelimit").to_owned(), policy)
    };
    let told = of(&club.record(&at, 1, json!({"kind": "goulash"})).await);
    assert!(told.0.starts_with("\"rules\";r="), "{told:?}");
    assert!(told.1.starts_with("\"rules\";q="), "{told:?}");
    let answer = app.nobody().get("/v1/ledger/directory/heads").await;
    let (limit, policy) = of(&answer);
    let number = |text: &str, name: &str| {
        let mut parts = text.split(';').filter_map(|part| part.strip_prefix(name));
        parts.next().unwrap().parse::<u64>().unwrap()
    };
    assert_eq!(number(&policy, "w="), 40);
    assert!(limit.starts_with("\"database\";"), "{limit}");
    assert!(number(&limit, "r=") < number(&policy, "q="), "{limit}");
    assert!(number(&limit, "t=") >= 1, "{limit}");
    // What is not counted says nothing.
    assert_eq!(of(&app.nobody().get("/livez").await), Default::default());
    assert_eq!(of(&club.get("/members").await), Default::default());
}
