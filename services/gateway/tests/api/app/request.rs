//! A request, and its answer, which is held against the OpenAPI document.

use std::time::Duration;

use reqwest::Method;
use serde_json::Value;
use tokio::time::sleep;

use super::TestApp;

/// Who is put off more often than this gives up.
const TRIES: usize = 30;

/// An answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: reqwest::header::HeaderMap,
    pub(crate) text: String,
    pub(crate) json: Value,
}

/// A request before it is sent.
pub(crate) struct Request<'a> {
    pub(super) app: &'a TestApp,
    pub(super) method: Method,
    pub(super) path: String,
    pub(super) builder: reqwest::RequestBuilder,
}

impl Request<'_> {
    pub(crate) fn header(mut self, name: &str, value: &str) -> Self {
        self.builder = self.builder.header(name, value);
        self
    }

    pub(crate) fn key(self, key: &str) -> Self {
        self.header("Idempotency-Key", key)
    }

    pub(crate) fn json(mut self, body: &Value) -> Self {
        self.builder = self.builder.json(body);
        self
    }

    pub(crate) fn body(mut self, body: impl Into<reqwest::Body>) -> Self {
        self.builder = self.builder.body(body);
        self
    }

    /// Asks, and asks again as long as it is put off, as the documentation has clients do. A machine that stands still for a while makes the
    /// database or the engine late; it changes nothing that a test is about.
    pub(crate) async fn send(mut self) -> Answer {
        for _ in 0..TRIES {
            let Some(again) = self.again() else { break };
            let answer = self.send_once().await;
            if !answer.is_put_off() {
                return answer;
            }
            sleep(Duration::from_secs(
                answer.header("retry-after").parse().unwrap(),
            ))
            .await;
            self = again;
        }
        self.send_once().await
    }

    /// The first answer, also if that puts off whoever asks.
    pub(crate) async fn send_once(self) -> Answer {
        let (contract, method, path) = (&self.app.contract, self.method.clone(), self.path.clone());
        let answer = self.send_unheld().await;
        contract.check(method.as_str(), &path, &answer);
        answer
    }

    /// The same request once more; none if its body is a stream.
    fn again(&self) -> Option<Self> {
        Some(Self {
            app: self.app,
            method: self.method.clone(),
            path: self.path.clone(),
            builder: self.builder.try_clone()?,
        })
    }

    /// The head of the answer; its body can be read as it comes.
    pub(crate) async fn response(self) -> reqwest::Response {
        self.builder.send().await.unwrap()
    }

    /// The same, and nobody reads the document: for those who ask by the thousand.
    pub(crate) async fn send_unheld(self) -> Answer {
        Answer::of(self.builder.send().await.unwrap()).await
    }
}

impl Answer {
    /// A response with its body, which may be JSON.
    pub(crate) async fn of(response: reqwest::Response) -> Self {
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let text = response.text().await.unwrap();
        let mut json: Value = serde_json::from_str(&text).unwrap_or_default();
        let of_problem = json.as_object_mut().filter(|_| status >= 400);
        of_problem.and_then(|problem| problem.remove("request_id"));
        Self {
            status,
            headers,
            json,
            text,
        }
    }

    /// Whether the database or the engine was late, so that the same is to be asked again.
    fn is_put_off(&self) -> bool {
        let late = ["database_unavailable", "engine_unavailable", "busy"];
        self.status == 503 && late.iter().any(|code| self.json["code"] == *code)
    }

    /// The body of an answer with this status.
    #[track_caller]
    pub(crate) fn expect(self, status: u16) -> Value {
        assert_eq!(self.status, status, "{}", self.text);
        self.json
    }

    /// The body of a problem with this status and code.
    #[track_caller]
    pub(crate) fn refused(self, status: u16, code: &str) -> Value {
        let got = (self.status, self.json["code"].as_str().unwrap_or_default());
        assert_eq!(got, (status, code), "{}", self.text);
        self.json
    }

    /// What is wrong with a refusal: another status, code, pointer or sentence than expected, or no sentence.
    pub(crate) fn fault(
        &self,
        case: &str,
        (status, code, pointer, sentence): (u16, &str, &str, &str),
    ) -> Option<String> {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let said = text(&self.json["detail"]);
        let at = text(&self.json["errors"][0]["pointer"]);
        let got = (self.status, text(&self.json["code"]), at);
        let is_sentence =
            said.contains(' ') && said.ends_with(['.', '?']) && said.contains(sentence);
        (got != (status, code.to_owned(), pointer.to_owned()) || !is_sentence)
            .then(|| format!("{case}\n   expected {status} {code} {pointer}: …{sentence}….\n   got {got:?}: {said}"))
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        let value = self.headers.get(name);
        value.map_or("", |value| value.to_str().unwrap())
    }
}
