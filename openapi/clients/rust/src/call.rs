//! One call of an operation.

use std::fmt::{Debug, Formatter};
use std::future::IntoFuture;
use std::time::Duration;

use backon::Retryable;
use bytes::Bytes;
use futures_util::future::BoxFuture;
use futures_util::{Stream, StreamExt};
use reqwest::header::{ACCEPT, CONTENT_TYPE, ETAG, HeaderName, HeaderValue, IF_MATCH};
use reqwest::{Method, StatusCode};
use serde::Serialize;
use serde::de::DeserializeOwned;
use uuid::Uuid;

use crate::{Client, Error};

const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");
const IDEMPOTENCY_REPLAYED: &str = "idempotency-replayed";

/// A call that is not sent yet. Await it, or await [`Call::response`] for its headers too.
///
/// It is sent again after a network failure and after 429, 502, 503 and 504 if it can be repeated ([`Retries`](crate::Retries)).
#[must_use = "a call is sent when it is awaited"]
pub struct Call<T> {
    client: Client,
    method: Method,
    path: String,
    query: Vec<(&'static str, String)>,
    headers: Vec<(HeaderName, String)>,
    body: Option<Result<Vec<u8>, String>>,
    timeout: Duration,
    access: Access,
    token: Option<String>,
    is_repeatable: bool,
    read: fn(&[u8]) -> Result<T, Error>,
}

/// What a call returns, with what its headers say.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Response<T> {
    /// What is returned.
    pub body: T,
    /// The version of the match that was read or written; for [`Call::if_match`].
    pub etag: Option<String>,
    /// Whether the service had carried the write out before, under the same idempotency key.
    pub replayed: bool,
}

/// Whether a call is authorized.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Access {
    /// It is for everybody.
    None,
    /// With a token, if there is one.
    Optional,
}

/// A response in parts: an export, which can be longer than what fits into memory.
#[derive(Debug)]
pub struct Chunks(());

impl<T> Call<T> {
    pub(crate) fn new(
        client: &Client,
        method: Method,
        path: String,
        access: Access,
        read: fn(&[u8]) -> Result<T, Error>,
    ) -> Call<T> {
        let idempotent = [Method::GET, Method::PUT, Method::DELETE];
        Call {
            client: client.clone(),
            // RFC 9110, section 9.2.2.
            is_repeatable: idempotent.contains(&method),
            token: None,
            method,
            path,
            query: Vec::new(),
            headers: Vec::new(),
            body: None,
            timeout: Duration::from_secs(60),
            access,
            read,
        }
    }

    /// Adds a parameter to the query.
    pub fn query(mut self, name: &'static str, value: impl ToString) -> Call<T> {
        self.query.push((name, value.to_string()));
        self
    }

    /// The same call with another value of this parameter.
    pub(crate) fn turned(mut self, name: &'static str, value: String) -> Call<T> {
        self.query.retain(|(other, _)| *other != name);
        self.query(name, value)
    }

    /// Adds a parameter to the query, if there is a value.
    pub(crate) fn maybe_query(self, name: &'static str, value: Option<&impl ToString>) -> Call<T> {
        match value {
            Some(value) => self.query(name, value.to_string()),
            None => self,
        }
    }

    /// Sends this as JSON.
    pub fn json(mut self, body: &(impl Serialize + ?Sized)) -> Call<T> {
        self.body = Some(
            serde_json::to_vec(body)
                .map_err(|error| format!("the body cannot be written: {error}")),
        );
        self.header(CONTENT_TYPE, "application/json".to_owned())
    }

    /// Sends these bytes as they are, of a media type such as `text/csv`.
    pub fn content(mut self, media_type: impl Into<String>, bytes: impl Into<Vec<u8>>) -> Call<T> {
        self.body = Some(Ok(bytes.into()));
        self.header(CONTENT_TYPE, media_type.into())
    }

    /// Carries a write out once, however often it is sent with this key: 1–255 visible ASCII characters. A program that has to repeat a write
    /// after a restart keeps the key. Writes that need a key have a random one otherwise.
    pub fn idempotency_key(self, key: impl Into<String>) -> Call<T> {
        self.repeatable().header(IDEMPOTENCY_KEY, key.into())
    }

    /// Has the call sent again although the method of its request is not idempotent: it changes nothing, or nothing more the second time.
    pub fn repeatable(mut self) -> Call<T> {
        self.is_repeatable = true;
        self
    }

    /// Authorizes this call with another token than the client's.
    pub fn token(mut self, token: impl Into<String>) -> Call<T> {
        self.token = Some(token.into());
        self
    }

    /// Writes only if the match has this version: the ETag of what was read. The service refuses with `version_mismatch` otherwise.
    pub fn if_match(self, etag: impl Into<String>) -> Call<T> {
        self.header(IF_MATCH, etag.into())
    }

