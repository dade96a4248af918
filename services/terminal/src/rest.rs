//! The HTTP client for a gateway.

mod error;

use std::time::Duration;

use host::client_for;
use reqwest::header::{ETAG, HeaderMap, IF_MATCH, RETRY_AFTER};
use reqwest::redirect::Policy;
use reqwest::{Method, Response, StatusCode, Url};
use serde::de::DeserializeOwned;
use serde_json::Value;
use uuid::Uuid;

pub(crate) use error::{Problem, Unanswered};

/// The timeout of a request. It is longer than the timeouts of the service.
const PATIENCE: Duration = Duration::from_secs(60);
/// The delay before the second attempt. It doubles for each further attempt.
const FIRST_WAIT: Duration = Duration::from_millis(500);
/// The maximum delay that a service may ask for.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// A gateway, and how to send requests to it.
pub(crate) struct Gateway {
    http: reqwest::Client,
    /// The address, without a slash at the end.
    pub(crate) url: String,
    /// The bearer token, if there is one.
    pub(crate) token: Option<String>,
    /// The number of attempts at a request.
    tries: u32,
}

/// A request.
pub(crate) struct Request<'a> {
    pub(crate) method: Method,
    pub(crate) path: &'a str,
    /// The query parameters.
    pub(crate) query: &'a [(&'a str, String)],
    pub(crate) body: Option<&'a Value>,
    /// The `Idempotency-Key` of a write.
    pub(crate) key: Option<&'a str>,
    /// The required version of the match (`If-Match`).
    pub(crate) if_match: Option<&'a str>,
}

/// The answer of a service.
pub(crate) struct Answer {
    /// The body.
    pub(crate) text: String,
    /// The version of the match (`ETag`).
    pub(crate) etag: Option<String>,
    /// Whether the service had carried out the write before, with the same key.
    pub(crate) replayed: bool,
}

impl Answer {
    pub(crate) fn read<T: DeserializeOwned>(&self) -> Result<T, Unanswered> {
        serde_json::from_str(&self.text).map_err(|error| {
            Unanswered::Misunderstood(format!("the service's answer cannot be read: {error}"))
        })
    }
}

impl<'a> Request<'a> {
    pub(crate) fn get(path: &'a str) -> Request<'a> {
        Request {
            method: Method::GET,
            path,
            query: &[],
            body: None,
            key: None,
            if_match: None,
        }
    }

    /// A POST request without an idempotency key: it changes nothing, or needs no key.
    pub(crate) fn post(path: &'a str, body: &'a Value) -> Request<'a> {
        Request {
            method: Method::POST,
            body: Some(body),
            ..Request::get(path)
        }
    }
}

impl Gateway {
    /// # Errors
    /// The address is malformed.
    pub(crate) fn at(url: &str, tries: u32) -> Result<Gateway, String> {
        let address = Url::parse(url).map_err(|bad| format!("{url}: {bad}"))?;
        if !matches!(address.scheme(), "http" | "https") {
            return Err(format!("{url}: expected http://… or https://…"));
        }
        // Without redirects, passwords are sent only to the given address.
        let client = client_for(&address).redirect(Policy::none());
        Ok(Gateway {
            http: client
                .timeout(PATIENCE)
                .build()
                .map_err(|error| error.to_string())?,
            url: url.trim_end_matches('/').to_owned(),
            token: None,
            tries,
        })
    }

    /// Sends a request until there is an answer, up to the number of attempts. The request must be idempotent.
    pub(crate) async fn ask(&self, request: &Request<'_>) -> Result<Answer, Unanswered> {
        let mut wait = FIRST_WAIT;
        for _ in 1..self.tries {
            let asked = self.once(request).await;
            let (why, told) = match asked {
                Err(Unanswered::Lost(why)) => (why, None),
                Err(Unanswered::NotNow(why, told)) => (why.to_string(), told),
                other => return other,
            };
            let pause = told.map_or(wait, |told| told.min(LONGEST_WAIT));
            eprintln!(
                "faan: {why}; asking again{}",
                request.key.map_or("", |_| " under the same key")
            );
            tokio::time::sleep(pause).await;
            wait *= 2;
        }
        self.once(request).await
    }

    /// Sends a request once.
    pub(crate) async fn once(&self, request: &Request<'_>) -> Result<Answer, Unanswered> {
        let url = format!("{}{}", self.url, request.path);
        let mut building = self.http.request(request.method.clone(), url);
        building = building.query(request.query);
        if let Some(token) = &self.token {
            building = building.bearer_auth(token);
        }
        if let Some(key) = request.key {
            building = building.header("Idempotency-Key", key);
        }
        if let Some(version) = request.if_match {
            building = building.header(IF_MATCH, version);
        }
        if let Some(body) = request.body {
            building = building.json(body);
        }
        let response = building.send().await.map_err(|error| lost(&error))?;
        answer(response)
            .await
            .map_err(|unanswered| unanswered.explained_at(&self.url))
    }
}

/// Reads an answer, or the problem that the service reports.
async fn answer(response: Response) -> Result<Answer, Unanswered> {
    let (status, headers) = (response.status(), response.headers().clone());
    let text = response.text().await.map_err(|error| lost(&error))?;
    if status.is_success() {
        return Ok(Answer {
            text,
            etag: header(&headers, ETAG.as_str()),
            replayed: header(&headers, "Idempotency-Replayed").is_some(),
        });
    }
    let Ok(mut problem) = serde_json::from_str::<Problem>(&text) else {
        let said = format!("the service answered {status}, and not in a way that can be read");
        return Err(Unanswered::Misunderstood(said));
    };
    problem.text = text;
    problem.status = status.as_u16();
    let later = [
        StatusCode::SERVICE_UNAVAILABLE,
        StatusCode::TOO_MANY_REQUESTS,
    ];
    if !later.contains(&status) {
        return Err(Unanswered::Refused(Box::new(problem)));
    }
    let seconds = header(&headers, RETRY_AFTER.as_str()).and_then(|text| text.parse().ok());
    Err(Unanswered::NotNow(
        Box::new(problem),
        seconds.map(Duration::from_secs),
    ))
}

fn header(headers: &HeaderMap, name: &str) -> Option<String> {
    Some(headers.get(name)?.to_str().ok()?.to_owned())
}

/// The innermost cause of an error, which is the most specific one.
fn lost(error: &reqwest::Error) -> Unanswered {
    let mut cause: &dyn std::error::Error = error;
    while let Some(inner) = cause.source() {
        cause = inner;
    }
    Unanswered::Lost(format!("no answer ({cause})"))
}

/// A unique name, for a key or for an account.
#[expect(
    clippy::disallowed_methods,
    reason = "a key is made by whoever wants something done once"
)]
pub(crate) fn unguessable() -> String {
    Uuid::new_v4().to_string()
}
