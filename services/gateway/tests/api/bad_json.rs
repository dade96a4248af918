//! Bodies that cannot be read, each with where and why.

use reqwest::Method;
use serde_json::Value;

use crate::app::{Answer, TestApp};

async fn score(app: &TestApp, body: impl Into<reqwest::Body>) -> Answer {
    let request = app.nobody().request(Method::POST, "/v1/score");
    request
        .header("Content-Type", "application/json")
        .body(body)
        .send()
        .await
}

/// A whole request in which one thing stands for `§`.
fn around(odd: &str) -> String {
    r#"{"variant":{"id":"hkos-fan-laak"},"win":{"seat_wind":"south","round_wind":"east","won_by":"discard",
        "from_seat":"east","hand":{"concealed":"222s 3s","winning_tile":"1s","melds":§}}}"#
        .replace('§', odd)
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_json_is_told_where() {
    let app = TestApp::start().await;
    let deep = format!("{}{}", "[".repeat(10_000), "]".repeat(10_000));
    // serde_json goes 128 deep, of which the body takes four with the array itself.
    let depth = format!("/win/hand/melds{}", "/0".repeat(124));
    let cases = [
        (String::new(), "", "line 1, column 0"),
        (r#"{"variant":"#.to_owned(), "/variant", "EOF"),
        (
            around("[").trim_end_matches('}').to_owned(),
            "/win/hand/melds",
            "EOF",
        ),
        (around("NaN"), "/win/hand/melds", "expected"),
        (around("1e400"), "/win/hand/melds", "number out of range"),
        (around(&deep), &depth, "recursion limit"),
        (around(r#""\u0000""#), "/win/hand/melds", "NUL"),
        (around(r#""\ud800""#), "/win/hand/melds", "hex escape"),
        (
            around("\"a\u{0}b\""),
            "/win/hand/melds",
            "control character",
        ),
        (around("[]") + "{}", "", "trailing characters"),
        (around("[],"), "/win/hand", "line 2"),
    ];
    let mut faults = Vec::new();
    for (body, pointer, sentence) in cases {
        let shown: String = body.chars().skip(150).take(80).collect();
        let refusal = score(&app, body).await;
        faults.extend(refusal.fault(&shown, (400, "malformed_json", pointer, sentence)));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let no_utf8 = score(&app, b"{\"variant\": \"\xff\"}".to_vec()).await;
    no_utf8.refused(400, "malformed_json");
}

/// What is replaced in a good body by what; status, code, pointer and sentence.
type Case = (
    &'static str,
    &'static str,
    u16,
    &'static str,
    &'static str,
    &'static str,
);

#[rustfmt::skip]
const FIELDS: &[Case] = &[
    (r#""variant":{"id":"hkos-fan-laak"},"#, "", 400, "missing_field", "/variant", "`variant` is missing"),
    ("[]", r#"[{"kind":"pung"}]"#, 400, "missing_field", "/win/hand/melds/0/tiles", "`tiles` is missing"),
    ("[]", r#"[{"kind":"gang","tiles":"PPP"}]"#, 400, "invalid_field", "/win/hand/melds/0/kind", "`chow`"),
    ("[]", r#"[{"kind":"pung","tiles":3}]"#, 400, "invalid_field", "/win/hand/melds/0/tiles", "string"),
    ("[]", "{}", 400, "invalid_field", "/win/hand/melds", "sequence"),
    ("[]", r#"[{"kind":"pung","tiles":"PPP","fan":3}]"#, 400, "unknown_field", "/win/hand/melds/0/fan", "`kind`"),
    ("[]", r#"[],"melds":[]"#, 400, "duplicate_field", "/win/hand", "melds"),
    ("south", "southeast", 400, "invalid_field", "/win/seat_wind", "`east`"),
    ("{\"variant\"", r#"{"options":{"minimum_fan":101},"variant""#, 422, "invalid_value", "/options/minimum_fan", "from 0 to 100"),
    ("{\"variant\"", r#"{"options":{"minimum_fan":-1},"variant""#, 422, "invalid_value", "/options/minimum_fan", "from 0 to 100"),
    ("{\"variant\"", r#"{"options":{"minimum_fan":2.5},"variant""#, 400, "invalid_field", "/options/minimum_fan", "2.5"),
    ("{\"variant\"", r#"{"options":{"minimum_fan":"3"},"variant""#, 400, "invalid_field", "/options/minimum_fan", "string"),
    (r#"{"id":"hkos-fan-laak"}"#, "{}", 422, "invalid_value", "/variant", "`id`, `hash` or `document`"),
    (r#"{"id":"hkos-fan-laak"}"#, r#"{"document":{"id":"house","id":"house"}}"#, 422, "variant_invalid", "/variant/document", "`id` stands twice"),
    (r#"{"id":"hkos-fan-laak"}"#, r#"{"document":{"id":1e400}}"#, 422, "variant_invalid", "/variant/document", "out of range"),
    (r#"{"id":"hkos-fan-laak"}"#, r#"{"document":{"id":"\ud800"}}"#, 422, "variant_invalid", "/variant/document", "hex escape"),
    (r#"{"id":"hkos-fan-laak"}"#, r#"{"document":{"id":"\u0000"}}"#, 400, "malformed_json", "/variant/document/id", "NUL"),
    (r#"{"id":"#, r#"{"hash":"ab","id":"#, 422, "invalid_value", "/variant", "only one"),
];

#[tokio::test(flavor = "multi_thread")]
async fn a_field_at_fault_is_named() {
    let app = TestApp::start().await;
    let mut faults = Vec::new();
    for (good, bad, status, code, pointer, sentence) in FIELDS {
        let body = around("[]").replacen(good, bad, 1);
        let refusal = score(&app, body).await;
        faults.extend(refusal.fault(bad, (*status, code, pointer, sentence)));
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[tokio::test(flavor = "multi_thread")]
async fn bodies_that_are_not_taken() {
    let app = TestApp::start().await;
    let large = format!("{{\"variant\":\"{}\"}}", "x".repeat(300 * 1024));
    score(&app, large).await.refused(413, "body_too_large");
    let request = || app.nobody().request(Method::POST, "/v1/score");
    let plain = request()
        .header("Content-Type", "text/plain")
        .body("{}")
        .send()
        .await;
    plain.refused(415, "unsupported_content_type");
    request()
        .body("{}")
        .send()
        .await
        .refused(415, "unsupported_content_type");
    let zipped = request()
        .header("Content-Type", "application/json")
        .header("Content-Encoding", "gzip");
    zipped
        .body("{}")
        .send()
        .await
        .refused(415, "unsupported_content_type");
    let charset = request().header("Content-Type", "application/json; charset=utf-8");
    charset
        .body("{}")
        .send()
        .await
        .refused(400, "missing_field");
}

#[tokio::test(flavor = "multi_thread")]
async fn addresses_that_are_none() {
    let app = TestApp::start().await;
    let club = app.club().await;
    app.nobody()
        .get("/v1/nothing")
        .await
        .refused(404, "not_found");
    app.nobody().get("/v1/").await.refused(404, "not_found");
    app.nobody()
        .get("/v1/variants/no-such-variant")
        .await
        .refused(404, "not_found");
    app.nobody()
        .get("/v1/score/")
        .await
        .refused(404, "not_found");
    let wrong = app.nobody().get("/v1/score").await;
    assert_eq!(wrong.header("allow"), "POST");
    wrong.refused(405, "method_not_allowed");
    let other = app
        .nobody()
        .request(Method::from_bytes(b"BREW").unwrap(), "/v1/clubs")
        .send()
        .await;
    assert_eq!(other.header("allow"), "POST, GET, HEAD");
    other.refused(405, "method_not_allowed");
    // A value holds no colon, however it is written.
    let encoded = format!("{}/members/a%3Ab:hand-over", club.path);
    let colon = app.nobody().request(Method::POST, &encoded).send().await;
    colon.refused(404, "not_found");
    for path in [
        "/matches/x",
        "/matches/x/hands",
        "/matches/%00",
        "/members/x",
    ] {
        let at = format!("{}{path}", club.path);
        let answer = club.owner.get(&at).await;
        assert!(
            [404, 405].contains(&answer.status),
            "{path}: {}",
            answer.text
        );
    }
    for query in [
        "limit=0",
        "limit=201",
        "limit=x",
        "limit=1&limit=2",
        "cursor=x",
        "page=2",
        "limit",
    ] {
        let answer = club.get(&format!("/matches?{query}")).await;
        let code: Value = answer.json["code"].clone();
        assert_eq!(answer.status, 400, "{query}: {}", answer.text);
        let expected = if query.starts_with("cursor") {
            "invalid_cursor"
        } else {
            "invalid_parameter"
        };
        assert_eq!(code, expected, "{query}: {}", answer.text);
    }
}