    /// How long one attempt may take, instead of a minute.
    pub fn timeout(mut self, timeout: Duration) -> Call<T> {
        self.timeout = timeout;
        self
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "a key is made by whoever wants something done once"
    )]
    pub(crate) fn keyed(self) -> Call<T> {
        self.idempotency_key(Uuid::new_v4())
    }

    pub(crate) fn header(mut self, name: HeaderName, value: String) -> Call<T> {
        self.headers.retain(|(other, _)| *other != name);
        self.headers.push((name, value));
        self
    }

    /// Sends the call, and returns what the headers of the response say too.
    ///
    /// # Errors
    /// The service refuses, or no complete response arrives.
    pub async fn response(self) -> Result<Response<T>, Error> {
        let (headers, bytes) = self
            .retried(|response| async {
                let headers = response.headers().clone();
                // The body is a part of the attempt: a response that is cut off is none.
                let bytes = response.bytes().await.map_err(Error::Network)?;
                Ok((headers, bytes))
            })
            .await?;
        let etag = headers.get(ETAG).and_then(|value| value.to_str().ok());
        Ok(Response {
            body: (self.read)(&bytes)?,
            etag: etag.map(str::to_owned),
            replayed: headers.contains_key(IDEMPOTENCY_REPLAYED),
        })
    }

    /// Sends the call, and returns the response as soon as its headers are there.
    pub(crate) async fn open(&self) -> Result<reqwest::Response, Error> {
        self.retried(|response| async { Ok(response) }).await
    }

    async fn retried<R, F>(&self, complete: impl Fn(reqwest::Response) -> F) -> Result<R, Error>
    where
        F: Future<Output = Result<R, Error>>,
    {
        let retries = self.client.retries();
        let attempt = || async { complete(self.attempt().await?).await };
        attempt
            .retry(retries.backoff())
            .when(|error| self.is_repeatable && error.is_temporary())
            .adjust(|error, delay| retries.delay(error, delay))
            .notify(|error, delay| self.client.notice(error, delay))
            .await
    }

    /// Sends the call once; a second time if the access token ended earlier than this clock says.
    async fn attempt(&self) -> Result<reqwest::Response, Error> {
        if self.access == Access::None || self.token.is_some() {
            return self.send(self.token.as_deref()).await;
        }
        let tokens = self.client.tokens();
        // The futures of refreshing contain those of a call.
        let token = Box::pin(tokens.current(&self.client, None)).await?;
        let refused = match (self.send(token.as_deref()).await, token) {
            (Err(error), Some(token)) if error.is_refused_as("not_signed_in") => (error, token),
            (result, _) => return result,
        };
        let (error, token) = refused;
        match Box::pin(tokens.current(&self.client, Some(&token))).await? {
            Some(next) => self.send(Some(&next)).await,
            None => Err(error),
        }
    }

    async fn send(&self, token: Option<&str>) -> Result<reqwest::Response, Error> {
        let url = format!("{}{}", self.client.url(), self.path);
        let mut request = self.client.http().request(self.method.clone(), url);
        request = request.query(&self.query);
        if !self.is_stream() {
            request = request.timeout(self.timeout);
        }
        for (name, text) in &self.headers {
            let value = HeaderValue::from_str(text);
            let value =
                value.map_err(|_| Error::Request(format!("`{name}` cannot be {text:?}")))?;
            request = request.header(name, value);
        }
        if let Some(token) = token {
            request = request.bearer_auth(token);
        }
        if let Some(body) = &self.body {
            let body = body.clone().map_err(Error::Request)?;
            request = request.body(body);
        }
        let response = request.send().await.map_err(Error::Network)?;
        match response.status().is_success() {
            true => Ok(response),
            false => Err(Error::of(response).await),
        }
    }

    fn is_stream(&self) -> bool {
        self.headers
            .iter()
            .any(|(name, value)| name == ACCEPT && value == "text/event-stream")
    }
}

impl Call<Chunks> {
    /// Sends the call, and returns the response part by part as it arrives.
    ///
    /// # Errors
    /// The service refuses, or no response arrives. A part that is an error means that the response was cut off.
    pub async fn chunks(self) -> Result<impl Stream<Item = Result<Bytes, Error>>, Error> {
        let response = self.timeout(Duration::from_hours(24)).open().await?;
        Ok(response
            .bytes_stream()
            .map(|part| part.map_err(Error::Network)))
    }
}

impl<T: 'static> IntoFuture for Call<T> {
    type Output = Result<T, Error>;
    type IntoFuture = BoxFuture<'static, Self::Output>;

    fn into_future(self) -> Self::IntoFuture {
        Box::pin(async { Ok(self.response().await?.body) })
    }
}

impl<T> Clone for Call<T> {
    fn clone(&self) -> Self {
        Call {
            client: self.client.clone(),
            method: self.method.clone(),
            path: self.path.clone(),
            query: self.query.clone(),
            headers: self.headers.clone(),
            body: self.body.clone(),
            token: self.token.clone(),
            ..*self
        }
    }
}

/// Without the body, which can have a password.
impl<T> Debug for Call<T> {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.method, self.path)
    }
}

/// A segment of a path, escaped.
pub(crate) fn segment(value: impl ToString) -> String {
    use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
    // RFC 3986, section 2.3.
    const RESERVED: &AsciiSet = &NON_ALPHANUMERIC
        .remove(b'-')
        .remove(b'.')
        .remove(b'_')
        .remove(b'~');
    utf8_percent_encode(&value.to_string(), RESERVED).to_string()
}

pub(crate) fn json<T: DeserializeOwned>(body: &[u8]) -> Result<T, Error> {
    serde_json::from_slice(body).map_err(Error::Unreadable)
}

pub(crate) fn text(body: &[u8]) -> Result<String, Error> {
    Ok(String::from_utf8_lossy(body).into_owned())
}

pub(crate) fn bytes(body: &[u8]) -> Result<Bytes, Error> {
    Ok(Bytes::copy_from_slice(body))
}

#[expect(clippy::unnecessary_wraps, reason = "one type for all ways of reading")]
pub(crate) fn nothing(_: &[u8]) -> Result<(), Error> {
    Ok(())
}

#[expect(clippy::unnecessary_wraps, reason = "one type for all ways of reading")]
pub(crate) fn chunks(_: &[u8]) -> Result<Chunks, Error> {
    Ok(Chunks(()))
}

/// Whether a stream of events is over.
pub(crate) fn is_over(response: &reqwest::Response) -> bool {
    response.status() == StatusCode::NO_CONTENT
}
