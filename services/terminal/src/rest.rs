//! Requests to a gateway, as the commands state them.

mod error;

use std::fmt::Display;
use std::time::Duration;

use client::{Call, Client, Retries};
use evidence::Hash;
use reqwest::Method;
use serde::de::DeserializeOwned;
use serde_json::Value;
use uuid::Uuid;

pub(crate) use error::{Unanswered, in_sheet};

/// The delay before the second attempt. It doubles for each further attempt.
const FIRST_WAIT: Duration = Duration::from_millis(500);
/// The maximum delay that a service may ask for.
const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// A gateway, and how to send requests to it.
pub(crate) struct Gateway {
    client: Client,
    /// The bearer token, if there is one.
    pub(crate) token: Option<String>,
}

/// A request.
pub(crate) struct Request<'a> {
    pub(crate) method: Method,
    pub(crate) path: &'a str,
    /// The query parameters.
    pub(crate) query: &'a [(&'static str, String)],
    pub(crate) body: Option<Body<'a>>,
    /// The `Idempotency-Key` of a write.
    pub(crate) key: Option<&'a str>,
    /// The required version of the match (`If-Match`).
    pub(crate) if_match: Option<&'a str>,
}

/// What a request carries.
#[derive(Clone, Copy)]
pub(crate) enum Body<'a> {
    Json(&'a Value),
    /// The bytes of a file.
    File {
        media_type: &'static str,
        bytes: &'a [u8],
    },
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
            body: Some(Body::Json(body)),
            ..Request::get(path)
        }
    }
}

impl Gateway {
    /// # Errors
    /// The address is malformed.
    pub(crate) fn at(url: &str, tries: usize) -> Result<Gateway, String> {
        let retries = Retries {
            attempts: tries,
            first_delay: FIRST_WAIT,
            longest_retry_after: LONGEST_WAIT,
            ..Retries::default()
        };
        let client = Client::builder(url)
            .retries(retries)
            .on_retry(|error, _| {
                host::warn(&format!("faan: {}; asking again", Unanswered::of(error)));
            })
            .build()
            .map_err(|error| error.to_string())?;
        Ok(Gateway {
            client,
            token: None,
        })
    }

    /// The address, without a slash at the end.
    pub(crate) fn url(&self) -> &str {
        self.client.url()
    }

    /// Sends a request until there is an answer, up to the number of attempts. The request must be idempotent.
    pub(crate) async fn ask(&self, request: &Request<'_>) -> Result<Answer, Unanswered> {
        self.send(self.call(request).repeatable()).await
    }

    /// Sends a POST request without an idempotency key once.
    pub(crate) async fn once(&self, request: &Request<'_>) -> Result<Answer, Unanswered> {
        self.send(self.call(request)).await
    }

    fn call(&self, request: &Request<'_>) -> Call<String> {
        let mut call = self.client.call(request.method.clone(), request.path);
        for (name, value) in request.query {
            call = call.query(name, value);
        }
        if let Some(token) = &self.token {
            call = call.token(token);
        }
        if let Some(key) = request.key {
            call = call.idempotency_key(key);
        }
        if let Some(version) = request.if_match {
            call = call.if_match(version);
        }
        match request.body {
            Some(Body::Json(body)) => call.json(body),
            Some(Body::File { media_type, bytes }) => call.content(media_type, bytes),
            None => call,
        }
    }

    async fn send(&self, call: Call<String>) -> Result<Answer, Unanswered> {
        let response = call.response().await;
        let response = response.map_err(|error| Unanswered::of(&error).explained_at(self.url()))?;
        Ok(Answer {
            text: response.body,
            etag: response.etag,
            replayed: response.replayed,
        })
    }
}

/// The key of a write that a command makes from a file. It follows from the file and from what is sent where, so that the same command sends
/// the same.
pub(crate) fn key_of_file(file: &[u8], path: &str, sent: impl Display) -> String {
    let mut content = file.to_vec();
    content.extend(format!("\n{path}\n{sent}").into_bytes());
    format!("import-{}", Hash::of(&content))
}

/// A unique name, for a key or for an account.
#[expect(
    clippy::disallowed_methods,
    reason = "a key is made by whoever wants something done once"
)]
pub(crate) fn unguessable() -> String {
    Uuid::new_v4().to_string()
}
