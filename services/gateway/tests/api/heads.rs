//! What the head of a request asks for wherever it stands: its id, the head of the answer alone; and how large it may be.

use std::io::Read as _;

use reqwest::{Method, Response};
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

/// An answer as it was sent, and its content when it is read.
async fn sent(app: &TestApp, path: &str, headers: &[(&str, &str)]) -> (Response, Vec<u8>) {
    let mut request = app.nobody().request(Method::GET, path);
    for (name, value) in headers {
        request = request.header(name, value);
    }
    let mut answer = request.response().await;
    let mut content = Vec::new();
    while let Some(chunk) = answer.chunk().await.unwrap() {
        content.extend_from_slice(&chunk);
    }
    (answer, content)
}

#[tokio::test(flavor = "multi_thread")]
async fn answers_are_compressed_for_who_takes_that() {
    let app = TestApp::start().await;
    let (whole, plain) = sent(&app, "/v1/variants", &[]).await;
    assert_eq!(whole.headers().get("content-encoding"), None);
    assert_eq!(whole.headers()["vary"], "Accept-Encoding");
    for (accepted, coding) in [
        ("gzip", Some("gzip")),
        ("br", Some("br")),
        ("gzip, deflate, br, zstd", Some("br")),
        ("br;q=0.5, gzip", Some("gzip")),
        ("br;q=0, gzip;q=0", None),
        ("identity", None),
        ("deflate, zstd", None),
        ("", None),
        ("g\u{b9}", None),
    ] {
        let (answer, content) = sent(&app, "/v1/variants", &[("Accept-Encoding", accepted)]).await;
        let named = answer.headers().get("content-encoding");
        assert_eq!(named.map(|it| it.to_str().unwrap()), coding, "{accepted}");
        let mut read = Vec::new();
        match coding {
            Some("gzip") => flate2::read::GzDecoder::new(&content[..]).read_to_end(&mut read),
            Some(_) => brotli::Decompressor::new(&content[..], 4096).read_to_end(&mut read),
            None => (&content[..]).read_to_end(&mut read),
        }
        .unwrap();
        assert!(read == plain, "{accepted}");
        if coding.is_some() {
            assert!(content.len() * 3 < plain.len(), "{accepted}");
        }
    }
    // Of a HEAD nothing is sent, so nothing is compressed.
    let head = app.nobody().request(Method::HEAD, "/v1/variants");
    let head = head.header("Accept-Encoding", "br").response().await;
    assert_eq!(head.headers().get("content-encoding"), None);
    assert_eq!(head.headers().get("content-length"), None);
    assert!(head.bytes().await.unwrap().is_empty());
    // What is small, an event stream, and what is no text are sent as they are.
    for path in ["/livez", "/v1/clubs/none"] {
        let (answer, _) = sent(&app, path, &[("Accept-Encoding", "br")]).await;
        assert_eq!(answer.headers().get("content-encoding"), None, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_unchanged_is_not_sent_again() {
    let app = TestApp::start().await;
    let club = app.club().await;
    let path = format!("{}/players", club.path);
    let of = async |etag: &str, coding: &str| {
        let request = club.owner.request(Method::GET, &path);
        let request = request.header("If-None-Match", etag);
        request.header("Accept-Encoding", coding).response().await
    };
    let first = of("\"other\"", "identity").await;
    let etag = first.headers()["etag"].to_str().unwrap().to_owned();
    for (stated, coding, status) in [
        (etag.clone(), "identity", 304),
        (etag.clone(), "br", 304),
        (format!("\"other\", {etag}"), "gzip", 304),
        (etag.trim_start_matches("W/").to_owned(), "gzip", 304),
        ("*".to_owned(), "gzip", 304),
        ("\"other\"".to_owned(), "gzip", 200),
    ] {
        let answer = of(&stated, coding).await;
        assert_eq!(answer.status(), status, "{stated}");
        assert_eq!(answer.headers()["etag"], etag.as_str(), "{stated}");
        let content = answer.bytes().await.unwrap();
        assert_eq!(content.is_empty(), status == 304, "{stated}");
    }
    club.post("/players", json!({"name": "Ivy"}))
        .await
        .expect(201);
    let changed = of(&etag, "identity").await;
    assert_eq!(changed.status(), 200);
    assert_ne!(changed.headers()["etag"], etag.as_str());
    // Who may not read learns nothing by it.
    let stranger = app.sign_up("stranger").await;
    let request = stranger.request(Method::GET, &path);
    let refused = request.header("If-None-Match", &etag).send().await;
    refused.refused(404, "not_found");
}
